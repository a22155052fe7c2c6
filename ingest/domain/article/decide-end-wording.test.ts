import { expect, test } from 'vitest'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import { A, B, days, IMPORTER, importOf, TEXTS, TIME } from './articles.testing.ts'
import type { ArticleCommand } from './commands.ts'
import { articleDecider } from './decide.ts'
import { type ArticleState, evolve, INITIAL_STATE } from './state.ts'

const STAMP = { actor: IMPORTER, time: TIME, texts: TEXTS }
const end = (sourceVersion: string): ArticleCommand => ({
  type: 'EndWording',
  sourceVersion,
  ...STAMP,
})
const decided = (state: ArticleState, command: ArticleCommand): readonly ArticleEvent[] => {
  const events = articleDecider.decide(command, state)
  if (isRefusal(events)) throw new Error(events.refused)
  return events
}
const after = (...commands: readonly ArticleCommand[]): ArticleState =>
  commands.reduce(
    (state, command) =>
      decided(state, command).reduce(
        (one, event) => evolve(one, { ...event, actor: IMPORTER, time: TIME }),
        state,
      ),
    INITIAL_STATE,
  )

const OLD = importOf(A, 'old', { validity: days('2016-10-01') })
const NEW = importOf(B, 'new', { validity: days('2020-01-01') })

test('a deleted wording is in force on no day; the others keep theirs', () => {
  const state = after(OLD, NEW)
  expect(decided(state, end('new'))).toEqual([
    {
      type: 'ValidityRecorded',
      data: {
        version: state.published?.version,
        validFrom: '0001-01-02',
        validTo: '0001-01-01',
        sourceVersion: 'new',
      },
    },
  ])
  expect(decided(state, end('another'))).toEqual([])
})

test('it ends once, and the last wording stands for the text', () => {
  const state = after(OLD, NEW, end('new'))
  expect(decided(state, end('new'))).toEqual([])
  expect(decided(state, end('old'))).toEqual([])
})

test('a later file of the publisher states its days again', () => {
  const state = after(OLD, NEW, end('new'))
  expect(decided(state, NEW)).toEqual([])
  expect(decided(state, { ...NEW, isNewer: true })).toMatchObject([
    { type: 'ValidityRecorded', data: { validFrom: '2020-01-01', sourceVersion: 'new' } },
  ])
})

test('a known wording that a later file ends keeps its version', () => {
  const state = after(OLD)
  const ended = { ...OLD, validity: days('2016-10-01', '2024-12-31') }
  expect(decided(state, ended)).toEqual([])
  const events = decided(state, { ...ended, isNewer: true })
  expect(events).toMatchObject([
    { type: 'ValidityRecorded', data: { version: '1.0.0', validTo: '2024-12-31' } },
  ])
  expect(decided(state, { ...OLD, isNewer: true })).toEqual([])
})
