import { zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { recomputeFromResponse } from '#contracts/canonical/article.ts'
import { isRefusal } from '#contracts/fault.ts'
import {
  ExportedText,
  ExportEnd,
  type ExportManifest,
  ExportQuery,
} from '#contracts/http/export.ts'
import { SearchFilters } from '#contracts/http/search.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import { deleted, idOf } from '../../test/contract/read-models.fixtures.ts'
import { NAMES, walkedCorpus } from '../../test/contract/walked-corpus.ts'
import { exportPages } from '../http/cursors.ts'
import { makeMerkleTree } from '../projections/merkle.ts'
import { textOfRow } from './columns.ts'
import { makeExport } from './export.ts'
import { MANIFEST_KEY, REMOVED_KEY } from './parquet.ts'

const NONE = SearchFilters.parse({})

const corpus = () => {
  const world = walkedCorpus()
  const { sources } = world
  return {
    ...world,
    exportPart: makeExport({ ...sources, pages: exportPages('a secret') }),
  }
}
type Corpus = ReturnType<typeof corpus>

const bytesOf = async (pieces: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

type Part = {
  readonly lines: readonly string[]
  readonly manifest: ExportManifest
  readonly units: number
}
const readPart = async (
  { exportPart }: Corpus,
  asked: { after?: string | undefined; limit: number; filters?: SearchFilters },
): Promise<Part> => {
  const part = await exportPart({ format: 'jsonl', filters: NONE, ...asked })
  const lines = (await bytesOf(await part.open(part.units))).toString().trimEnd().split('\n')
  const manifest = ExportEnd.parse(JSON.parse(lines.at(-1) ?? '')).export
  return { lines: lines.slice(0, -1), manifest, units: part.units }
}

/** All parts joined: lines of texts, then the last manifest. */
const readWhole = async (
  world: Corpus,
  limit: number,
  { filters = NONE, between = () => undefined }: { filters?: SearchFilters; between?: () => void },
): Promise<Part> => {
  const lines: string[] = []
  let [after, units]: [string | undefined, number] = [undefined, 0]
  for (;;) {
    const part = await readPart(world, { after, limit, filters })
    lines.push(...part.lines)
    units += part.units
    if (part.manifest.next === null) return { lines, manifest: part.manifest, units }
    after = part.manifest.next
    between()
  }
}

const rootOf = (lines: readonly string[]): string => {
  const tree = makeMerkleTree()
  for (const line of lines) tree.add(`article/${JSON.parse(line).id}\n${line}`)
  return tree.root()
}

describe('an export while texts are published, revised and unpublished', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.nat({ max: 4 })), { maxLength: 60 })

  test('gives each text of its position once, and parts of any size join to the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), fc.integer({ min: 1, max: 4 }), async (all, at, limit) => {
        const world = corpus()
        const before = all.slice(0, all.length === 0 ? 0 : at % all.length)
        // Texts that go away meanwhile are the subject of the next test.
        const later = all
          .slice(before.length)
          .values()
          .filter(([, kind]) => kind % 5 < 2)
        let round = 0
        const happen = ([name, kind]: readonly [string, number]): void => {
          world.append(world.happening(name, round, kind))
          round += 1
        }
        for (const step of before) happen(step)
        world.project()
        const position = world.length()
        const atOnce = await readWhole(world, 100, {})
        const first = await readPart(world, { limit })
        const rest = first.manifest.next
        for (const step of later) happen(step)
        world.project()
        const lines = [...first.lines]
        let { manifest } = first
        for (let after = rest; after !== null; after = manifest.next) {
          const part = await readPart(world, { after, limit })
          lines.push(...part.lines)
          manifest = part.manifest
        }
        expect(lines).toEqual(atOnce.lines)
        expect(manifest).toEqual(atOnce.manifest)
        const texts = lines.map((line) => ExportedText.parse(JSON.parse(line)))
        const expected = world.publicAt(position)
        expect(texts.map(({ id, version }) => [id, version])).toEqual(
          [...expected].toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
        expect(manifest.texts).toBe(texts.length)
        expect(manifest.digest).toBe(rootOf(lines))
      }),
      { numRuns: 100 },
    )
  })

  test('leaves of a text that is gone nothing but its id, without a price', async () => {
    const world = corpus()
    for (const name of NAMES) world.append(world.happening(name, 0, 0))
    world.project()
    const [first] = [...world.publicAt(world.length()).keys()].toSorted().slice(-1)
    const gone = NAMES.find((name) => idOf(name) === first) ?? 'a'
    let happened = false
    const { lines, manifest, units } = await readWhole(world, 3, {
      between: () => {
        if (happened) return
        happened = true
        world.append({ of: gone, event: deleted })
        world.project()
      },
    })
    expect(lines.at(-1)).toBe(canonicalJson({ id: idOf(gone), removed: true }))
    expect(manifest).toMatchObject({ texts: NAMES.length - 1, removed: 1, digest: rootOf(lines) })
    expect(units).toBe(NAMES.length - 1)
  })
})

