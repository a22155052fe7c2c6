import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { SearchFilters } from '#contracts/http/search.ts'
import { deleted } from '../../../test/contract/read-models.fixtures.ts'
import { NAMES, walkedCorpus } from '../../../test/contract/walked-corpus.ts'
import { verifyExport } from './verify-export.ts'
import { writeExport } from './write-export.ts'

const NONE = SearchFilters.parse({})
const FRENCH = SearchFilters.parse({ jurisdictions: ['FR'] })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pandect-export-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
const newFile = (): string => join(folder, `export-${(files += 1)}`)

const corpus = () => {
  const world = walkedCorpus()
  for (const [at, name] of NAMES.entries()) world.append(world.happening(name, at, 0))
  world.project()
  return world
}

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'done'
  } catch (error) {
    return error instanceof Fault ? error.code : String(error)
  }
}

describe('an export to a file', () => {
  test.each(['jsonl', 'parquet'] as const)(
    'as %s is right, and is what the corpus says',
    async (format) => {
      const { sources } = corpus()
      const file = newFile()
      const made = await writeExport({ sources, file, format, filters: NONE })
      expect(made).toMatchObject({ texts: NAMES.length, removed: 0, next: null, resumedAfter: 0 })
      const found = await verifyExport(file, sources)
      expect(found).toMatchObject({
        digest: made.digest,
        texts: NAMES.length,
        wrongHashes: { count: 0 },
        corpus: { digest: made.digest, gone: { count: 0 }, different: { count: 0 } },
      })
      expect((await readdir(folder)).filter((name) => name.includes('draft'))).toEqual([])
      expect(await codeOf(writeExport({ sources, file, format, filters: NONE }))).toBe(
        'export-exists',
      )
    },
  )

  test('to a place where no file can be is refused, and not reported as a bug', async () => {
    const { sources } = corpus()
    const file = join(newFile(), 'export.jsonl')
    await expect(
      writeExport({ sources, file, format: 'jsonl', filters: NONE }),
    ).rejects.toMatchObject({
      code: 'file-unwritable',
      message: `${file} cannot be written`,
    })
  })

  test('that is cut off after any byte is taken up again, and has the same bytes', async () => {
    const world = corpus()
    const { sources } = world
    const whole = newFile()
    const made = await writeExport({ sources, file: whole, format: 'jsonl', filters: NONE })
    const bytes = await readFile(whole)
    const begun = { profile: made.profile, position: Number(made.position), filters: {} }
    // What happens meanwhile is of a later position.
    for (const [at, name] of NAMES.entries()) world.append(world.happening(name, at + 10, 0))
    world.project()
    for (let cut = 0; cut <= bytes.length; cut += 101) {
      const file = newFile()
      await writeFile(`${file}.draft`, bytes.subarray(0, cut))
      await writeFile(`${file}.draft.json`, JSON.stringify(begun))
      const again = await writeExport({ sources, file, format: 'jsonl', filters: NONE })
      expect(again.digest).toBe(made.digest)
      expect(await readFile(file)).toEqual(bytes)
    }
  })

  test('that is stopped leaves a draft, which only the same export goes on with', async () => {
    const { sources } = corpus()
    const file = newFile()
    const stopped = new AbortController()
    stopped.abort()
    const asked = { sources, file, format: 'parquet', filters: FRENCH } as const
    expect(await codeOf(writeExport({ ...asked, signal: stopped.signal }))).toBe('aborted')
    expect(await codeOf(writeExport({ ...asked, filters: NONE }))).toBe('export-other')
    const made = await writeExport(asked)
    expect(made).toMatchObject({ texts: 4, resumedAfter: 4 })
  })

  test('is not gone on with over a corpus that is behind it', async () => {
    const { sources } = corpus()
    const file = newFile()
    const begun = { profile: 'export/1', position: 1_000, filters: {} }
    await writeFile(`${file}.draft.json`, JSON.stringify(begun))
    const asked = { sources, file, format: 'jsonl', filters: NONE } as const
    expect(await codeOf(writeExport(asked))).toBe('export-ahead')
  })
})

const written = async () => {
  const world = corpus()
  const file = newFile()
  await writeExport({ sources: world.sources, file, format: 'jsonl', filters: NONE })
  return { ...world, file, lines: (await readFile(file, 'utf8')).trimEnd().split('\n') }
}

describe('a check of an export', () => {
  test('finds a text that was changed, by the digest and by its hash', async () => {
    const { file, lines, sources } = await written()
    const changed = lines.with(2, (lines[2] ?? '').replace('Texte', 'Texto'))
    await writeFile(file, `${changed.join('\n')}\n`)
    const found = await verifyExport(file, sources)
    expect(found.digest).not.toBe(found.manifest.digest)
    expect(found.wrongHashes.count).toBe(1)
    expect(found.corpus?.different).toEqual({ count: 1, named: found.wrongHashes.named })
  })

  test('finds a text that is missing', async () => {
    const { file, lines, sources } = await written()
    await writeFile(file, `${lines.toSpliced(3, 1).join('\n')}\n`)
    const found = await verifyExport(file, sources)
    expect(found.digest).not.toBe(found.manifest.digest)
    expect(found.corpus?.different.count).toBe(1)
  })

  test('tells what is not public any more from what is different', async () => {
    const world = await written()
    world.append({ of: 'c', event: deleted })
    world.project()
    const found = await verifyExport(world.file, world.sources)
    expect(found.digest).toBe(found.manifest.digest)
    expect(found.corpus).toMatchObject({ gone: { count: 1 }, different: { count: 0 } })
    const again = newFile()
    await writeFile(
      `${again}.draft.json`,
      JSON.stringify({
        profile: 'export/1',
        position: Number(found.manifest.position),
        filters: {},
      }),
    )
    const { sources } = world
    const parquet = { sources, file: again, format: 'parquet', filters: NONE } as const
    expect(await writeExport(parquet)).toMatchObject({ texts: NAMES.length - 1, removed: 1 })
    expect((await verifyExport(again, sources)).corpus?.digest).toBe(found.corpus?.digest)
  })

  test('refuses what is no whole export', async () => {
    const { file, lines } = await written()
    for (const text of [
      '',
      '{}\n',
      'PAR1',
      lines.join('\n'), // the line feed of the last line is missing
      `${lines.slice(0, -1).join('\n')}\n`,
      `${[...lines, lines[0] ?? ''].join('\n')}\n`,
      `${lines.map((line) => line.replace('{', '{ ')).join('\n')}\n`,
    ]) {
      await writeFile(file, text)
      expect(await codeOf(verifyExport(file, null)), text.slice(-40)).toBe('export-damaged')
    }
  })
})
