/** The one way in for the editorial API, the desk and the command line. */
import { Actor } from '#contracts/audit.ts'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import type { ArticleContent } from '#contracts/content.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { articleStream, type Instant, type Slug } from '#contracts/ids.ts'
import { type SignedPerson, staffActor } from '#contracts/staff.ts'
import { handleBatch } from '../command-handler/command-handler.ts'
import { keepTexts, loadText, textDecisions } from '../command-handler/text-handler.ts'
import type { WriteContext, WriteDeps } from '../command-handler/write-deps.ts'
import { articleDecider } from '../domain/article/decide.ts'
import { refuse } from '../domain/refusals.ts'
import { integrityOfContent } from '../enrich/integrity.ts'
import {
  type ActOutcome,
  answerOf,
  carryOut,
  carryOutDue,
  decideAndClaim,
  keepWording,
  stopDue,
} from '../handlers/editorial.ts'
import type { EditorialAct } from './acts.ts'
import { auditLineOf, writeLine } from './audit-line.ts'
import { personRefusal } from './table.ts'

export type { ActOutcome } from '../handlers/editorial.ts'

export type ActStamp = { readonly time: Instant; readonly correlationId: string }

const contextOf = ({ id }: SignedPerson, { time, correlationId }: ActStamp): WriteContext => ({
  actor: staffActor(id),
  time,
  correlationId,
  causationId: null,
})

const audit = async (
  deps: WriteDeps,
  act: EditorialAct['act'],
  actor: string,
  outcome: ActOutcome,
): Promise<void> => {
  const line = auditLineOf(act, Actor.parse(actor), outcome)
  if (line !== null) await writeLine(deps.audit, line)
}

/**
 * Carries out a person's act on the text with this slug (contracts/conventions/life-cycle.md).
 * Refusals `scope-missing`, `second-factor-missing` and those of the domain. Throws Fault
 * `streams-busy`.
 */
export const carryOutAct = async (
  deps: WriteDeps,
  person: SignedPerson,
  slug: Slug,
  act: EditorialAct,
  at: ActStamp,
): Promise<ActOutcome | Refusal> => {
  const refused = personRefusal(act.act, person)
  if (refused !== null) return refuse(refused)
  const outcome = await carryOut(deps, slug, act, contextOf(person, at))
  if (!isRefusal(outcome)) await audit(deps, act.act, staffActor(person.id), outcome)
  return outcome
}

/** Drafts a new text. Refusals `slug-taken`, `text-exists` and those of `carryOutAct`. */
export const draftText = async (
  deps: WriteDeps,
  person: SignedPerson,
  content: ArticleContent,
  at: ActStamp,
): Promise<ActOutcome | Refusal> => {
  const refused = personRefusal('draft', person)
  if (refused !== null) return refuse(refused)
  const streamId = articleStream(articleIdOf(content.source.id))
  const context = contextOf(person, at)
  const decisions = textDecisions(deps, context)
  const { answer, position } = await handleBatch(
    deps.store,
    articleDecider,
    [streamId],
    context,
    async (streams) => {
      const text = streams.get(streamId)
      if (text === undefined || text.expectedVersion > 0)
        return { streams: [], answer: refuse('text-exists') }
      keepWording(content, decisions)
      const integrity = integrityOfContent(content, at.time)
      const request = { type: 'Draft', content, slugIsFree: true, integrity } as const
      const decided = await decideAndClaim(deps, text, request, decisions)
      if (isRefusal(decided)) return { streams: [], answer: decided }
      const drafted = await answerOf(decided, decisions)
      await keepTexts(deps, [decided], decisions.cache.texts)
      return { streams: [decided], answer: drafted }
    },
  )
  return isRefusal(answer) ? answer : { ...answer, position, changed: true }
}

/** The actor that records the refusal of a due publication. */
const CLOCK = 'system'

/**
 * Publishes a scheduled draft whose hour has come, in the name of the person who scheduled it. The
 * gate is asked again; if it refuses, that is recorded, the draft is approved again, and the
 * refusal is the answer. Refusals `not-scheduled` and `schedule-not-due` record nothing, so that
 * two holders of the clock do no harm. Throws Fault `streams-busy`: ask again.
 */
export const publishDue = async (
  deps: WriteDeps,
  slug: Slug,
  at: ActStamp,
): Promise<ActOutcome | Refusal> => {
  const text = await loadText(deps, slug)
  if (isRefusal(text)) return text
  const { draft } = text.state
  if (draft?.schedule == null) return refuse('not-scheduled')
  if (draft.schedule.at > at.time) return refuse('schedule-not-due')
  const context: WriteContext = { ...at, actor: draft.schedule.by, causationId: null }
  const outcome = await carryOutDue(deps, slug, context)
  if (!isRefusal(outcome)) {
    await audit(deps, 'publish', draft.schedule.by, outcome)
    return outcome
  }
  if (outcome.refused === 'not-scheduled' || outcome.refused === 'schedule-not-due') return outcome
  const stopped = await stopDue(deps, slug, outcome, { ...context, actor: CLOCK })
  return isRefusal(stopped) ? stopped : outcome
}
