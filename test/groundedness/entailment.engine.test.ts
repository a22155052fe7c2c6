/** The entailment model's adapter, over a model that the test writes. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntailmentModel } from '#contracts/law/claims/entailment.ts'
import { openCrossEncoder } from '#infra/entailment/cross-encoder.ts'
import { openThreadedEntailment } from '#infra/entailment/threaded.ts'
import { openVerifier } from '#infra/processes/wiring/verifier.ts'
import { parseSettings } from '#infra/settings.ts'
import { floatOutput, floats, idsInput, node, onnxModel } from '../embeddings/onnx-writer.ts'
import { writeTinyModel } from '../embeddings/tiny-bert.ts'

const settings = (given: Record<string, string>) =>
  parseSettings({ EMBEDDINGS_MODEL_DIR: 'builtin', ...given })

let folder = ''
const directory = (name: string): string => join(folder, name)

const LABELS = ['CONTRADICTION', 'neutral', 'entailment'] as const
/** Words of the tiny vocabulary, and the label that each of them gives the pair that has it. */
const OPINIONS: Readonly<Record<string, (typeof LABELS)[number]>> = {
  juge: 'entailment',
  faute: 'CONTRADICTION',
}
const STRONG = 400

type Vocabulary = Readonly<Record<string, number>>

/** Three numbers a word, one for each label, averaged over the words. */
const opinionatedGraph = (vocabulary: Vocabulary): Buffer => {
  const words = Object.entries(vocabulary)
    .toSorted(([, a], [, b]) => a - b)
    .map(([word]) => word)
  const labels = words.flatMap((word) =>
    LABELS.map((label) => (OPINIONS[word] === label ? STRONG : 0)),
  )
  return onnxModel(
    node('Gather', ['labels', 'input_ids'], 'opinions'),
    node('ReduceMean', ['opinions'], 'mean', { axes: [1], keepdims: 0 }),
    node('Add', ['mean', 'bias'], 'logits'),
    floats('labels', [words.length, LABELS.length], labels),
    // Without any of these words: neutral.
    floats('bias', [LABELS.length], [0, 3, 0]),
    idsInput('input_ids'),
    idsInput('attention_mask'),
    floatOutput('logits', ['batch', LABELS.length]),
  )
}

type Tokenizer = { readonly model: { readonly vocab: Vocabulary } }

const writeModel = async (name: string, labels: readonly string[] = LABELS): Promise<string> => {
  const path = directory(name)
  await writeTinyModel(path)
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(join(path, file), 'utf8'))
  const write = (file: string, value: unknown): Promise<void> =>
    writeFile(join(path, file), JSON.stringify(value))
  const tokenizer = (await read('tokenizer.json')) as Tokenizer
  await write('config.json', {
    ...((await read('config.json')) as object),
    id2label: Object.fromEntries(labels.map((label, index) => [String(index), label])),
  })
  await writeFile(join(path, 'onnx/model.onnx'), opinionatedGraph(tokenizer.model.vocab))
  return path
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pandect-entailment-'))
  await writeModel('nli')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const comparedBy = async (model: EntailmentModel, premise: string, hypothesis: string) =>
  (await model.compare([{ premise, hypothesis }]))[0]

describe.each([
  ['in this thread', openCrossEncoder],
  ['on a thread of its own', openThreadedEntailment],
])('an entailment model %s', (_, open) => {
  test('gives opinions by the places of its labels, in order, under its own name', async () => {
    const model = await open(directory('nli'))
    expect(model.model).toMatch(/^nli@[0-9a-f]{12}$/)
    const [first, second, third] = await model.compare([
      { premise: 'le bail', hypothesis: 'le juge' },
      { premise: 'le bail', hypothesis: 'la faute' },
      { premise: 'le bail', hypothesis: 'le contrat' },
    ])
    expect(first?.entailment).toBeCloseTo(1, 3)
    expect(second?.contradiction).toBeCloseTo(1, 3)
    expect(third?.neutral).toBeCloseTo(Math.exp(3) / (Math.exp(3) + 2), 3)
    for (const one of [first, second, third])
      expect((one?.entailment ?? 0) + (one?.neutral ?? 0) + (one?.contradiction ?? 0)).toBeCloseTo(
        1,
        6,
      )
    expect(await model.compare([])).toEqual([])
  })

  test('cuts a premise that is too long, never a claim, and answers the same each time', async () => {
    const model = await open(directory('nli'))
    const long = 'le bail '.repeat(500)
    const first = await comparedBy(model, `${long} la faute`, 'le juge')
    expect(first?.entailment).toBeGreaterThan(0.9)
    for (let run = 0; run < 2; run += 1)
      expect(await comparedBy(model, `${long} la faute`, 'le juge')).toEqual(first)
    expect(await comparedBy(model, 'le bail', 'le juge '.repeat(500))).toEqual({
      entailment: 0,
      neutral: 1,
      contradiction: 0,
    })
  })

  test('rejects with the reason of an abort', async () => {
    const model = await open(directory('nli'))
    const gone = AbortSignal.abort(new Error('nobody waits'))
    const pair = { premise: 'le bail', hypothesis: 'le juge' }
    await expect(model.compare([pair], gone)).rejects.toThrow('nobody waits')
  })
})

test('special tokens in a text are read as words', async () => {
  const model = await openCrossEncoder(directory('nli'))
  const plain = await comparedBy(model, 'le bail', 'le contrat sep la faute')
  expect(await comparedBy(model, 'le bail', 'le contrat [SEP] la faute')).toEqual(plain)
})

test('a model that is not there, or is of another kind, is reported with the setting and a hint', async () => {
  await expect(openCrossEncoder(directory('none'))).rejects.toMatchObject({
    code: 'entailment-model-missing',
    message: expect.stringContaining('ENTAILMENT_MODEL_DIR has no config.json'),
    hint: expect.stringContaining('or unset it'),
  })
  const labels = await writeModel('labels', ['positive', 'neutral', 'negative'])
  await expect(openCrossEncoder(labels)).rejects.toMatchObject({
    code: 'entailment-model-broken',
    message: expect.stringContaining('entailment, neutral, contradiction'),
  })
  const torn = await writeModel('torn')
  await writeFile(join(torn, 'onnx/model.onnx'), 'no graph')
  await expect(openCrossEncoder(torn)).rejects.toMatchObject({ code: 'entailment-model-broken' })
  const other = await writeModel('other')
  await writeTinyModel(directory('embedder'))
  const graph = await readFile(join(directory('embedder'), 'onnx/model.onnx'))
  await writeFile(join(other, 'onnx/model.onnx'), graph)
  await expect(openCrossEncoder(other)).rejects.toMatchObject({ code: 'entailment-model-broken' })
})

test('the verifier names the model of the settings, and none where there is none', async () => {
  expect((await openVerifier(settings({ ENTAILMENT_MODEL_DIR: 'none' }))).method).toBe('det-6')
  const named = await openVerifier(settings({ ENTAILMENT_MODEL_DIR: directory('nli') }))
  expect(named.method).toMatch(/^det-6\+nli@[0-9a-f]{12}$/)
})
