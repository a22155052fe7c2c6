/** What should be erased: proposals, for those who decide on them. */
import type { Command } from '@commander-js/extra-typings'
import { type ErasureProposal, erasureProposals } from '#ingest/editorial/erasure/proposals.ts'
import { makeAnonymisedTexts } from '../postgres/log/anonymised-texts.ts'
import { truthOf, withDatabase } from '../processes/wiring/database.ts'
import { say } from '../terminal.ts'
import { printResult } from './output.ts'
import { jsonOption, type ReadSettings } from './reading.ts'

/** Proposals that are shown at most. */
const SHOWN_MAX = 1_000

const lineOf = ({ slug, version, earlier, ground, recordedAt }: ErasureProposal): string =>
  `${slug}  ${version} of ${recordedAt} takes names out  versions that have them: ${earlier.join(', ')}  ground: ${ground}`

const defineProposals = (command: Command, settings: ReadSettings): void =>
  void command
    .description('decisions from which their publisher took names, and the versions that have them')
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

export const erasure = (command: Command, settings: ReadSettings): void => {
  defineProposals(command.command('proposals'), settings)
}
