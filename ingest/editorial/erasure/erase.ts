/**
 * Erases wordings of a text once two persons asked for the same (contracts/conventions/erasure.md).
 */
import type { Append } from '#contracts/events/append.ts'
import type { ArticleEvent, StoredArticleEvent, StoredEvent } from '#contracts/events/event.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import {
  type ArticleId,
  articleIdOfStream,
  type Position,
  type SemVer,
  type Sha256Hex,
  type Slug,
  type StreamId,
} from '#contracts/ids.ts'
import { type SignedPerson, staffActor } from '#contracts/staff.ts'
import { type DecidedText, handleText, type TextDeps } from '../../command-handler/text-handler.ts'
import type { WriteContext } from '../../command-handler/write-deps.ts'
import type { WriteAudit } from '../../ports.ts'
import type { ErasureWanted } from '../../domain/article/commands.ts'
import { articleDecider } from '../../domain/article/decide.ts'
import {
  type ErasurePlan,
  goesWith,
  planErasure,
  slugsOfText,
} from '../../domain/article/erasure-plan.ts'
import { type DomainRefusal, refuse } from '../../domain/refusals.ts'
import {
  type ErasedText,
  hasGoingWords,
  planTreatment,
  type TreatmentPlan,
} from '../../domain/treatment/erasure-plan.ts'
import type { ErasureReason } from '../../domain/two-persons.ts'
import { writeLine } from '../audit-line.ts'
import type { ActStamp } from '../carry-out.ts'

export type ErasureDeps = TextDeps & {
  /** Those of these embedded passages that other texts have, too. */
  readonly passagesElsewhere: (
    id: ArticleId,
    passages: readonly Sha256Hex[],
  ) => Promise<ReadonlySet<Sha256Hex>>
  /** Treatments of this text, and those that may come from it; it may name too many. */
  readonly treatmentsOf: (id: ArticleId) => Promise<readonly StreamId[]>
  /** HMAC of what is served of a text or person, for the certificate. */
  readonly digestOf: (streamId: StreamId) => Promise<Sha256Hex>
  readonly audit?: WriteAudit
}

/** What an erasure does, or would do. */
export type ErasureOutcome = {
  readonly slug: Slug
  readonly articleId: ArticleId
  /** `requested`: a second person has to confirm it. `planned`: nothing was recorded. */
  readonly state: 'planned' | 'requested' | 'erased'
  readonly versions: readonly SemVer[]
  readonly whole: boolean
  /** The comment to erase with its answers; null: wordings are erased. */
  readonly thread: string | null
  /** Keys that are destroyed. */
  readonly keys: number
  /** Slugs that nothing has any more. */
  readonly slugs: number
  /** Vectors that go. */
  readonly vectors: number
  /** Treatments that lose their words. */
  readonly treatments: number
  /** Of the fact; null: nothing was recorded. */
  readonly position: Position | null
}

/** Why a person may not act on erasures; null: they may. */
export const erasureRefusal = ({ scopes, secondFactor }: SignedPerson): DomainRefusal | null => {
  if (!scopes.has('privacy:erase')) return refuse('scope-missing')
  return secondFactor ? null : refuse('second-factor-missing')
}

const isOfText = (event: StoredEvent): event is StoredArticleEvent =>
  Object.hasOwn(articleDecider.events, event.type)

/** Streams that are read at once. */
const STREAMS_PER_READ = 200

/** What a treatment loses with a text, as an append to its stream. */
export type StruckTreatment = TreatmentPlan & Append

export const treatmentPlans = async (
  { store, treatmentsOf }: Pick<ErasureDeps, 'store' | 'treatmentsOf'>,
  text: ErasedText,
): Promise<StruckTreatment[]> => {
  const ids = await treatmentsOf(text.articleId)
  const found: StruckTreatment[] = []
  for (let at = 0; at < ids.length; at += STREAMS_PER_READ) {
    const streams = await store.readStreams(ids.slice(at, at + STREAMS_PER_READ))
    for (const [streamId, facts] of streams) {
      if (!hasGoingWords(facts, text)) continue
      const plan = planTreatment(facts, await store.sealKeysOf(streamId), text)
      if (plan === null) continue
      const events = [{ type: 'TreatmentWordsErased' as const, data: plan.struck }]
      found.push({ ...plan, streamId, expectedVersion: facts.length, events })
    }
  }
  return found
}

type WholePlan = ErasurePlan & { readonly treatments: readonly StruckTreatment[] }

const planOf = async (
  deps: ErasureDeps,
  { streamId, state }: DecidedText,
  { versions, thread = null }: ErasureWanted,
): Promise<WholePlan> => {
  const { store, passagesElsewhere } = deps
  const [streams, keys] = await Promise.all([
    store.readStreams([streamId]),
    store.sealKeysOf(streamId),
  ])
  const facts = (streams.get(streamId) ?? []).filter(isOfText)
  const whole = versions === 'all'
  const scope = {
    versions: new Set(whole ? state.versions.map(({ version }) => version) : versions),
    whole,
    thread,
  }
  const plan = planErasure(facts, keys, scope, (name) => store.fingerprint(name))
  const articleId = articleIdOfStream(streamId)
  const elsewhere = await passagesElsewhere(articleId, plan.passages)
  const treatments =
    thread === null
      ? await treatmentPlans(deps, {
          articleId,
          slugs: slugsOfText(facts),
          goneSlugs: new Set(plan.slugs),
          whole,
          goesWith: goesWith(facts, scope),
        })
      : []
  return {
    ...plan,
    keys: [...plan.keys, ...treatments.flatMap(({ struck }) => struck.keys)],
    unsealed: treatments.reduce((sum, { unsealed }) => sum + unsealed, plan.unsealed),
    passages: plan.passages.filter((one) => !elsewhere.has(one)),
    treatments,
  }
}

