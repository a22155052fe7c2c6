/** Treatments and points for the tests of the citator. */
import fc from 'fast-check'
import type { Treatment } from '#contracts/events/others.ts'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import { Day, Instant, Position, type ArticleId, TreatmentId } from '#contracts/ids.ts'
import { uuidV5, URL_NAMESPACE } from '#contracts/canonical/hash.ts'
import { TreatmentType } from '#contracts/vocabulary/citator.ts'
import type { PointFacts } from './colour.ts'
import type { TargetContext } from './power.ts'
import type { CitatorFact } from '#contracts/law/treatment-log.ts'

export const textNamed = (name: string): ArticleId => articleIdOf(`test:${name}`)
export const treatmentId = (name: string): TreatmentId =>
  TreatmentId.parse(uuidV5(URL_NAMESPACE, `treatment:${name}`))
export const position = (at: number): Position => Position.parse(at)

export const COURT_OF_CASSATION: TargetContext = {
  jurisdiction: ['FR'],
  contentType: 'jurisprudence',
  courtCode: 'fr.ccass',
  formation: ['soc', 'fs'],
}

type Given = Partial<Omit<Treatment, 'source' | 'target'>> & {
  readonly name?: string
  readonly court?: string | null
  readonly formation?: string | null
  readonly sequence?: number | null
  readonly text?: string
}
/**
 * A confirmed overruling by the plenary Court of cassation, of point 1 of the text `ruling`, unless
 * said otherwise.
 */
export const treatment = ({
  name = 'one',
  court = 'fr.ccass',
  formation = 'pl',
  sequence = 1,
  text = 'ruling',
  ...given
}: Given = {}): Treatment => ({
  id: treatmentId(name),
  type: 'overruled',
  polarity: 'negative',
  effectiveDate: Day.parse('2024-01-01'),
  status: 'confirmed',
  confidencePercent: null,
  by: 'editor',
  ...given,
  source: {
    slug: null,
    ecli: null,
    courtCode: court,
    formation,
    pinpoint: null,
    quote: null,
  },
  target: { articleId: textNamed(text), headnoteSequence: sequence },
})

/** Point 1 of the text `ruling`, read to the end of the log, unless said otherwise. */
export const facts = (given: Partial<PointFacts> = {}): PointFacts => ({
  point: { articleId: textNamed('ruling'), headnoteSequence: 1 },
  context: COURT_OF_CASSATION,
  treatments: [],
  assessedThrough: position(100),
  newestCitation: position(50),
  covered: true,
  ...given,
})

const COURTS = ['fr.ccass', 'fr.ca', 'fr.ce', 'fr.cc', 'eu.cj', 'coe.echr', 'fr.tj', null]
const FORMATIONS = ['pl', 'mi', 'fs', 'f', 'frr', null]

/** Any treatment of one of the first points of the first texts. */
export const anyTreatment = (texts = 6): fc.Arbitrary<Treatment> =>
  fc
    .record({
      name: fc.uuid(),
      type: fc.constantFrom(...TreatmentType.options),
      court: fc.constantFrom(...COURTS),
      formation: fc.constantFrom(...FORMATIONS),
      sequence: fc.constantFrom(null, 1, 2),
      text: fc.integer({ min: 0, max: texts - 1 }).map(String),
      status: fc.constantFrom('confirmed' as const, 'suggested' as const),
      confidencePercent: fc.option(fc.integer({ min: 0, max: 100 })),
      effectiveDate: fc.integer({ min: 2015, max: 2026 }).map((year) => Day.parse(`${year}-06-15`)),
    })
    .map(treatment)

const HOUR_DIGITS = 2
/** Facts are recorded an hour apart. */
export const recordedAt = (at: number): Instant => {
  const hour = String(at % 24).padStart(HOUR_DIGITS, '0')
  const day = String(1 + Math.floor(at / 24)).padStart(HOUR_DIGITS, '0')
  return Instant.parse(`2026-01-${day}T${hour}:00:00.000Z`)
}
export const recorded = (one: Treatment, at: number): CitatorFact => ({
  type: 'TreatmentRecorded',
  data: { treatment: one },
  recordedAt: recordedAt(at),
  position: position(at + 1),
})
