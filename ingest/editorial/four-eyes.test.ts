/**
 * Random histories of four people with every role find no way round four eyes. The checker reads
 * the log alone and shares no code with the decider.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Instant, Sha256Hex } from '#contracts/ids.ts'
import type { SignedPerson } from '#contracts/staff.ts'
import type { EditorialAct } from './acts.ts'
import { type ActOutcome, carryOutAct, draftText, publishDue } from './carry-out.ts'
import { at, LATER, memoryDesk, type MemoryDesk, note, person, SLUG } from './desk.testing.ts'

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31)
const HISTORIES = 10_000
const STEPS_MAX = 16

const TEAM = [1, 2, 3, 4].map((number) => person(number, ['author', 'reviewer', 'publisher']))
const WORDINGS = ['Un.', 'Deux.', 'Trois.'].map((text) => note(text))
const AFTER = Instant.parse('2026-04-01T00:00:00.000Z')
const OLD_HASH = Sha256Hex.parse('0'.repeat(64))

type Step = {
  readonly who: number
  readonly what: EditorialAct['act'] | 'due'
  readonly pick: number
}
/** What happens often is what leads somewhere. */
const step: fc.Arbitrary<Step> = fc.record({
  who: fc.nat({ max: TEAM.length - 1 }),
  what: fc.constantFrom<Step['what']>(
    'revise',
    'revise',
    'submit',
    'submit',
    'submit',
    'request-changes',
    'approve',
    'approve',
    'approve',
    'approve',
    'publish',
    'publish',
    'publish',
    'schedule',
    'schedule',
    'due',
    'due',
    'cancel-schedule',
    'discard-draft',
    'discard-draft',
    'unpublish',
    'withdraw',
    'withdraw',
    'withdraw',
    'delete',
    'delete',
    'cancel-request',
    'restore',
    'restore',
    'assign',
  ),
  pick: fc.nat({ max: 5 }),
})

/** Half of the histories begin with a published text. */
const PUBLISHED: readonly Step[] = [
  { who: 0, what: 'submit', pick: 1 },
  { who: 1, what: 'approve', pick: 1 },
  { who: 2, what: 'publish', pick: 1 },
]
const histories = fc
  .tuple(fc.boolean(), fc.array(step, { minLength: 4, maxLength: STEPS_MAX }))
  .map(([isThere, steps]) => (isThere ? [...PUBLISHED, ...steps] : steps))

/** What a person sees before an act. */
type Screen = Pick<ActOutcome, 'tag' | 'sha256Hash'>

const actOf = ({ what, pick }: Step, screen: Screen): EditorialAct | null => {
  const reason = 'une raison'
  switch (what) {
    case 'due':
    case 'comment':
    case 'resolve-comment':
      return null
    case 'revise': {
      const content = WORDINGS[pick % WORDINGS.length] ?? note()
      return { act: what, content, base: screen.tag }
    }
    case 'submit':
      return { act: what }
    case 'request-changes':
      return { act: what, reasons: [reason] }
    case 'approve':
      // Now and then what was on the screen is an older wording.
      return { act: what, sha256Hash: (pick > 0 ? screen.sha256Hash : null) ?? OLD_HASH }
    case 'publish':
      return { act: what, reason: null }
    case 'schedule':
      return { act: what, at: pick > 0 ? LATER : at().time, reason: null }
    case 'withdraw':
      return { act: what, cause: reason, replacement: null }
    case 'assign':
      return { act: what, person: TEAM[pick % TEAM.length]?.id ?? null }
    case 'cancel-schedule':
    case 'discard-draft':
    case 'unpublish':
    case 'delete':
    case 'cancel-request':
    case 'restore':
      return { act: what, reason }
    default:
      return what satisfies never
  }
}

const take = async ({ deps }: MemoryDesk, one: Step, screen: Screen): Promise<Screen> => {
  if (one.what === 'due') {
    const done = await publishDue(deps, SLUG, at(one.pick > 0 ? AFTER : at().time))
    return isRefusal(done) ? screen : done
  }
  const who = TEAM[one.who]
  const act = actOf(one, screen)
  if (who === undefined || act === null) return screen
  const done = await carryOutAct(deps, who, SLUG, act, at())
  return isRefusal(done) ? screen : done
}

/** What somebody without access to the code would check in the log. */
type Audit = {
  /** Who wrote or submitted what may be published next. */
  authors: Set<string>
  /** Who wrote or submitted any version. */
  everyAuthor: Set<string>
  approved: { readonly sha256Hash: string; readonly by: string } | null
  scheduled: { readonly sha256Hash: string; readonly by: string; readonly at: string } | null
  asked: { readonly what: string; readonly by: string } | null
  isPublic: boolean
  wasWithdrawn: boolean
  versions: Map<string, string>
}

const LIFE_CYCLE = [
  'Drafted',
  'Revised',
  'RevisionOpened',
  'Submitted',
  'ChangesRequested',
  'Approved',
  'PublicationScheduled',
  'ScheduleCancelled',
  'DraftDiscarded',
  'VersionPublished',
  'Unpublished',
  'WithdrawalRequested',
  'DeletionRequested',
  'RequestCancelled',
  'Withdrawn',
  'Deleted',
  'Restored',
] as const
type LifeCycle = (typeof LIFE_CYCLE)[number]

/** Facts that change who has to look at what. */
const isOfLifeCycle = (event: StoredEvent): event is StoredEvent & { type: LifeCycle } =>
  LIFE_CYCLE.some((type) => type === event.type)

