import { expect, test } from 'vitest'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import { A, AUTHOR, B, IMPORTER, TEXTS, TIME, importOf } from './articles.testing.ts'
import type { ArticleCommand } from './commands.ts'
import { articleDecider } from './decide.ts'
import { type ArticleState, evolve, INITIAL_STATE, statusOf } from './state.ts'

const STAMP = { actor: IMPORTER, time: TIME, texts: TEXTS }
const TAKE_DOWN = {
  type: 'TakeDown',
  cause: 'publisher_deletion',
  publisher: 'DILA',
  list: 'liste_suppression_legi.dat',
  ...STAMP,
} as const

type Step = { readonly state: ArticleState; readonly events: readonly ArticleEvent[] }
const after = (state: ArticleState, ...commands: readonly ArticleCommand[]): Step => {
  let step: Step = { state, events: [] }
  for (const command of commands) {
    const events = articleDecider.decide(command, step.state)
    if (isRefusal(events)) throw new Error(events.refused)
    const { actor, time } = command
    const next = events.reduce((one, event) => evolve(one, { ...event, actor, time }), step.state)
    step = { state: next, events }
  }
  return step
}
const types = ({ events }: Step): string[] => events.map(({ type }) => type)
const imported = (
  content: typeof A,
  state = 'a',
  over: Parameters<typeof importOf>[2] = {},
): ArticleCommand => importOf(content, state, over)

test('a published text goes at once, and once', () => {
  const gone = after(INITIAL_STATE, imported(A), TAKE_DOWN)
  expect(types(gone)).toEqual(['Deleted'])
  expect(gone.events[0]?.data).toMatchObject({
    publisher: { policy: 'official-import', cause: 'publisher_deletion', publisher: 'DILA' },
  })
  expect(types(after(gone.state, TAKE_DOWN))).toEqual([])
})

test('a text that no source ever stated stays', () => {
  expect(types(after(INITIAL_STATE, TAKE_DOWN))).toEqual([])
})

test('the same wording is the same version again; another one is the next version', () => {
  const { state } = after(INITIAL_STATE, imported(A), TAKE_DOWN)
  const same = after(state, imported(A))
  expect(types(same)).toEqual(['Restored', 'VersionPublished'])
  expect(same.state).toMatchObject({ published: { version: '1.0.0' }, removal: null })
  const other = after(state, imported(B, 'b'))
  expect(types(other)).toContain('Restored')
  expect(other.state.published?.version).toBe('2.0.0')
})

test('an import that publishes nothing brings nothing back', () => {
  const { state } = after(INITIAL_STATE, imported(A), TAKE_DOWN)
  expect(types(after(state, imported(A, 'a', { publish: false })))).toEqual([])
  expect(() => after(state, imported(B, 'b', { publish: false }))).toThrow('text-deleted')
})

test('what a person had taken down before stays down when its publisher states it again', () => {
  const { state } = after(
    INITIAL_STATE,
    imported(A),
    { type: 'Unpublish', reason: 'Doute.', ...STAMP, actor: AUTHOR },
    TAKE_DOWN,
  )
  expect(statusOf(state)).toBe('deleted')
  expect(statusOf(after(state, imported(A)).state)).toBe('unpublished')
  expect(() => after(state, imported(B, 'b'))).toThrow('text-unpublished')
})

test('a text that two persons deleted is not the publisher’s to bring back', () => {
  const request = { type: 'Delete', reason: 'Demande.', ...STAMP } as const
  const { state } = after(
    INITIAL_STATE,
    imported(A),
    { ...request, actor: 'person:one' },
    { ...request, actor: 'person:two' },
  )
  expect(state.removal).toBeNull()
  expect(() => after(state, imported(B, 'b'))).toThrow('text-deleted')
})
