/** Editors' acts on the citator, with what the named texts say. */
import type { Point } from '#contracts/events/others.ts'
import { isRefusal } from '#contracts/fault.ts'
import {
  type ArticleId,
  articleIdOfStream,
  type Day,
  type Position,
  type Slug,
  type StreamId,
  type TreatmentId,
} from '#contracts/ids.ts'
import type { TreatmentType } from '#contracts/vocabulary/citator.ts'
import {
  assessmentStream,
  type NamedText,
  relianceStream,
  type TreatmentCommand,
  treatmentIdOf,
  treatmentStream,
  type UnidentifiedTreatment,
} from '../domain/treatment/commands.ts'
import { treatmentDecider } from '../domain/treatment/decide.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import { handle } from '../command-handler/command-handler.ts'
import { type DecidedText, loadText } from '../command-handler/text-handler.ts'
import { textCache } from '../command-handler/text-cache.ts'
import type { WriteContext, WriteDeps } from '../command-handler/write-deps.ts'

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
  /** Null: a person records it as a fact. */
  readonly confidencePercent: number | null
}

/** The result of an act; `position` null: it was known already. */
export type CitatorOutcome = { readonly position: Position | null; readonly streamId: StreamId }

/** The newest wording of a text, published or not. */
const contentOf = ({ state }: DecidedText) =>
  state.published?.content ?? state.draft?.content ?? null

const namedText = (text: DecidedText): NamedText => ({
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

const handleTreatment = async (
  { store }: CitatorDeps,
  streamId: StreamId,
  command: TreatmentCommand,
  context: WriteContext,
): Promise<CitatorOutcome | DomainRefusal> => {
  const handled = await handle(store, treatmentDecider, streamId, command, context)
  return isRefusal(handled) ? handled : { position: handled.position, streamId }
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

/** A text that treats has its own court and formation, unless the order says otherwise. */
const treatmentOf = (
  order: TreatmentOrder,
  target: Point,
  source: SourceText | null,
): UnidentifiedTreatment => ({
  type: order.type,
  target,
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
})

/** Records a treatment of a point. Refusals are the domain's. */
export const recordTreatmentOf = async (
  deps: CitatorDeps,
  order: TreatmentOrder,
  context: WriteContext,
): Promise<(CitatorOutcome & { readonly id: TreatmentId }) | DomainRefusal> => {
  const target = await findPoint(deps, order.target)
  if (isRefusal(target)) return target
  const source = order.sourceSlug === null ? null : await loadSource(deps, order.sourceSlug)
  if (isRefusal(source)) return source
  const treatment = treatmentOf(order, target.point, source)
  const id = treatmentIdOf(treatment)
  const command = {
    type: 'RecordTreatment',
    treatment,
    targetText: target.text,
    sourceText: source && { articleId: source.articleId, contentClean: source.contentClean },
    by: context.actor,
  } as const
  const outcome = await handleTreatment(deps, treatmentStream(id), command, context)
  return isRefusal(outcome) ? outcome : { ...outcome, id }
}

/** A person confirms a suggestion. */
export const confirmTreatmentOf = (deps: CitatorDeps, id: TreatmentId, context: WriteContext) =>
  handleTreatment(
    deps,
    treatmentStream(id),
    { type: 'ConfirmTreatment', by: context.actor },
    context,
  )

/** Takes a treatment back, for good. */
export const retractTreatmentOf = (
  deps: CitatorDeps,
  id: TreatmentId,
  reason: string,
  context: WriteContext,
) => handleTreatment(deps, treatmentStream(id), { type: 'RetractTreatment', reason }, context)

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
    type: 'RecordReliance',
    from: relying.point,
    to: support.point,
    by: context.actor,
    fromText: relying.text,
    toText: support.text,
  } as const
  return handleTreatment(deps, relianceStream(command.from, command.to), command, context)
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
  const by = context.actor
  const command = { type: 'AssessPoint', ...found, through: through ?? head, head, by } as const
  return handleTreatment(deps, assessmentStream(found.point), command, context)
}
