/** Publishers' deletions on the real store (contracts/conventions/deletions.md). */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import { articleStream, Instant, SemVer } from '#contracts/ids.ts'
import { loadStreams } from '#ingest/command-handler/command-handler.ts'
import { articleDecider } from '#ingest/domain/article/decide.ts'
import { type ArticleState, statusOf } from '#ingest/domain/article/state.ts'
import type { OfficialFolders } from '#ingest/ports.ts'
import { codes } from '#ingest/sources/registry/testing.ts'
import {
  archiveOf,
  articleFile,
  cassPath,
  codeFolder,
  type Entries,
  juri,
  legi,
  legiPath,
  ruling,
} from './deletions.testing.ts'
import { folderOf, jsonLines, record } from './files.ts'
import {
  ALL_OFFICIAL,
  allEvents,
  CONTEXT,
  countingEmbedder,
  NONE_OFFICIAL,
  openWriteSide,
  runImport,
  type WriteSide,
} from './real.ts'

let side: WriteSide
beforeAll(async () => {
  side = await openWriteSide(countingEmbedder())
})
afterAll(() => side.close())

/** Numbers of this file's texts, so that all tests share one database. */
let last = 0
const ids = (count: number, make: (number: number) => string = juri): string[] =>
  Array.from({ length: count }, () => make((last += 1)))

let runs = 0
type Over = Parameters<typeof runImport>[2]
const importAt = (path: string, over: Over = {}, deps: Partial<WriteSide['deps']> = {}) => {
  runs += 1
  const context = { ...CONTEXT, correlationId: `deletions-${runs}` }
  return runImport({ ...side.deps, ...deps }, [path], { context, ...over })
}
const importArchive = async (name: string, entries: Entries, over: Over = {}) => {
  const folder = await folderOf({ [name]: await archiveOf(entries) })
  return importAt(join(folder, name), over)
}
const folderOfArchives = async (archives: Readonly<Record<string, Entries>>): Promise<string> =>
  folderOf(
    Object.fromEntries(
      await Promise.all(
        Object.entries(archives).map(
          async ([name, entries]) => [name, await archiveOf(entries)] as const,
        ),
      ),
    ),
  )
const stateOf = async (id: string): Promise<ArticleState> => {
  const streamId = articleStream(articleIdOf(id))
  const text = (await loadStreams(side.deps.store, articleDecider, [streamId])).get(streamId)
  if (text === undefined) throw new Error('no stream')
  return text.state
}
const statuses = (...of: readonly string[]): Promise<string[]> =>
  Promise.all(of.map(async (id) => statusOf(await stateOf(id))))

const increment = (stamp: string): string => `CASS_${stamp}.tar.gz`
const file = (stamp: string, id: string, text?: string): readonly [string, string] => [
  `${stamp}/${cassPath(id)}.xml`,
  ruling(id, text),
]
const list = (stamp: string, ...lines: readonly string[]): readonly [string, string] => [
  `${stamp}/liste_suppression_cass.dat`,
  lines.map((line) => `${line}\n`).join(''),
]
const DAY_1 = '20260601-210000'
const DAY_2 = '20260602-210000'
const DAY_3 = '20260603-210000'
const publish = (...of: readonly string[]) =>
  importArchive(
    increment(DAY_1),
    of.map((id) => file(DAY_1, id)),
  )
const sumOf = ({
  imported,
  unchanged,
  revised,
  refused,
  takenDown,
  withoutEffect,
}: Awaited<ReturnType<typeof runImport>>['summary']): number =>
  imported + unchanged + revised + refused + takenDown + withoutEffect

const articleOf = (count: number) =>
  ids(count, legi).map((id, at) => ({ id, from: `20${10 + at}-01-01`, text: `Rédaction ${id}.` }))

const LEGI = (stamp: string): string => `LEGI_${stamp}.tar.gz`

const foldersOf = (...of: readonly (readonly [string, string])[]): OfficialFolders => ({
  list: () =>
    Promise.resolve(
      of.map(([folder, publisher]) => ({
        id: '00000000-0000-4000-8000-000000000002',
        folder,
        publisher,
        licence: null,
      })),
    ),
})

const dayOf = (day: number) =>
  Instant.parse(`2026-07-${String(day).padStart(2, '0')}T00:00:00.000Z`)

const series = (name: string): string[] =>
  Array.from({ length: 100 }, (_, index) => `${name}:${index}`)

const wholeBase = (day: number): string => `Freemium_cass_global_202607${10 + day}-140000.tar.gz`

const importArticle = (
  all: ReturnType<typeof articleOf>,
  place?: string,
  stamp = DAY_1,
  over: Over = {},
) =>
  importArchive(
    LEGI(stamp),
    all.map((one) => [`${stamp}/${legiPath(one.id, place)}.xml`, articleFile(one, all)]),
    over,
  )
const listing = async (name: string, of: readonly string[], day: number, acceptFall = false) => {
  const folder = await folderOf({
    [`${name}.jsonl`]: jsonLines(...of.map((id) => record(id, `Texte ${id}.`))),
  })
  runs += 1
  const context = { ...CONTEXT, correlationId: `deletions-${runs}`, time: dayOf(day) }
  return importAt(folder, { context, complete: { acceptFall } })
}

