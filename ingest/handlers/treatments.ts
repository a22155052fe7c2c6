/** Editors' acts on the citator: load the texts that are named, decide, append. */
import type { Appended } from '#contracts/events/append.ts'
import type { NewEvent, StoredEvent } from '#contracts/events/event.ts'
import type { Point } from '#contracts/events/others.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import {
  ArticleId,
  type Day,
  type Position,
  type Slug,
  type StreamId,
  type TreatmentId,
} from '#contracts/ids.ts'
import type { TreatmentType } from '#contracts/vocabulary/citator.ts'
import {
  assessmentStream,
  assessPoint,
  confirmTreatment,
  type NamedText,
  recordReliance,
  type RecordTreatment,
  recordTreatment,
  relianceStream,
  retractTreatment,
  treatmentIdOf,
  treatmentStream,
} from '../domain/treatment/decide.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import { type LoadedText, loadText } from './load-text.ts'
import { textCache } from './text-cache.ts'
import type { WriteContext, WriteDeps } from './write-deps.ts'

/** How often an act is decided anew because others wrote to the stream meanwhile. */
const DECISIONS_MAX = 5

export type CitatorDeps = Pick<WriteDeps, 'store' | 'slugs' | 'blobs'> & {
  readonly head: () => Promise<Position>
}

/** A point as an editor names it. */
export type NamedPoint = { readonly slug: Slug; readonly sequence: number | null }

export type TreatmentOrder = {
  readonly type: TreatmentType
  readonly target: NamedPoint
  readonly sourceSlug: Slug | null
  readonly ecli: string | null
  readonly courtCode: string | null
  readonly formation: string | null
  readonly pinpoint: string | null
  readonly quote: string | null
  readonly effectiveDate: Day
  /** null: a person states it for a fact. */
  readonly confidencePercent: number | null
}

/** What an act led to; `position` null: it was known already. */
export type CitatorOutcome = { readonly position: Position | null; readonly streamId: StreamId }

const ARTICLE_STREAM = 'article-'
const articleIdOfStream = (streamId: StreamId): ArticleId =>
  ArticleId.parse(streamId.slice(ARTICLE_STREAM.length))

/** The newest wording of a text, published or not. */
const contentOf = ({ state }: LoadedText) =>
  state.published?.content ?? state.draft?.content ?? null

const namedText = (text: LoadedText): NamedText => ({
  articleId: articleIdOfStream(text.streamId),
  headnotes: contentOf(text)?.headnotes.map(({ sequence }) => sequence) ?? [],
})

type Found = { readonly text: NamedText; readonly point: Point }
const findPoint = async (
  deps: CitatorDeps,
  { slug, sequence }: NamedPoint,
): Promise<Found | DomainRefusal> => {
  const loaded = await loadText(deps, slug)
  if (isRefusal(loaded)) return refuse('text-unknown', slug)
  const text = namedText(loaded)
  return { text, point: { articleId: text.articleId, headnoteSequence: sequence } }
}

/** Decides on a stream's facts and appends, anew where somebody else was faster. */
const appendDecision = async (
  { store }: CitatorDeps,
  streamId: StreamId,
  context: WriteContext,
  decideOn: (facts: readonly StoredEvent[]) => NewEvent[] | DomainRefusal,
): Promise<CitatorOutcome | DomainRefusal> => {
  for (let decision = 1; decision <= DECISIONS_MAX; decision += 1) {
    const facts = (await store.readStreams([streamId])).get(streamId) ?? []
    const events = decideOn(facts)
    if (isRefusal(events)) return events
    if (events.length === 0) return { position: null, streamId }
    const append = { streamId, expectedVersion: facts.length, events }
    const answer = await store.append([append], context)
    if (!('conflict' in answer))
      return { position: (answer satisfies Appended).lastPosition, streamId }
  }
  throw new Fault('streams-busy', 'others keep writing to this treatment', {
    retryAfterMs: 1_000,
    hint: 'try again',
  })
}

