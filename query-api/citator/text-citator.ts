/** The citator's facts of one text, and the colours that follow. Pure. */
import type { ContentRecord } from '#contracts/content.ts'
import type { Point, Treatment } from '#contracts/events/others.ts'
import type { ArticleId, Day, Instant, Position } from '#contracts/ids.ts'
import { type Colour, colourWithSupports, type PointFacts, treatedColour } from './colour.ts'
import type { TargetContext } from './power.ts'
import {
  type AsOf,
  type CitatorFact,
  citatorLog,
  type CitatorLog,
  type PointKey,
  pointKey,
  wholeOf,
} from '#contracts/law/treatment-log.ts'

/**
 * The members of a text that decide who has power over it. A court's own chamber and formation both
 * name the sitting.
 */
export const contextOf = ({
  jurisdiction,
  contentType,
  judicialDecision,
}: Pick<ContentRecord, 'jurisdiction' | 'contentType'> & {
  readonly judicialDecision: Pick<
    NonNullable<ContentRecord['judicialDecision']>,
    'courtCode' | 'chamber' | 'formation'
  > | null
}): TargetContext => ({
  jurisdiction,
  contentType,
  courtCode: judicialDecision?.courtCode ?? null,
  formation: [judicialDecision?.chamber, judicialDecision?.formation].filter(
    (name) => name !== null && name !== undefined,
  ),
})

/** A text's facts at a given moment. */
type TextCitator = {
  readonly articleId: ArticleId
  readonly log: CitatorLog
  /** Date of the newest treatment in effect, of any type. */
  readonly newestCitation: Position | null
}

const latest = <T extends number | string>(values: readonly T[]): T | null =>
  values.reduce<T | null>((last, one) => (last === null || one > last ? one : last), null)

/**
 * Folds the facts of one text. Incoming citations are taken to be known as incoming treatments are,
 * of any type: edges of the index of citations carry no position.
 */
export const textCitator = (
  articleId: ArticleId,
  facts: readonly CitatorFact[],
  asOf: AsOf,
): TextCitator => {
  const log = citatorLog(facts, asOf)
  const standing = new Set([...log.treatments.values()].flat().map(({ id }) => id))
  const recorded = facts.flatMap((fact) =>
    fact.type === 'TreatmentRecorded' && standing.has(fact.data.treatment.id)
      ? [fact.position]
      : [],
  )
  return { articleId, log, newestCitation: latest(recorded) }
}

const keysOf = ({ articleId }: TextCitator, sequence: number | null): PointKey[] => {
  const whole = wholeOf(articleId)
  return sequence === null ? [whole] : [pointKey({ articleId, headnoteSequence: sequence }), whole]
}

/** Treatments of a point: those that name it, and those of the whole text. */
export const treatmentsOf = (text: TextCitator, sequence: number | null): Treatment[] =>
  keysOf(text, sequence).flatMap((key) => text.log.treatments.get(key) ?? [])

/** Every treatment of a text, whatever its point. */
export const allTreatments = ({ log }: TextCitator): Treatment[] =>
  [...log.treatments.values()].flat()

/** What a point relies on, itself or as a part of its text. */
export const supportsOf = (text: TextCitator, sequence: number | null): PointKey[] => [
  ...new Set(keysOf(text, sequence).flatMap((key) => text.log.reliesOn.get(key) ?? [])),
]

/**
 * Everything that decides a point's colour. Whoever read all that cites a text has read all that
 * cites its points.
 */
export const pointFactsOf = (
  text: TextCitator,
  sequence: number | null,
  context: TargetContext,
): PointFacts => ({
  point: { articleId: text.articleId, headnoteSequence: sequence },
  context,
  treatments: treatmentsOf(text, sequence),
  assessedThrough: latest(
    keysOf(text, sequence).flatMap((key) => text.log.assessedThrough.get(key) ?? []),
  ),
  newestCitation: text.newestCitation,
  covered: true,
})

/** A support's colour of its own treatments, and with what it relies on itself. */
type SupportColours = { readonly treated: Colour | null; readonly relying: Colour | null }
const NO_COLOURS: SupportColours = { treated: null, relying: null }

/** A text that others rely on. */
export type SupportText = { readonly context: TargetContext; readonly changedAt: Instant | null }

/** Everything that is known of texts, and of the texts that they rely on. */
export type CitatorFacts = {
  readonly facts: ReadonlyMap<ArticleId, readonly CitatorFact[]>
  /** Those that are public; a support that is not has no colour. */
  readonly texts: ReadonlyMap<ArticleId, SupportText>
}

