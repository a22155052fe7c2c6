import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { seeded } from '../../contract/search-fixtures.ts'
import { sharedPath } from '../../corpus/shared.ts'
import type { Filter, Passage } from './peer.ts'

/** Raised with each change of what a number gives: vectors are kept by it. */
export const PASSAGES_EDITION = 1

const RECORDS = [
  'decisions_fr',
  'headnotes_fr',
  'doctrine_fr',
  'legislation_fr',
  'legislation_eu',
  'legislation_lu_versions',
  'legislation_mc',
] as const
const DOCUMENTS = ['lu_eu', 'service_public', 'cnil'] as const

/** One passage for the service, too: its own passages are longer. */
const CHARACTERS = { max: 900, min: 120 } as const
const TITLE_CHARACTERS_MAX = 160
/** A made passage mixes sentences of real ones that stand so near to each other. */
const NEIGHBOURS = 40
const PARTS = 3
const WORD_LOSS = 0.05
const YEARS = { first: 1990, count: 35, span: 5 } as const
const SHUFFLE_SEED = 2_026
const DAY = /^(?:19[5-9]|20[0-2])\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])/

type Source = Pick<Passage, 'title' | 'jurisdiction' | 'contentType'> & {
  readonly day: string | null
}
type Piece = Source & { readonly sentences: readonly string[] }
type Line = {
  readonly title?: string | null
  readonly text: string
  readonly jurisdiction?: string | readonly string[]
  readonly contentType?: string
  readonly publishedAt?: string | null
  readonly validFrom?: string | null
}

const linesOf = (text: string): Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

const readLines = (): Line[] => [
  ...RECORDS.flatMap((name) =>
    linesOf(readFileSync(sharedPath('corpus', 'import', `${name}.jsonl`), 'utf8')),
  ),
  ...DOCUMENTS.flatMap((name) =>
    linesOf(
      gunzipSync(readFileSync(sharedPath('relevance', `${name}_documents.jsonl.gz`))).toString(
        'utf8',
      ),
    ),
  ),
]

const sourceOf = (line: Line): Source => {
  const day = line.publishedAt ?? line.validFrom ?? ''
  const first = line.text.slice(0, TITLE_CHARACTERS_MAX / 2)
  return {
    title: (line.title ?? first).replaceAll(/\s+/gu, ' ').slice(0, TITLE_CHARACTERS_MAX).trim(),
    jurisdiction: [line.jurisdiction ?? []].flat()[0] ?? 'FR',
    contentType: line.contentType === 'doctrine' ? 'doctrine' : 'legislation',
    day: DAY.test(day) ? day.slice(0, 10) : null,
  }
}

const sentencesOf = (text: string): string[] =>
  [...new Intl.Segmenter('fr', { granularity: 'sentence' }).segment(text.toWellFormed())]
    .map(({ segment }) => segment.replaceAll(/\s+/gu, ' ').trim().slice(0, CHARACTERS.max))
    .filter((sentence) => sentence !== '')

/** Cuts a text between sentences. */
const piecesOf = (line: Line): Piece[] => {
  const source = sourceOf(line)
  const pieces: Piece[] = []
  let sentences: string[] = []
  let length = 0
  const close = (): void => {
    if (length >= CHARACTERS.min) pieces.push({ ...source, sentences })
    sentences = []
    length = 0
  }
  for (const sentence of sentencesOf(line.text)) {
    if (length + sentence.length > CHARACTERS.max) close()
    sentences.push(sentence)
    length += sentence.length + 1
  }
  close()
  return pieces
}

/** The order in which real pieces come, so that a few are of all kinds. */
const shuffled = (count: number): number[] => {
  const random = seeded(SHUFFLE_SEED)
  const order = Array.from({ length: count }, (_, at) => at)
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const kept = order[at] ?? 0
    order[at] = order[other] ?? 0
    order[other] = kept
  }
  return order
}

const two = (value: number): string => String(value).padStart(2, '0')

const drawnDay = (random: () => number): string => {
  const year = YEARS.first + Math.floor(random() * YEARS.count)
  return `${year}-${two(1 + Math.floor(random() * 12))}-${two(1 + Math.floor(random() * 28))}`
}

/**
 * The n-th passage of a corpus of any size, the same at every run. First come the real pieces of
 * provisions, rulings and notes, each once. What is wanted beyond them is made of the sentences of
 * three pieces that stand near each other, with a few words left out: no two are alike, and their
 * words and vectors stay those of law.
 */
export class Passages {
  readonly #pieces: readonly Piece[]
  readonly #order: readonly number[]

  constructor() {
    const known = new Set<string>()
    this.#pieces = readLines()
      .flatMap(piecesOf)
      .filter(({ sentences }) => {
        const text = sentences.join(' ')
        return !known.has(text) && known.add(text) !== undefined
      })
    this.#order = shuffled(this.#pieces.length)
  }

  /** How many are real. */
  get real(): number {
    return this.#pieces.length
  }

  passage(id: number): Passage {
    const random = seeded(7_919 + id)
    if (id >= this.real) return this.#made(id, random)
    const piece = this.#piece(this.#order[id] ?? 0)
    return this.#passage(id, piece, piece.sentences.join(' '), piece.day ?? drawnDay(random))
  }

  #made(id: number, random: () => number): Passage {
    const first = Math.floor(random() * this.real)
    const parts = Array.from({ length: PARTS }, (_, part) =>
      part === 0 ? this.#piece(first) : this.#piece(first + Math.floor(random() * NEIGHBOURS)),
    )
    const mixed: string[] = []
    let length = 0
    for (const sentence of parts.flatMap(({ sentences }) => sentences.filter(() => random() < 0.5)))
      if (length + sentence.length < CHARACTERS.max) {
        mixed.push(sentence)
        length += sentence.length + 1
      }
    const sentences = mixed.length > 0 ? mixed : this.#piece(first).sentences
    const words = sentences.join(' ').split(' ')
    const kept = words.filter(() => random() >= WORD_LOSS)
    const text = (kept.length > 0 ? kept : words).join(' ')
    return this.#passage(id, this.#piece(first), text, drawnDay(random))
  }

  #piece(at: number): Piece {
    const piece = this.#pieces[at % this.#pieces.length]
    if (piece === undefined) throw new Error('../shared has no texts')
    return piece
  }

  #passage(id: number, { title, jurisdiction, contentType }: Source, text: string, day: string) {
    return { id, title, text, jurisdiction, contentType, day }
  }
}

const FILTERED = ['FR', 'LU', 'EU'] as const
const QUESTION_SETS = ['service_public', 'lu_eu', 'cnil'] as const

export type AskedText = { readonly text: string; readonly filter: Filter }

/** Real questions, each with a filter as a reader sets it: one jurisdiction, five years. */
export const readQuestions = (): AskedText[] => {
  const random = seeded(11)
  const texts = QUESTION_SETS.flatMap((name) =>
    readFileSync(sharedPath('relevance', `${name}_queries.jsonl`), 'utf8')
      .trim()
      .split('\n'),
  ).map((line) => (JSON.parse(line) as { readonly query: string }).query)
  return shuffled(texts.length).map((at, index) => {
    const first = YEARS.first + Math.floor(random() * (YEARS.count - YEARS.span))
    return {
      text: texts[at] ?? '',
      filter: {
        jurisdiction: FILTERED[index % FILTERED.length] ?? 'FR',
        from: `${first}-01-01`,
        to: `${first + YEARS.span - 1}-12-31`,
      },
    }
  })
}
