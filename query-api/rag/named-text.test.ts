/** Questions that ask what a text says: its own rules answer them, or nothing does. */
import { describe, expect, test } from 'vitest'
import { RagRequest, type RagResponse } from '#contracts/http/rag.ts'
import { ARTICLES, toolParts } from '../../test/mcp/harness.ts'
import { NAMED_CONFIDENCE, textsAskedFor } from './named-text.ts'

describe('a question asks for a text', () => {
  test.each([
    ["Que dit l'article 1240 du code civil ?", ['article:code-civil:1240']],
    ['Que prévoit l’article 82 du RGPD ?', ['article:32016r0679:82']],
    ["Peux-tu m'expliquer l'article 1195 du code civil ?", ['article:code-civil:1195']],
    ['What does Article 17 GDPR say?', ['article:32016r0679:17']],
    ['C. civ., art. 1240', ['article:code-civil:1240']],
    [
      'Que disposent les articles 1240 et 1241 du code civil ?',
      ['article:code-civil:1240', 'article:code-civil:1241'],
    ],
    ['Que dit Cass. soc., 12 janv. 2022, n° 20-12.345 ?', ['decision:fr.ccass:20-12.345']],
  ])('%s', (question, names) => {
    expect([...(textsAskedFor(question) ?? [])]).toEqual(names)
  })

  test.each([
    'Quelle sanction prévoit l’article 1240 du code civil ?',
    'L’article 1195 du code civil s’applique-t-il aux baux ?',
    'Que dit le code civil ?',
    'Que dit la loi n° 78-17 du 6 janvier 1978 ?',
    'Qui répare le dommage ?',
  ])('or for something else: %s', (question) => {
    expect(textsAskedFor(question)).toBeNull()
  })
})

const answer = async (question: string): Promise<RagResponse> =>
  (await toolParts(ARTICLES).answer(RagRequest.parse({ question }))).response

describe('its own rules answer it', () => {
  test.each([
    ...[1103, 1170, 1194, 1195, 1218, '1231-1', '1231-2', 1240, 1641, 1648, 2224, 2239].map(
      (number) =>
        [`Que dit l'article ${number} du code civil ?`, `article ${number} du Code civil`] as const,
    ),
    ...[5, 6, 12, 33, 82].map(
      (number) =>
        [`Que prévoit l'article ${number} du RGPD ?`, `article ${number} du RGPD`] as const,
    ),
    ['Que dit Cass. com., 12 juin 2024, n° 23-99.011 ?', 'n° 23-99.011'] as const,
  ])('%s', async (question, title) => {
    const { citations, confidence } = await answer(question)
    expect(citations.length).toBeGreaterThan(0)
    for (const one of citations) expect(one.title).toContain(title)
    expect(citations[0]?.quote).not.toContain('texte résume')
    expect(confidence).toBe(NAMED_CONFIDENCE)
  })

  test('a text that is not held has no answer, and the answer says so', async () => {
    const response = await answer('Que dit l’article 1241 du code civil ?')
    expect(response).toMatchObject({ abstained: true, abstainReason: 'no_source' })
    expect(response.warnings.map(({ code }) => code)).toContain('named_text_not_held')
  })
})