/** The point of a key. */
export const pointOf = (key: PointKey): Point => {
  const [articleId = '', sequence = ''] = key.split('#')
  return {
    articleId: articleId as ArticleId,
    headnoteSequence: sequence === '' ? null : Number(sequence),
  }
}

/** The texts that facts rely on, each once. */
export const supportTextsOf = (facts: readonly CitatorFact[]): ArticleId[] => [
  ...new Set(
    facts.flatMap((fact) => (fact.type === 'RelianceRecorded' ? [fact.data.to.articleId] : [])),
  ),
]

const factsOf = ({ facts }: CitatorFacts, id: ArticleId): readonly CitatorFact[] =>
  facts.get(id) ?? []

/** Answers the colours of supports in a body of facts; each text is folded once. */
export const makeSupports = (all: CitatorFacts, asOf: AsOf) => {
  const folded = new Map<ArticleId, TextCitator>()
  const citatorOf = (id: ArticleId): TextCitator => {
    const known = folded.get(id) ?? textCitator(id, factsOf(all, id), asOf)
    folded.set(id, known)
    return known
  }
  const treated = (key: PointKey): Colour | null => {
    const { articleId, headnoteSequence } = pointOf(key)
    const text = all.texts.get(articleId)
    if (text === undefined) return null
    return treatedColour(pointFactsOf(citatorOf(articleId), headnoteSequence, text.context))
  }
  const coloursOf = (key: PointKey): SupportColours => {
    const { articleId, headnoteSequence } = pointOf(key)
    const text = all.texts.get(articleId)
    if (text === undefined) return NO_COLOURS
    const own = citatorOf(articleId)
    const relying = colourWithSupports(
      pointFactsOf(own, headnoteSequence, text.context),
      supportsOf(own, headnoteSequence).map((next) => ({ treated: treated(next), relying: null })),
    )
    return { treated: treated(key), relying }
  }
  return { citatorOf, coloursOf }
}

/** What a text's state keeps of the citator: JSON, a function of the log alone. */
export type CitatorView = {
  /** Of this text, in log order. */
  readonly facts: readonly CitatorFact[]
  /** By key: of every point that a point of this text relies on. */
  readonly supports: Readonly<Record<string, SupportColours>>
  /** When the newest fact was recorded that can have touched the text's colours. */
  readonly touchedAt: Instant
}

const DAY_CHARACTERS = 10
export const dayOf = (instant: Instant): Day => instant.slice(0, DAY_CHARACTERS) as Day

/**
 * The day that stored colours are of: that of the newest event that touched the text. null: no fact
 * of the citator did.
 */
export const asOfText = (
  view: Pick<CitatorView, 'touchedAt'> | null,
  changedAt: Instant | null,
): Day | null =>
  view === null
    ? null
    : dayOf(changedAt !== null && changedAt > view.touchedAt ? changedAt : view.touchedAt)

/** The texts that a text relies on, and those that these rely on. */
const supportsWithin = (id: ArticleId, all: CitatorFacts): ArticleId[] => {
  const first = supportTextsOf(factsOf(all, id))
  return [...new Set([...first, ...first.flatMap((one) => supportTextsOf(factsOf(all, one)))])]
}

/**
 * What a text's state keeps, of the facts about it and about what it relies on; null: there is
 * none. Pure.
 */
export const citatorView = (
  id: ArticleId,
  changedAt: Instant | null,
  all: CitatorFacts,
): CitatorView | null => {
  const facts = factsOf(all, id)
  const supports = supportsWithin(id, all)
  const touchedAt = latest([
    ...[id, ...supports].flatMap((one) => factsOf(all, one).map(({ recordedAt }) => recordedAt)),
    ...(facts.length === 0 ? [] : supports).flatMap((one) => all.texts.get(one)?.changedAt ?? []),
  ])
  if (facts.length === 0 || touchedAt === null) return null
  const validAt = asOfText({ touchedAt }, changedAt)
  const { citatorOf, coloursOf } = makeSupports(all, { validAt, knownAt: null })
  const keys = new Set([...citatorOf(id).log.reliesOn.values()].flat())
  return {
    facts,
    supports: Object.fromEntries([...keys].toSorted().map((key) => [key, coloursOf(key)])),
    touchedAt,
  }
}
