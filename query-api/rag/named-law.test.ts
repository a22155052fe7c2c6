/** Questions that name a state: no other law answers them, and its own only what it speaks of. */
import { describe, expect, test } from 'vitest'
import type { Article } from '#contracts/http/article.ts'
import { RagRequest } from '#contracts/http/rag.ts'
import type { Jurisdiction } from '#contracts/vocabulary/texts.ts'
import { ARTICLES, toolParts } from '../../test/mcp/harness.ts'
import { NO_WORDINGS } from '../versions/wording-article.testing.ts'
import { makeAnswering } from './answer.ts'
import { type Candidate, ofNamedLaw } from './candidates.ts'

const [one] = ARTICLES
if (one === undefined) throw new Error('no texts')

const candidate = (jurisdiction: Jurisdiction): Candidate => ({
  article: { ...one, jurisdiction: [jurisdiction] },
  headnote: null,
  words: jurisdiction,
  start: 0,
  end: 2,
  coverage: 1,
  absent: 0,
  score: 1,
  confidence: 0.9,
  groundedness: 0.9,
})
const ALL = (['FR', 'EU', 'LU', 'MC', 'AD'] as const).map(candidate)

test.each([
  [[], ['FR', 'EU', 'LU', 'MC', 'AD']],
  [['EU'], ['FR', 'EU', 'LU', 'MC', 'AD']],
  [['MC'], ['MC']],
  [['AD'], ['AD']],
  [['LU'], ['EU', 'LU']],
  [['FR'], ['FR', 'EU']],
  [
    ['MC', 'EU'],
    ['EU', 'MC'],
  ],
] as const)('a question that names %j may quote %j', (named, quoted) => {
  const found = ofNamedLaw(ALL, new Set<Jurisdiction>(named))
  expect(found.map(({ words }) => words)).toEqual(quoted)
})

describe('of what the law of a state does not speak', () => {
  const law: Article = {
    ...one,
    contentType: 'legislation',
    title: 'Loi de Monaco, article 102',
    contentClean: 'Les tribunaux de la Principauté sont compétents pour connaître de toute action.',
    jurisdiction: ['MC'],
    headnotes: [],
    statusFlag: 'green',
    judicialDecision: null,
    provision: null,
    validity: { validFrom: null, validTo: null },
  }
  const parts = toolParts([law])
  const answer = makeAnswering({ ...parts, ...NO_WORDINGS, now: () => 0, clock: () => 0 })
  const ask = async (question: string) => (await answer(RagRequest.parse({ question }))).response

  test('it gives no answer, and says which words are not held', async () => {
    const { abstainReason, warnings } = await ask(
      'Quel tribunal est compétent à Monaco pour un licenciement ?',
    )
    expect(abstainReason).toBe('out_of_coverage')
    expect(warnings).toEqual([
      {
        code: 'matter_not_held',
        severity: 'info',
        citationId: null,
        message: 'No text of MC that is held has the words: licenciement.',
      },
    ])
  })

  test('words of an English question are looked up as the French ones that they stand for', async () => {
    const asked = [
      'Which court is competent in Monaco for a dismissal?',
      'Which court is competent in Monaco?',
    ]
    const [dismissal, court] = await Promise.all(asked.map(ask))
    expect(dismissal?.warnings.map(({ message }) => message)).toEqual([
      'No text of MC that is held has the words: licenciement.',
    ])
    expect(court?.warnings.map(({ code }) => code)).not.toContain('matter_not_held')
  })

  test.each([
    'Quels tribunaux sont compétents à Monaco pour une action ?',
    // Texts in another language have none of its words.
    'Comment le loyer est-il fixé à Monaco ?',
    'Quel tribunal est compétent pour un licenciement ?',
  ])('nothing is said of %s', async (question) => {
    const { warnings } = await ask(question)
    expect(warnings.map(({ code }) => code)).not.toContain('matter_not_held')
  })
})