/** Imports a wording, then its correction twice, the first time with these ports. */
const interrupted = async (deps: Partial<WriteSide['deps']>) => {
  const [one] = articleOf(1)
  if (one === undefined) throw new Error('a wording')
  await importArticle([one])
  const corrected = { ...one, text: `${one.text} Rectifiée.` }
  const folder = await folderOfArchives({
    [LEGI(DAY_2)]: [
      [
        `${DAY_2}/${legiPath(one.id)}.xml`,
        articleFile(corrected, [corrected]).replace('<DATE_FIN>2999', '<DATE_FIN>2026'),
      ],
    ],
  })
  const first = await importAt(folder, {}, deps).catch((error: unknown) => error)
  const second = await importAt(folder)
  const { versions, validities, streamVersion } = await stateOf(one.id)
  expect(versions.map(({ version }) => version)).toEqual(['1.0.0', '2.0.0'])
  expect([...validities.values()].at(-1)?.at(-1)?.validTo).toBe('2025-12-31')
  await importAt(folder)
  expect((await stateOf(one.id)).streamVersion).toBe(streamVersion)
  return { first, second }
}
const failing = () => Promise.reject(new Error('the process died'))

/** A wording in force, and one from 2027 on that DAY_2 says was never in force. */
const twoWordings = () => {
  const [one, two] = articleOf(2)
  if (one === undefined || two === undefined) throw new Error('two wordings')
  return { one, two: { ...two, from: '2027-01-01' } }
}

/** An entry of the feed of notifications of the Publications Office. */
const notification = (celex: string, type: string): string => `<entry>
<notifEntry:cellarId>cellar:${celex}</notifEntry:cellarId>
<notifEntry:rootCellarId>cellar:${celex}</notifEntry:rootCellarId>
<notifEntry:type>${type}</notifEntry:type><notifEntry:date>2026-06-02T10:00:00+02:00</notifEntry:date>
<notifEntry:identifiers><notifEntry:identifier>celex:${celex}</notifEntry:identifier></notifEntry:identifiers></entry>`

describe('a list of texts', () => {
  test('takes its texts down, and no other; every count adds up', async () => {
    const [a, b, c] = ids(3) as [string, string, string]
    await publish(a, b)
    const { summary, notes } = await importArchive(increment(DAY_2), [
      list(DAY_2, cassPath(a), cassPath(juri(777))),
      file(DAY_2, c),
    ])
    expect(await statuses(a, b, c)).toEqual(['deleted', 'published', 'published'])
    expect(summary).toMatchObject({ read: 3, imported: 1, takenDown: 1, withoutEffect: 1 })
    expect(sumOf(summary)).toBe(summary.read)
    expect(codes(notes)).toEqual(['removal-unknown'])
    expect((await stateOf(a)).removal).toEqual({
      policy: 'official-import',
      cause: 'publisher_deletion',
      publisher: 'Test',
      list: `${increment(DAY_2)}!${DAY_2}/liste_suppression_cass.dat`,
    })
    expect(summary.removed).toEqual([(await stateOf(a)).slug])
  })

  test('is read with missing slashes, CRLF, a byte order mark, blanks and flags', async () => {
    const all = ids(5) as [string, string, string, string, string]
    const [a, b, c, d, e] = all
    await publish(...all)
    const lines = [
      `\uFEFF${cassPath(a).replace(`/${a}`, a)}\r`,
      '\r',
      `  ${cassPath(b).replace('/global/', '/global')}.xml \r`,
      `${cassPath(c)} D\r`,
      `${d}\r`,
      `${DAY_2}/${cassPath(a)}\r`,
    ]
    const { summary, refusals } = await importArchive(increment(DAY_2), [list(DAY_2, ...lines)])
    expect(refusals).toEqual([])
    expect(await statuses(...all)).toEqual([...Array(4).fill('deleted'), 'published'])
    expect(await statuses(e)).toEqual(['published'])
    expect(sumOf(summary)).toBe(summary.read)
  })

  test('that is imported twice takes down once', async () => {
    const [a] = ids(1) as [string]
    await publish(a)
    const entries = [list(DAY_2, cassPath(a))]
    const first = await importArchive(increment(DAY_2), entries)
    const { streamVersion } = await stateOf(a)
    const second = await importArchive(increment(DAY_2), entries)
    expect([first.summary.takenDown, second.summary.takenDown]).toEqual([1, 0])
    expect(codes(second.notes)).toEqual(['removal-known'])
    expect((await stateOf(a)).streamVersion).toBe(streamVersion)
  })

  test('that is empty takes nothing down', async () => {
    const { summary, notes } = await importArchive(increment(DAY_2), [list(DAY_2)])
    expect(summary).toMatchObject({ read: 0, takenDown: 0, refused: 0 })
    expect(codes(notes)).toEqual(['removal-list-empty'])
  })

  test('that is cut in a line refuses this line and follows the others', async () => {
    const [a, b] = ids(2) as [string, string]
    await publish(a, b)
    const cut = `${cassPath(a)}\n${cassPath(b).slice(0, -4)}`
    const { summary, refusals } = await importArchive(increment(DAY_2), [
      [`${DAY_2}/liste_suppression_cass.dat`, cut],
    ])
    expect(await statuses(a, b)).toEqual(['deleted', 'published'])
    expect(summary).toMatchObject({ read: 2, takenDown: 1, refused: 1 })
    expect(refusals[0]).toMatch(/liste_suppression_cass\.dat:2: removal-unreadable/)
  })

  test('of an archive that is cut off takes nothing down', async () => {
    const [a] = ids(1) as [string]
    await publish(a)
    const texts = Array.from({ length: 30 }, (_, at): readonly [string, string] => [
      `${DAY_2}/x${at}.txt`,
      Array.from({ length: 400 }, (__, n) => `${at}${n * 7919}`).join(''),
    ])
    const bytes = await archiveOf([list(DAY_2, cassPath(a)), ...texts])
    const folder = await folderOf({ 'cut.tar.gz': bytes.subarray(0, bytes.length - 2_000) })
    const { refusals, notes } = await importAt(join(folder, 'cut.tar.gz'))
    expect(refusals[0]).toMatch(/archive-broken/)
    expect(codes(notes)).toContain('removals-of-broken-archive')
    expect(await statuses(a)).toEqual(['published'])
  })

  test('keeps what the same increment states, before or after the list', async () => {
    const [a, b] = ids(2) as [string, string]
    await publish(a, b)
    const { summary, notes } = await importArchive(increment(DAY_2), [
      file(DAY_2, a, 'Corrigé.'),
      list(DAY_2, cassPath(a), cassPath(b)),
      [`${DAY_2}/${cassPath(b)}.xml`, '<TEXTE_JURI_JUDI>broken'],
    ])
    expect(await statuses(a, b)).toEqual(['published', 'published'])
    expect(summary).toMatchObject({ takenDown: 0, withoutEffect: 2, refused: 1 })
    expect(codes(notes)).toEqual(['removal-stated-again', 'removal-stated-again'])
  })

  test('keeps what the publisher moved to another base or folder before', async () => {
    const [a] = ids(1) as [string]
    await importArchive(increment(DAY_1), [[`${DAY_1}/${cassPath(a, 'inca')}.xml`, ruling(a)]])
    await importArchive(increment(DAY_2), [file(DAY_2, a)])
    const { notes } = await importArchive(increment(DAY_3), [list(DAY_3, cassPath(a, 'inca'))])
    expect(codes(notes)).toEqual(['removal-moved'])
    expect(await statuses(a)).toEqual(['published'])
    await importArchive(increment(DAY_3), [list(DAY_3, cassPath(a))])
    expect(await statuses(a)).toEqual(['deleted'])
  })
})

