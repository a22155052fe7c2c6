/**
 * Words that nobody touched for ten minutes become a fact, so that colleagues see them. What cannot
 * become one stays as it is, with a notice for its person.
 */
import type { ErrorCode } from '#contracts/errors/codes.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Instant, type Sha256Hex, Slug } from '#contracts/ids.ts'
import type { SignedPerson, StaffId } from '#contracts/staff.ts'
import { type Backoff, pauseFor } from '#contracts/toolkit/pause.ts'
import { follow } from '#contracts/toolkit/follow.ts'
import type { SingleHolder } from '../../ports.ts'
import { readForm } from './form.ts'
import type { ScratchKey } from './ports.ts'
import { currentWording } from './recorded.ts'
import { type SaveDeps, saveDraft, saveNewText } from './save-draft.ts'
import { readScratch, type ScratchDeps, textOfScratch } from './save-scratch.ts'

export const REST = {
  lockName: 'scratches',
  afterMs: 10 * 60_000,
  /** Discarded and settled ones are removed after a day. */
  keptMs: 24 * 3_600_000,
  everyMs: 30_000,
  perStep: 100,
  backoff: { firstPauseMs: 1_000, pauseMsMax: 60_000 } satisfies Backoff,
} as const

export type RestDeps = SaveDeps &
  Pick<ScratchDeps, 'scratches' | 'remembered'> & {
    /** A member of staff with today's roles; null: gone or disabled. */
    readonly personOf: (id: StaffId) => Promise<SignedPerson | null>
    readonly newId: () => string
  }

export type Rested = { readonly saved: number; readonly left: number; readonly purged: number }

type Became = { readonly tag: Sha256Hex } | { readonly notice: ErrorCode }

const TEXT = 'text/'
const NEW = 'new/'

const becomeFact = async (
  deps: RestDeps,
  { person: id, subject }: ScratchKey,
  { form, text, base }: { form: string; text: string; base: Sha256Hex | null },
  time: Instant,
): Promise<Became> => {
  const person = await deps.personOf(id)
  if (person === null) return { notice: 'scope-missing' }
  const stamp = { time, correlationId: deps.newId() }
  const draft = { form: readForm(form), text }
  if (subject.startsWith(NEW)) {
    const outcome = await saveNewText(deps, person, subject.slice(NEW.length), draft, stamp)
    if (isRefusal(outcome)) return { notice: outcome.refused }
    return outcome.tag === null ? { notice: 'draft-incomplete' } : { tag: outcome.tag }
  }
  const slug = Slug.parse(subject.slice(TEXT.length))
  const present = await currentWording(deps.write, slug)
  if (isRefusal(present)) return { notice: present.refused }
  // A window that goes on typing does not know what a colleague wrote: its person merges.
  if (base !== present.tag) return { notice: 'another-wording' }
  const saved = await saveDraft(deps, person, { slug, base, draft, choices: null }, stamp)
  if (isRefusal(saved)) return { notice: saved.refused }
  if ('conflict' in saved) return { notice: 'paragraphs-conflict' }
  return { tag: saved.outcome.tag ?? base }
}

const settleOne = async (deps: RestDeps, key: ScratchKey, now: Instant): Promise<boolean> => {
  const { scratches } = deps
  const row = await readScratch(deps, key)
  if (row === null) return false
  const text = await textOfScratch(deps, key, row)
  if (text === null) return false
  const { members: form, base } = row
  const became = await becomeFact(deps, key, { form, text, base }, now)
  if ('notice' in became) {
    await scratches.setNotice(key, row.sequence, became.notice)
    return false
  }
  return scratches.settle(key, row, became.tag, now)
}

const before = (now: Instant, ms: number): Instant =>
  Instant.parse(new Date(Date.parse(now) - ms).toISOString())

/** Turns into facts what rested, once. */
export const settleRested = async (deps: RestDeps, now: Instant): Promise<Rested> => {
  const keys = await deps.scratches.rested(before(now, REST.afterMs), REST.perStep)
  let saved = 0
  for (const key of keys) if (await settleOne(deps, key, now)) saved += 1
  const purged = await deps.scratches.purge(before(now, REST.keptMs), REST.perStep)
  return { saved, left: keys.length - saved, purged }
}

export type RestFollowerDeps = RestDeps & {
  readonly lock: SingleHolder
  readonly now: () => Instant
  /** Called with every fault before a retry. */
  readonly onFault?: (fault: unknown) => void
}

/** Settles what rests until aborted; one holder at a time. */
export const followRested = (deps: RestFollowerDeps, signal: AbortSignal): Promise<void> =>
  follow<null>(
    {
      hold: (stopped, work) => deps.lock.hold(REST.lockName, stopped, (held) => work(null, held)),
      step: async () => {
        const { saved, left } = await settleRested(deps, deps.now())
        return { place: null, isCaughtUp: saved + left < REST.perStep }
      },
      wait: (_, held) => pauseFor(REST.everyMs, held),
      backoff: REST.backoff,
      onFault: deps.onFault,
    },
    signal,
  )
