import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { sharedPath } from '../corpus/shared.ts'
import type { JudgementSet } from './judgements.ts'

const QUERY_MAX = 500

const RulingLine = z.object({
  title: z.string(),
  text: z.string(),
  source: z.object({ id: z.string() }),
  headnotes: z.array(z.object({ summary: z.string() })).default([]),
  judicialDecision: z.object({ themes: z.array(z.array(z.string())).default([]) }),
})
type RulingLine = z.infer<typeof RulingLine>

const PairLine = z.object({
  query: z.string(),
  passage: z.string(),
  kind: z.string(),
  source: z.string(),
})
export type PairLine = z.infer<typeof PairLine>

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
const rulingsIn = (file: string): RulingLine[] =>
  linesOf(readFileSync(sharedPath('corpus', 'import', file), 'utf8'))
    .map((line) => RulingLine.parse(line))
    .filter((ruling) => ruling.judicialDecision.themes.length > 0)

const themesOf = ({ judicialDecision }: RulingLine): string =>
  judicialDecision.themes
    .map((chain) => chain.join(', '))
    .join(' ; ')
    .slice(0, QUERY_MAX)

const queriesOf = (rulings: readonly RulingLine[]): JudgementSet['queries'] =>
  rulings.map((ruling) => ({
    id: ruling.source.id,
    query: themesOf(ruling),
    relevant: [ruling.source.id],
    expectNoHits: false,
  }))

/** The themes that the court gave a ruling, to its headnotes. */
export const headnotesByThemes = (): JudgementSet => {
  const rulings = rulingsIn('headnotes_fr.jsonl')
  return {
    name: 'themes → headnote',
    texts: rulings.map(({ source, headnotes }) => ({
      name: source.id,
      title: '',
      text: headnotes.map(({ summary }) => summary).join(' '),
    })),
    queries: queriesOf(rulings),
  }
}

const withoutThemesAndHeadnotes = ({ text, headnotes, judicialDecision }: RulingLine): string => {
  const own = [
    ...headnotes.map(({ summary }) => summary),
    ...judicialDecision.themes.map((chain) => chain.join(' - ')),
  ]
  return own.reduce((rest, part) => rest.replaceAll(part, ' '), text)
}

/**
 * The themes of a ruling to its text, from which they and the headnotes are taken away where they
 * stand in it.
 */
export const rulingsByOwnThemes = (): JudgementSet => {
  const rulings = rulingsIn('decisions_fr.jsonl')
  return {
    name: 'themes → ruling',
    texts: rulings.map((ruling) => ({
      name: ruling.source.id,
      title: ruling.title,
      text: withoutThemesAndHeadnotes(ruling),
    })),
    queries: queriesOf(rulings),
  }
}

/**
 * As in `infra/embeddings/train/data.py`: one source in fifty is held out, whatever its version.
 */
const HELD_OUT_ONE_IN = 50n
const VERSION = /:\d{4}-\d{2}-\d{2}/g
const TELLING_WORD = /\p{L}{4,}/u
const NOTE_OF_CHANGE = /^\(?\s*L\.\s/
const OF_TERMS: ReadonlySet<string> = new Set(['synonym', 'translation', 'definition'])

const isHeldOut = ({ source }: PairLine): boolean => {
  const digest = createHash('sha256').update(source.replaceAll(VERSION, '')).digest()
  return digest.readBigUInt64BE(0) % HELD_OUT_ONE_IN === 0n
}
const isUsable = ({ query, kind }: PairLine): boolean =>
  OF_TERMS.has(kind) || (TELLING_WORD.test(query) && !NOTE_OF_CHANGE.test(query))

const PAIRS = sharedPath('training', 'pairs.jsonl.gz')
export const hasPairs = existsSync(PAIRS)

const heldOutLines = (): PairLine[] =>
  linesOf(gunzipSync(readFileSync(PAIRS)).toString('utf8'))
    .map((line) => PairLine.parse(line))
    .map((pair) => ({ ...pair, query: pair.query.trim(), passage: pair.passage.trim() }))
    .filter((pair) => isUsable(pair) && isHeldOut(pair))

/** The pairs that the model was not trained on: each query to every held-out passage. */
export const heldOutPairs = (): JudgementSet => {
  const pairs = heldOutLines()
  const nameOf = new Map(pairs.map(({ passage }, at) => [passage, `pair-${at}`]))
  const answers = new Map<string, Set<string>>()
  for (const { query, passage } of pairs) {
    const own = answers.get(query) ?? new Set<string>()
    answers.set(query, own.add(nameOf.get(passage) ?? ''))
  }
  return {
    name: 'held-out pairs',
    texts: [...nameOf].map(([text, name]) => ({ name, title: '', text })),
    queries: [...answers].map(([query, relevant]) => ({
      id: query,
      query: query.slice(0, QUERY_MAX),
      relevant: [...relevant],
      expectNoHits: false,
    })),
  }
}
