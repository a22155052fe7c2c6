/** The procedure of a case, from its source and from what other decisions did. Pure. */
import type { Treatment } from '#contracts/events/others.ts'
import type { Article } from '#contracts/http/article.ts'
import type { Slug } from '#contracts/ids.ts'
import type { CaseProcedure } from '#contracts/mcp/research.ts'
import type { TreatmentType } from '#contracts/vocabulary/citator.ts'

type Fate = CaseProcedure['fate']
type Step = CaseProcedure['chronology'][number]

/** Treatments that are steps of one case, with what becomes of the decision. */
const FATE_BY: Partial<Record<TreatmentType, Fate['status']>> = {
  quashed: 'quashed',
  quashed_in_part: 'quashed_in_part',
  reversed: 'reversed',
  reversed_in_part: 'reversed_in_part',
  annulled: 'annulled',
  vacated: 'vacated',
  affirmed: 'affirmed',
  appeal_pending: 'appealed',
}
/** What a decision that did it is of the other one. */
const STEP_OF: Partial<Record<TreatmentType, string>> = {
  quashed: 'cassation_of',
  quashed_in_part: 'cassation_of',
  reversed: 'appeal_of',
  reversed_in_part: 'appeal_of',
  affirmed: 'appeal_of',
}

const certaintyOf = ({ status }: Treatment): Step['certainty'] =>
  status === 'confirmed' ? 'extracted' : 'probable'

const laterStep = (treatment: Treatment): Step => ({
  relation: `${treatment.type}_by`,
  target: {
    ecli: treatment.source.ecli,
    docket: null,
    slug: treatment.source.slug,
    date: treatment.effectiveDate,
  },
  certainty: certaintyOf(treatment),
  evidence: treatment.source.quote,
})

export type GivenTreatment = { readonly treatment: Treatment; readonly targetSlug: Slug | null }

const earlierStep = ({ treatment, targetSlug }: GivenTreatment): Step[] => {
  const relation = STEP_OF[treatment.type]
  if (relation === undefined || targetSlug === null) return []
  const target = { ecli: null, docket: null, slug: targetSlug, date: null }
  return [{ relation, target, certainty: certaintyOf(treatment), evidence: treatment.source.quote }]
}

const isNamedIn = (steps: readonly Step[], { target: { slug, ecli } }: Step): boolean =>
  steps.some(
    ({ target }) =>
      (slug !== null && target.slug === slug) || (ecli !== null && target.ecli === ecli),
  )

/** What the last confirmed step made of the decision. */
const fateFrom = (received: readonly Treatment[]): Fate | null => {
  const last = received
    .filter(({ type, status }) => status === 'confirmed' && FATE_BY[type] !== undefined)
    .toSorted((one, other) => (one.effectiveDate < other.effectiveDate ? 1 : -1))[0]
  const status = last === undefined ? undefined : FATE_BY[last.type]
  return last === undefined || status === undefined
    ? null
    : { status, by: laterStep(last).target, asOf: last.effectiveDate }
}

/**
 * The chain of a case: what its source states, completed with what the citator knows. The source
 * wins; null for a text that is no decision.
 */
export const procedureOf = (
  { judicialDecision }: Pick<Article, 'judicialDecision'>,
  received: readonly Treatment[],
  given: readonly GivenTreatment[],
): CaseProcedure | null => {
  if (judicialDecision === null) return null
  const { completeness, chronology, fate } = judicialDecision.procedure
  const steps = received.filter(({ type }) => FATE_BY[type] !== undefined).map(laterStep)
  const derived = [...given.flatMap(earlierStep), ...steps].filter(
    (step) => !isNamedIn(chronology, step),
  )
  const known = fate.status === 'unknown' ? (fateFrom(received) ?? fate) : fate
  return {
    completeness: completeness === 'unknown' && derived.length > 0 ? 'partial' : completeness,
    chronology: [...chronology, ...derived],
    fate: known,
  }
}
