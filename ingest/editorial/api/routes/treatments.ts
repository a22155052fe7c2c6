/** Treatments of a decision by other texts: the facts of the citator. */
import { z } from 'zod'
import { isRefusal } from '#contracts/fault.ts'
import { Day, Slug, TreatmentId } from '#contracts/ids.ts'
import { staffActor, type SignedPerson } from '#contracts/staff.ts'
import { TreatmentType } from '#contracts/vocabulary/citator.ts'
import { refuse } from '../../../domain/refusals.ts'
import {
  type CitatorOutcome,
  confirmTreatmentOf,
  recordTreatmentOf,
  retractTreatmentOf,
} from '../../../handlers/treatments.ts'
import type { Refused, Written } from '../answer.ts'
import type { EditorialDeps } from '../deps.ts'
import { defineWrite, type Endpoint } from '../endpoint.ts'
import type { Stamp } from '../once.ts'
import { WriteOutcome } from '../schemas/outcome.ts'

const line = z.string().min(1).max(500).nullable().default(null)

const TreatmentBody = z.strictObject({
  type: TreatmentType,
  target: z
    .strictObject({ slug: Slug, sequence: z.int().min(1).nullable().default(null) })
    .describe('The text that is treated; `sequence` names one of its headnotes.'),
  sourceSlug: Slug.nullable().default(null).describe('The text that treats it.'),
  ecli: line.describe('The decision that treats it, where the corpus lacks it.'),
  courtCode: line.describe('Its court; default: that of the text.'),
  formation: line,
  pinpoint: line.describe('Where in that text.'),
  quote: z
    .string()
    .min(1)
    .max(10_000)
    .nullable()
    .default(null)
    .describe('Its words, letter by letter.'),
  effectiveDate: Day,
  confidencePercent: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .default(null)
    .describe('Of a suggestion; null: a fact, which only a reviewer records.'),
})

const outcomeOf = (outcome: CitatorOutcome | Refused, id: string): Written | Refused =>
  'streamId' in outcome
    ? {
        httpStatus: 200,
        outcome: {
          slug: null,
          articleId: null,
          status: null,
          version: null,
          tag: null,
          sha256Hash: null,
          position: outcome.position,
          changed: outcome.position !== null,
          id,
        },
      }
    : outcome

const contextOf = ({ id }: SignedPerson, { time, correlationId }: Stamp) => ({
  actor: staffActor(id),
  time,
  correlationId,
  causationId: null,
})

/** A treatment has its id from what it says, so that recording it again records nothing. */
const NO_TEXT = async (): Promise<null> => null

const recordTreatment = ({ write }: EditorialDeps): Endpoint =>
  defineWrite({
    operationId: 'recordTreatment',
    method: 'POST',
    path: '/treatments',
    scopes: ['editorial:draft', 'editorial:review'],
    summary: 'Record that a text treats another, or a point of it',
    description:
      'Such as overruled, followed, criticised. An author suggests it (`confidencePercent`); a reviewer records it as a fact.',
    tag: 'Citator',
    body: TreatmentBody,
    answer: WriteOutcome,
    refusals: { 404: '`not_found`: one of the texts is unknown.' },
    streamOf: NO_TEXT,
    handle: async ({ person, body }, stamp) => {
      const isFact = body.confidencePercent === null
      if (isFact && !person.scopes.has('editorial:review')) return refuse('scope-missing')
      const outcome = await recordTreatmentOf(write, body, contextOf(person, stamp))
      return isRefusal(outcome) ? outcome : outcomeOf(outcome, outcome.id)
    },
  })

const TreatmentParams = z.object({ id: TreatmentId })
type TreatmentParams = z.infer<typeof TreatmentParams>

const confirmTreatment = ({ write }: EditorialDeps): Endpoint =>
  defineWrite<undefined, TreatmentParams>({
    operationId: 'confirmTreatment',
    method: 'POST',
    path: '/treatments/:id/confirm',
    scopes: ['editorial:review'],
    summary: 'Confirm a suggested treatment',
    description: 'It becomes a fact, and the colour of the text follows.',
    tag: 'Citator',
    params: TreatmentParams,
    answer: WriteOutcome,
    refusals: { 404: '`not_found`: there is no such treatment.' },
    streamOf: NO_TEXT,
    handle: async ({ person, params: { id } }, stamp) =>
      outcomeOf(await confirmTreatmentOf(write, id, contextOf(person, stamp)), id),
  })

const RetractBody = z.strictObject({ reason: z.string().min(1).max(2_000) })

const retractTreatment = ({ write }: EditorialDeps): Endpoint =>
  defineWrite<z.infer<typeof RetractBody>, TreatmentParams>({
    operationId: 'retractTreatment',
    method: 'POST',
    path: '/treatments/:id/retract',
    scopes: ['editorial:review'],
    summary: 'Take a treatment back',
    description: 'For good: it is recorded again with what is known then.',
    tag: 'Citator',
    params: TreatmentParams,
    body: RetractBody,
    answer: WriteOutcome,
    refusals: { 404: '`not_found`: there is no such treatment.' },
    streamOf: NO_TEXT,
    handle: async ({ person, params: { id }, body: { reason } }, stamp) =>
      outcomeOf(await retractTreatmentOf(write, id, reason, contextOf(person, stamp)), id),
  })

export const TREATMENTS = [recordTreatment, confirmTreatment, retractTreatment] as const
