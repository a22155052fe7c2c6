/**
 * A change of the embedding model, as an operator meets it: refused at the start, repaired by
 * `pandect reembed`.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonLines, record } from '../import/files.ts'
import { firstAlone } from '../service/service.ts'
import { makeMigratedDir } from '../service/prepared-folders.ts'
import { writeTinyModel } from './tiny-bert.ts'

const TIMEOUT_MS = 240_000
let dataDir = ''
let remove = async (): Promise<void> => undefined
const at = (name: string): string => join(dataDir, name)
const pandect = firstAlone()
const run = (args: readonly string[], model: string) =>
  pandect(args, dataDir, { env: { EMBEDDINGS_MODEL_DIR: model } })

beforeAll(async () => {
  const made = await makeMigratedDir()
  ;({ dataDir, remove } = made)
  await writeTinyModel(at('tiny'))
  await writeTinyModel(at('other'), 2)
  await writeFile(
    at('texts.jsonl'),
    jsonLines(record('one', 'Le bail est de trois ans.'), record('two', 'La faute du juge.')),
  )
})
afterAll(() => remove())

test(
  'another model under a live index is refused in one line with a hint, until the texts are embedded anew',
  async () => {
    const folder = ['sources', 'add', dataDir, '--publisher', 'Test']
    expect(await run(folder, at('tiny'))).toMatchObject({ code: 0 })
    const first = await run(['import', at('texts.jsonl'), '--publish', '--json'], at('tiny'))
    expect(first).toMatchObject({ code: 0 })
    expect(JSON.parse(first.stdout)).toMatchObject({ imported: 2 })

    for (const args of [['serve'], ['import', at('texts.jsonl')]]) {
      const { code, stderr } = await run(args, at('other'))
      expect(code).toBe(1)
      expect(stderr).toMatch(/embedding-model-changed: .*tiny@.* now names other@/)
      expect(stderr).toMatch(/hint: run `pandect reembed`/)
    }

    const again = await run(['reembed', '--json'], at('other'))
    expect(again).toMatchObject({ code: 0 })
    expect(JSON.parse(again.stdout)).toMatchObject({ versions: 2 })
    expect(JSON.parse((await run(['reembed', '--json'], at('other'))).stdout)).toMatchObject({
      versions: 0,
    })
    expect(await run(['import', at('texts.jsonl'), '--json'], at('other'))).toMatchObject({
      code: 0,
    })
  },
  TIMEOUT_MS,
)

test(
  'a replay refuses a model that embedded none of the texts, and names those that did',
  async () => {
    const { code, stderr, stdout } = await run(
      ['replay', '--embedding-model', 'tiny', '--accept'],
      at('tiny'),
    )
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/embedding-model-unknown: none of the texts was embedded with tiny\n/)
    expect(stderr).toMatch(/hint: one of: other@[0-9a-f]+, tiny@[0-9a-f]+/)
    const model = /tiny@[0-9a-f]+/.exec(stderr)?.[0] ?? ''
    const accepted = ['replay', '--embedding-model', model, '--accept']
    expect(await run(accepted, at('tiny'))).toMatchObject({ code: 0 })
  },
  TIMEOUT_MS,
)

test('a model folder that misses a file is refused in one line with a hint', async () => {
  const { code, stderr } = await run(['import', at('texts.jsonl')], at('nowhere'))
  expect(code).toBe(1)
  expect(stderr).toMatch(/^pandect: embedding-model-missing: .*config\.json$/m)
  expect(stderr).toMatch(/^ {2}hint: /m)
})
