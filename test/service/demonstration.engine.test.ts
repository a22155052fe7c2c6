/** What a new user sees of the demonstration texts: colours and reasons, concepts, groundedness. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slugFor } from '#contracts/canonical/identity.ts'
import type { VerifyResponse } from '#contracts/http/verify.ts'
import type { Article } from '#contracts/http/article.ts'
import type { Position } from '#contracts/ids.ts'
import { StatusFlag } from '#contracts/vocabulary/citator.ts'
import { truthOf, withDatabase } from '#infra/processes/wiring/database.ts'
import { parseSettings } from '#infra/settings.ts'
import { demonstrationTexts } from '../claims/demonstration.ts'
import { expectIdentifiers, expectResolved, expectSuggested, expectVersions } from './look-ups.ts'
import { makeDemonstrationDir } from './prepared-folders.ts'
import { ask, runPandect, type Service, startService } from './service.ts'

const START_TIMEOUT_MS = 240_000
const MANY_REQUESTS = { LIMIT_REST: '100000' }
const NORMS = new Set(['legislation', 'regulation', 'convention_collective'])

let dataDir: string
let remove: () => Promise<void>
let service: Service
/** The prepared folder is that of a service that started once. */
let headOfFirstStart: Position
const articles = new Map<string, Article>()

/** The slug of a text is that of its first title. */
const slugs = new Map<string, string>()
for (const { content } of demonstrationTexts()) {
  const { id } = content.source
  if (!slugs.has(id)) slugs.set(id, slugFor(content.title, id))
}

beforeAll(async () => {
  ;({ dataDir, remove } = await makeDemonstrationDir())
  headOfFirstStart = await withDatabase(
    parseSettings({ PANDECT_DATA_DIR: dataDir }),
    'test',
    (one) => truthOf(one).log.head(),
  )
  service = await startService(dataDir, MANY_REQUESTS)
  for (const [id, slug] of slugs) {
    const { status, body } = await ask<Article>(service, `/articles/${slug}`)
    if (status === 200) articles.set(id, body)
  }
}, START_TIMEOUT_MS)
afterAll(async () => {
  await service.stop()
  await remove()
}, START_TIMEOUT_MS)

const article = (id: string): Article => {
  const found = articles.get(`demo:${id}`)
  if (found === undefined) throw new Error(`${id} is not public`)
  return found
}
type Explained = {
  points: { treatments: { id: string; type: string; source: { slug: string | null } }[] }[]
}
/** The treatments that gave a text its colour: their types and sources. */
const reasonsOf = async (id: string): Promise<(readonly [string, string | null])[]> => {
  const { slug, statusDerivation } = article(id)
  const explained = await runPandect(['citator', 'explain', slug, '--json'], dataDir)
  const { points } = JSON.parse(explained.stdout) as Explained
  const treatments = points.flatMap((point) => point.treatments)
  return statusDerivation.because.map((because) => {
    const one = treatments.find((treatment) => treatment.id === because)
    return [one?.type ?? '', one?.source.slug ?? null] as const
  })
}
const doubtsOf = (id: string): string[] => article(id).integrityFlags.map(({ code }) => code)

test('every demonstration text is public', () => expect(articles.size).toBe(slugs.size))

describe('colours', () => {
  test('each colour is there', () =>
    expect(new Set([...articles.values()].map(({ statusFlag }) => statusFlag))).toEqual(
      new Set(StatusFlag.options),
    ))

  test('red: the judgment whose point was quashed, by the ruling that quashed it', async () => {
    const paris = 'fr/ca-paris-2023-03-17-21-99011'
    expect(article(paris)).toMatchObject({
      statusFlag: 'red',
      statusDerivation: { rule: '1' },
      headnotes: [{ statusFlag: 'red' }],
    })
    expect(await reasonsOf(paris)).toEqual([
      ['quashed_in_part', article('fr/cass-com-2024-06-12-23-99011').slug],
    ])
  })

  test('a verification names what replaced a judgment that it finds cited', async () => {
    const { body } = await ask<VerifyResponse>(service, '/verify', {
      body: {
        claim: 'La clause est valable : cour d’appel de Paris, 17 mars 2023, n° 21/99011.',
        checks: ['citation'],
      },
    })
    expect(body.citations.flatMap(({ candidates }) => candidates)).toMatchObject([
      {
        slug: article('fr/ca-paris-2023-03-17-21-99011').slug,
        statusFlag: 'red',
        replacedBy: { slug: article('fr/cass-com-2024-06-12-23-99011').slug },
      },
    ])
  })

  test('orange: the judgment under appeal', async () => {
    const nantes = 'fr/cph-nantes-2024-12-03-24-99007'
    expect(article(nantes)).toMatchObject({
      statusFlag: 'orange',
      statusDerivation: { rule: '2c' },
    })
    expect(await reasonsOf(nantes)).toEqual([['appeal_pending', null]])
  })

  test('yellow: the ruling that a later one distinguished, in the point that it concerns', async () => {
    const ruling = 'fr/cass-com-2024-06-12-23-99011'
    expect(article(ruling)).toMatchObject({
      statusFlag: 'yellow',
      statusDerivation: { rule: '3' },
      headnotes: [{ statusFlag: 'yellow' }, { statusFlag: 'green' }],
    })
    expect(await reasonsOf(ruling)).toEqual([
      ['distinguished', article('fr/cass-com-2025-02-05-23-99087').slug],
    ])
  })

  test('green: all citations were read and nothing speaks against it; gray: they were not read', () => {
    expect(article('fr/cass-soc-2024-05-15-23-99042')).toMatchObject({
      statusFlag: 'green',
      statusDerivation: { rule: '5' },
    })
    expect(article('fr/force-majeure-article-1218')).toMatchObject({
      statusFlag: 'gray',
      statusDerivation: { rule: '4', assessedThrough: null },
    })
  })
})

