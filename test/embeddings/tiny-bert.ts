import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { floatOutput, floats, idsInput, integers, node, onnxModel } from './onnx-writer.ts'

/**
 * A model of a BERT's shape with random weights: small enough to be made by a test, and it means
 * nothing.
 */
export const TINY = { dimensions: 16, tokensMax: 64 } as const

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]']
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789.,;:!?()'-éèàç"]
const WORDS = ['contrat', 'le', 'la', 'bail', 'faute', 'délai', 'juge', 'responsabilité']
const VOCABULARY = [...SPECIAL, ...WORDS, ...LETTERS, ...LETTERS.map((letter) => `##${letter}`)]

/** Mulberry32: the same numbers on every machine, from -1 to 1. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * 2 - 1
  }
}

/** One layer: embeddings, attention over the tokens that are not masked, a dense layer. */
const tinyGraph = (seed: number): Buffer => {
  const random = randomFrom(seed)
  const size = TINY.dimensions
  const weights = (name: string, rows: number) =>
    floats(
      name,
      [rows, size],
      Array.from({ length: rows * size }, () => random()),
    )
  return onnxModel(
    node('Gather', ['words', 'input_ids'], 'word'),
    node('Gather', ['types', 'token_type_ids'], 'type'),
    node('Add', ['word', 'type'], 'hidden'),
    node('MatMul', ['hidden', 'asked'], 'query'),
    node('Transpose', ['hidden'], 'key', { perm: [0, 2, 1] }),
    node('MatMul', ['query', 'key'], 'scores'),
    node('Cast', ['attention_mask'], 'mask', { to: 1 }),
    node('Sub', ['mask', 'one'], 'closed'),
    node('Mul', ['closed', 'far'], 'away'),
    node('Unsqueeze', ['away', 'axis'], 'bias'),
    node('Add', ['scores', 'bias'], 'open'),
    node('Softmax', ['open'], 'attention', { axis: 2 }),
    node('MatMul', ['attention', 'hidden'], 'mixed'),
    node('MatMul', ['mixed', 'dense'], 'inner'),
    node('Tanh', ['inner'], 'bent'),
    node('Add', ['bent', 'hidden'], 'last_hidden_state'),
    weights('words', VOCABULARY.length),
    weights('types', 2),
    weights('asked', size),
    weights('dense', size),
    floats('one', [1], [1]),
    floats('far', [1], [10_000]),
    integers('axis', [1]),
    idsInput('input_ids'),
    idsInput('attention_mask'),
    idsInput('token_type_ids'),
    floatOutput('last_hidden_state', ['batch', 'tokens', size]),
  )
}

const TOKENIZER = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: SPECIAL.map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: false,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
      { Sequence: { id: 'B', type_id: 1 } },
      { SpecialToken: { id: '[SEP]', type_id: 1 } },
    ],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [SPECIAL.indexOf('[CLS]')], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [SPECIAL.indexOf('[SEP]')], tokens: ['[SEP]'] },
    },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(VOCABULARY.map((word, id) => [word, id])),
  },
}

const TOKENIZER_CONFIG = {
  tokenizer_class: 'BertTokenizer',
  do_lower_case: true,
  model_max_length: TINY.tokensMax,
  cls_token: '[CLS]',
  sep_token: '[SEP]',
  pad_token: '[PAD]',
  unk_token: '[UNK]',
  mask_token: '[MASK]',
}
const CONFIG = {
  model_type: 'bert',
  architectures: ['BertModel'],
  hidden_size: TINY.dimensions,
  num_hidden_layers: 1,
  num_attention_heads: 1,
  max_position_embeddings: TINY.tokensMax,
  vocab_size: VOCABULARY.length,
}

/** Writes the model folder; the same seed gives the same bytes. */
export const writeTinyModel = async (directory: string, seed = 1): Promise<void> => {
  await mkdir(join(directory, 'onnx'), { recursive: true })
  const write = (name: string, value: unknown): Promise<void> =>
    writeFile(join(directory, name), JSON.stringify(value))
  await write('config.json', CONFIG)
  await write('tokenizer.json', TOKENIZER)
  await write('tokenizer_config.json', TOKENIZER_CONFIG)
  await writeFile(join(directory, 'onnx', 'model.onnx'), tinyGraph(seed))
}
