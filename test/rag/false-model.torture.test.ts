/**
 * No lie of a model reaches an answer; the answers of a model that keeps to its sources do.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RagResponse } from '#contracts/http/rag.ts'
import { hasShared, NEEDS_SHARED } from '../corpus/shared.ts'
import { seededRandom } from '../service/random.ts'
import { questionsFrom, readCorpus, type Wording } from './corpus.ts'
import { type Draft, falseDraft, honestDraft, type Random } from './lies.ts'
import { answerWell, type AskedModel, type ModelServer, openModelServer } from './model-server.ts'
import { leastShare, openWorld, overAll, questionsOfRun, seedOfRun, type World } from './world.ts'

const TIMEOUT_MS = 300_000
const QUESTIONS = questionsOfRun()
const AT_ONCE = 4
/** Of the questions, one in so many is asked of the honest model too. */
const HONEST_EVERY = 2
const ANSWERED_MIN = 0.7
/** The default of the request. */
const GROUNDEDNESS_MIN = 70
const API_KEY = 'canary-key-of-the-model'

/** Words alone, in order: no mark and no letter's case tells two texts apart. */
const wordsOf = (text: string): string =>
  ` ${[
    ...text
      .normalize('NFC')
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}]+/gu),
  ]
    .map(([word]) => word)
    .join(' ')} `

/** Every sentence of an answer, with what its citations quote, as the files have them. */
const sentencesOf = (response: RagResponse, byHash: ReadonlyMap<string, Wording>) =>
  response.claims.map(({ text, citationIds }) => ({
    text,
    sources: response.citations
      .filter(({ id }) => citationIds.includes(id))
      .flatMap(({ sha256Hash, quote, type, headnoteId }) => {
        const content = byHash.get(sha256Hash)?.content
        if (content === undefined || !content.contentClean.includes(quote)) return []
        return type === 'headnote' && headnoteId !== null
          ? content.headnotes.map(({ summary }) => summary)
          : [quote]
      }),
  }))

/** Words that lead a sentence in: those that an honest draft may have, and names of articles. */
const LEAD = /^(?:en effet|par ailleurs|toutefois|ensuite|)\s*$/u

/**
 * The lies of a draft that an answer holds. Words of the sources are no lies, even where a lie
 * repeats them.
 */
const liesIn = (
  { lies }: Draft,
  response: RagResponse,
  byHash: ReadonlyMap<string, Wording>,
): string[] => {
  const sentences = sentencesOf(response, byHash)
  const unsupported = sentences.flatMap(({ text, sources }) => {
    const sentenceWords = wordsOf(text)
    const source = sources
      .map(wordsOf)
      .find((words) => sentenceWords.endsWith(words) || words.includes(sentenceWords))
    if (source === undefined) return [text]
    const lead = sentenceWords.endsWith(source)
      ? sentenceWords.slice(0, sentenceWords.length - source.length).trim()
      : ''
    return LEAD.test(lead) ? [] : [text]
  })
  const sources = wordsOf(sentences.flatMap((one) => one.sources).join(' | '))
  const answer = wordsOf(response.answer ?? '')
  const lied = lies.filter(
    (lie) => answer.includes(wordsOf(lie)) && !sources.includes(wordsOf(lie)),
  )
  return [...unsupported, ...lied]
}

