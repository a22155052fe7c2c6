/** Concepts of texts: found by a machine, given and taken away by editors. */
import type { Concept } from '#contracts/concept.ts'
import type { ArticleContent } from '#contracts/content.ts'
import type { Append } from '#contracts/events/append.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import { conceptIdOf } from '#contracts/identity.ts'
import { ConceptId, LOG_START, type Position, type Slug, type StreamId } from '#contracts/ids.ts'
import { foldedLabel } from '#contracts/law/labels.ts'
import type { StreamBeginnings } from '../concepts/ports.ts'
import { stateOf } from '../domain/article/state.ts'
import { contentOf } from '../domain/article/content-record.ts'
import { conceptFrom } from '../domain/concept/decide.ts'
import {
  decideBarred,
  decideMatched,
  decideUnbarred,
  matchedOf,
} from '../domain/article/decide-findings.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import {
  type LabelIndex,
  labelIndex,
  matchConcepts,
  MATCHING_METHOD,
} from '../enrich/match-concepts.ts'
import { loadFacts } from './article-facts.ts'
import { loadText } from './load-text.ts'
import type { Change } from './revise-text.ts'
import { textCache } from './text-cache.ts'
import type { WriteContext, WriteDeps } from './write-deps.ts'

/**
 * Texts that are matched and recorded together; streams that are read at once; tries where others
 * write, too.
 */
const TEXTS_PER_BATCH = 50
const STREAMS_PER_PAGE = 500
const DECISIONS_MAX = 5

export type ConceptDeps = WriteDeps & { readonly beginnings: StreamBeginnings }
export type Vocabulary = ReadonlyMap<ConceptId, Concept>

/** Streams of a kind, from the truth, page by page. */
async function* streamsOf(
  { beginnings }: ConceptDeps,
  kind: 'article' | 'concept',
  perPage: number,
): AsyncGenerator<StreamId[]> {
  for (let position: Position = LOG_START; ;) {
    const page = await beginnings.after(kind, position, perPage)
    if (page.length > 0) yield page.map(({ streamId }) => streamId)
    const last = page.at(-1)
    if (last === undefined || page.length < perPage) return
    position = last.position
  }
}

/** Every concept as its facts left it. */
export const loadVocabulary = async (deps: ConceptDeps): Promise<Vocabulary> => {
  const concepts = new Map<ConceptId, Concept>()
  for await (const ids of streamsOf(deps, 'concept', STREAMS_PER_PAGE)) {
    for (const facts of (await deps.store.readStreams(ids)).values()) {
      const concept = conceptFrom(facts)
      if (concept !== null) concepts.set(concept.id, concept)
    }
  }
  return concepts
}

export type MatchSummary = {
  readonly read: number
  /** Texts whose concepts were recorded anew, or would be. */
  readonly changed: number
  readonly unchanged: number
  /** Drafts without a wording, and texts that were deleted. */
  readonly passedOver: number
  readonly concepts: number
  /** Labels that several concepts of one language have: they name none. */
  readonly ambiguousLabels: number
}

export type MatchRun = {
  readonly deps: ConceptDeps
  readonly context: WriteContext
  readonly dryRun: boolean
  /** Null: every text. */
  readonly slugs: readonly Slug[] | null
  readonly onText?: (told: { readonly slug: Slug; readonly concepts: number }) => void
  readonly onProgress?: (done: number) => void
  readonly onRefusal?: (slug: Slug, refusal: DomainRefusal) => void
}

/** Labels by language, made when a text first needs them. */
const indexes = (vocabulary: Vocabulary) => {
  const made = new Map<string, LabelIndex>()
  const concepts = [...vocabulary.values()]
  const of = (tag: string): LabelIndex => {
    const language = tag.split('-')[0] ?? tag
    const index = made.get(language) ?? labelIndex(concepts, language)
    made.set(language, index)
    return index
  }
  const ambiguous = (): number => [...made.values()].reduce((sum, one) => sum + one.ambiguous, 0)
  return { of, ambiguous }
}
type Indexes = ReturnType<typeof indexes>

type Batch = {
  readonly appends: readonly Append[]
  readonly told: readonly { readonly slug: Slug; readonly concepts: number }[]
  readonly passedOver: number
}

const decideBatch = async (
  deps: ConceptDeps,
  ids: readonly StreamId[],
  index: Indexes,
): Promise<Batch> => {
  const streams = [...(await loadFacts(deps.store, ids))].map(([streamId, facts]) => {
    const state = stateOf(facts)
    const record = state.published?.content ?? state.draft?.content ?? null
    return { streamId, facts, record: state.standing === 'deleted' ? null : record }
  })
  const cache = textCache(deps.blobs)
  await cache.fetch(streams.flatMap(({ record }) => record?.contentClean ?? []))
  const appends: Append[] = []
  const told: Batch['told'][number][] = []
  let passedOver = 0
  for (const { streamId, facts, record } of streams) {
    if (record === null) {
      passedOver += 1
      continue
    }
    const content = contentOf(record, cache.texts)
    const barred = new Set(matchedOf(facts)?.barred)
    const concepts = matchConcepts(content, index.of(content.language), barred)
    const events = decideMatched({ method: MATCHING_METHOD, concepts }, facts)
    told.push({ slug: record.slug, concepts: concepts.length })
    if (events.length > 0) appends.push({ streamId, expectedVersion: facts.length, events })
  }
  return { appends, told, passedOver }
}

