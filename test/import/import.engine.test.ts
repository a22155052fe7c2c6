import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { articleIdOf, slugFor } from '#contracts/canonical/identity.ts'
import { articleStream, type Slug } from '#contracts/ids.ts'
import { historyOf } from '#ingest/handlers/history.ts'
import type { ImportSummary } from '#ingest/import/activities.ts'
import { folderOf, jsonLines, record } from './files.ts'
import {
  allEvents,
  countingEmbedder,
  NONE_OFFICIAL,
  openWriteSide,
  type WriteSide,
  runImport,
} from './real.ts'

let side: WriteSide
const sides: WriteSide[] = []
beforeEach(async () => {
  side = await openWriteSide(countingEmbedder())
  sides.push(side)
})
afterAll(() => Promise.all(sides.map((one) => one.close())))

const A = 'Le délai est de trente jours.'
const B = 'Le délai est de soixante jours.'

const counts = ({ read, imported, revised, unchanged, refused }: ImportSummary) =>
  `${read} read: ${imported} imported, ${revised} revised, ${unchanged} unchanged, ${refused} refused`
const importOf = async (content: string, over = {}) => {
  const folder = await folderOf({ 'a.jsonl': content })
  const done = await runImport(side.deps, [folder], over)
  return { ...done, counts: counts(done.summary), folder }
}
const versionsOf = async (slug: Slug): Promise<string[]> => {
  const history = await historyOf(side.deps, slug)
  if (isRefusal(history)) return [history.refused]
  return history.versions.map(({ version, bump }) => `${version} ${bump}`)
}
/** A headnote whose words are not in the text: a critical doubt. */
const DOUBTFUL = [{ sequence: 1, summary: 'Un', sourceText: 'autre chose' }]
const slugOf = (id: string): Slug => slugFor(`Texte ${id}`, id)

const state = (text: string, version = 'v1') => record('s', text, { source: { version } })
const dated = (version: string, validFrom: string) =>
  record('s', A, { validFrom, source: { version } })

describe('states of a text', () => {
  test('A, B, A in one file keep three versions, and a further run adds none', async () => {
    const lines = jsonLines(record('s', A), record('s', B), record('s', A))
    const first = await importOf(lines)
    expect(first.counts).toBe('3 read: 1 imported, 2 revised, 0 unchanged, 0 refused')
    expect(await versionsOf(slugOf('s'))).toEqual(['1.0.0 initial', '2.0.0 major', '3.0.0 major'])
    const events = await allEvents(side)
    const again = await runImport(side.deps, [first.folder])
    expect(counts(again.summary)).toBe('3 read: 0 imported, 0 revised, 3 unchanged, 0 refused')
    expect(again.summary.position).toBeNull()
    expect(again.notes).toEqual([])
    expect(await allEvents(side)).toEqual(events)
  })

  test('named by source.version, they are recorded once, whatever came later', async () => {
    await importOf(jsonLines(state(A, '1'), state(B, '2'), state(A, '3')))
    expect(await versionsOf(slugOf('s'))).toHaveLength(3)
    const again = await importOf(jsonLines(state(A, '1')))
    expect(again.counts).toBe('1 read: 0 imported, 0 revised, 1 unchanged, 0 refused')
    expect(await versionsOf(slugOf('s'))).toHaveLength(3)
  })

  test('of one text in several runs: a state that comes back without a version is reported, not recorded', async () => {
    await importOf(jsonLines(record('s', A)))
    await importOf(jsonLines(record('s', B)))
    const back = await importOf(jsonLines(record('s', A)))
    expect(back.counts).toBe('1 read: 0 imported, 0 revised, 1 unchanged, 0 refused')
    expect(back.notes).toMatchObject([{ refused: 'already-recorded-older-state', line: 1 }])
    expect(await versionsOf(slugOf('s'))).toEqual(['1.0.0 initial', '2.0.0 major'])
  })

  test('with another validity alone: no version, no refusal', async () => {
    const { counts: done } = await importOf(
      jsonLines(dated('1', '2020-01-01'), dated('2', '2021-01-01')),
    )
    expect(done).toBe('2 read: 1 imported, 0 revised, 1 unchanged, 0 refused')
    const history = await historyOf(side.deps, slugOf('s'))
    expect(isRefusal(history) ? history : history.versions).toMatchObject([
      { version: '1.0.0', validities: [{ validFrom: '2020-01-01' }, { validFrom: '2021-01-01' }] },
    ])
  })

  test('with other details alone: the same version with the new ones, once', async () => {
    const other = { licence: 'Licence ouverte 2.0', author: 'M. Weber' }
    await importOf(jsonLines(record('s', A)))
    const corrected = jsonLines(record('s', A, other))
    expect((await importOf(corrected)).counts).toBe(
      '1 read: 0 imported, 1 revised, 0 unchanged, 0 refused',
    )
    const events = await allEvents(side)
    const last = events.findLast(({ type }) => type === 'VersionPublished')
    expect(last?.data).toMatchObject({
      version: '1.0.0',
      bump: 'none',
      changeClass: 'details',
      reasons: ['author changed.', 'licence changed.'],
      content: other,
    })
    // Neither the file again nor the one before it changes anything.
    for (const lines of [corrected, jsonLines(record('s', A)), corrected]) {
      const again = await importOf(lines)
      expect(again.counts).toBe('1 read: 0 imported, 0 revised, 1 unchanged, 0 refused')
      expect(again.notes).toEqual([])
    }
    expect(await allEvents(side)).toEqual(events)
    expect(await versionsOf(slugOf('s'))).toEqual(['1.0.0 initial'])
  })

  test('two contents for one state in one import: the second is refused', async () => {
    const lines = jsonLines(state(A), state(A), state(B))
    const first = await importOf(lines)
    expect(first.counts).toBe('3 read: 1 imported, 0 revised, 1 unchanged, 1 refused')
    expect(first.refusals).toEqual([expect.stringContaining('a.jsonl:3: state-conflict: ')])
    const again = await importOf(lines)
    expect(again.counts).toBe('3 read: 0 imported, 0 revised, 2 unchanged, 1 refused')
  })

  test('a state that a later import gives another content stays, and the conflict is reported', async () => {
    await importOf(jsonLines(state(A)))
    const later = await importOf(jsonLines(state(B)))
    expect(later.counts).toBe('1 read: 0 imported, 0 revised, 1 unchanged, 0 refused')
    expect(later.notes).toMatchObject([{ refused: 'state-recorded-otherwise' }])
    expect(await versionsOf(slugOf('s'))).toEqual(['1.0.0 initial'])
  })

  test('go over many batches in their order', async () => {
    const others = Array.from({ length: 150 }, (_, at) => record(`o${at}`, `Texte numéro ${at}.`))
    const { counts: done } = await importOf(
      jsonLines(record('s', A), ...others, record('s', B), ...others, record('s', A)),
    )
    expect(done).toBe('303 read: 151 imported, 2 revised, 150 unchanged, 0 refused')
    expect(await versionsOf(slugOf('s'))).toHaveLength(3)
  })
})