describe.runIf(hasShared)(`a model over the real corpus ${NEEDS_SHARED}`, () => {
  const seed = seedOfRun()
  const corpus = hasShared ? readCorpus() : []
  const byHash = new Map<string, Wording>(corpus.map((wording) => [wording.sha256Hash, wording]))
  const questions = questionsFrom(corpus, seed, QUESTIONS)
  const random: Random = seededRandom(seed)
  const drafts = new Map<string, Draft>()
  let draftOf: (asked: AskedModel) => Draft
  let server: ModelServer
  let world: World

  beforeAll(async () => {
    console.log(`seed ${seed} (SEED repeats it)`)
    server = await openModelServer((asked, response) => {
      const draft = draftOf(asked)
      drafts.set(asked.question, draft)
      answerWell(response, draft.text, asked.stream)
    })
    world = await openWorld({
      LLM_BASE_URL: server.url,
      LLM_MODEL: 'a-model-of-the-tests',
      LLM_API_KEY: API_KEY,
      LLM_STREAM: seed % 2 === 0 ? 'on' : 'off',
    })
  }, TIMEOUT_MS)
  afterAll(async () => {
    await world.close()
    await server.close()
  })

  const askAll = (some: typeof questions): Promise<RagResponse[]> =>
    overAll(some, AT_ONCE, async ({ text: question }, index) => {
      // Where any share of truth is enough, each lie must be found by itself.
      const minGroundedness = index % 2 === 0 ? 0 : GROUNDEDNESS_MIN
      const asked = { question, mode: 'generative', minGroundedness }
      const { status, body, text } = await world.rag(asked)
      expect(status, text.slice(0, 300)).toBe(200)
      return RagResponse.parse(body)
    })

  test(
    `a false model: no lie of ${QUESTIONS} drafts reaches an answer`,
    { timeout: TIMEOUT_MS },
    async () => {
      draftOf = (asked) => falseDraft(asked, random)
      const answers = await askAll(questions)
      const drafted = questions.flatMap(({ text }) => drafts.get(text) ?? [])
      const lying = drafted.filter(({ lies }) => lies.length > 0).length
      const answered = answers.filter(({ abstained }) => !abstained)
      const lied = answers.flatMap((response, index) => {
        const draft = drafts.get(questions[index]?.text ?? '')
        return draft === undefined ? [] : liesIn(draft, response, byHash)
      })
      console.log(
        `${lying} of ${drafted.length} drafts lie; ${answered.length} answers, ${lied.length} lies in them`,
      )
      expect(lied).toEqual([])
      // Most drafts lie, and many are answered with what is true in them: else this shows nothing.
      expect(lying).toBeGreaterThan(QUESTIONS / 2)
      expect(answered.length).toBeGreaterThan(QUESTIONS / 5)
      for (const { model } of answered)
        expect(model).toMatchObject({ name: 'a-model-of-the-tests', deterministic: false })
      for (const { abstained, abstainReason } of answers)
        if (abstained) expect(abstainReason).not.toBeNull()
    },
  )

  test('the check of this test finds a lie in an answer', async () => {
    const response = await world.rag({ question: questions[0]?.text, mode: 'extractive' })
    const lying = { ...response.body, answer: 'La prescription est abolie par la loi. [1]' }
    const draft: Draft = { text: '', lies: ['La prescription est abolie par la loi.'] }
    expect(liesIn(draft, lying, byHash)).toHaveLength(1)
    const [first] = response.body.claims
    if (first === undefined) throw new Error('no claim')
    const negated = { ...first, text: first.text.replace(' ', ' ne pas ') }
    expect(
      liesIn({ text: '', lies: [] }, { ...response.body, claims: [negated] }, byHash),
    ).toHaveLength(1)
  })

  test('the answers of an honest model are published', { timeout: TIMEOUT_MS }, async () => {
    draftOf = (asked) => ({ text: honestDraft(asked, random), lies: [] })
    const some = questions.filter((_, index) => index % HONEST_EVERY === 0)
    const answers = await askAll(some)
    const answered = answers.filter(({ abstained }) => !abstained)
    const byModel = answered.filter(({ model }) => model.name === 'a-model-of-the-tests')
    console.log(`${answered.length} of ${some.length} answered with an honest model`)
    expect(byModel).toHaveLength(answered.length)
    const least = leastShare(ANSWERED_MIN, some.length)
    expect(answered.length / some.length).toBeGreaterThanOrEqual(least)
    for (const response of answered) {
      expect(liesIn({ text: '', lies: [] }, response, byHash)).toEqual([])
    }
  })

  test('the key of the model is sent to the model alone', async () => {
    expect(server.asked[0]?.authorization).toBe(`Bearer ${API_KEY}`)
    const { text } = await world.rag({ question: questions[0]?.text, mode: 'generative' })
    expect(text).not.toContain(API_KEY)
    expect(server.asked[0]?.prompt).not.toContain(world.service.key)
  })
})
