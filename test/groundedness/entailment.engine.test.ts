/**
 * An entailment model beside the rules: read from files that the test writes, heard, and without a
 * say.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLocalEntailment } from '#infra/entailment/local-onnx.ts'
import { openSuggester } from '#infra/processes/wiring/suggester.ts'
import { parseSettings } from '#infra/settings.ts'
import { floatOutput, floats, idsInput, node, onnxModel } from '../embeddings/onnx-writer.ts'
import { writeTinyModel } from '../embeddings/tiny-bert.ts'

const settings = (given: Record<string, string>) =>
  parseSettings({ EMBEDDINGS_MODEL_DIR: 'builtin', ...given })

const never = new AbortController().signal
let folder = ''
const directory = (name: string): string => join(folder, name)

const LABELS = ['CONTRADICTION', 'neutral', 'entailment'] as const
/**
 * Words of the tiny vocabulary, and the label that each of them gives a claim that has it.
 */
const OPINIONS: Readonly<Record<string, (typeof LABELS)[number]>> = {
  juge: 'entailment',
  faute: 'CONTRADICTION',
}
const STRONG = 400

/** Three numbers a word, of which only those of the second sequence count, averaged over all. */
const opinionatedGraph = (vocabulary: Readonly<Record<string, number>>): Buffer => {
  const words = Object.entries(vocabulary)
    .toSorted(([, a], [, b]) => a - b)
    .flatMap(([word]) => LABELS.map((label) => (OPINIONS[word] === label ? STRONG : 0)))
  return onnxModel(
    node('Gather', ['words', 'input_ids'], 'opinions'),
    node('Gather', ['types', 'token_type_ids'], 'counts'),
    node('Mul', ['opinions', 'counts'], 'counted'),
    node('ReduceMean', ['counted'], 'mean', { axes: [1], keepdims: 0 }),
    node('Add', ['mean', 'bias'], 'logits'),
    floats('words', [words.length / LABELS.length, LABELS.length], words),
    floats('types', [2, LABELS.length], [0, 0, 0, 1, 1, 1]),
    // Without any of these words: neutral.
    floats('bias', [LABELS.length], [0, 3, 0]),
    idsInput('input_ids'),
    idsInput('attention_mask'),
    idsInput('token_type_ids'),
    floatOutput('logits', ['batch', LABELS.length]),
  )
}

const writeModel = async (
  name: string,
  labels: readonly string[] = LABELS,
  config: object = {},
): Promise<string> => {
  const path = directory(name)
  await writeTinyModel(path)
  const of = async (file: string) => JSON.parse(await readFile(join(path, file), 'utf8')) as object
  const tokenizer = (await of('tokenizer.json')) as { model: { vocab: Record<string, number> } }
  await writeFile(
    join(path, 'config.json'),
    JSON.stringify({
      ...(await of('config.json')),
      architectures: ['BertForSequenceClassification'],
      id2label: Object.fromEntries(labels.map((label, index) => [String(index), label])),
      ...config,
    }),
  )
  await writeFile(join(path, 'onnx/model.onnx'), opinionatedGraph(tokenizer.model.vocab))
  return path
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pandect-entailment-'))
  await writeModel('nli')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a local entailment model', () => {
  test('says what its labels say of claim and passage, in their order, under its own name', async () => {
    const entailment = await openLocalEntailment(directory('nli'))
    expect(entailment.model).toMatch(/^nli@[0-9a-f]{12}$/)
    const of = (claim: string, ...passages: string[]) => entailment.suggest(claim, passages, never)
    expect(await of('le juge', 'le bail')).toEqual({ verdict: 'supported', confidence: 1 })
    expect(await of('la faute', 'le bail')).toEqual({ verdict: 'contradicted', confidence: 1 })
    const neutral = await of('le contrat', 'le bail')
    expect(neutral?.verdict).toBe('not_supported')
    expect(neutral?.confidence).toBeCloseTo(Math.exp(3) / (Math.exp(3) + 2), 3)
    // What the passage says is no opinion about the claim.
    expect((await of('le contrat', 'le juge, la faute'))?.verdict).toBe('not_supported')
  })

  test('answers the same each time, gives no label without a passage or after an abort, and cuts passages only', async () => {
    const entailment = await openLocalEntailment(directory('nli'))
    const passages = ['le bail '.repeat(500), 'le délai']
    const first = await entailment.suggest('le juge', passages, never)
    expect(first?.verdict).toBe('supported')
    for (let run = 0; run < 2; run += 1)
      expect(await entailment.suggest('le juge', passages, never)).toEqual(first)
    expect(await entailment.suggest('le juge', [], never)).toBeNull()
    expect(await entailment.suggest('le juge', passages, AbortSignal.abort())).toBeNull()
    expect(await entailment.suggest('le juge '.repeat(500), ['le bail'], never)).toBeNull()
  })

  test('that is not there, or is another kind of model, is reported with the setting and a hint', async () => {
    await expect(openLocalEntailment(directory('none'))).rejects.toMatchObject({
      code: 'entailment-model-missing',
      message: expect.stringContaining('ENTAILMENT_MODEL_DIR has no config.json'),
      hint: expect.stringContaining('or unset it'),
    })
    const labels = await writeModel('labels', ['positive', 'neutral', 'negative'])
    await expect(openLocalEntailment(labels)).rejects.toMatchObject({
      code: 'entailment-model-broken',
      message: expect.stringContaining('entailment, neutral, contradiction'),
    })
    const torn = await writeModel('torn')
    await writeFile(join(torn, 'onnx/model.onnx'), 'no graph')
    await expect(openLocalEntailment(torn)).rejects.toMatchObject({
      code: 'entailment-model-broken',
    })
    const other = await writeModel('other')
    await writeTinyModel(directory('embedder'))
    const graph = await readFile(join(directory('embedder'), 'onnx/model.onnx'))
    await writeFile(join(other, 'onnx/model.onnx'), graph)
    await expect(openLocalEntailment(other)).rejects.toMatchObject({
      code: 'entailment-model-broken',
    })
  })

  test('is opened where the settings name it, and nowhere else', async () => {
    expect(await openSuggester(settings({}))).toBeNull()
    const named = await openSuggester(settings({ ENTAILMENT_MODEL_DIR: directory('nli') }))
    expect(named?.model).toMatch(/^nli@/)
  })
})