describe('concepts', () => {
  test('nineteen texts in twenty have one, in each language', () => {
    const all = [...articles.values()]
    const without = all.filter(({ concepts }) => concepts.length === 0)
    expect(without.length).toBeLessThanOrEqual(all.length / 20)
    for (const id of ['fr/force-majeure-article-1218', 'eu/gc-2023-10-18-t-9002-22'])
      expect(article(id).concepts[0]).toMatchObject({ vocabulary: 'custom', assignedBy: 'machine' })
    expect(article('fr/force-majeure-article-1218').concepts[0]?.definition['fr']).toContain(
      'échappe au contrôle du débiteur',
    )
    expect(article('ad/tsj-civil-2024-05-15-tsjc-9901-2023').concepts[0]?.prefLabel['ca']).toBe(
      'excepció de contracte no complert',
    )
  })

  test('a search by a concept finds texts of the narrower ones', async () => {
    const labour = article('fr/cass-soc-2024-05-15-23-99042').concepts.find(
      ({ prefLabel }) => prefLabel['fr'] === 'licenciement',
    )
    const { body } = await ask<{ hits: { slug: string }[] }>(service, '/search', {
      body: { filters: { conceptIds: [labour?.broader[0]] }, limit: 100 },
    })
    expect(body.hits.map(({ slug }) => slug)).toContain(
      article('lu/licenciement-pour-motif-grave-l124-10').slug,
    )
  })
})

describe('groundedness', () => {
  test('is assessed for every text but norms', () => {
    for (const { contentType, groundedness } of articles.values())
      expect(groundedness === null).toBe(NORMS.has(contentType))
  })

  test('what a text cites of the works held is found', () => {
    const lost = [...articles].filter(([, { integrityFlags }]) =>
      integrityFlags.some(({ code }) => code === 'citation_unresolved'),
    )
    expect(lost.map(([id]) => id)).toEqual([])
  })

  test('a quashed judgment is no doubt where the text says what became of it', () => {
    for (const id of [
      'fr/cass-com-2024-06-12-23-99011',
      'fr/ca-versailles-2025-03-04-24-99034',
      'fr/commentaire-cass-com-2024-clause-limitative',
    ])
      expect(doubtsOf(id)).not.toContain('cited_authority_red')
    expect(doubtsOf('fr/inaptitude-reclassement-l1226-2')).toContain('cited_authority_orange')
  })
})

describe('what was cited', () => {
  test(
    'each version of each text can be read again, and the wording of each of its days',
    async () => {
      const counts: number[] = []
      for (const one of articles.values()) counts.push(await expectVersions(service, one))
      expect(Math.max(...counts)).toBeGreaterThan(1)
    },
    START_TIMEOUT_MS,
  )

  test(
    'each identifier of a decision leads to it, and each title suggests its text',
    async () => {
      for (const one of articles.values()) {
        await expectIdentifiers(service, one)
        await expectSuggested(service, one)
      }
      expect(await expectResolved(service, [...articles.values()])).toBeGreaterThan(0)
    },
    START_TIMEOUT_MS,
  )
})

test('a second start adds nothing', async () => {
  const { headers } = await ask(service, '/search', { body: { limit: 1 } })
  expect(Number(headers.get('x-service-corpus-position'))).toBe(headOfFirstStart)
})

test(
  'a rebuild gives the same',
  async () => {
    const replay = await runPandect(['replay', '--json'], dataDir)
    expect([replay.code, JSON.parse(replay.stdout)]).toMatchObject([0, { equal: true }])
  },
  START_TIMEOUT_MS,
)