describe('deleted and created again', () => {
  test('over two increments: the same version is public again, a new wording is the next one', async () => {
    const [a, b] = ids(2) as [string, string]
    await publish(a, b)
    await importArchive(increment(DAY_2), [list(DAY_2, cassPath(a), cassPath(b))])
    const { summary } = await importArchive(increment(DAY_3), [
      file(DAY_3, a),
      file(DAY_3, b, 'Le pourvoi est accueilli.'),
    ])
    expect(await statuses(a, b)).toEqual(['published', 'published'])
    expect([await stateOf(a), await stateOf(b)].map(({ published }) => published?.version)).toEqual(
      ['1.0.0', '2.0.0'],
    )
    expect(summary).toMatchObject({ read: 2, imported: 2, published: 2 })
    expect((await stateOf(a)).removal).toBeNull()
  })

  test('a second run over all increments changes nothing, and brings nothing back for a moment', async () => {
    const [a, b] = ids(2) as [string, string]
    const folder = await folderOf({
      [increment(DAY_1)]: await archiveOf([file(DAY_1, a), file(DAY_1, b)]),
      [increment(DAY_2)]: await archiveOf([list(DAY_2, cassPath(a), cassPath(b))]),
      [increment(DAY_3)]: await archiveOf([file(DAY_3, b)]),
    })
    const first = await importAt(folder)
    expect(first.summary).toMatchObject({ read: 5, imported: 3, takenDown: 2 })
    expect(first.summary.removed).toEqual([(await stateOf(a)).slug])
    const before = [await stateOf(a), await stateOf(b)].map((one) => one.streamVersion)
    const second = await importAt(folder)
    expect(await statuses(a, b)).toEqual(['deleted', 'published'])
    expect([await stateOf(a), await stateOf(b)].map((one) => one.streamVersion)).toEqual(before)
    expect(second.summary).toMatchObject({ read: 5, unchanged: 2, takenDown: 0, withoutEffect: 3 })
    expect(new Set(codes(second.notes))).toEqual(
      new Set(['removal-held-back', 'removal-known', 'removal-before-later-state']),
    )
  })

  test('a deletion that comes before an older file keeps it out; a newer one is taken', async () => {
    const [a] = ids(1) as [string]
    await importArchive(increment(DAY_2), [list(DAY_2, cassPath(a))])
    const older = await importArchive(increment(DAY_1), [file(DAY_1, a)])
    expect(older.summary).toMatchObject({ read: 1, imported: 0, withoutEffect: 1 })
    expect((await stateOf(a)).streamVersion).toBe(0)
    await importArchive(increment(DAY_3), [file(DAY_3, a)])
    expect(await statuses(a)).toEqual(['published'])
  })

  test('without --publish a text that went stays away, and is refused', async () => {
    const [a] = ids(1) as [string]
    await publish(a)
    await importArchive(increment(DAY_2), [list(DAY_2, cassPath(a))])
    const { summary, refusals } = await importArchive(
      increment(DAY_3),
      [file(DAY_3, a, 'Autre.')],
      {
        publish: false,
      },
    )
    expect(summary.refused).toBe(1)
    expect(refusals[0]).toMatch(/text-deleted/)
    expect(await statuses(a)).toEqual(['deleted'])
  })
})