type SourceText = {
  readonly articleId: ArticleId
  readonly contentClean: string
  readonly courtCode: string | null
  readonly formation: string | null
}
const loadSource = async (deps: CitatorDeps, slug: Slug): Promise<SourceText | DomainRefusal> => {
  const loaded = await loadText(deps, slug)
  const content = isRefusal(loaded) ? null : contentOf(loaded)
  if (isRefusal(loaded) || content === null) return refuse('text-unknown', slug)
  const cache = textCache(deps.blobs)
  await cache.fetch([content.contentClean])
  const decision = content.judicialDecision
  const high = decision?.chamber === 'pl' || decision?.chamber === 'mi'
  return {
    articleId: articleIdOfStream(loaded.streamId),
    contentClean: cache.texts.get(content.contentClean.sha256) ?? '',
    courtCode: decision?.courtCode ?? null,
    formation: (high ? decision.chamber : decision?.formation) ?? null,
  }
}

/**
 * The command of an order; court and formation of a text that treats are its own unless the order
 * says otherwise.
 */
const commandOf = async (
  deps: CitatorDeps,
  order: TreatmentOrder,
  by: string,
): Promise<RecordTreatment | DomainRefusal> => {
  const target = await findPoint(deps, order.target)
  if (isRefusal(target)) return target
  const source = order.sourceSlug === null ? null : await loadSource(deps, order.sourceSlug)
  if (isRefusal(source)) return source
  return {
    type: order.type,
    target: target.point,
    targetText: target.text,
    sourceText: source && { articleId: source.articleId, contentClean: source.contentClean },
    source: {
      slug: order.sourceSlug,
      ecli: order.ecli,
      courtCode: order.courtCode ?? source?.courtCode ?? null,
      formation: order.formation ?? source?.formation ?? null,
      pinpoint: order.pinpoint,
      quote: order.quote,
    },
    effectiveDate: order.effectiveDate,
    status: order.confidencePercent === null ? 'confirmed' : 'suggested',
    confidencePercent: order.confidencePercent,
    by,
  }
}

/** Records a treatment of a point. Refusals are the domain's. */
export const recordTreatmentOf = async (
  deps: CitatorDeps,
  order: TreatmentOrder,
  context: WriteContext,
): Promise<(CitatorOutcome & { readonly id: TreatmentId }) | DomainRefusal> => {
  const command = await commandOf(deps, order, context.actor)
  if (isRefusal(command)) return command
  const id = treatmentIdOf(command)
  const outcome = await appendDecision(deps, treatmentStream(id), context, (facts) =>
    recordTreatment(command, facts),
  )
  return isRefusal(outcome) ? outcome : { ...outcome, id }
}

/** A person stands for a suggestion. */
export const confirmTreatmentOf = (deps: CitatorDeps, id: TreatmentId, context: WriteContext) =>
  appendDecision(deps, treatmentStream(id), context, (facts) =>
    confirmTreatment(context.actor, facts),
  )

/** Takes a treatment back, for good. */
export const retractTreatmentOf = (
  deps: CitatorDeps,
  id: TreatmentId,
  reason: string,
  context: WriteContext,
) => appendDecision(deps, treatmentStream(id), context, (facts) => retractTreatment(reason, facts))

/** Records that one point needs another as support. */
export const recordRelianceOf = async (
  deps: CitatorDeps,
  from: NamedPoint,
  to: NamedPoint,
  context: WriteContext,
): Promise<CitatorOutcome | DomainRefusal> => {
  const [relying, support] = [await findPoint(deps, from), await findPoint(deps, to)]
  if (isRefusal(relying)) return relying
  if (isRefusal(support)) return support
  const command = {
    from: relying.point,
    to: support.point,
    by: context.actor,
    fromText: relying.text,
    toText: support.text,
  }
  return appendDecision(deps, relianceStream(command.from, command.to), context, (facts) =>
    recordReliance(command, facts),
  )
}

/**
 * Records that every incoming citation of a point was read, up to a position (default: the head of
 * the log).
 */
export const assessPointOf = async (
  deps: CitatorDeps,
  named: NamedPoint,
  through: Position | null,
  context: WriteContext,
): Promise<CitatorOutcome | DomainRefusal> => {
  const found = await findPoint(deps, named)
  if (isRefusal(found)) return found
  const head = await deps.head()
  const command = { ...found, through: through ?? head, head, by: context.actor }
  return appendDecision(deps, assessmentStream(found.point), context, (facts) =>
    assessPoint(command, facts),
  )
}