describe('a part', () => {
  const world = corpus()
  for (const [at, name] of NAMES.entries()) world.append(world.happening(name, at, 0))
  world.project()

  test('has lines in canonical form, and each text has the hash that it states', async () => {
    const { lines } = await readPart(world, { limit: 100 })
    expect(lines).toHaveLength(NAMES.length)
    for (const line of lines) {
      const text: unknown = JSON.parse(line)
      expect(canonicalJson(text)).toBe(line)
      const found = recomputeFromResponse(text)
      expect(isRefusal(found) ? found : found.sha256Hash).toBe(ExportedText.parse(text).sha256Hash)
    }
  })

  test('gives no more texts than were paid for, and goes on after them', async () => {
    const part = await world.exportPart({ format: 'jsonl', filters: NONE, limit: 5 })
    expect(part.units).toBe(5)
    const lines = (await bytesOf(await part.open(2))).toString().trimEnd().split('\n')
    const { next } = ExportEnd.parse(JSON.parse(lines.at(-1) ?? '')).export
    const rest = await readPart(world, { after: next ?? '', limit: 100 })
    const whole = await readPart(world, { limit: 100 })
    expect([...lines.slice(0, -1), ...rest.lines]).toEqual(whole.lines)
    expect(rest.manifest).toEqual(whole.manifest)
  })

  test('without a text has the digest of nothing, and is complete', async () => {
    const filters = SearchFilters.parse({ jurisdictions: ['MC'] })
    const { lines, manifest, units } = await readPart(world, { limit: 10, filters })
    expect([lines, units]).toEqual([[], 0])
    expect(manifest).toMatchObject({ texts: 0, next: null, digest: rootOf([]), filters })
  })

  test('as Parquet has the same texts in rows, and the same manifest in its footer', async () => {
    const part = await world.exportPart({ format: 'parquet', filters: NONE, limit: 100 })
    const bytes = await bytesOf(await part.open(part.units))
    const file = new Uint8Array(bytes).buffer
    const compressors = {
      ZSTD: (input: Uint8Array) => new Uint8Array(zstdDecompressSync(input)),
    }
    const rows = await parquetReadObjects({ file, compressors })
    const { lines, manifest } = await readPart(world, { limit: 100 })
    expect(rows.map((row) => canonicalJson(textOfRow(row)))).toEqual(lines)
    const metadata = new Map(
      parquetMetadata(file).key_value_metadata?.map(({ key, value }) => [key, value]),
    )
    expect(JSON.parse(metadata.get(MANIFEST_KEY) ?? '')).toEqual(manifest)
    expect(metadata.get(REMOVED_KEY)).toBe('[]')
  })
})

test('a cursor belongs to its filters, its build of the corpus and this service', async () => {
  const world = corpus()
  for (const [at, name] of NAMES.entries()) world.append(world.happening(name, at, 0))
  world.project()
  const { manifest } = await readPart(world, { limit: 3 })
  const after = manifest.next ?? ''
  const codeOf = async (cursor: string, filters = NONE): Promise<string | undefined> => {
    try {
      await world.exportPart({ format: 'jsonl', after: cursor, limit: 2, filters })
      return undefined
    } catch (error) {
      return error instanceof RequestInvalid ? error.details[0]?.code : 'fault'
    }
  }
  expect(ExportQuery.safeParse({ after }).success).toBe(true)
  expect(await codeOf(after)).toBeUndefined()
  expect(await codeOf(after, SearchFilters.parse({ jurisdictions: ['FR'] }))).toBe(
    'cursor_other_query',
  )
  expect(await codeOf(`${after.slice(0, -1)}${after.endsWith('0') ? '1' : '0'}`)).toBe(
    'invalid_cursor',
  )
  expect(await codeOf(after.replace(/^\d+/u, '1'))).toBe('invalid_cursor')
  // Another number of texts would be another digest.
  expect(await codeOf(after.replace(/\.3\.0\./u, '.2.1.'))).toBe('invalid_cursor')
  world.rebuild()
  expect(await codeOf(after)).toBe('cursor_other_generation')
})
