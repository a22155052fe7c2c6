import { expect, test } from 'vitest'
import { A } from '../domain/article/articles.testing.ts'
import { type ArticleState, INITIAL_STATE, type Proposed } from '../domain/article/state.ts'
import { accepting } from './headnotes.ts'

const ID = '0a1b2c3d-0000-4000-8000-000000000001'
const AS_PROPOSED = { summary: null, legalRuleType: null }
const textWith = (...proposals: readonly Proposed[]): ArticleState => ({
  ...INITIAL_STATE,
  proposals: new Map(proposals.map((one) => [one.id, one])),
})

test('a proposal is accepted only if it exists and its words are still in the text', () => {
  const proposal = { id: ID, summary: 'Le délai.', legalRuleType: null, outcome: null }
  expect(accepting(ID, AS_PROPOSED)(A, textWith())).toMatchObject({ refused: 'proposal-unknown' })
  const outdated = textWith({ ...proposal, sourceText: 'Le délai est de dix ans.' })
  expect(accepting(ID, AS_PROPOSED)(A, outdated)).toMatchObject({ refused: 'proposal-outdated' })
  const present = textWith({ ...proposal, sourceText: A.contentClean })
  expect(accepting(ID, AS_PROPOSED)(A, present)).toHaveProperty('content')
})