export const contextOf = (
  person: SignedPerson,
  { time, correlationId }: ActStamp,
): WriteContext => ({
  actor: staffActor(person.id),
  time,
  correlationId,
  causationId: null,
})

type Erasing = Extract<ArticleEvent, { type: 'ErasureRequested' | 'WordingErased' }>
const erasing = ({ events }: DecidedText): Erasing | null => {
  const last = events.at(-1)
  return last?.type === 'ErasureRequested' || last?.type === 'WordingErased' ? last : null
}

const STATES = { ErasureRequested: 'requested', WordingErased: 'erased' } as const
const KINDS = {
  ErasureRequested: 'text.erasure-requested',
  WordingErased: 'text.erased',
} as const

type Planned = Omit<ErasureOutcome, 'position' | 'state'> & { readonly type: Erasing['type'] }

const outcomeOf = (slug: Slug, text: DecidedText, plan: WholePlan): Planned | DomainRefusal => {
  const event = erasing(text)
  if (event === null) return refuse('nothing-pending')
  const { versions, whole, thread } = event.data
  return {
    slug,
    articleId: articleIdOfStream(text.streamId),
    type: event.type,
    versions,
    whole,
    thread,
    keys: plan.keys.length,
    slugs: plan.slugs.length,
    vectors: plan.passages.length,
    treatments: plan.treatments.length,
  }
}

/** Whether the person asks or confirms; absent: the first one asks and the second one confirms. */
export type ErasureAct = 'request' | 'confirm'

/** Why a person can't do what they mean to, once the domain knows what it would be. */
export const actRefusal = (
  act: ErasureAct | undefined,
  requested: ErasureReason | null,
): DomainRefusal | null => {
  if (act === 'request' && requested !== null) return refuse('request-pending', requested.request)
  return act === 'confirm' && requested === null ? refuse('nothing-pending') : null
}

/**
 * Asks for an erasure, or carries out what another person asked for: then the keys are destroyed in
 * the transaction that records it. `dryRun` decides and records nothing. Throws Fault
 * `streams-busy`.
 */
export const eraseWordings = async (
  deps: ErasureDeps,
  person: SignedPerson,
  slug: Slug,
  wanted: ErasureWanted,
  {
    dryRun = false,
    act,
    ...at
  }: ActStamp & { readonly dryRun?: boolean; readonly act?: ErasureAct },
): Promise<ErasureOutcome | Refusal> => {
  const refused = erasureRefusal(person)
  if (refused !== null) return refused
  const context = contextOf(person, at)
  const handled = await handleText(deps, slug, context, async (text, decisions) => {
    const notNow = actRefusal(act, text.state.erasure.requested)
    if (notNow !== null) return notNow
    const plan = await planOf(deps, text, wanted)
    const decided = await decisions.decide(text, { type: 'Erase', ...wanted, plan })
    if (isRefusal(decided)) return decided
    const answer = outcomeOf(slug, decided, plan)
    if (isRefusal(answer)) return answer
    if (dryRun) return { text, answer }
    const { keys, slugs, passages, treatments: others } = plan
    if (answer.type !== 'WordingErased') return { text: decided, answer }
    const digest = await deps.digestOf(text.streamId)
    return { text: { ...decided, destroys: { keys, slugs, passages, digest } }, answer, others }
  })
  if (isRefusal(handled)) return handled
  const { type, ...answer } = handled.answer
  if (dryRun) return { ...answer, state: 'planned', position: null }
  await writeLine(deps.audit, {
    kind: KINDS[type],
    actor: staffActor(person.id),
    subject: answer.articleId,
    data: { ground: wanted.ground },
  })
  return { ...answer, state: STATES[type], position: handled.position }
}

/** Takes back a request that nobody confirmed. */
export const cancelErasure = async (
  deps: TextDeps,
  person: SignedPerson,
  slug: Slug,
  reason: string,
  at: ActStamp,
): Promise<Pick<ErasureOutcome, 'slug' | 'articleId' | 'position'> | Refusal> => {
  const refused = erasureRefusal(person)
  if (refused !== null) return refused
  const context = contextOf(person, at)
  const handled = await handleText(deps, slug, context, async (text, decisions) => {
    const decided = await decisions.decide(text, { type: 'CancelErasure', reason })
    if (isRefusal(decided)) return decided
    return { text: decided, answer: articleIdOfStream(text.streamId) }
  })
  if (isRefusal(handled)) return handled
  return { slug, articleId: handled.answer, position: handled.position }
}