describe('articles of LEGI', () => {
  test('stay while a wording stands, and go with the last one', async () => {
    const [one, two] = articleOf(2)
    if (one === undefined || two === undefined) throw new Error('two wordings')
    await importArticle([one, two])
    const first = await importArchive(LEGI(DAY_2), [
      [`${DAY_2}/liste_suppression_legi.dat`, `${legiPath(one.id)}\n`],
    ])
    expect(codes(first.notes)).toEqual(['removal-wording'])
    expect(first.summary).toMatchObject({ takenDown: 1, withoutEffect: 0, removed: [] })
    expect(await statuses(one.id)).toEqual(['published'])
    await importArchive(LEGI(DAY_3), [
      [`${DAY_3}/liste_suppression_legi.dat`, `${legiPath(two.id)}\n`],
    ])
    expect(await statuses(one.id)).toEqual(['deleted'])
  })

  test('a wording that is deleted is in force on no day; a later file brings it back', async () => {
    const [one, two] = articleOf(2)
    if (one === undefined || two === undefined) throw new Error('two wordings')
    await importArticle([one, two])
    const [first, second] = (await stateOf(one.id)).versions.map(({ version }) => version)
    const daysOf = async (version: SemVer | undefined) =>
      version && (await stateOf(one.id)).validities.get(version)?.at(-1)
    const listed: Entries = [[`${DAY_2}/liste_suppression_legi.dat`, `${legiPath(two.id)}\n`]]
    await importArchive(LEGI(DAY_2), listed)
    expect(await daysOf(second)).toMatchObject({ validFrom: '0001-01-02', validTo: '0001-01-01' })
    expect(await daysOf(first)).toMatchObject({ validFrom: one.from })
    const before = (await stateOf(one.id)).streamVersion
    const again = await importArchive(LEGI(DAY_2), listed)
    expect(codes(again.notes)).toEqual(['removal-known'])
    await importArticle([one, two])
    expect((await stateOf(one.id)).streamVersion).toBe(before)
    await importArticle([one, two], undefined, DAY_3)
    expect(await daysOf(second)).toMatchObject({ validFrom: two.from, validTo: null })
    expect((await stateOf(one.id)).versions).toHaveLength(2)
  })

  test('a wording stays where no other one is published', async () => {
    const [one, two] = articleOf(2)
    if (one === undefined || two === undefined) throw new Error('two wordings')
    await importArticle([one, two], undefined, DAY_1, { publish: false })
    const before = (await stateOf(one.id)).streamVersion
    const { notes, summary } = await importArchive(LEGI(DAY_2), [
      [`${DAY_2}/liste_suppression_legi.dat`, `${legiPath(two.id)}\n`],
    ])
    expect(codes(notes)).toEqual(['removal-last-wording'])
    expect(summary).toMatchObject({ takenDown: 0, withoutEffect: 1 })
    expect((await stateOf(one.id)).streamVersion).toBe(before)
  })

  test('a later file corrects the words of a wording under the same id', async () => {
    const [one] = articleOf(1)
    if (one === undefined) throw new Error('a wording')
    const stated = (stamp: string, text: string): readonly [string, string] => [
      `${stamp}/${legiPath(one.id)}.xml`,
      articleFile({ ...one, text }, [one]),
    ]
    const increments = (): Promise<string> =>
      folderOfArchives({
        [LEGI(DAY_1)]: [stated(DAY_1, 'Le juge peut pronnoncer la nullité.')],
        [LEGI(DAY_2)]: [stated(DAY_2, 'Le juge peut prononcer la nullité.')],
      })
    const { summary } = await importAt(await increments())
    expect(summary).toMatchObject({ read: 2, imported: 1, revised: 1, refused: 0 })
    const corrected = await stateOf(one.id)
    expect(corrected.versions.map(({ version }) => version)).toEqual(['1.0.0', '2.0.0'])
    expect(corrected.validities.get(SemVer.parse('2.0.0'))).toMatchObject([
      { validFrom: one.from, sourceVersion: one.id },
    ])
    const again = await importAt(await increments())
    expect(again.summary).toMatchObject({ read: 2, unchanged: 2 })
    expect(again.notes).toEqual([])
    // An older file that was never read is not the latest word.
    const older = await importArchive(LEGI(DAY_1), [stated(DAY_1, 'Autre chose.')])
    expect(codes(older.notes)).toEqual(['state-recorded-otherwise'])
    expect((await stateOf(one.id)).streamVersion).toBe(corrected.streamVersion)
  })

  describe('a correction whose import is interrupted is recorded all the same', () => {
    test('by others who write to the text', async () => {
      const { store } = side.deps
      let toConflict = 1
      const append: typeof store.append = async (appends, context) => {
        toConflict -= 1
        return toConflict < 0
          ? store.append(appends, context)
          : { conflict: appends.map(({ streamId }) => streamId) }
      }
      const { first } = await interrupted({ store: { ...store, append } })
      expect(first).toMatchObject({ summary: { read: 1, revised: 1 } })
    })

    test('before its append', async () => {
      const { first, second } = await interrupted({
        store: { ...side.deps.store, append: failing },
      })
      expect(first).toBeInstanceOf(Error)
      expect(second.summary).toMatchObject({ read: 1, revised: 1 })
    })

    test('between its append and its documents', async () => {
      const { first, second } = await interrupted({
        documents: { ...side.deps.documents, state: failing },
      })
      expect(first).toBeInstanceOf(Error)
      expect(second.summary).toMatchObject({ read: 1, unchanged: 1 })
      expect(second.notes).toEqual([])
    })
  })

  test('an article that ends without another in its place ends here, too', async () => {
    const [one] = articleOf(1)
    if (one === undefined) throw new Error('a wording')
    const stated = (stamp: string, end: string): readonly [string, string] => [
      `${stamp}/${legiPath(one.id)}.xml`,
      articleFile(one, [one]).replace('<DATE_FIN>2999-01-01', `<DATE_FIN>${end}`),
    ]
    const increments = (): Promise<string> =>
      folderOfArchives({
        [LEGI(DAY_1)]: [stated(DAY_1, '2999-01-01')],
        [LEGI(DAY_2)]: [stated(DAY_2, '2026-01-01')],
      })
    const { summary } = await importAt(await increments())
    expect(summary).toMatchObject({ read: 2, imported: 1, unchanged: 1, refused: 0 })
    const ended = await stateOf(one.id)
    expect([...ended.validities.values()].at(-1)?.at(-1)?.validTo).toBe('2025-12-31')
    // All increments again, also an old one alone, change nothing.
    await importAt(await increments())
    await importArchive(LEGI(DAY_1), [stated(DAY_1, '2999-01-01')])
    expect((await stateOf(one.id)).streamVersion).toBe(ended.streamVersion)
    await importArchive(LEGI(DAY_3), [stated(DAY_3, '2999-01-01')])
    expect([...(await stateOf(one.id)).validities.values()].at(-1)?.at(-1)?.validTo).toBeNull()
  })

  test('a file that publishes nothing changes no days of a published article; what was refused is taken later', async () => {
    const [one] = articleOf(1)
    if (one === undefined) throw new Error('a wording')
    await importArticle([one])
    const ended = await folderOfArchives({
      [LEGI(DAY_2)]: [
        [
          `${DAY_2}/${legiPath(one.id)}.xml`,
          articleFile(one, [one]).replace('<DATE_FIN>2999-01-01', '<DATE_FIN>2022-01-01'),
        ],
      ],
    })
    const { streamVersion } = await stateOf(one.id)
    const copied = await importAt(ended, {}, { official: NONE_OFFICIAL })
    expect(copied.summary).toMatchObject({ read: 1, unchanged: 1 })
    const kept = await importAt(ended, { publish: false })
    expect(kept.summary).toMatchObject({ read: 1, refused: 1 })
    expect(kept.refusals[0]).toMatch(/validity-of-published/)
    expect((await stateOf(one.id)).streamVersion).toBe(streamVersion)
    const published = await importAt(ended)
    expect(published.summary).toMatchObject({ read: 1, unchanged: 1 })
    const claim = [...(await stateOf(one.id)).validities.values()].at(-1)?.at(-1)
    expect(claim?.validTo).toBe('2021-12-31')
  })

  describe('a wording to come that was never in force', () => {
    type Words = ReturnType<typeof twoWordings>['one']
    const stated = (
      stamp: string,
      own: Words,
      all: readonly Words[],
      state = 'VIGUEUR',
    ): readonly [string, string] => [
      `${stamp}/${legiPath(own.id)}.xml`,
      articleFile(own, all).replace('<ETAT>VIGUEUR', `<ETAT>${state}`),
    ]
    const daysOf = async ({ id }: Words, version: string) =>
      (await stateOf(id)).validities.get(SemVer.parse(version))?.at(-1)

    test('is in force on no day, and the one before it is current; read again, nothing changes', async () => {
      const { one, two } = twoWordings()
      const all = [one, two]
      const increments = () =>
        folderOfArchives({
          [LEGI(DAY_1)]: [stated(DAY_1, one, all), stated(DAY_1, two, all, 'VIGUEUR_DIFF')],
          [LEGI(DAY_2)]: [stated(DAY_2, two, all, 'MODIFIE_MORT_NE')],
        })
      const { summary, notes } = await importAt(await increments())
      expect(await daysOf(one, '2.0.0')).toMatchObject({
        validFrom: '0001-01-02',
        validTo: '0001-01-01',
      })
      expect(await daysOf(one, '1.0.0')).toMatchObject({ validFrom: one.from })
      expect(summary).toMatchObject({ read: 3, imported: 1, revised: 1, takenDown: 1 })
      expect(sumOf(summary)).toBe(summary.read)
      expect(codes(notes).toSorted()).toEqual(['removal-wording', 'wording-never-in-force'])
      const { streamVersion } = await stateOf(one.id)
      const again = await importAt(await increments())
      expect((await stateOf(one.id)).streamVersion).toBe(streamVersion)
      expect(again.summary).toMatchObject({ read: 3, unchanged: 1, withoutEffect: 2 })
      expect(codes(again.notes).toSorted()).toEqual(['removal-held-back', 'wording-never-in-force'])
    })

    test('also where its only end is its first day', async () => {
      const { one, two } = twoWordings()
      await importArticle([one, two])
      const [path, content] = stated(DAY_2, two, [one, two])
      const { summary } = await importArchive(LEGI(DAY_2), [
        [path, content.replace('<DATE_FIN>2999-01-01', `<DATE_FIN>${two.from}`)],
      ])
      expect(summary).toMatchObject({ read: 1, takenDown: 1, removed: [] })
      expect(await daysOf(one, '2.0.0')).toMatchObject({ validTo: '0001-01-01' })
    })

    test('goes after all files of its increment, so that the text stays with what replaces it', async () => {
      for (const isPacked of [true, false]) {
        const { one: replacement, two } = twoWordings()
        const [first, second] = [two, { ...replacement, from: '2028-01-01' }]
        await importArticle([first])
        const entries = [
          stated(DAY_2, first, [first, second], 'MODIFIE_MORT_NE'),
          [`${DAY_2}/zzz.xml`, articleFile(second, [first, second])],
        ] as const
        if (isPacked) await importArchive(LEGI(DAY_2), entries)
        else await importAt(await folderOf(Object.fromEntries(entries)))
        const { versions, removal } = await stateOf(first.id)
        expect(versions.map(({ version }) => version)).toEqual(['1.0.0', '2.0.0'])
        expect(removal).toBeNull()
        expect(await daysOf(first, '1.0.0')).toMatchObject({ validTo: '0001-01-01' })
        expect(await daysOf(first, '2.0.0')).toMatchObject({ validFrom: '2028-01-01' })
        const types = (await allEvents(side)).flatMap(({ type, streamId }) =>
          streamId === articleStream(articleIdOf(first.id)) ? [type] : [],
        )
        expect(types).not.toContain('Deleted')
      }
    })

    test('takes the text down where it has no other; a later file brings it back', async () => {
      const { two } = twoWordings()
      await importArticle([two])
      await importArchive(LEGI(DAY_2), [stated(DAY_2, two, [two], 'MODIFIE_MORT_NE')])
      expect(await statuses(two.id)).toEqual(['deleted'])
      await importArticle([two], undefined, DAY_3)
      expect(await statuses(two.id)).toEqual(['published'])
    })

    test('is a note where nothing was recorded, and an older file of it is not taken', async () => {
      const { two } = twoWordings()
      for (const official of [ALL_OFFICIAL, NONE_OFFICIAL]) {
        const folder = await folderOfArchives({
          [LEGI(DAY_2)]: [stated(DAY_2, two, [two], 'MODIFIE_MORT_NE')],
        })
        const { summary, notes } = await importAt(folder, {}, { official })
        expect(summary).toMatchObject({ read: 1, withoutEffect: 1, refused: 0 })
        expect(codes(notes)).toEqual(['wording-never-in-force'])
      }
      const older = await importArchive(LEGI(DAY_1), [stated(DAY_1, two, [two], 'VIGUEUR_DIFF')])
      expect(older.summary).toMatchObject({ read: 1, withoutEffect: 1 })
      expect((await stateOf(two.id)).streamVersion).toBe(0)
    })

    test('stays as it was read last where its file is older', async () => {
      const { one, two } = twoWordings()
      await importArticle([one, two], undefined, DAY_3)
      const { notes } = await importArchive(LEGI(DAY_2), [
        stated(DAY_2, two, [one, two], 'MODIFIE_MORT_NE'),
      ])
      expect(codes(notes).toSorted()).toEqual([
        'removal-before-later-state',
        'wording-never-in-force',
      ])
      expect(await daysOf(one, '2.0.0')).toMatchObject({ validFrom: '2027-01-01' })
    })
  })

  test('go with the folder of their code, not with a folder above, a cut line, or another place', async () => {
    const [one] = articleOf(1)
    if (one === undefined) throw new Error('a wording')
    await importArticle([one])
    const name = `${DAY_2}/liste_suppression_legi_dossier.dat`
    const wide = 'legi/global/code_et_TNC_en_vigueur/code_en_vigueur/LEGI/TEXT\n'
    const other = `${codeFolder('code_non_vigueur')}\n`
    const kept = await importArchive(LEGI(DAY_2), [[name, `${wide}${other}${codeFolder()}`]])
    expect(kept.refusals.map((line) => line.split(': ')[1])).toEqual([
      'removal-too-wide',
      'removal-list-cut',
    ])
    expect(await statuses(one.id)).toEqual(['published'])
    const gone = await importArchive(LEGI(DAY_2), [[name, `${codeFolder()} D`]])
    expect(gone.summary).toMatchObject({ read: 1, takenDown: 1 })
    expect(await statuses(one.id)).toEqual(['deleted'])
  })

  test('stay if the increment that deletes their folder states them in another one', async () => {
    const [one] = articleOf(1)
    if (one === undefined) throw new Error('a wording')
    await importArticle([one])
    await importArchive(LEGI(DAY_2), [
      [`${DAY_2}/liste_suppression_legi_dossier.dat`, `${codeFolder()}\n`],
      [`${DAY_2}/${legiPath(one.id, 'code_non_vigueur')}.xml`, articleFile(one, [one])],
    ])
    expect(await statuses(one.id)).toEqual(['published'])
  })
})

