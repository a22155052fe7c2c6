/**
 * Answers over the real corpus: their quotes, how many there are, and the wording of a day.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RagCitation, RagResponse } from '#contracts/http/rag.ts'
import { hasShared, NEEDS_SHARED } from '../corpus/shared.ts'
import { questionsFrom, readCorpus, type Wording } from './corpus.ts'
import { leastShare, openWorld, overAll, questionsOfRun, seedOfRun, type World } from './world.ts'

const TIMEOUT_MS = 300_000
const QUESTIONS = questionsOfRun()
const AT_ONCE = 4
/** The service abstains where it is not sure enough (contracts/conventions/rag.md). */
const ANSWERED_MIN = 0.7
const OWN_NOTE_MIN = 0.7
const SAMPLE = 25

describe.runIf(hasShared)(`answers over the real corpus ${NEEDS_SHARED}`, () => {
  const seed = seedOfRun()
  const corpus = hasShared ? readCorpus() : []
  const byHash = new Map<string, Wording>(corpus.map((wording) => [wording.sha256Hash, wording]))
  const questions = questionsFrom(corpus, seed, QUESTIONS)
  let world: World
  beforeAll(async () => {
    console.log(`seed ${seed} (SEED repeats it)`)
    world = await openWorld()
  }, TIMEOUT_MS)
  afterAll(() => world.close())

  /** The words at both spans of the wording whose hash is named, as the files have it. */
  const expectQuoted = ({ quote, quoteSpan, sha256Hash, slug }: RagCitation): void => {
    const wording = byHash.get(sha256Hash)
    if (wording === undefined) throw new Error(`${slug}: no file has the hash ${sha256Hash}`)
    const { contentClean } = wording.content
    expect(wording.content.slug).toBe(slug)
    const { utf16, codePoint } = quoteSpan
    expect(contentClean.slice(utf16.start, utf16.end)).toBe(quote)
    expect([...contentClean].slice(codePoint.start, codePoint.end).join('')).toBe(quote)
    expect(quote.length).toBeGreaterThan(0)
  }

  const expectBound = (response: RagResponse): void => {
    const { answer, claims, citations, abstained } = response
    for (const citation of citations) expectQuoted(citation)
    const byId = new Map(citations.map((citation) => [citation.id, citation]))
    for (const { text, span, citationIds, verdict } of claims) {
      expect(answer?.slice(span.utf16.start, span.utf16.end)).toBe(text)
      expect(verdict).toBe('supported')
      for (const id of citationIds) {
        const cited = byId.get(id)
        const wording = byHash.get(cited?.sha256Hash ?? '')
        const endings =
          cited?.type === 'headnote'
            ? (wording?.content.headnotes ?? []).map(({ summary }) => summary)
            : [`« ${cited?.quote} »`]
        expect(endings.some((words) => text.endsWith(words))).toBe(true)
      }
    }
    expect(claims.length === 0).toBe(abstained)
    expect(response.corpus).toMatchObject({
      generation: 'g1',
      builtAt: expect.stringMatching(/Z$/),
    })
  }

  test(
    `${QUESTIONS} questions: every quote to the letter, most are answered, notes answer their own titles`,
    { timeout: TIMEOUT_MS },
    async () => {
      expect(questions).toHaveLength(QUESTIONS)
      const answers = await overAll(questions, AT_ONCE, async ({ text }) => {
        const { status, body, text: raw } = await world.rag({ question: text })
        expect(status, raw.slice(0, 300)).toBe(200)
        const response = RagResponse.parse(body)
        expectBound(response)
        return response
      })
      const answered = answers.filter(({ abstained }) => !abstained).length
      const titles = answers.filter((_, index) => questions[index]?.kind === 'title')
      const own = titles.filter(({ citations }, index) =>
        citations.some(({ slug }) => {
          const asked = questions[index]?.text
          return corpus.some(
            ({ content }) =>
              content.slug === slug && content.title.replaceAll(/[*_#]/gu, '').trim() === asked,
          )
        }),
      ).length
      const quotes = answers.reduce((sum, { citations }) => sum + citations.length, 0)
      console.log(
        `${answered} of ${QUESTIONS} answered, ${quotes} quotes, own note cited for ${own} of ${titles.length} titles`,
      )
      // An answer has a quote, and some have several.
      expect(quotes).toBeGreaterThan(answered)
      expect(answered / QUESTIONS).toBeGreaterThanOrEqual(leastShare(ANSWERED_MIN, QUESTIONS))
      expect(own / titles.length).toBeGreaterThanOrEqual(leastShare(OWN_NOTE_MIN, titles.length))
    },
  )

  test('the tool for agents gives the same quotes', { timeout: TIMEOUT_MS }, async () => {
    const { service } = world
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${service.key}` } },
      }),
    )
    for (const { text: question } of questions.filter(
      (_, index) => index % Math.ceil(QUESTIONS / SAMPLE) === 0,
    )) {
      const result = await client.callTool({ name: 'service_rag_query', arguments: { question } })
      expect(result.isError).toBe(false)
      const response = RagResponse.parse(result.structuredContent)
      expectBound(response)
      const { body } = await world.rag({ question })
      expect(response.citations).toEqual(body.citations)
    }
    await client.close()
  })

  test(
    'an older day is answered with the wording of that day, its version and its hash',
    { timeout: TIMEOUT_MS },
    async () => {
      const states = Map.groupBy(
        corpus.filter(({ file }) => file === 'legislation_lu_versions.jsonl'),
        ({ content }) => content.source.id,
      )
      const older = [...states.values()].flatMap((all): Wording[] => {
        const [first] = all
        const last = all.at(-1)
        return first !== undefined && first.sha256Hash !== last?.sha256Hash ? [first] : []
      })
      expect(older.length).toBeGreaterThan(50)
      const found = await overAll(older, AT_ONCE, async ({ content, validity, sha256Hash }) => {
        const asOf = validity.validFrom ?? ''
        const question = content.contentClean.split('\n')[0]?.slice(0, 300)
        const { body } = await world.rag({ question, asOf, filters: { jurisdictions: ['LU'] } })
        expectBound(body)
        expect(body.corpus.asOf).toBe(asOf)
        for (const { validFrom, validTo } of body.citations) {
          expect(validFrom === null || validFrom <= asOf).toBe(true)
          expect(validTo === null || validTo >= asOf).toBe(true)
        }
        // No wording of the text but that of the day.
        const own = body.citations.filter(({ slug }) => slug === content.slug)
        expect(own.every((citation) => citation.sha256Hash === sha256Hash)).toBe(true)
        return own.length > 0
      })
      const cited = found.filter(Boolean).length
      console.log(`the wording of the day is cited for ${cited} of ${older.length} older wordings`)
      expect(cited / older.length).toBeGreaterThanOrEqual(ANSWERED_MIN)
    },
  )

  test.each([
    // The Code civil is held up to article 1386-1: its sale is not.
    'Le vendeur doit-il garantir les vices cachés ?',
    // Of Monaco only the law on personal data is held.
    'Quel tribunal est compétent à Monaco pour un licenciement ?',
  ])('%s is not answered, since its rule is not held', async (question) => {
    const { body } = await world.rag({ question })
    expect(body).toMatchObject({ abstained: true, confidence: null, citations: [] })
  })

  test('a day before anything was in force says so', async () => {
    const wording = corpus.find(({ file }) => file === 'legislation_lu_versions.jsonl')
    const { body } = await world.rag({
      question: wording?.content.contentClean.slice(0, 300),
      asOf: '1801-01-01',
      filters: { jurisdictions: ['LU'] },
    })
    expect(body).toMatchObject({ abstained: true, abstainReason: 'asof_not_covered' })
    expect(body.coverage).not.toBeNull()
  })
})
