/**
 * Entries of the log → read models: the texts that they are about, then those that depend on what
 * they say.
 */
import type { LogEntry } from '#contracts/events/append.ts'
import { type ArticleId, articleStream, type ConceptId } from '#contracts/ids.ts'
import type { Generation, ParkedStream, ReadModelStore, SearchWriter } from '../ports.ts'
import { foldKnowledge, isKnowledge, NO_KNOWLEDGE } from './treatments/projection.ts'
import type { Knowledge } from './treatments/ports.ts'
import { foldStreams, type FoldedText, streamsOf, trusted } from './streams.ts'
import { surround } from './surroundings.ts'
import type { Lookups } from './articles/wording-view.ts'
import {
  type Batch,
  buildTexts,
  type TextBlobs,
  type WritingLimits,
  writeTexts,
} from './write-texts.ts'

/** Texts that depend on others and are written anew in one step. */
const DEPENDENTS_PER_STEP = 500

type Deps = {
  readonly blobs: TextBlobs
  readonly store: ReadModelStore
  readonly search: SearchWriter
  readonly limits?: Partial<WritingLimits>
  /** Nobody reads the generation yet. */
  readonly unserved?: boolean
}

export type Projected = { readonly texts: number; readonly parked: readonly ParkedStream[] }

const KNOWLEDGE = [
  'saveConcepts',
  'conceptsOf',
  'textsOfConcepts',
  'saveFacts',
  'targetsOf',
  'factsOf',
  'textsNamed',
  'namedFactsOf',
  'reliersOf',
  'treatments',
  'savePersons',
  'personsOf',
  'saveNamings',
] as const satisfies readonly (keyof Knowledge)[]
/** Whether a store keeps what other streams than those of texts say. */
const knows = <Store extends object>(store: Store): store is Store & Knowledge =>
  KNOWLEDGE.every((member) => (store as Partial<Knowledge>)[member] !== undefined)

/**
 * Every text whose article or entries may have changed with these: those that show the concepts,
 * and two steps of reliance back, which is as far as a colour goes.
 */
const dependentsOf = async (
  store: Knowledge,
  generation: Generation,
  changed: readonly ArticleId[],
  concepts: readonly ConceptId[],
): Promise<Set<ArticleId>> => {
  const [first, showing] = await Promise.all([
    store.reliersOf(generation, changed),
    store.textsOfConcepts(generation, concepts),
  ])
  const second = await store.reliersOf(generation, first)
  return new Set([...first, ...second, ...showing])
}

/** Stored texts, to be written as they are amid what is known now. */
const storedTexts = async (
  store: ReadModelStore,
  { generation, reaching }: Batch,
  ids: readonly ArticleId[],
): Promise<FoldedText[]> => {
  const states = await store.loadStates(generation, ids)
  return ids.flatMap((articleId) => {
    const stored = states.get(articleId)
    if (stored === undefined) return []
    const state = trusted(stored.state)
    const streamId = articleStream(articleId)
    const first = { streamId, streamVersion: state.streamVersion, position: reaching }
    return [{ streamId, articleId, state, first }]
  })
}

const write = async (
  deps: Deps,
  texts: readonly FoldedText[],
  lookups: Lookups,
  batch: Batch,
): Promise<ParkedStream[]> => {
  const { store, unserved = false } = deps
  if (texts.length === 0) return []
  const writing = unserved ? buildTexts : writeTexts
  if (!knows(store)) return writing(deps, texts, lookups, batch)
  const around = await surround(store, batch.generation, texts)
  return writing(deps, around.texts, { ...lookups, concepts: around.concepts }, batch)
}

/**
 * Projects entries of the log into a generation whose lock the caller holds; answers how many texts
 * were written and which streams stand still. Everything that they can have touched is written
 * again, also when nothing is new: the run that saw them may have been killed on its way. Throws
 * the Faults of the engines; then the caller's checkpoint must not move.
 */
export const projectEntries = async (
  deps: Deps,
  entries: readonly LogEntry[],
  lookups: Lookups,
  batch: Batch,
): Promise<Projected> => {
  const { store } = deps
  const { generation } = batch
  const others = knows(store) ? entries.filter(isKnowledge) : []
  const folded = await foldStreams(store, generation, streamsOf(entries))
  // A batch says how far it reaches before readers can see any of it: a swap never takes them back
  // behind that.
  if (folded.texts.length === 0 || others.length > 0)
    await store.save(generation, [], batch.reaching)
  const said =
    knows(store) && others.length > 0
      ? await foldKnowledge(
          store,
          generation,
          others,
          await store.parkedAmong(generation, [...new Set(others.map((one) => one.streamId))]),
        )
      : NO_KNOWLEDGE
  const refused = await write(deps, folded.texts, lookups, batch)
  let texts = folded.texts.length
  if (knows(store)) {
    const own = folded.texts.map(({ articleId }) => articleId)
    const dependents = await dependentsOf(
      store,
      generation,
      [...own, ...said.treated],
      said.concepts,
    )
    const written = new Set(own)
    const rest = [...new Set([...said.treated, ...dependents])].filter((id) => !written.has(id))
    for (let at = 0; at < rest.length; at += DEPENDENTS_PER_STEP) {
      const step = await storedTexts(store, batch, rest.slice(at, at + DEPENDENTS_PER_STEP))
      texts += step.length
      refused.push(...(await write(deps, step, lookups, batch)))
    }
  }
  return { texts: texts - refused.length, parked: [...folded.parked, ...said.parked, ...refused] }
}
