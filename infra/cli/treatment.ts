/** Editors' part of the citator: treatments, what relies on what, and what was read. */
import type { Command } from '@commander-js/extra-typings'
import type { Scope } from '#contracts/api-key.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import type { TreatmentId } from '#contracts/ids.ts'
import {
  assessPointOf,
  type CitatorDeps,
  type CitatorOutcome,
  confirmTreatmentOf,
  recordRelianceOf,
  recordTreatmentOf,
  retractTreatmentOf,
} from '#ingest/handlers/treatments.ts'
import type { WriteContext } from '#ingest/command-handler/write-deps.ts'
import { truthOf, withDatabase } from '../processes/wiring/database.ts'
import { personContext, scopeRefusal } from './acting.ts'
import { type Json, printResult, refuse } from './output.ts'
import { signedPersonOf } from './staff-token.ts'
import {
  jsonOption,
  readDay,
  readPercent,
  readPoint,
  readPosition,
  type ReadSettings,
  readSlug,
  readText,
  readTreatmentId,
  readTreatmentType,
} from './reading.ts'

type Outcome = (CitatorOutcome & { readonly id?: TreatmentId }) | Refusal

/** Does one thing to the facts of the citator as the signed-in person, and prints where it is. */
const carryOut = (
  settings: ReadSettings,
  options: Json,
  act: (deps: CitatorDeps, context: WriteContext) => Promise<Outcome>,
  scope: Scope = 'editorial:review',
): Promise<void> =>
  withDatabase(settings(), 'citator', async (database) => {
    const { store, slugs, blobs, log } = truthOf(database)
    try {
      const person = await signedPersonOf(settings(), database)
      const closed = scopeRefusal(person, scope)
      if (closed !== null) return refuse(closed)
      const deps = { store, slugs, blobs, head: () => log.head() }
      const outcome = await act(deps, personContext(person))
      if (isRefusal(outcome)) return refuse(outcome)
      const what = outcome.id ?? outcome.streamId
      const where = outcome.position === null ? 'known already' : `at ${outcome.position}`
      printResult(options, outcome, [`${what} ${where}`])
    } finally {
      await log.close()
    }
  })

const defineRecord = (command: Command, settings: ReadSettings): void =>
  void command
    .description('record that a text treats another, or a point of it')
    .argument('<target>', 'SLUG for the whole text, SLUG#2 for its second headnote', readPoint)
    .requiredOption(
      '--type <type>',
      'such as overruled, quashed_in_part, criticised, followed',
      readTreatmentType,
    )
    .requiredOption('--effective <day>', 'from which day on, e.g. 2026-01-31', readDay)
    .option('--source <slug>', 'the text that treats it', readSlug)
    .option('--ecli <ecli>', 'the decision that treats it, where the corpus lacks it', readText)
    .option('--court <code>', 'its court, e.g. fr.ccass; default: that of --source', readText)
    .option('--formation <name>', 'its formation, e.g. pl, fs; default: that of --source', readText)
    .option('--pinpoint <text>', 'where in that text', readText)
    .option('--quote <text>', 'its words, letter by letter', readText)
    .option('--suggested <percent>', 'not a fact but a suggestion, this likely', readPercent)
    .addOption(jsonOption())
    .action((target, { json, ...named }) => {
      const order = {
        type: named.type,
        target,
        sourceSlug: named.source ?? null,
        ecli: named.ecli ?? null,
        courtCode: named.court ?? null,
        formation: named.formation ?? null,
        pinpoint: named.pinpoint ?? null,
        quote: named.quote ?? null,
        effectiveDate: named.effective,
        confidencePercent: named.suggested ?? null,
      }
      // A suggestion changes no colour until a reviewer confirms it.
      const scope = named.suggested === undefined ? 'editorial:review' : 'editorial:draft'
      const act = (deps: CitatorDeps, context: WriteContext) =>
        recordTreatmentOf(deps, order, context)
      return carryOut(settings, { json }, act, scope)
    })

const defineConfirm = (command: Command, settings: ReadSettings): void =>
  void command
    .description('confirm a suggestion')
    .argument('<id>', 'of the treatment', readTreatmentId)
    .addOption(jsonOption())
    .action((id, options) =>
      carryOut(settings, options, (deps, context) => confirmTreatmentOf(deps, id, context)),
    )

const defineRetract = (command: Command, settings: ReadSettings): void =>
  void command
    .description('take a treatment back, for good')
    .argument('<id>', 'of the treatment', readTreatmentId)
    .requiredOption('--reason <text>', 'why, for the record', readText)
    .addOption(jsonOption())
    .action((id, { reason, ...options }) =>
      carryOut(settings, options, (deps, context) => retractTreatmentOf(deps, id, reason, context)),
    )

const defineRely = (command: Command, settings: ReadSettings): void =>
  void command
    .description('record that one point needs another as support')
    .argument('<from>', 'SLUG or SLUG#2: the one that relies', readPoint)
    .argument('<to>', 'SLUG or SLUG#1: its support', readPoint)
    .addOption(jsonOption())
    .action((relying, support, options) =>
      carryOut(settings, options, (deps, context) =>
        recordRelianceOf(deps, relying, support, context),
      ),
    )

const defineAssess = (command: Command, settings: ReadSettings): void =>
  void command
    .description('record that every citation of a point was read')
    .argument('<point>', 'SLUG or SLUG#2', readPoint)
    .option(
      '--through <position>',
      'up to this position of the log; default: its head',
      readPosition,
    )
    .addOption(jsonOption())
    .action((named, { through, ...options }) =>
      carryOut(settings, options, (deps, context) =>
        assessPointOf(deps, named, through ?? null, context),
      ),
    )

export const treatment = (command: Command, settings: ReadSettings): void => {
  defineRecord(command.command('record'), settings)
  defineConfirm(command.command('confirm'), settings)
  defineRetract(command.command('retract'), settings)
  defineRely(command.command('rely'), settings)
  defineAssess(command.command('assess'), settings)
}