describe('whose list it is', () => {
  test('only the publisher of a text takes it down', async () => {
    const [a] = ids(1) as [string]
    await publish(a)
    const removal = jsonLines({ removed: { id: a } })
    const feed = await folderOf({ 'removed.jsonl': removal })
    const nobody = await importAt(feed, {}, { official: foldersOf() })
    expect(codes(nobody.notes)).toEqual(['removal-not-official'])
    const another = await importAt(feed, {}, { official: foldersOf([feed, 'Another']) })
    expect(codes(another.notes)).toEqual(['removal-of-another'])
    expect(await statuses(a)).toEqual(['published'])
    const own = await importAt(feed)
    expect(own.summary).toMatchObject({ read: 1, takenDown: 1 })
    expect(await statuses(a)).toEqual(['deleted'])
  })

  test('a text of an editor stays, also one that has the id', async () => {
    const feed = await folderOf({ 'a.jsonl': jsonLines(record('note:1', 'Une note.')) })
    await importAt(feed, {}, { official: foldersOf() })
    const lists = await folderOf({ 'removed.jsonl': jsonLines({ removed: { id: 'note:1' } }) })
    const { notes } = await importAt(lists)
    expect(codes(notes)).toEqual(['removal-of-another'])
    expect(await statuses('note:1')).toEqual(['draft'])
  })

  test('the feed of the Publications Office takes an act with all its articles', async () => {
    const act = ['eu-eurlex:32099r0002#art_1', 'eu-eurlex:32099r0002#art_2']
    const other = 'eu-eurlex:32099r0003#art_1'
    const feed = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"
xmlns:notifEntry="http://publications.europa.eu/atom/notificationEntry">
${notification('32099R0002', 'delete')}${notification('32099R0003', 'update')}</feed>`
    const folder = await folderOf({
      'a.jsonl': jsonLines(...[...act, other].map((id) => record(id, `Texte ${id}.`))),
      'b.xml': feed,
    })
    const { summary } = await importAt(folder)
    expect(summary).toMatchObject({ imported: 3, takenDown: 1, refused: 0 })
    expect(await statuses(...act, other)).toEqual(['deleted', 'deleted', 'published'])
  })

  test('all articles of an act go with the act, of Legilux and EUR-Lex alike', async () => {
    const act = ['eu-eurlex:32099r0001#art_1', 'eu-eurlex:32099r0001#art_2']
    const other = 'eu-eurlex:32099r00011#art_1'
    const records = [...act, other].map((id) => record(id, `Article ${id}.`))
    await importAt(await folderOf({ 'a.jsonl': jsonLines(...records) }))
    const { summary } = await importAt(
      await folderOf({
        'b.jsonl': jsonLines({ removed: { id: 'eu-eurlex:32099r0001', at: '2026-06-02' } }),
      }),
    )
    expect(await statuses(...act, other)).toEqual(['deleted', 'deleted', 'published'])
    expect(summary).toMatchObject({ read: 1, takenDown: 1, removed: expect.any(Array) })
    expect(summary.removed).toHaveLength(2)
  })

  test('texts imported before documents were kept go by their policy', async () => {
    const [a] = ids(1) as [string]
    await publish(a)
    await side.pool.query({ name: 'forget', text: 'delete from publisher_documents' }, [])
    await importArchive(increment(DAY_2), [list(DAY_2, cassPath(a))])
    expect(await statuses(a)).toEqual(['deleted'])
  })
})

describe('Judilibre', () => {
  test('the last transaction of a decision counts', async () => {
    const own = ['64f0000000000000000000a1', '64f0000000000000000000a2', '64f0000000000000000000a3']
    const decisions = own.map((id) => ({
      id,
      source: 'jurinet',
      decision_date: '2024-01-10',
      update_date: '2024-02-01',
      jurisdiction: 'Cour de cassation',
      chamber: 'Chambre sociale',
      text: `La décision ${id} est rendue.`,
    }))
    const [a, b, c] = own
    const transactions = [
      { id: a, action: 'created', date: '2024-02-01T10:00:00.000Z' },
      { id: a, action: 'deleted', date: '2024-05-02T10:00:00.000Z' },
      { id: b, action: 'created', date: '2024-05-02T12:00:00.000Z' },
      { id: b, action: 'deleted', date: '2024-05-02T10:00:00.000Z' },
      { id: c, action: 'updated', date: '2024-05-02T10:00:00.000Z' },
    ]
    const folder = await folderOf({
      'decisions.json': JSON.stringify({ results: decisions }),
      'history.json': JSON.stringify({ transactions, page_size: 500, total: 5 }),
    })
    const { summary, refusals } = await importAt(folder)
    expect(refusals).toEqual([])
    expect(summary).toMatchObject({ read: 4, imported: 3, takenDown: 1 })
    expect(await statuses(...own)).toEqual(['deleted', 'published', 'published'])
    const again = await importAt(folder)
    expect(again.summary).toMatchObject({ read: 4, unchanged: 2, takenDown: 0, withoutEffect: 2 })
    expect(await statuses(...own)).toEqual(['deleted', 'published', 'published'])
  })
})

describe('complete listings', () => {
  test('a text goes after three absences in a row, not before', async () => {
    const all = series('three')
    const [first = '', second = '', ...others] = all
    await listing('three', all, 1)
    await listing('three', others, 2)
    await listing('three', others, 3)
    // It is there once more, so it is counted anew.
    const back = await listing('three', [second, ...others], 4)
    expect(back.summary.absent).toEqual([(await stateOf(first)).slug])
    expect(await statuses(first, second)).toEqual(['deleted', 'published'])
    expect((await stateOf(first)).removal).toMatchObject({ cause: 'publisher_absence' })
    for (const day of [5, 6]) await listing('three', others, day)
    expect(await statuses(second)).toEqual(['published'])
    await listing('three', others, 7)
    expect(await statuses(second)).toEqual(['deleted'])
  })

  test('older increments that are imported again neither count as seen nor bring it back', async () => {
    const own = ids(40)
    const [gone = '', ...others] = own
    const old = [increment(DAY_1), own.map((id) => file(DAY_1, id))] as const
    await importArchive(...old)
    for (const day of [1, 2, 3]) {
      const context = { ...CONTEXT, correlationId: `older-${day}`, time: dayOf(day) }
      const entries = others.map((id) => file(DAY_2, id))
      await importArchive(`Freemium_cass_global_2026070${day}-140000.tar.gz`, entries, {
        context,
        complete: { acceptFall: true },
      })
      expect(await statuses(gone)).toEqual([day < 3 ? 'published' : 'deleted'])
      const again = await importArchive(...old)
      expect(again.summary.withoutEffect).toBe(day < 3 ? 0 : 1)
    }
    expect(await statuses(gone)).toEqual(['deleted'])
  })

  test('one that fell by 6 % counts nothing, unless somebody accepts it', async () => {
    const all = series('fell')
    await listing('fell', all, 1)
    for (const day of [2, 3, 4, 5]) {
      const { notes, summary } = await listing('fell', all.slice(6), day)
      expect(codes(notes)).toEqual(['listing-fell'])
      expect(summary.absent).toEqual([])
    }
    for (const day of [6, 7, 8]) await listing('fell', all.slice(5), day)
    expect(await statuses(all[0] ?? '', all[5] ?? '')).toEqual(['deleted', 'published'])
    for (const day of [9, 10, 11]) await listing('fell', all.slice(20), day, day === 9)
    expect(await statuses(all[19] ?? '', all[20] ?? '')).toEqual(['deleted', 'published'])
  })

  test('the same day counts once; a stop, a refusal without a name and an empty one count nothing', async () => {
    const all = series('once')
    await listing('once', all, 1)
    for (let again = 0; again < 3; again += 1) await listing('once', all.slice(1), 2)
    const same = await listing('once', all.slice(1), 2)
    expect(codes(same.notes)).toEqual(['listing-same-day'])
    const folder = await folderOf({
      'once.jsonl': `${jsonLines(...all.slice(1).map((id) => record(id, `Texte ${id}.`)))}{"broken\n`,
    })
    for (const day of [3, 4, 5]) {
      const context = { ...CONTEXT, correlationId: `once-${day}`, time: dayOf(day) }
      const { notes } = await importAt(folder, { context, complete: { acceptFall: false } })
      expect(codes(notes)).toContain('listing-not-complete')
    }
    const stopped = await importAt(folder, {
      complete: { acceptFall: false },
      stop: AbortSignal.abort(),
    })
    expect(codes(stopped.notes)).toContain('listing-not-complete')
    const empty = await folderOf({ 'liste_suppression_cass.dat': '' })
    const none = await importAt(empty, { complete: { acceptFall: false } })
    expect(codes(none.notes)).toContain('listing-not-official')
    expect(await statuses(all[0] ?? '')).toEqual(['published'])
  })

  test('a file that is refused is listed by its name', async () => {
    const own = ids(40)
    const [broken = ''] = own
    for (const day of [1, 2, 3, 4]) {
      const entries = own.map((id): readonly [string, string] => [
        `x/${cassPath(id, 'capp')}.xml`,
        id === broken && day > 1 ? '<TEXTE_JURI_JUDI>' : ruling(id),
      ])
      const context = { ...CONTEXT, correlationId: `name-${day}`, time: dayOf(day) }
      await importArchive(wholeBase(day), entries, { context, complete: { acceptFall: false } })
    }
    expect(await statuses(broken)).toEqual(['published'])
  })
})

test('an unpacked increment is followed like its archive, its list last', async () => {
  const [a, b] = ids(2) as [string, string]
  await publish(a, b)
  const folder = await folderOf({
    [`${DAY_2}/liste_suppression_cass.dat`]: `${cassPath(a)}\n${cassPath(b)}\n`,
    [`${DAY_2}/zzz/${cassPath(b)}.xml`]: ruling(b, 'Corrigé.'),
  })
  await writeFile(join(folder, 'notes.dat'), 'x')
  const { summary, refusals } = await importAt(folder)
  expect(refusals).toEqual([])
  expect(summary).toMatchObject({ read: 3, revised: 1, takenDown: 1, withoutEffect: 1 })
  expect(await statuses(a, b)).toEqual(['deleted', 'published'])
})

test('a dry run says what would go, and takes nothing down', async () => {
  const [a] = ids(1) as [string]
  await publish(a)
  const { summary } = await importArchive(increment(DAY_2), [list(DAY_2, cassPath(a))], {
    dryRun: true,
  })
  expect(summary.takenDown).toBe(1)
  expect(await statuses(a)).toEqual(['published'])
})