const violation = (audit: Audit, event: StoredEvent & { type: LifeCycle }): string | null => {
  const { type, data, actor } = event
  switch (type) {
    case 'Drafted':
    case 'Revised':
      audit.authors.add(actor)
      audit.approved = null
      audit.scheduled = null
      return null
    case 'RevisionOpened':
      audit.authors = new Set()
      return null
    case 'Submitted':
      audit.authors.add(actor)
      return null
    case 'ChangesRequested':
      audit.approved = null
      audit.scheduled = null
      return audit.authors.has(actor) ? 'an author requested changes' : null
    case 'Approved':
      audit.approved = { sha256Hash: data.sha256Hash, by: actor }
      return audit.authors.has(actor) ? 'an author approved' : null
    case 'PublicationScheduled':
      audit.scheduled = { ...data, by: actor }
      return audit.approved?.sha256Hash === data.sha256Hash ? null : 'scheduled without approval'
    case 'ScheduleCancelled':
      audit.scheduled = null
      return null
    case 'DraftDiscarded':
      Object.assign(audit, { authors: new Set(), approved: null })
      if (audit.scheduled !== null) return 'a schedule outlived its draft'
      return audit.versions.size === 0 ? 'discarded what was never published' : null
    case 'VersionPublished': {
      const known = audit.versions.get(data.version)
      const isBack = known === data.sha256Hash && !audit.isPublic && !audit.wasWithdrawn
      if (isBack && data.bump === 'none') {
        audit.isPublic = true
        return null
      }
      if (known !== undefined) return 'a version was written over'
      const { approved, scheduled, authors } = audit
      if (approved?.sha256Hash !== data.sha256Hash) return 'published without an approval'
      if (authors.has(approved.by)) return 'published on an approval of an author'
      if (event.time >= AFTER && scheduled?.by !== actor) return 'published in a wrong name'
      if (event.time >= AFTER && scheduled !== null && scheduled.at > event.time)
        return 'published before its hour'
      if (audit.wasWithdrawn && data.bump !== 'major') return 'republished as less than MAJOR'
      audit.versions.set(data.version, data.sha256Hash)
      audit.everyAuthor = audit.everyAuthor.union(authors)
      Object.assign(audit, { approved: null, scheduled: null, authors: new Set() })
      Object.assign(audit, { isPublic: true, wasWithdrawn: false })
      return null
    }
    case 'Unpublished':
      audit.isPublic = false
      return audit.scheduled === null ? null : 'a schedule outlived the publication'
    case 'WithdrawalRequested':
    case 'DeletionRequested':
      audit.asked = { what: type, by: actor }
      return null
    case 'RequestCancelled':
      audit.asked = null
      return null
    case 'Withdrawn':
    case 'Deleted': {
      const { asked } = audit
      const wanted = type === 'Withdrawn' ? 'WithdrawalRequested' : 'DeletionRequested'
      Object.assign(audit, { asked: null, approved: null, isPublic: false })
      if (type === 'Withdrawn') audit.wasWithdrawn = true
      return asked?.what === wanted && asked.by !== actor ? null : 'taken away by one person'
    }
    case 'Restored':
      if (data.from === 'withdrawn') audit.authors = audit.authors.union(audit.everyAuthor)
      return audit.isPublic ? 'restored what is public' : null
    default:
      return event satisfies never
  }
}

const violationsIn = (log: readonly StoredEvent[]): string[] => {
  const audit: Audit = {
    authors: new Set(),
    everyAuthor: new Set(),
    approved: null,
    scheduled: null,
    asked: null,
    isPublic: false,
    wasWithdrawn: false,
    versions: new Map(),
  }
  return log.filter(isOfLifeCycle).flatMap((event) => violation(audit, event) ?? [])
}

const factOf = (type: string, by: SignedPerson, data: unknown): StoredEvent =>
  ({ type, data, actor: `staff:${by.id}`, time: at().time }) as StoredEvent

test('the checker finds what it is there for', () => {
  const [anne, rene] = TEAM
  if (anne === undefined || rene === undefined) throw new Error('two people')
  const hash = { sha256Hash: OLD_HASH }
  const release = { ...hash, version: '1.0.0', bump: 'initial' }
  expect(violationsIn([factOf('Drafted', anne, {}), factOf('Approved', anne, hash)])).toEqual([
    'an author approved',
  ])
  expect(
    violationsIn([factOf('Drafted', anne, {}), factOf('VersionPublished', rene, release)]),
  ).toEqual(['published without an approval'])
  expect(
    violationsIn([factOf('DeletionRequested', anne, {}), factOf('Deleted', anne, {})]),
  ).toEqual(['taken away by one person'])
})

test(`${HISTORIES} histories of four people find no way round four eyes (TEST_SEED=${SEED})`, async () => {
  const reached = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(histories, async (steps) => {
      const desk = memoryDesk()
      const [first] = TEAM
      if (first === undefined) throw new Error('a person')
      const drafted = await draftText(desk.deps, first, note(), at())
      if (isRefusal(drafted)) throw new Error(drafted.refused)
      let screen: Screen = drafted
      for (const one of steps) screen = await take(desk, one, screen)
      for (const { type } of desk.log) reached.set(type, (reached.get(type) ?? 0) + 1)
      expect(violationsIn(desk.log)).toEqual([])
    }),
    { seed: SEED, numRuns: HISTORIES },
  )
  // Histories that never publish would prove nothing.
  for (const type of [
    'VersionPublished',
    'PublicationScheduled',
    'DraftDiscarded',
    'Withdrawn',
    'Deleted',
    'Restored',
  ])
    expect(reached.get(type) ?? 0, type).toBeGreaterThan(100)
}, 120_000)