describe('slugs', () => {
  test('a slug given twice goes to the first text; the second is refused, also in a later run', async () => {
    const own = { slug: 'le-delai' }
    const lines = jsonLines(record('s', A, own), record('t', B, own), record('u', B))
    const first = await importOf(lines)
    expect(first.counts).toBe('3 read: 2 imported, 0 revised, 0 unchanged, 1 refused')
    expect(first.refusals).toEqual([expect.stringContaining('a.jsonl:2: slug-taken: ')])
    expect(await versionsOf('le-delai' as Slug)).toHaveLength(1)
    const again = await importOf(lines)
    expect(again.counts).toBe('3 read: 0 imported, 0 revised, 2 unchanged, 1 refused')
  })

  test('a record that is refused takes no slug from anybody', async () => {
    const own = { slug: 'le-delai' }
    const refused = record('s', A, { ...own, headnotes: DOUBTFUL })
    const { counts: done } = await importOf(jsonLines(refused, record('t', B, own)))
    expect(done).toBe('2 read: 1 imported, 0 revised, 0 unchanged, 1 refused')
    expect(await side.deps.slugs.ownerOf('le-delai' as Slug)).toBe(articleStream(articleIdOf('t')))
  })
})

describe('publishing', () => {
  test('a text of no official source becomes a draft, whatever its words say', async () => {
    const words = { id: 'demo:s', licence: 'etalab-2.0', url: 'https://www.legifrance.gouv.fr/s' }
    const lines = jsonLines(record('s', A, { source: words }), record('t', B))
    const own = await importOf(lines, { deps: { ...side.deps, official: NONE_OFFICIAL } })
    expect(own.counts).toBe('2 read: 2 imported, 0 revised, 0 unchanged, 0 refused')
    expect(own.summary).toMatchObject({ published: 0, drafts: 2, texts: 2, officialSources: [] })
    expect(own.summary.listed).toMatchObject([{ status: 'draft' }, { slug: slugOf('t') }])
    expect(await versionsOf(slugOf('t'))).toEqual([])
    // The folder is configured meanwhile.
    const later = await runImport(side.deps, [own.folder])
    expect(later.summary).toMatchObject({ imported: 2, published: 2, drafts: 0 })
    expect(later.summary.officialSources).toHaveLength(1)
    expect(await versionsOf(slugOf('t'))).toEqual(['1.0.0 initial'])
  })

  test('a draft of an official text is published by a later import of the same file', async () => {
    const { folder } = await importOf(jsonLines(record('s', A)), { publish: false })
    const done = await runImport(side.deps, [folder])
    expect(counts(done.summary)).toBe('1 read: 1 imported, 0 revised, 0 unchanged, 0 refused')
    expect(await versionsOf(slugOf('s'))).toEqual(['1.0.0 initial'])
  })

  test('a critical doubt stops it', async () => {
    const { refusals } = await importOf(jsonLines(record('s', A, { headnotes: DOUBTFUL })))
    expect(refusals).toEqual([expect.stringContaining('a.jsonl:1: integrity-critical: ')])
  })
})

