/** Gathers the surroundings of texts from other streams. */
import type { Concept } from '#contracts/concept.ts'
import type { ArticleId, ConceptId, Day, Instant } from '#contracts/ids.ts'
import {
  type CitatorView,
  citatorView,
  contextOf,
  type SupportText,
  supportTextsOf,
} from '../citator/text-citator.ts'
import { aboutText, type CitatorFact } from '#contracts/law/treatment-log.ts'
import { namesOf } from './citations/text-citations.ts'
import type { Generation } from '../ports.ts'
import { doublingsOf } from './articles/authority.ts'
import { conceptIdsOf } from './articles/projection.ts'
import {
  type ConceptsView,
  servedOf,
  type TextState,
  withSurroundings,
} from './articles/text-state.ts'
import type { StoredConcept } from './concepts/ports.ts'
import type { ReadModels } from './projection.ts'
import type { FoldedText } from './streams.ts'
import type { NamedFact } from './treatments/ports.ts'

/** What the colours of texts come from. */
export type CitatorSources = {
  readonly texts: Pick<ReadModels['texts'], 'load'>
  readonly facts: Pick<ReadModels['facts'], 'about' | 'aboutNames'>
}
type Sources = CitatorSources & Pick<ReadModels, 'concepts' | 'citing'>

type StoredConcepts = ReadonlyMap<ConceptId, StoredConcept>

const conceptsView = (state: TextState, concepts: StoredConcepts): ConceptsView => {
  const known = [...new Set(conceptIdsOf(state))].toSorted().flatMap((id) => concepts.get(id) ?? [])
  return {
    versions: Object.fromEntries(
      known.map(({ concept, streamVersion }) => [concept.id, streamVersion]),
    ),
    changedAt: known.reduce<Instant | null>(
      (last, { changedAt }) => (last === null || changedAt > last ? changedAt : last),
      null,
    ),
  }
}

const supportText = (state: TextState): SupportText | null => {
  const served = servedOf(state)
  return served && { context: contextOf(served.wording.content), changedAt: state.changedAt }
}

type States = ReadonlyMap<ArticleId, TextState>

/** States of texts: those of the batch, which are newer than the stored ones, then the others. */
const statesOf = async (
  { texts }: CitatorSources,
  generation: Generation,
  ids: readonly ArticleId[],
  batch: States,
): Promise<States> => {
  const elsewhere = ids.filter((id) => !batch.has(id))
  const stored = elsewhere.length === 0 ? new Map() : await texts.load(generation, elsewhere)
  return new Map(
    ids.flatMap((id) => {
      const state = batch.get(id) ?? stored.get(id)
      return state === undefined ? [] : [[id, state] as const]
    }),
  )
}

/** Texts that others rely on, where they are served. */
const supportTexts = (states: States): Map<ArticleId, SupportText> =>
  new Map(
    [...states].flatMap(([id, state]) => {
      const text = supportText(state)
      return text === null ? [] : [[id, text] as const]
    }),
  )

/** The names of a text with their days, by which publishers refer to it. */
const namesWithDays = (state: TextState): ReadonlyMap<string, Day | null> =>
  new Map(namesOf(state).map(({ name, day }) => [name, day]))

/** Whether a fact about a name applies to a text; if both have a day, it must be the same. */
export const isMeant = (
  { names, fact }: NamedFact,
  own: ReadonlyMap<string, Day | null>,
): boolean => {
  const day = fact.type === 'TreatmentStated' ? fact.data.target.day : null
  return names.some((name) => {
    const filed = own.get(name)
    return filed !== undefined && (filed === null || day === null || filed === day)
  })
}

/** Facts of texts, by their ids and by their names, in log order. */
const factsAbout = async (
  sources: CitatorSources,
  generation: Generation,
  ids: readonly ArticleId[],
  batch: States,
): Promise<Map<ArticleId, readonly CitatorFact[]>> => {
  if (ids.length === 0) return new Map()
  const facts = new Map(await sources.facts.about(generation, ids))
  const states = await statesOf(sources, generation, ids, batch)
  const names = new Map([...states].map(([id, state]) => [id, namesWithDays(state)]))
  const all = [...new Set([...names.values()].flatMap((own) => [...own.keys()]))]
  const stated = await sources.facts.aboutNames(generation, all)
  for (const [id, own] of stated.length === 0 ? [] : names) {
    const meant = stated.filter((one) => isMeant(one, own))
    if (meant.length === 0) continue
    const both = [...(facts.get(id) ?? []), ...meant.map(({ fact }) => aboutText(fact, id))]
    facts.set(
      id,
      both.toSorted((a, b) => a.position - b.position),
    )
  }
  return facts
}

/** Facts of texts and of what they rely on, two steps down. */
const citatorFacts = async (
  sources: CitatorSources,
  generation: Generation,
  ids: readonly ArticleId[],
  batch: States,
) => {
  const facts = await factsAbout(sources, generation, ids, batch)
  const asked = new Set(ids)
  const supports = new Set<ArticleId>()
  for (let step = 0, from: Iterable<ArticleId> = ids; step < 2; step += 1) {
    const next = new Set([...from].flatMap((id) => supportTextsOf(facts.get(id) ?? [])))
    const unread = [...next].filter((id) => !asked.has(id))
    for (const [id, own] of await factsAbout(sources, generation, unread, batch)) facts.set(id, own)
    for (const id of unread) asked.add(id)
    for (const id of next) supports.add(id)
    from = next
  }
  return { facts, supports: [...supports] }
}

type TextToColour = Pick<FoldedText, 'articleId' | 'state'>

/** What the citator says of each of these texts, as their sources know it; null: nothing. */
export const citatorsOf = async (
  sources: CitatorSources,
  generation: Generation,
  texts: readonly TextToColour[],
): Promise<ReadonlyMap<ArticleId, CitatorView | null>> => {
  const ids = texts.map(({ articleId }) => articleId)
  const batch = new Map(texts.map(({ articleId, state }) => [articleId, state]))
  const { facts, supports } = await citatorFacts(sources, generation, ids, batch)
  const supporting = await statesOf(sources, generation, supports, batch)
  const around = { facts, texts: supportTexts(supporting) }
  return new Map(
    texts.map(({ articleId, state }) => [
      articleId,
      citatorView(articleId, state.changedAt, around),
    ]),
  )
}

export type Surrounded = {
  readonly texts: FoldedText[]
  readonly concepts: ReadonlyMap<ConceptId, Concept>
}

/** The texts with their current surroundings and the concepts that they show. */
export const withSurroundingsOf = async (
  sources: Sources,
  generation: Generation,
  texts: readonly FoldedText[],
): Promise<Surrounded> => {
  const ids = texts.map(({ articleId }) => articleId)
  const conceptIds = [...new Set(texts.flatMap(({ state }) => conceptIdsOf(state)))]
  const [citators, concepts, counts] = await Promise.all([
    citatorsOf(sources, generation, texts),
    sources.concepts.get(generation, conceptIds),
    sources.citing.countsOf(generation, { ids, names: [] }),
  ])
  const citing = new Map(counts.map((one) => [one.articleId, one.citing]))
  return {
    texts: texts.map((text) => ({
      ...text,
      state: withSurroundings(text.state, {
        citator: citators.get(text.articleId) ?? null,
        concepts: conceptsView(text.state, concepts),
        doublings: doublingsOf(citing.get(text.articleId) ?? 0),
      }),
    })),
    concepts: new Map([...concepts].map(([id, { concept }]) => [id, concept])),
  }
}
