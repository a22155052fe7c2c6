/** Concepts of texts: matched by a machine, assigned and removed by editors. */
import type { Concept } from '#contracts/concept.ts'
import type { ArticleContent, ContentRecord } from '#contracts/content.ts'
import { isRefusal } from '#contracts/fault.ts'
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import { ConceptId, LOG_START, type Position, type Slug, type StreamId } from '#contracts/ids.ts'
import { foldedLabel } from '#contracts/law/analysis/labels.ts'
import { articleDecider } from '../domain/article/decide.ts'
import type { ArticleState } from '../domain/article/state.ts'
import { conceptDecider } from '../domain/concept/decide.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import {
  type LabelIndex,
  labelIndex,
  matchConcepts,
  MATCHING_METHOD,
} from '../enrich/match-concepts.ts'
import type { StreamBeginnings } from '../ports.ts'
import { handleBatch, loadStreams } from '../command-handler/command-handler.ts'
import type { Change } from './revise-text.ts'
import { type DecidedText, loadText, textDecisions } from '../command-handler/text-handler.ts'
import type { WriteContext, WriteDeps } from '../command-handler/write-deps.ts'

const TEXTS_PER_BATCH = 50
const CONCEPTS_PER_PAGE = 500

export type ConceptDeps = WriteDeps & { readonly beginnings: StreamBeginnings }
export type Vocabulary = ReadonlyMap<ConceptId, Concept>

/** The streams of a kind in the event store, page by page. */
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

/** The current state of every concept. */
export const loadVocabulary = async (deps: ConceptDeps): Promise<Vocabulary> => {
  const concepts = new Map<ConceptId, Concept>()
  for await (const ids of streamsOf(deps, 'concept', CONCEPTS_PER_PAGE)) {
    for (const { state } of (await loadStreams(deps.store, conceptDecider, ids)).values()) {
      if (state !== null) concepts.set(state.id, state)
    }
  }
  return concepts
}

export type MatchSummary = {
  readonly read: number
  /** Texts whose concepts changed; in a dry run: would change. */
  readonly changed: number
  readonly unchanged: number
  /** Drafts without a wording, and texts that were deleted. */
  readonly passedOver: number
  readonly concepts: number
  /** Labels shared by several concepts of one language, which are not matched. */
  readonly ambiguousLabels: number
}

export type MatchRun = {
  readonly deps: ConceptDeps
  readonly context: WriteContext
  readonly dryRun: boolean
  /** Null: every text. */
  readonly slugs: readonly Slug[] | null
  readonly onText?: (text: { readonly slug: Slug; readonly concepts: number }) => void
  readonly onProgress?: (done: number) => void
  readonly onRefusal?: (slug: Slug, refusal: DomainRefusal) => void
}

/** Label indexes by language, built on first use. */
const labelIndexes = (vocabulary: Vocabulary) => {
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
type LabelIndexes = ReturnType<typeof labelIndexes>

type MatchedText = { readonly slug: Slug; readonly concepts: number }
type MatchedBatch = {
  readonly matched: readonly MatchedText[]
  readonly changed: number
  readonly passedOver: number
}

/** The newest wording; null: none, or the text was deleted. */
const recordToMatch = ({ published, draft, publicStatus }: ArticleState): ContentRecord | null =>
  publicStatus === 'deleted' ? null : (published?.content ?? draft?.content ?? null)

const matchBatch = async (
  { deps, context, dryRun }: MatchRun,
  ids: readonly StreamId[],
  index: LabelIndexes,
): Promise<MatchedBatch> => {
  const decisions = textDecisions(deps, context)
  const { answer } = await handleBatch(
    deps.store,
    articleDecider,
    ids,
    context,
    async (streams) => {
      const texts = [...streams.values()].flatMap((text) => {
        const record = recordToMatch(text.state)
        return record === null ? [] : [{ text, record }]
      })
      await decisions.cache.fetch(texts.map(({ record }) => record.contentClean))
      const changed: DecidedText[] = []
      const matched: MatchedText[] = []
      for (const { text, record } of texts) {
        const content = await decisions.contentOf(record)
        const barred = new Set(text.state.matched?.barred)
        const concepts = matchConcepts(content, index.of(content.language), barred)
        const request = { type: 'MatchConcepts', method: MATCHING_METHOD, concepts } as const
        const decided = await decisions.decide(text, request)
        matched.push({ slug: record.slug, concepts: concepts.length })
        if (!isRefusal(decided) && decided.events.length > 0) changed.push(decided)
      }
      const passedOver = streams.size - texts.length
      return {
        streams: dryRun ? [] : changed,
        answer: { matched, changed: changed.length, passedOver },
      }
    },
  )
  return answer
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

/** Matches texts with all imported vocabularies; a second run records only changes. */
export const matchTexts = async (run: MatchRun): Promise<MatchSummary> => {
  const index = labelIndexes(await loadVocabulary(run.deps))
  const sum = { read: 0, changed: 0, unchanged: 0, passedOver: 0, concepts: 0 }
  for await (const ids of wantedStreams(run)) {
    const { matched, changed, passedOver } = await matchBatch(run, ids, index)
    sum.read += ids.length
    sum.changed += changed
    sum.unchanged += matched.length - changed
    sum.passedOver += passedOver
    sum.concepts += matched.reduce((all, one) => all + one.concepts, 0)
    for (const one of matched) run.onText?.(one)
    run.onProgress?.(sum.read)
  }
  return { ...sum, ambiguousLabels: index.ambiguous() }
}

/** Finds a concept by UUID, URI or unique label; a deprecated one gives its replacement. */
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

/** Assigns a concept, which becomes part of the content and its hash. */
export const assigning =
  (id: ConceptId, relevancePercent: number | null): Change =>
  (content) => {
    const before = content.concepts.find((one) => one.id === id)
    if (before?.assignedBy === 'publisher') return refuse('concept-of-publisher')
    if (before !== undefined && before.relevancePercent === relevancePercent)
      return refuse('concept-assigned')
    const given = { id, assignedBy: 'editor' as const, relevancePercent }
    return {
      content: { ...content, concepts: [...withoutConcept(content, id), given] },
      requests: [{ type: 'UnbarConcept', id }],
    }
  }

/** Removes an assigned or matched concept; it is not matched again. */
export const unassigning =
  (id: ConceptId): Change =>
  (content, state) => {
    const before = content.concepts.find((one) => one.id === id)
    if (before?.assignedBy === 'publisher') return refuse('concept-of-publisher')
    const isMatched = state.matched?.concepts.some((one) => one.id === id) === true
    if (before === undefined && !isMatched) return refuse('concept-not-assigned')
    return {
      content:
        before === undefined ? content : { ...content, concepts: withoutConcept(content, id) },
      requests: [{ type: 'BarConcept', id }],
    }
  }
