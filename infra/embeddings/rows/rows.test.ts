/** The shipped model as it is computed here, beside its graph and its tokenizer. */
import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadModel, type LoadedModel } from '../load-model.ts'
import { openLocalOnnxEmbedder } from '../local-onnx.ts'
import { modelBroken, readModelFolder } from '../model-folder.ts'
import { readOnnxFile } from './onnx-file.ts'
import { openRows, type RowsModel } from './open-rows.ts'

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const SHIPPED = join(import.meta.dirname, '..', 'model')
const LIMITS = { tokensMax: 512, broken: modelBroken } as const
/** Both add numbers of 32 bits, in another order. */
const NEAR = 1e-6
console.info(`rows.test.ts: SEED=${SEED}`)

let rows: RowsModel
let loaded: LoadedModel
beforeAll(async () => {
  const folder = await readModelFolder(SHIPPED)
  const opened = await openRows(folder, LIMITS)
  if (opened === null) throw new Error('the steps of the shipped graph are not those of the rows')
  rows = opened
  loaded = await loadModel(folder, ({ AutoModel }) => AutoModel, LIMITS)
})

const PHRASES = [
  'Le bailleur est tenu de délivrer au preneur un logement décent.',
  'la responsabilité du fait des produits défectueux',
  'Art. L. 1225-17 du code du travail : six semaines avant, dix semaines après',
  'Grundstücksverkehrsgesetz xqzwvk œuvre ŒUVRE Ægypte',
  'l’employeur, l’employeur, l’employeur',
  '[CLS] [UNK][PAD] Σ ΑΣ\u0301 e\u0301\u0323',
  '\u00A0\u200B\uFEFF\u0085\t\r\n«\u202F1 234,56 €\u202F»',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
] as const
const someText = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...PHRASES) },
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(' ', '\n', '\n\n', '\t', ''),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))

const idsOf = (text: string): number[] => {
  const { input_ids: ids } = loaded.tokenizer(text, {
    truncation: true,
    max_length: loaded.tokensMax,
  }) as { readonly input_ids: { readonly data: BigInt64Array } }
  return Array.from(ids.data, Number)
}

test('a text has the pieces that its tokenizer gives', () => {
  fc.assert(
    fc.property(someText, (text) => {
      expect(rows.cut(text)).toEqual(idsOf(text))
      // Again, from memory.
      expect(rows.cut(text)).toEqual(idsOf(text))
    }),
    { seed: SEED, numRuns: 300 },
  )
})

test('no text has more pieces than the model reads', () => {
  const text = 'bail '.repeat(600)
  expect(rows.cut(text)).toHaveLength(512)
  expect(rows.cut(text)).toEqual(idsOf(text))
})

test('a vector is that of the graph, of unit length or zero', async () => {
  const ran = await openLocalOnnxEmbedder({ directory: SHIPPED, computes: 'graph' })
  const computed = await openLocalOnnxEmbedder({ directory: SHIPPED })
  expect(computed.model).toBe(ran.model)
  await fc.assert(
    fc.asyncProperty(someText, async (text) => {
      const [[wanted], [found]] = [
        await ran.embedPassages([text]),
        await computed.embedPassages([text]),
      ]
      const worst = Math.max(
        ...Array.from(wanted ?? [], (x, at) => Math.abs(x - (found?.[at] ?? 9))),
      )
      expect(worst).toBeLessThan(NEAR)
      expect(await computed.embedQuery(text)).toHaveLength(computed.dimensions)
      const asked = await ran.embedQuery(text)
      expect((await computed.embedQuery(text)).some((x) => x !== 0)).toBe(
        asked.some((x) => x !== 0),
      )
    }),
    { seed: SEED, numRuns: 100 },
  )
})

let folder = ''
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a graph of other steps or with another tokenizer is run, and one that is cut off is refused', async () => {
  folder = await mkdtemp(join(tmpdir(), 'pandect-rows-'))
  await cp(SHIPPED, folder, { recursive: true })
  const graph = join('onnx', 'model_quantized.onnx')
  const bytes = await readFile(join(SHIPPED, graph))
  // The name of a step is in its bytes: the same length, so that the file stays a message.
  const other = Buffer.from(bytes)
  other.write('texts_dowm', other.indexOf('texts_down'))
  await writeFile(join(folder, graph), other)
  expect(readOnnxFile(other).constants.size).toBe(readOnnxFile(bytes).constants.size)
  expect(await openRows(await readModelFolder(folder), LIMITS)).toBeNull()
  await writeFile(join(folder, graph), bytes.subarray(0, bytes.length / 2))
  await expect(openLocalOnnxEmbedder({ directory: folder })).rejects.toMatchObject({
    code: 'embedding-model-broken',
  })
  await copyFile(join(SHIPPED, graph), join(folder, graph))
  expect(await openRows(await readModelFolder(folder), LIMITS)).not.toBeNull()
  const tokenizer = await readFile(join(SHIPPED, 'tokenizer.json'), 'utf8')
  await writeFile(join(folder, 'tokenizer.json'), tokenizer.replace('BertPreTokenizer', 'Split'))
  expect(await openRows(await readModelFolder(folder), LIMITS)).toBeNull()
})