describe('passages', () => {
  test('are recorded with their version, in bounded batches, their vectors kept', async () => {
    await importOf(jsonLines(record('s', 'Le juge a dit non. '.repeat(110_000))))
    const events = await allEvents(side)
    const embedded = events.filter(({ type }) => type === 'PassagesEmbedded')
    expect(embedded.length).toBeGreaterThan(3)
    const hashes = embedded.flatMap((event) =>
      event.type === 'PassagesEmbedded' ? event.data.passages.map((one) => one.textSha256) : [],
    )
    for (const event of embedded) {
      if (event.type !== 'PassagesEmbedded') continue
      expect(event.data.passages.length).toBeLessThanOrEqual(500)
      expect(event.data.batches).toBe(embedded.length)
    }
    const kept = await side.deps.vectors.get(side.deps.embedder.model, [...new Set(hashes)])
    expect(kept.size).toBe(new Set(hashes).size)
  })

  test('no text is embedded twice', async () => {
    const embedder = countingEmbedder()
    const deps = { ...side.deps, embedder }
    const folder = await folderOf({
      'a.jsonl': jsonLines(record('s', A), record('s', B), record('s', A)),
    })
    await runImport(deps, [folder])
    expect(embedder.computed.length).toBe(2)
    await runImport(deps, [folder])
    expect(embedder.computed.length).toBe(2)
  })

  test('another model completes every version, and adds nothing else', async () => {
    const { folder } = await importOf(jsonLines(record('s', A), record('s', B)))
    const before = await allEvents(side)
    const deps = { ...side.deps, embedder: countingEmbedder('another@1') }
    const done = await runImport(deps, [folder])
    expect(counts(done.summary)).toBe('2 read: 0 imported, 0 revised, 2 unchanged, 0 refused')
    const added = (await allEvents(side)).slice(before.length)
    expect(added.map(({ type, data }) => [type, 'version' in data ? data.version : ''])).toEqual([
      ['PassagesEmbedded', '1.0.0'],
      ['PassagesEmbedded', '2.0.0'],
    ])
    await runImport(deps, [folder])
    expect(await allEvents(side)).toHaveLength(before.length + 2)
  })
})

describe('a dry run', () => {
  test('counts what a run would do, and records nothing', async () => {
    const own = { slug: 'le-delai' }
    const many = Array.from({ length: 120 }, (_, at) => record(`o${at}`, `Texte numéro ${at}.`))
    const lines = jsonLines(
      record('s', A, own),
      record('t', B, own),
      ...many,
      record('s', B),
      record('s', A),
    )
    const dry = await importOf(lines, { dryRun: true })
    expect(await allEvents(side)).toEqual([])
    expect(await side.deps.slugs.ownerOf('le-delai' as Slug)).toBeNull()
    const real = await importOf(lines)
    expect(dry.counts).toBe('124 read: 121 imported, 2 revised, 0 unchanged, 1 refused')
    expect(real.counts).toBe(dry.counts)
    expect(dry.summary.position).toBeNull()
  })
})

test('two imports at once record every state once', async () => {
  const lines = Array.from({ length: 250 }, (_, at) => record(`s${at % 50}`, `Texte ${at >> 6}.`))
  const folder = await folderOf({ 'a.jsonl': jsonLines(...lines) })
  const both = await Promise.all([1, 2].map(() => runImport(side.deps, [folder])))
  for (const { summary } of both) expect(summary).toMatchObject({ read: 250, refused: 0 })
  const events = await allEvents(side)
  const states = events.flatMap((event) =>
    event.type === 'Imported' ? [`${event.streamId} ${event.data.state}`] : [],
  )
  expect(new Set(states).size).toBe(states.length)
  const last = await runImport(side.deps, [folder])
  expect(last.summary).toMatchObject({ unchanged: 250, position: null })
})
