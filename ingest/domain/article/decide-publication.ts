/** Decisions about publication, at once or at an hour. Pure. */
import type { ArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { Sha256Hex, Slug } from '#contracts/ids.ts'
import type { CancelSchedule, Publish, Schedule, ScheduleCommand } from './commands.ts'
import { contentOf, type Texts, type Wording, wordingOf } from './content-record.ts'
import { citedRedIn, flagsAfter, integrityEvents, staleAssessment } from './integrity-events.ts'
import { criticalRefusal, publication, republish, validityRecorded } from './publication.ts'
import { optionalReason, statedReason } from './reasons.ts'
import { type ArticleState, type Draft, isApproved } from './state.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'

type Decision = ArticleEvent[] | DomainRefusal

export const draftWording = (draft: Draft, texts: Texts): Wording | DomainRefusal =>
  wordingOf(contentOf(draft.content, texts))

/** The assessment of the published wording, or the note that an earlier one is stale. */
const assessmentEvents = (
  { assessment, time }: Publish | Schedule,
  state: ArticleState,
  sha256Hash: Sha256Hex,
): ArticleEvent[] => {
  if (assessment?.assessed.groundedness.assessedHash !== sha256Hash)
    return staleAssessment(state, sha256Hash, time)
  return [
    { type: 'GroundednessAssessed', data: assessment.assessed },
    ...integrityEvents(state.integrityFlags, assessment.integrity),
  ]
}

/** The cited texts that turned red since somebody last looked; none if nobody ever did. */
const turnedRed = ({ approval, schedule }: Draft, red: readonly Slug[]): readonly Slug[] => {
  if (approval === null || approval.citedRed === null) return []
  const seen = new Set([...approval.citedRed, ...(schedule?.citedRed ?? [])])
  return red.filter((slug) => !seen.has(slug))
}

type Passed = {
  readonly wording: Wording
  readonly reason: string | null
  readonly assessed: readonly ArticleEvent[]
}

/**
 * What an approved wording has to pass on its way to the public: at publication, when its hour is
 * set, and again at that hour.
 */
const passGate = (
  command: Publish | Schedule,
  state: ArticleState,
  approved: Draft,
): Passed | DomainRefusal => {
  const wording = draftWording(approved, command.texts)
  if (isRefusal(wording)) return wording
  const { sha256Hash } = wording
  if (approved.approval?.sha256Hash !== sha256Hash) return refuse('another-wording')
  const isDue = command.type === 'Publish' && command.isDue === true
  const reason = optionalReason(isDue ? approved.schedule?.reason : command.reason)
  if (isRefusal(reason)) return reason
  const assessed = assessmentEvents(command, state, sha256Hash)
  const critical = criticalRefusal(flagsAfter(state.integrityFlags, assessed), sha256Hash)
  if (critical !== null) return critical
  const { assessment } = command
  const newlyRed = turnedRed(approved, citedRedIn(assessment?.integrity.flags ?? []))
  // A reason given before cannot be about what happened since.
  if (newlyRed.length > 0 && (isDue || reason === null))
    return refuse('cited-turned-red', newlyRed.join(', '))
  if (assessment?.assessed.score === 0 && reason === null) return refuse('ungrounded-needs-reason')
  return { wording, reason, assessed }
}

const publishDraft = (command: Publish, state: ArticleState, approved: Draft): Decision => {
  const passed = passGate(command, state, approved)
  if (isRefusal(passed)) return passed
  const { wording, reason, assessed } = passed
  const { content, sha256Hash } = wording
  const published = publication(state, {
    wording,
    policy: null,
    // An editor's text is dated by its publication.
    publishedAt: content.publishedAt ?? command.time,
    texts: command.texts,
  })
  if (isRefusal(published)) return published
  const justified: ArticleEvent[] =
    reason === null ? [] : [{ type: 'PublicationJustified', data: { sha256Hash, reason } }]
  const validity = command.validity ?? approved.validity
  const isOpen = validity === null || (validity.validFrom ?? validity.validTo) === null
  const inForce = isOpen
    ? []
    : [validityRecorded(published.data.version, validity, content.source.version)]
  return [...justified, published, ...inForce, ...assessed]
}

const publishDue = (command: Publish, state: ArticleState): Decision => {
  const { draft } = state
  if (draft?.status !== 'scheduled' || draft.schedule === null) return refuse('not-scheduled')
  if (draft.schedule.at > command.time) return refuse('schedule-not-due')
  return publishDraft(command, state, draft)
}

export const publish = (command: Publish, state: ArticleState): Decision => {
  if (command.isDue === true) return publishDue(command, state)
  const { draft: open, published, publicStatus, integrityFlags } = state
  if (open !== null && isApproved(open)) return publishDraft(command, state, open)
  const isBack = publicStatus === 'unpublished' && published !== null
  if (open !== null && !isBack) {
    const wording = draftWording(open, command.texts)
    if (isRefusal(wording)) return wording
    return criticalRefusal(integrityFlags, wording.sha256Hash) ?? refuse('not-approved')
  }
  if (published === null) return refuse('never-published')
  if (publicStatus === 'withdrawn') return refuse('text-withdrawn')
  const critical = criticalRefusal(integrityFlags, published.sha256Hash)
  if (critical !== null) return critical
  return isBack ? [republish(published)] : refuse('already-published')
}

const schedule = (command: Schedule, state: ArticleState): Decision => {
  const { draft } = state
  if (draft === null || !isApproved(draft)) return refuse('not-approved')
  const { at, assessment } = command
  if (at <= command.time) return refuse('schedule-past')
  const passed = passGate(command, state, draft)
  if (isRefusal(passed)) return passed
  const { wording, reason } = passed
  // A draft that would be refused at its hour whatever happens is refused now.
  const published = publication(state, {
    wording,
    policy: null,
    publishedAt: at,
    texts: command.texts,
  })
  if (isRefusal(published)) return published
  const before = draft.schedule
  if (before?.at === at && before.reason === reason) return []
  const citedRed = citedRedIn(assessment?.integrity.flags ?? [])
  const { sha256Hash } = wording
  return [{ type: 'PublicationScheduled', data: { sha256Hash, at, reason, citedRed } }]
}

const cancelSchedule = (command: CancelSchedule, { draft }: ArticleState): Decision => {
  if (draft?.status !== 'scheduled') return refuse('not-scheduled')
  const reason = statedReason(command.reason)
  if (isRefusal(reason)) return reason
  return [{ type: 'ScheduleCancelled', data: { reason, code: command.code } }]
}

export const decideSchedule = (command: ScheduleCommand, state: ArticleState): Decision =>
  command.type === 'Schedule' ? schedule(command, state) : cancelSchedule(command, state)
