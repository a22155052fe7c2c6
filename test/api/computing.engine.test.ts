import { describe, expect, onTestFinished, test } from 'vitest'
import { VerifyRequest } from '#contracts/http/verify.ts'
import { Slug } from '#contracts/ids.ts'
import { openComputing } from '#infra/processes/computing/open.ts'
import { requireAffordable, VERIFY_BUDGET } from '#query-api/verify/budget.ts'
import { verifyOver } from '#query-api/verify/verify.ts'
import { ARTICLE, emptyResponse, POSITION, storedArticle } from './harness.ts'

const WORDS =
  'le bailleur remet au preneur un logement décent et le juge fixe le délai de prescription de cinq ans'.split(
    ' ',
  )
const paragraph = (seed: number): string =>
  Array.from({ length: 12 }, (_, at) => {
    const from = (seed * 7 + at * 3) % WORDS.length
    return `${[...WORDS.slice(from), ...WORDS.slice(0, from)].join(' ')} ${seed}.`
  }).join(' L’article ')

/** Long texts; each is read from the "database" of this thread. */
const TEXTS = new Map(
  Array.from({ length: 20 }, (_, at) => {
    const slug = Slug.parse(`texte-${at}-0a1b2c3d`)
    const contentClean = Array.from({ length: 40 }, (_one, seed) => paragraph(at + seed)).join(
      '\n\n',
    )
    return [slug, storedArticle({ ...ARTICLE, slug, contentClean })]
  }),
)

/** Quotations of held texts with every ninth word changed, and 20 long sources. */
const attackOf = (quotations: number): VerifyRequest =>
  VerifyRequest.parse({
    text: Array.from({ length: quotations }, (_, at) => {
      const words = paragraph(at)
        .replaceAll('.', '')
        .split(' ')
        .slice(at % 5, (at % 5) + 36)
      const quoted = words.map((word, place) => (place % 9 === 8 ? 'autrement' : word))
      return `Le juge dit « ${quoted.join(' ')} ».`
    }).join(' '),
    sources: [...TEXTS.keys()].map((slug) => ({ slug })),
  })
const ATTACK = attackOf(78)

const parts = (onRead: () => void = () => undefined) => ({
  search: async (request: Parameters<typeof emptyResponse>[0]) => ({
    response: emptyResponse(request),
    position: POSITION,
  }),
  articles: {
    bySlug: async (slug: Slug) => {
      onRead()
      return { article: TEXTS.get(slug) ?? null, position: POSITION }
    },
    bySlugs: async () => ({ articles: TEXTS, position: POSITION }),
    position: async () => POSITION,
  },
  citations: { textsNamed: async () => [], coverage: async () => new Map() },
  replacements: async () => new Map(),
  stateOf: async () => null,
  blobs: { get: async () => new Map() },
  coverage: async () => ({ corpusPosition: '0', jurisdictions: [], details: '' }),
  state: async () => ({ position: POSITION, generation: null, builtAt: null }),
})

const open = (onRead?: () => void) => {
  const computing = openComputing(1, {
    ...parts(onRead),
    heads: { headsOf: async () => [] },
    entailment: null,
    onModelFault: () => undefined,
    model: null,
  })
  onTestFinished(() => computing.close())
  return computing
}

const SHORT = VerifyRequest.parse({
  claim: 'Le débiteur répond de l’inexécution de son obligation de délivrer un logement.',
  sources: [{ slug: 'texte-1-0a1b2c3d' }],
})

describe('verification on a thread', () => {
  test('answers as it does in the process', async () => {
    const here = verifyOver({ ...parts(), now: () => Date.now(), clock: () => 0 })
    const { response } = await open().verify(SHORT)
    const { response: own } = await here(SHORT)
    expect({ ...response, latencyMs: 0, integrity: [] }).toEqual({
      ...own,
      latencyMs: 0,
      integrity: [],
    })
  })

  test('refuses a request as it does in the process', async () => {
    const unknown = { ...SHORT, sources: [{ slug: 'unknown-0a1b2c3d' }] }
    await expect(open().verify(unknown)).rejects.toMatchObject({
      details: [{ path: 'sources.0.slug', code: 'not_found' }],
    })
  })

  test('passes on the faults of the ports', async () => {
    const { verify } = open(() => {
      throw new TypeError('the words of an engine')
    })
    await expect(verify(SHORT)).rejects.toMatchObject({ code: 'computation-failed' })
  })

  test('ends soon after the client left, long before the document is done', async () => {
    const begun = Promise.withResolvers<void>()
    const { verify } = open(() => begun.resolve())
    await verify(SHORT)
    const leaving = new AbortController()
    const verifying = verify(ATTACK, leaving.signal)
    await begun.promise
    leaving.abort()
    await expect(verifying).rejects.toMatchObject({ code: 'aborted' })
    const { response } = await verify(SHORT)
    expect(response.claims).toHaveLength(1)
  })

  test('lets this thread go on while it works', async () => {
    const { verify } = open()
    await verify(SHORT)
    let turns = 0
    const timer = setInterval(() => (turns += 1), 5)
    // Short enough for the time that a verification may take, on a busy machine, too.
    await verify(attackOf(20))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })
})

describe('the budget of a verification', () => {
  test('refuses more sentences and sources than it allows before anything is read', () => {
    const text = 'Oui. '.repeat(VERIFY_BUDGET.comparisonsMax / 20 + 1)
    const sources = ATTACK.sources
    expect(() => requireAffordable(VerifyRequest.parse({ text, sources }))).toThrow(
      expect.objectContaining({
        details: [expect.objectContaining({ path: 'text', code: 'too_costly' })],
      }),
    )
    expect(() => requireAffordable(ATTACK)).not.toThrow()
    expect(() => requireAffordable(VerifyRequest.parse({ text }))).not.toThrow()
  })
})
