/** Which versions of a decision propose an erasure, on pairs of wordings. */
import { expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import {
  IMPORTER,
  importOf,
  textsOf,
  TIME,
  wording,
} from '../../domain/article/articles.testing.ts'
import { articleDecider } from '../../domain/article/decide.ts'
import { type ArticleState, evolve, INITIAL_STATE } from '../../domain/article/state.ts'
import type { ImportText } from '../../domain/article/commands.ts'
import { proposalOf } from './proposals.ts'

const stateAfter = (
  texts: readonly string[],
  over: Partial<ImportText> = {},
  type = 'jurisprudence',
) => {
  const contents = texts.map((text) => wording(text, { contentType: type }))
  return contents.reduce<ArticleState>((state, content, at) => {
    const command = importOf(content, `state-${at}`, { texts: textsOf(...contents), ...over })
    const events = articleDecider.decide(command, state)
    if (isRefusal(events)) throw new Error(events.refused)
    const stamp = { actor: IMPORTER, time: TIME }
    return events.reduce((one, event) => evolve(one, { ...event, ...stamp }), state)
  }, INITIAL_STATE)
}
const LONG = 'La cour rappelle les faits et la procédure, puis examine le moyen. '.repeat(8)
const earlierOf = (texts: readonly string[]): readonly string[] =>
  proposalOf(stateAfter(texts.map((text) => `${LONG}\n${text}`)))?.earlier ?? []

test.each([
  ['M. Dupont a formé un pourvoi.', 'M. X... a formé un pourvoi.'],
  ['M. Dupont a formé un pourvoi.', 'M. A... a formé un pourvoi.'],
  ['M. Dupont a formé un pourvoi.', 'M. A… a formé un pourvoi.'],
  ['M. Jean Dupont a formé un pourvoi.', 'M. [X] a formé un pourvoi.'],
  ['M. Jean Dupont a formé un pourvoi.', 'M. [J] [D] a formé un pourvoi.'],
  ['Mme Anne Petit, épouse Dupont, a saisi.', 'Mme [A] [P], épouse [D], a saisi.'],
  ['Il habite 12 rue Haute à Lyon et conclut.', 'Il habite [Adresse 1] et conclut.'],
  ['Né le 3 mai 1980, il agit.', 'Né le [Date naissance 1], il agit.'],
])('a publisher took a name out of %j: the version before is proposed', (old, next) => {
  expect(earlierOf([old, next])).toEqual(['1.0.0'])
})

test.each([
  ['names come back', 'M. [X] a formé un pourvoi.', 'M. Dupont a formé un pourvoi.'],
  ['another name', 'M. Dupont a formé un pourvoi.', 'M. Durand a formé un pourvoi.'],
  ['another placeholder', 'M. [X] a formé un pourvoi.', 'M. [Y] a formé un pourvoi.'],
  ['a word in brackets', 'Le demandeur a saisi.', 'Le demandeur [sic] a saisi.'],
  ['an omission', 'La cour a jugé le moyen fondé.', 'La cour a jugé [...] fondé.'],
  ['a correction', 'La cour a jugé.', 'La Cour a jugé.'],
  ['a paragraph', 'La cour a jugé.', 'La cour a jugé.\nM. [X] est condamné.'],
  ['nothing', 'M. [X] a saisi.', 'M. [X] a saisi. '],
])('%s is no anonymisation', (_, old, next) => {
  expect(earlierOf([old, next])).toEqual([])
})

test('the last anonymisation is about every version before it', () => {
  const texts = [
    'M. Dupont et M. Petit.',
    'M. [X] et M. Petit.',
    'M. [X] et M. [Y].',
    'M. [X], M. [Y].',
  ]
  expect(earlierOf(texts)).toEqual(['1.0.0', '1.0.1'])
})

test('a norm, an editor’s version and a first version propose nothing', () => {
  const texts = [`${LONG}\nM. Dupont.`, `${LONG}\nM. [X].`]
  expect(proposalOf(stateAfter(texts, {}, 'legislation'))).toBeNull()
  expect(proposalOf(stateAfter(texts, { policy: 'demonstration' }))).toBeNull()
  expect(proposalOf(stateAfter(texts.slice(1)))).toBeNull()
})

test('the proposal names text, versions and ground', () => {
  expect(proposalOf(stateAfter([`${LONG}\nM. Dupont.`, `${LONG}\nM. [X].`]))).toEqual({
    slug: 'texte-0a1b2c3d',
    version: '1.0.1',
    recordedAt: TIME,
    earlier: ['1.0.0'],
    ground: 'court-occultation',
  })
})

test('what was erased, or is asked to be, is proposed no longer', () => {
  const state = stateAfter(
    ['M. Dupont et M. Petit.', 'M. [X] et M. Petit.', 'M. [X] et M. [Y].'].map(
      (text) => `${LONG}\n${text}`,
    ),
  )
  const [first] = proposalOf(state)?.earlier ?? []
  const versions = first === undefined ? [] : [first]
  const why = { ground: 'court-occultation', request: 'R 1' } as const
  const wanted = { ...why, versions, whole: false, thread: null }
  const by = { actor: 'staff:first', time: TIME } as const
  const asked = evolve(state, { ...by, type: 'ErasureRequested', data: { ...wanted, versions } })
  expect(proposalOf(asked)).toBeNull()
  const data = { ...wanted, versions, requestedBy: by.actor, keys: [], fingerprints: [] }
  const erased = evolve(asked, { ...by, type: 'WordingErased', data })
  expect(proposalOf(erased)?.earlier).toEqual(['1.0.1'])
})
