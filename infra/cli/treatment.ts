/**
 * Composition root of the editors' citator: record, confirm and retract treatments, say what relies
 * on what, and what was read.
 */
import type { ErrorCode } from '#contracts/errors/codes.ts'
import { closestOf } from '#contracts/toolkit/closest.ts'
import { Fault, isRefusal, type Refusal } from '#contracts/fault.ts'
import { Day, Position, TreatmentId } from '#contracts/ids.ts'
import { TREATMENT_TYPES, TreatmentType } from '#contracts/vocabulary/citator.ts'
import { truthOf, withDatabase } from '../processes/wiring/database.ts'
import type { Settings } from '../settings.ts'
import { EXIT, print, say } from '../terminal.ts'
import {
  assessPointOf,
  type CitatorDeps,
  type CitatorOutcome,
  confirmTreatmentOf,
  type NamedPoint,
  recordRelianceOf,
  recordTreatmentOf,
  retractTreatmentOf,
} from '#ingest/handlers/treatments.ts'
import type { WriteContext } from '#ingest/handlers/write-deps.ts'
import { commandActor, parseSlug } from './arguments.ts'
import { contextOf } from '../processes/wiring/context.ts'

type Json = { readonly json?: boolean }

const context = (): WriteContext => contextOf(commandActor())

const usage = (code: ErrorCode, message: string, hint: string): Fault =>
  new Fault(code, message, { hint })

const sequenceOf = (text: string): number => {
  const sequence = Number(text)
  if (Number.isSafeInteger(sequence) && sequence >= 1) return sequence
  throw usage('point-invalid', `${text} is no number of a headnote`, 'headnotes count from 1')
}

/** `slug` for a whole text, `slug#2` for its second headnote. */
export const parsePoint = (text: string): NamedPoint => {
  const [slug = '', sequence] = text.split('#', 2)
  return { slug: parseSlug(slug), sequence: sequence === undefined ? null : sequenceOf(sequence) }
}

const dayOf = (text: string): Day => {
  const parsed = Day.safeParse(text)
  if (parsed.success) return parsed.data
  throw usage('day-invalid', `${text} is no calendar day`, 'write it like 2026-01-31')
}

const typeOf = (text: string): TreatmentType => {
  const parsed = TreatmentType.safeParse(text)
  if (parsed.success) return parsed.data
  const closest = closestOf(text, TREATMENT_TYPES)
  throw usage(
    'treatment-type-unknown',
    `there is no treatment ${text}`,
    `did you mean ${closest}? All of them: ${TREATMENT_TYPES.join(', ')}`,
  )
}

const PERCENT = 100
const percentOf = (text: string | undefined): number | null => {
  if (text === undefined) return null
  const percent = Number(text)
  if (Number.isInteger(percent) && percent >= 0 && percent <= PERCENT) return percent
  throw usage('confidence-invalid', `${text} is no percentage`, 'give a whole number from 0 to 100')
}

const idOf = (text: string): TreatmentId => {
  const parsed = TreatmentId.safeParse(text)
  if (parsed.success) return parsed.data
  throw usage(
    'treatment-id-invalid',
    `${text} is no id of a treatment`,
    'take the id that record printed',
  )
}

const withCitator = <T>(settings: Settings, work: (deps: CitatorDeps) => Promise<T>): Promise<T> =>
  withDatabase(settings, 'citator', async (database) => {
    const { store, slugs, blobs, log } = truthOf(database)
    try {
      return await work({ store, slugs, blobs, head: () => log.head() })
    } finally {
      await log.close()
    }
  })

const refuse = ({ refused, reason, hint }: Refusal): void => {
  say(`${refused}: ${reason}`)
  say(`  hint: ${hint}`)
  process.exitCode = EXIT.failed
}

const tell = (
  outcome: (CitatorOutcome & { readonly id?: TreatmentId }) | Refusal,
  { json = false }: Json,
): void => {
  if (isRefusal(outcome)) return refuse(outcome)
  if (json) return print(JSON.stringify(outcome))
  const what = outcome.id ?? outcome.streamId
  print(outcome.position === null ? `${what} known already` : `${what} at ${outcome.position}`)
}

export type RecordOptions = Json & {
  readonly type: string
  readonly effective: string
  readonly source?: string
  readonly ecli?: string
  readonly court?: string
  readonly formation?: string
  readonly pinpoint?: string
  readonly quote?: string
  readonly suggested?: string
}

/** `pandect treatment record TARGET --type T --effective DAY …` */
export const recordTreatment = (
  settings: Settings,
  target: string,
  options: RecordOptions,
): Promise<void> => {
  const order = {
    type: typeOf(options.type),
    target: parsePoint(target),
    sourceSlug: options.source === undefined ? null : parseSlug(options.source),
    ecli: options.ecli ?? null,
    courtCode: options.court ?? null,
    formation: options.formation ?? null,
    pinpoint: options.pinpoint ?? null,
    quote: options.quote ?? null,
    effectiveDate: dayOf(options.effective),
    confidencePercent: percentOf(options.suggested),
  }
  return withCitator(settings, async (deps) =>
    tell(await recordTreatmentOf(deps, order, context()), options),
  )
}

export const confirmTreatment = (settings: Settings, id: string, options: Json): Promise<void> => {
  const treatment = idOf(id)
  return withCitator(settings, async (deps) =>
    tell(await confirmTreatmentOf(deps, treatment, context()), options),
  )
}

export const retractTreatment = (
  settings: Settings,
  id: string,
  options: Json & { readonly reason: string },
): Promise<void> => {
  const treatment = idOf(id)
  return withCitator(settings, async (deps) =>
    tell(await retractTreatmentOf(deps, treatment, options.reason, context()), options),
  )
}

/** `pandect treatment rely SLUG#2 SLUG#1`: the first needs the second as support. */
export const recordReliance = (
  settings: Settings,
  from: string,
  to: string,
  options: Json,
): Promise<void> => {
  const [relying, support] = [parsePoint(from), parsePoint(to)]
  return withCitator(settings, async (deps) =>
    tell(await recordRelianceOf(deps, relying, support, context()), options),
  )
}

const positionOf = (text: string | undefined): Position | null => {
  if (text === undefined) return null
  const parsed = Position.safeParse(Number(text))
  if (parsed.success) return parsed.data
  throw usage('position-invalid', `${text} is no position of the log`, 'give a whole number')
}

/**
 * `pandect treatment assess SLUG[#2] [--through POSITION]`: every citation of it up to there was
 * read.
 */
export const assessPoint = (
  settings: Settings,
  point: string,
  options: Json & { readonly through?: string },
): Promise<void> => {
  const named = parsePoint(point)
  const through = positionOf(options.through)
  return withCitator(settings, async (deps) =>
    tell(await assessPointOf(deps, named, through, context()), options),
  )
}