const matchBatch = async (
  { deps, context, dryRun }: MatchRun,
  ids: readonly StreamId[],
  index: Indexes,
): Promise<Batch> => {
  for (let decision = 1; decision <= DECISIONS_MAX; decision += 1) {
    const batch = await decideBatch(deps, ids, index)
    if (dryRun || batch.appends.length === 0) return batch
    if (!('conflict' in (await deps.store.append(batch.appends, context)))) return batch
  }
  throw new Fault('streams-busy', 'others keep writing to these texts', {
    retryAfterMs: 1_000,
    hint: 'run it again: what is recorded is found',
  })
}

async function* wantedStreams({ deps, slugs, onRefusal }: MatchRun): AsyncGenerator<StreamId[]> {
  if (slugs === null) {
    yield* streamsOf(deps, 'article', TEXTS_PER_BATCH)
    return
  }
  for (const slug of slugs) {
    const text = await loadText(deps, slug)
    if (isRefusal(text)) onRefusal?.(slug, text)
    else yield [text.streamId]
  }
}

/**
 * Matches texts with all imported vocabularies. Run again, it records what changed since, which is
 * mostly nothing.
 */
export const matchTexts = async (run: MatchRun): Promise<MatchSummary> => {
  const index = indexes(await loadVocabulary(run.deps))
  const sum = { read: 0, changed: 0, unchanged: 0, passedOver: 0, concepts: 0 }
  for await (const ids of wantedStreams(run)) {
    const { appends, told, passedOver } = await matchBatch(run, ids, index)
    sum.read += ids.length
    sum.changed += appends.length
    sum.unchanged += told.length - appends.length
    sum.passedOver += passedOver
    sum.concepts += told.reduce((all, one) => all + one.concepts, 0)
    for (const one of told) run.onText?.(one)
    run.onProgress?.(sum.read)
  }
  return { ...sum, ambiguousLabels: index.ambiguous() }
}

/**
 * A concept as a person names it: by UUID, URI, or a label that only one has. What is deprecated
 * leads to what replaced it.
 */
export const conceptNamed = (vocabulary: Vocabulary, named: string): Concept | DomainRefusal => {
  const id = ConceptId.safeParse(named.toLowerCase()).data ?? conceptIdOf(named)
  const label = foldedLabel(named)
  const byLabel = [...vocabulary.values()].filter((concept) =>
    [...Object.values(concept.prefLabel), ...Object.values(concept.altLabel).flat()].some(
      (one) => foldedLabel(one) === label,
    ),
  )
  const found = vocabulary.get(id) ?? (byLabel.length === 1 ? byLabel[0] : undefined)
  if (found === undefined)
    return refuse(byLabel.length > 1 ? 'concept-ambiguous' : 'concept-unknown', named)
  if (found.status === 'current') return found
  const next = found.replacedBy === null ? undefined : vocabulary.get(found.replacedBy)
  return next?.status === 'current' ? next : refuse('concept-retired', named)
}

const withoutConcept = (content: ArticleContent, id: ConceptId) =>
  content.concepts.filter((one) => one.id !== id)

/**
 * An editor gives a text a concept; it is part of the content, so of the next version and its hash.
 */
export const assigning =
  (id: ConceptId, relevancePercent: number | null): Change =>
  (content, { facts }) => {
    const before = content.concepts.find((one) => one.id === id)
    if (before?.assignedBy === 'publisher') return refuse('concept-of-publisher')
    if (before !== undefined && before.relevancePercent === relevancePercent)
      return refuse('concept-assigned')
    const given = { id, assignedBy: 'editor' as const, relevancePercent }
    return {
      content: { ...content, concepts: [...withoutConcept(content, id), given] },
      facts: decideUnbarred(id, facts),
    }
  }

/**
 * An editor takes a concept away, from the content or from what a machine found; a machine does not
 * bring it back.
 */
export const unassigning =
  (id: ConceptId): Change =>
  (content, { facts }) => {
    const before = content.concepts.find((one) => one.id === id)
    if (before?.assignedBy === 'publisher') return refuse('concept-of-publisher')
    const isMatched = matchedOf(facts)?.concepts.some((one) => one.id === id) === true
    if (before === undefined && !isMatched) return refuse('concept-not-assigned')
    return {
      content:
        before === undefined ? content : { ...content, concepts: withoutConcept(content, id) },
      facts: decideBarred(id, facts),
    }
  }
