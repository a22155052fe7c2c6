/** The table of acts by the command line: every command, in every state, by everybody. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Act } from '#contracts/audit.ts'
import { EmailAddress } from '#contracts/account.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { SignedPerson } from '#contracts/staff.ts'
import { deskWith, STATES, TEAM } from '#ingest/editorial/desk-states.testing.ts'
import { at, type MemoryDesk, memoryDesk, note, SLUG } from '#ingest/editorial/desk.testing.ts'
import { carryOutAct, draftText } from '#ingest/editorial/carry-out.ts'
import { openActs } from '#ingest/editorial/table.ts'
import { type DeskText, viewText } from '#ingest/editorial/text-view.ts'
import type { EditorialAct } from '#ingest/editorial/acts.ts'
import type { StaffDirectory, StaffMember, StaffPeople } from '#ingest/editorial/staff/ports.ts'
import * as people from '../postgres/staff/people.ts'
import * as acting from './acting.ts'
import { runProgram } from './program.ts'

const asking: { desk: MemoryDesk | null; person: SignedPerson } = {
  desk: null,
  person: TEAM.author,
}

const withAsking: typeof acting.withPerson = async (_settings, _process, work) => {
  if (asking.desk === null) throw new Error('no desk')
  const { deps } = asking.desk
  const database = { pool: null } as unknown as acting.Acting['database']
  return work({ person: asking.person, deps, database })
}
const MEMBERS = Object.values(TEAM).map((person): StaffMember => ({
  id: person.id,
  name: person.name,
  roles: person.roles,
  email: EmailAddress.parse(`${person.id}@example.org`),
  hasSecondFactor: person.secondFactor,
  disabledAt: null,
}))
const DIRECTORY: StaffDirectory = {
  byId: async (ids) =>
    new Map(MEMBERS.filter(({ id }) => ids.includes(id)).map((one) => [one.id, one])),
  list: async () => MEMBERS,
}
let printed = ''
let said = ''
// Spies, not mocks of modules: other files of this process may have loaded them already.
beforeEach(() => {
  vi.spyOn(acting, 'withPerson').mockImplementation(withAsking)
  vi.spyOn(people, 'makeStaffPeople').mockReturnValue(DIRECTORY as StaffPeople)
  ;[printed, said] = ['', '']
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed += String(chunk)
    return true
  })
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    said += String(chunk)
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

const run = async (desk: MemoryDesk, person: SignedPerson, words: readonly string[]) => {
  ;[printed, said] = ['', '']
  process.exitCode = undefined
  asking.desk = desk
  asking.person = person
  await runProgram(words, {}, '1.2.3')
  return { exit: process.exitCode ?? 0, printed, said }
}

const textOf = async ({ deps }: MemoryDesk): Promise<DeskText> => {
  const text = await viewText(deps, SLUG)
  if (isRefusal(text)) throw new Error(text.refused)
  return text
}

const REASON = ['--reason', 'parce que']
const COMMANDS = [
  ['submit', ['submit', SLUG]],
  ['request-changes', ['request-changes', SLUG, ...REASON]],
  ['approve', ['approve', SLUG, '--yes']],
  ['publish', ['publish', SLUG, ...REASON]],
  ['schedule', ['schedule', SLUG, '--at', '2099-12-01T08:00', '--zone', 'Europe/Paris']],
  ['cancel-schedule', ['cancel-schedule', SLUG, ...REASON]],
  ['discard-draft', ['discard-draft', SLUG, ...REASON]],
  ['unpublish', ['unpublish', SLUG, ...REASON]],
  ['withdraw', ['withdraw', SLUG, '--cause', 'une erreur']],
  ['delete', ['delete', SLUG, '--yes', ...REASON]],
  ['cancel-request', ['cancel-request', SLUG, ...REASON]],
  ['restore', ['restore', SLUG, ...REASON]],
  ['assign', ['assign', SLUG, 'nobody']],
  ['comment', ['comment', SLUG, '--text', 'Une remarque.']],
] as const satisfies readonly (readonly [EditorialAct['act'], readonly string[]])[]

const SITUATIONS = [
  ...STATES.map((state) => [state, () => deskWith(state)] as const),
  ['published, withdrawal asked for', () => deskWith('published', ['publisher', 'withdraw'])],
  ['published, deletion asked for', () => deskWith('published', ['publisher', 'delete'])],
  ['published, draft open', () => deskWith('published', ['author', 'revise'])],
  ['withdrawn, draft open again', () => deskWith('withdrawn', ['publisher', 'restore'])],
] as const

describe('every command × state × role does or refuses what the table says', () => {
  test.each(SITUATIONS)('%s', async (_name, make) => {
    const text = await textOf(await make())
    for (const [role, person] of Object.entries(TEAM)) {
      const open = new Map(openActs(text, person).map((one) => [one.act, one]))
      for (const [act, words] of COMMANDS) {
        const expected = open.get(act)
        const found = await run(await make(), person, words)
        const wanted =
          expected?.allowed === true
            ? expect.objectContaining({ exit: 0, said: '' })
            : expect.objectContaining({
                exit: 1,
                printed: '',
                said: expect.stringContaining(`${SLUG}: ${expected?.refused}: `),
              })
        // Approvals and deletions show first what they are about.
        const shown = act === 'approve' || act === 'delete'
        const seen = shown && found.exit === 0 ? { ...found, said: '' } : found
        expect([role, act, seen]).toEqual([role, act, wanted])
      }
    }
  })
})

const may = async (state: Parameters<typeof deskWith>[0], role: keyof typeof TEAM) => {
  const done: string[] = []
  for (const [act, words] of COMMANDS)
    if ((await run(await deskWith(state), TEAM[role], words)).exit === 0) done.push(act)
  return done
}

test('who may do what, in words: one line of the table per role', async () => {
  expect(await may('draft', 'author')).toEqual(['submit', 'assign', 'comment'])
  expect(await may('in_review', 'reviewer')).toEqual([
    'request-changes',
    'approve',
    'assign',
    'comment',
  ])
  expect(await may('approved', 'publisher')).toEqual([
    'publish',
    'schedule',
    'delete',
    'assign',
    'comment',
  ])
  expect(await may('published', 'publisher')).toEqual([
    'unpublish',
    'withdraw',
    'delete',
    'assign',
    'comment',
  ])
  expect(await may('deleted', 'publisher')).toEqual(['restore'])
  for (const role of ['administrator', 'dataProtection'] as const)
    for (const state of STATES) expect(await may(state, role)).toEqual([])
})

test('an outcome names state, position and who does what next', async () => {
  const desk = await deskWith('draft')
  const submitted = await run(desk, TEAM.author, ['submit', SLUG])
  expect(submitted.printed).toMatch(
    new RegExp(
      `^${SLUG}  in_review  at position \\d+\\n    next: a reviewer other than Anna Author approves it or asks for changes: pandect approve ${SLUG}\\n$`,
    ),
  )
  const { sha256Hash } = (await textOf(desk)).draft ?? {}
  const other = await run(desk, TEAM.reviewer, ['approve', SLUG, '--hash', 'a'.repeat(64)])
  expect(other).toMatchObject({ exit: 1, said: expect.stringContaining('another-wording') })
  const approved = await run(desk, TEAM.reviewer, ['approve', SLUG, '--yes', '--json'])
  expect(approved.said).toContain(`sha256 ${sha256Hash}`)
  expect(approved.said).toContain('publishing it makes version 1.0.0 (initial)')
  expect(JSON.parse(approved.printed)).toMatchObject({
    slug: SLUG,
    status: 'approved',
    sha256Hash,
    changed: true,
    next: { who: 'a publisher', command: `pandect publish ${SLUG}` },
  })
})

test('a text that is made public again beside its draft is published, with the draft', async () => {
  const desk = await deskWith('unpublished')
  const content = note('Le bail oblige.')
  const revised = await carryOutAct(
    desk.deps,
    TEAM.author,
    SLUG,
    { act: 'revise', content, base: null },
    at(),
  )
  expect(revised).toMatchObject({ status: 'draft' })
  const back = await run(desk, TEAM.publisher, ['publish', SLUG])
  expect(back.printed).toMatch(
    new RegExp(`^${SLUG}  published, with a draft of its next version  1\\.0\\.0  at position `),
  )
  expect(back.printed).toContain('next: an author submits it')
  const gone = await run(desk, TEAM.publisher, ['unpublish', SLUG, ...REASON])
  expect(gone.printed).toContain('  unpublished, with a draft of its next version  1.0.0  ')
})

test('nobody is asked without a terminal, and nothing happens', async () => {
  for (const [state, words] of [
    ['in_review', ['approve', SLUG]],
    ['published', ['delete', SLUG, ...REASON]],
  ] as const) {
    const desk = await deskWith(state)
    const before = await textOf(desk)
    const person = state === 'in_review' ? TEAM.reviewer : TEAM.publisher
    const found = await run(desk, person, words)
    expect(found).toMatchObject({ exit: 1, said: expect.stringContaining('confirmation-missing') })
    expect(await textOf(desk)).toEqual(before)
  }
})

test('a deletion needs a second person, who repeats no reason, and restore undoes it', async () => {
  const desk = await deskWith('published')
  const asked = await run(desk, TEAM.publisher, ['delete', SLUG, '--yes', ...REASON])
  expect(asked.printed).toContain('published')
  expect(asked.printed).toContain('somebody other than Paul Publisher confirms the deletion')
  const again = await run(desk, TEAM.publisher, ['delete', SLUG, '--yes'])
  expect(again).toMatchObject({ exit: 1, said: expect.stringContaining('same-person') })
  const done = await run(desk, TEAM.otherPublisher, ['delete', SLUG, '--yes'])
  expect(done).toMatchObject({ exit: 0, printed: expect.stringContaining('deleted') })
  const back = await run(desk, TEAM.publisher, ['restore', SLUG, '--reason', 'une erreur'])
  expect(back).toMatchObject({ exit: 0, printed: expect.stringContaining('unpublished') })
})

test('the audit has a line for what was done, none for what was asked for or refused', async () => {
  const desk = await deskWith('published')
  const lines: Act[] = []
  const deps = { ...desk.deps, audit: async (act: Act) => void lines.push(act) }
  const audited = { ...desk, deps }
  await run(audited, TEAM.author, ['unpublish', SLUG, ...REASON])
  await run(audited, TEAM.publisher, ['delete', SLUG, '--yes', ...REASON])
  expect(lines).toEqual([])
  await run(audited, TEAM.otherPublisher, ['delete', SLUG, '--yes'])
  await run(audited, TEAM.publisher, ['restore', SLUG, ...REASON])
  const { articleId: subject } = await textOf(desk)
  const data = { version: '1.0.0' }
  expect(lines).toEqual([
    { kind: 'text.deleted', actor: `staff:${TEAM.otherPublisher.id}`, subject, data },
    { kind: 'text.restored', actor: `staff:${TEAM.publisher.id}`, subject, data },
  ])
  for (const line of lines) expect(Act.parse(line)).toEqual(line)
})

test('a withdrawal carries the cause and the replacement of the first person', async () => {
  const desk = await deskWith('published')
  await run(desk, TEAM.publisher, ['withdraw', SLUG, '--cause', 'un arrêt contraire'])
  expect((await textOf(desk)).pending).toMatchObject({ reason: 'un arrêt contraire' })
  const done = await run(desk, TEAM.otherPublisher, ['withdraw', SLUG])
  expect(done.printed).toContain('withdrawn')
  const last = (await textOf(desk)).history.at(-1)
  expect(last).toMatchObject({ type: 'Withdrawn', detail: 'un arrêt contraire' })
  const missing = await run(await deskWith('published'), TEAM.publisher, ['withdraw', SLUG])
  expect(missing).toMatchObject({ exit: 1, said: expect.stringContaining('reasons-missing') })
})

test('a comment is anchored to quoted words, answered and settled', async () => {
  const desk = await deskWith('in_review')
  const words = ['comment', SLUG, '--text', 'Lequel ?']
  expect((await run(desk, TEAM.reviewer, [...words, '--quote', 'contrat'])).exit).toBe(0)
  const [comment] = (await textOf(desk)).comments
  expect(comment).toMatchObject({ anchor: { start: 15, end: 22 }, resolved: null })
  const gone = await run(desk, TEAM.reviewer, [...words, '--quote', 'absent'])
  expect(gone).toMatchObject({ exit: 1, said: expect.stringContaining('comment-unanchored') })
  const twice = await run(desk, TEAM.reviewer, [...words, '--quote', 'e'])
  expect(twice).toMatchObject({ exit: 1, said: expect.stringContaining('quote-ambiguous') })
  const id = comment?.id ?? ''
  await run(desk, TEAM.author, ['comment', SLUG, '--text', 'Celle-ci.', '--reply-to', id])
  await run(desk, TEAM.author, ['comment', SLUG, '--resolve', id])
  expect((await textOf(desk)).comments).toMatchObject([
    { id, resolved: expect.anything() },
    { inReplyTo: id, body: 'Celle-ci.' },
  ])
})

test('a text is assigned by e-mail address, and a refused text does not stop the others', async () => {
  const desk = await deskWith('draft')
  const { id } = TEAM.reviewer
  await run(desk, TEAM.author, ['assign', SLUG, `${id}@example.org`])
  expect((await textOf(desk)).assignedTo).toBe(id)
  const unknown = await run(desk, TEAM.author, ['assign', SLUG, 'who@example.org'])
  expect(unknown).toMatchObject({ exit: 1, said: expect.stringContaining('staff-unknown') })
  const mixed = await run(desk, TEAM.author, ['submit', 'no-such-text', SLUG])
  expect(mixed.exit).toBe(1)
  expect(mixed.said).toContain('no-such-text: text-unknown')
  expect(mixed.printed).toContain('in_review')
})

test('a headnote that changes after the approval sends the draft back to review, and publishes nothing', async () => {
  const desk = memoryDesk()
  const headnotes = [{ sequence: 1, summary: 'Le bail est un contrat.' }]
  await draftText(desk.deps, TEAM.author, note(undefined, { headnotes }), at())
  await run(desk, TEAM.author, ['submit', SLUG])
  await run(desk, TEAM.reviewer, ['approve', SLUG, '--yes'])
  const words = ['headnote', 'edit', SLUG, '1', '--summary', 'Le bail oblige.']
  const refused = await run(desk, TEAM.reviewer, words)
  expect(refused).toMatchObject({ exit: 1, said: expect.stringContaining('scope-missing') })
  const edited = await run(desk, TEAM.everything, words)
  expect(edited.printed).toContain('in_review')
  expect(edited.printed).toContain('the approval no longer counts')
  expect((await textOf(desk)).publicStatus).toBe('never-published')
  for (const [person, command, code] of [
    [TEAM.publisher, ['publish', SLUG], 'not-approved'],
    [TEAM.everything, ['approve', SLUG, '--yes'], 'reviewer-is-author'],
  ] as const)
    expect(await run(desk, person, command)).toMatchObject({
      exit: 1,
      said: expect.stringContaining(code),
    })
  expect((await run(desk, TEAM.reviewer, ['approve', SLUG, '--yes'])).exit).toBe(0)
  expect((await run(desk, TEAM.publisher, ['publish', SLUG])).printed).toContain('published')
})
