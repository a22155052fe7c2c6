/**
 * `pandect erasure`: lists proposals, takes requests back, finishes erasures, prints certificates
 * and proves them.
 */
import type { Command } from '@commander-js/extra-typings'
import { isRefusal } from '#contracts/fault.ts'
import { cancelPersonErasure } from '#ingest/editorial/erasure/erase-person.ts'
import { cancelErasure } from '#ingest/editorial/erasure/erase.ts'
import { type ErasureProposal, erasureProposals } from '#ingest/editorial/erasure/proposals.ts'
import { makeAnonymisedTexts } from '../postgres/log/anonymised-texts.ts'
import { truthOf, withDatabase } from '../processes/wiring/database.ts'
import { say } from '../terminal.ts'
import { erasureDepsOf } from '../processes/wiring/erasure.ts'
import { stampOf } from './acting.ts'
import { defineCertificate, defineProve, subjectIn } from './certificate.ts'
import { finishErasing } from './erase.ts'
import { printResult, refuse } from './output.ts'
import { jsonOption, readPersonId, type ReadSettings, readSlug, readText } from './reading.ts'
import { signedPersonOf } from './staff-token.ts'

/** Proposals that are shown at most. */
const SHOWN_MAX = 1_000

const lineOf = ({ slug, version, earlier, ground, recordedAt }: ErasureProposal): string =>
  `${slug}  ${version} of ${recordedAt} takes names out  versions that have them: ${earlier.join(', ')}  ground: ${ground}`

const defineProposals = (command: Command, settings: ReadSettings): void =>
  void command
    .description(
      'decisions that their publisher anonymised, and the earlier versions with the names',
    )
    .addOption(jsonOption())
    .action((options) =>
      withDatabase(settings(), 'erasure', async (database) => {
        const { store } = truthOf(database)
        const proposals = await erasureProposals(store, makeAnonymisedTexts(database.pool)).list(
          SHOWN_MAX,
        )
        printResult(options, proposals, proposals.map(lineOf))
        if (proposals.length === 0 && options.json !== true) say('no proposal')
      }),
    )

const defineFinish = (command: Command, settings: ReadSettings): void =>
  void command
    .description('finish erasures that were interrupted after the keys were destroyed')
    .addOption(jsonOption())
    .action((options) => finishErasing(settings(), options))

const defineCancel = (command: Command, settings: ReadSettings): void =>
  void command
    .description('take a request back that nobody confirmed')
    .argument('[slug]', 'which text', readSlug)
    .option('--person <id>', 'a person, instead of a text', readPersonId)
    .requiredOption('--reason <text>', 'why, for the record', readText)
    .action((slug, { person, reason }) => {
      const subject = subjectIn(slug, person)
      return withDatabase(settings(), 'erasure', async (database) => {
        const by = await signedPersonOf(settings(), database)
        const deps = erasureDepsOf(database)
        const done =
          'slug' in subject
            ? await cancelErasure(deps, by, subject.slug, reason, stampOf())
            : await cancelPersonErasure(deps, by, subject.personId, reason, stampOf())
        const named = 'slug' in subject ? subject.slug : subject.personId
        if (isRefusal(done)) return refuse(done, named)
        say(`${named}: the request was taken back`)
      })
    })

export const erasure = (command: Command, settings: ReadSettings): void => {
  defineProposals(command.command('proposals'), settings)
  defineCancel(command.command('cancel'), settings)
  defineFinish(command.command('finish'), settings)
  defineCertificate(command.command('certificate'), settings)
  defineProve(command.command('prove'), settings)
}
