/** What other streams say of texts, gathered for their states. */
import type { Concept } from '#contracts/concept.ts'
import type { ArticleId, ConceptId, Day, Instant } from '#contracts/ids.ts'
import {
  citatorView,
  contextOf,
  type SupportText,
  supportTextsOf,
} from '../citator/text-citator.ts'
import { aboutText, type CitatorFact } from '#contracts/law/treatment-log.ts'
import { namesOf } from './citations/text-citations.ts'
import type { Generation, ReadModelStore } from '../ports.ts'
import type { Knowledge, StoredConcept } from './treatments/ports.ts'
import { type FoldedText, trusted } from './streams.ts'
import { amid, type ConceptsView, servedOf, type TextState } from './articles/text-state.ts'

export type KnowingStore = Knowledge & Pick<ReadModelStore, 'loadStates'>

/** The concepts that the served wording names. */
export const conceptIdsOf = (state: TextState): ConceptId[] =>
  servedOf(state)?.concepts.map(({ id }) => id) ?? []

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

/** Texts that others rely on; the states of a batch are newer than the stored ones. */
const supportTexts = async (
  store: KnowingStore,
  generation: Generation,
  ids: readonly ArticleId[],
  batch: ReadonlyMap<ArticleId, TextState>,
): Promise<Map<ArticleId, SupportText>> => {
  const elsewhere = ids.filter((id) => !batch.has(id))
  const stored = elsewhere.length === 0 ? new Map() : await store.loadStates(generation, elsewhere)
  const texts = new Map<ArticleId, SupportText>()
  for (const id of ids) {
    const state = batch.get(id) ?? stored.get(id)?.state
    const text = state === undefined ? null : supportText(trusted(state))
    if (text !== null) texts.set(id, text)
  }
  return texts
}

type States = ReadonlyMap<ArticleId, TextState>

/** The names of texts: by them publishers speak of what they may not hold. */
const namesOfTexts = async (
  store: KnowingStore,
  generation: Generation,
  ids: readonly ArticleId[],
  batch: States,
): Promise<ReadonlyMap<ArticleId, ReadonlyMap<string, Day | null>>> => {
  const elsewhere = ids.filter((id) => !batch.has(id))
  const stored = elsewhere.length === 0 ? new Map() : await store.loadStates(generation, elsewhere)
  return new Map(
    ids.flatMap((id) => {
      const state = batch.get(id) ?? stored.get(id)?.state
      if (state === undefined) return []
      return [[id, new Map(namesOf(trusted(state)).map(({ name, day }) => [name, day]))] as const]
    }),
  )
}

type NamedFact = Awaited<ReturnType<KnowingStore['namedFactsOf']>>[number]

/** A name means a text; where both say a day, it has to be the same. */
const isMeant = ({ names, fact }: NamedFact, own: ReadonlyMap<string, Day | null>): boolean => {
  const day = fact.type === 'TreatmentStated' ? fact.data.target.day : null
  return names.some((name) => {
    const filed = own.get(name)
    return filed !== undefined && (filed === null || day === null || filed === day)
  })
}

/** Facts of texts, by their ids and by their names, in log order. */
const factsAbout = async (
  store: KnowingStore,
  generation: Generation,
  ids: readonly ArticleId[],
  batch: States,
): Promise<Map<ArticleId, readonly CitatorFact[]>> => {
  if (ids.length === 0) return new Map()
  const facts = new Map(await store.factsOf(generation, ids))
  const names = await namesOfTexts(store, generation, ids, batch)
  const all = [...new Set([...names.values()].flatMap((own) => [...own.keys()]))]
  const stated = await store.namedFactsOf(generation, all)
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
  store: KnowingStore,
  generation: Generation,
  ids: readonly ArticleId[],
  batch: States,
) => {
  const facts = await factsAbout(store, generation, ids, batch)
  const asked = new Set(ids)
  const supports = new Set<ArticleId>()
  for (let step = 0, from: Iterable<ArticleId> = ids; step < 2; step += 1) {
    const next = new Set([...from].flatMap((id) => supportTextsOf(facts.get(id) ?? [])))
    const unread = [...next].filter((id) => !asked.has(id))
    for (const [id, own] of await factsAbout(store, generation, unread, batch)) facts.set(id, own)
    for (const id of unread) asked.add(id)
    for (const id of next) supports.add(id)
    from = next
  }
  return { facts, supports: [...supports] }
}

export type Surrounded = {
  readonly texts: FoldedText[]
  readonly concepts: ReadonlyMap<ConceptId, Concept>
}

/** The texts amid what other streams say of them now, and the concepts that they show. */
export const surround = async (
  store: KnowingStore,
  generation: Generation,
  texts: readonly FoldedText[],
): Promise<Surrounded> => {
  const ids = texts.map(({ articleId }) => articleId)
  const batch = new Map(texts.map(({ articleId, state }) => [articleId, state]))
  const conceptIds = [...new Set(texts.flatMap(({ state }) => conceptIdsOf(state)))]
  const [{ facts, supports }, concepts] = await Promise.all([
    citatorFacts(store, generation, ids, batch),
    store.conceptsOf(generation, conceptIds),
  ])
  const around = { facts, texts: await supportTexts(store, generation, supports, batch) }
  return {
    texts: texts.map((text) => ({
      ...text,
      state: amid(text.state, {
        citator: citatorView(text.articleId, text.state.changedAt, around),
        concepts: conceptsView(text.state, concepts),
      }),
    })),
    concepts: new Map([...concepts].map(([id, { concept }]) => [id, concept])),
  }
}
