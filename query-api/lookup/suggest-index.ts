/** Completions of typed words, in memory (contracts/conventions/look-ups.md). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Suggestion,
  SUGGESTION_TYPES,
  type SuggestionType,
  type SuggestQuery,
} from '#contracts/http/suggest.ts'
import type { ConceptId, Slug } from '#contracts/ids.ts'
import type { SuggestedText } from './ports.ts'
import { foldedLabel } from '#contracts/law/analysis/labels.ts'

export type SuggestedConcept = { readonly id: ConceptId; readonly labels: readonly string[] }

/** Bounds of one question. A prefix that more texts share is cut by the order of the words. */
const ASKED = { wordsMax: 12, matchesMax: 2_000 } as const
const LABELS_PER_CONCEPT = 4
/** Other work of the thread waits no longer than for so many texts. */
const TEXTS_PER_TURN = 500

/** Entries by their words, in the order of the words. */
type Words = {
  readonly words: readonly string[]
  readonly entries: readonly (readonly number[])[]
  /** How many entries the words before one have. */
  readonly before: readonly number[]
}

/** toSorted() without a comparator orders by UTF-16 code unit, as `<` compares. */
const orderedWords = (byWord: ReadonlyMap<string, readonly number[]>): Words => {
  const words = [...byWord.keys()].toSorted()
  const entries = words.map((word) => byWord.get(word) ?? [])
  const before = [0]
  for (const one of entries) before.push((before.at(-1) ?? 0) + one.length)
  return { words, entries, before }
}

const addTo = (byWord: Map<string, number[]>, word: string, entry: number): void => {
  const known = byWord.get(word)
  if (known === undefined) byWord.set(word, [entry])
  else known.push(entry)
}

/** The first word that is not before the prefix. */
const firstAt = (words: readonly string[], prefix: string): number => {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] ?? '') < prefix) low = middle + 1
    else high = middle
  }
  return low
}

/** Larger than every letter that a word holds. */
const AFTER_ALL = '\u{10FFFF}'
type Range = { readonly from: number; readonly to: number; readonly entries: number }
const rangeOf = ({ words, before }: Words, { text, isOpen }: AskedWord): Range => {
  const from = firstAt(words, text)
  const to = firstAt(words, isOpen ? text + AFTER_ALL : `${text}\0`)
  return { from, to, entries: (before[to] ?? 0) - (before[from] ?? 0) }
}

/** The entries of a range of words, at most so many. */
const entriesIn = ({ entries }: Words, { from, to }: Range): number[] => {
  const found: number[] = []
  for (let at = from; at < to && found.length < ASKED.matchesMax; at += 1)
    for (const entry of entries[at] ?? []) found.push(entry)
  return found.slice(0, ASKED.matchesMax)
}

/** A word that was typed; an open one may go on. */
type AskedWord = { readonly text: string; readonly isOpen: boolean }

const HAS_DIGIT = /\d/u

/** A number is taken as it is written, unless it is the word that is still being typed. */
const isOpenAt = (text: string, isLast: boolean): boolean => isLast || !HAS_DIGIT.test(text)

const wordsAsked = (typed: string): AskedWord[] => {
  const words = foldedLabel(typed)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, ASKED.wordsMax)
  const isFinished = /\s$/u.test(typed)
  return words.map((text, at) => ({
    text,
    isOpen: isOpenAt(text, at === words.length - 1 && !isFinished),
  }))
}

const fits = ({ text, isOpen }: AskedWord, word: string): boolean =>
  isOpen ? word.startsWith(text) : word === text

/** A label without accents, and its words. */
type Labelled = { readonly folded: string; readonly words: readonly string[]; readonly key: string }
const labelled = (text: string, key: string): Labelled => {
  const folded = foldedLabel(text)
  return { folded, words: folded.split(' '), key }
}

/** Those that begin as what was typed first, then the shorter ones. */
const isBetter = (a: Labelled, b: Labelled, typed: string): boolean => {
  const [first, second] = [a.folded.startsWith(typed), b.folded.startsWith(typed)]
  if (first !== second) return first
  if (a.folded.length !== b.folded.length) return a.folded.length < b.folded.length
  return a.key < b.key
}

/** The best labels that hold all words, each found by the rarest of them. */
const bestWith = (
  typed: string,
  words: Words,
  labels: readonly Labelled[],
  limit: number,
): number[] => {
  const asked = wordsAsked(typed)
  const folded = foldedLabel(typed)
  const [rarest] = asked
    .map((word) => rangeOf(words, word))
    .toSorted((a, b) => a.entries - b.entries)
  if (rarest === undefined) return []
  const best: number[] = []
  for (const at of new Set(entriesIn(words, rarest))) {
    const label = labels[at]
    if (label === undefined) continue
    if (asked.some((word) => !label.words.some((one) => fits(word, one)))) continue
    const place = best.findIndex((one) => isBetter(label, labels[one] ?? label, folded))
    if (place === -1) best.push(at)
    else best.splice(place, 0, at)
    if (best.length > limit) best.pop()
  }
  return best
}

const NUMBER_WORDS =
  /^(?:art|arts|article|articles|n|no|numero|pourvoi|rg|aff|affaire|du|de|des|la|le|les|l|d)$/u
/** Blanks and dots that people write within numbers: `L. 1221-1`, `n° 18-13.769`. */
const NUMBER_GAP = /(?<![a-z])(lo|lp|[lrdac])\s*(?:[.*]\s*)?(?=\d)/giu

type NumberAsked = { readonly number: AskedWord; readonly others: readonly AskedWord[] }

const PARTS = /[\s,;'’()]|\.(?=\s|$)/u

/** The number that was typed, and the words beside it; null: there is none. */
const numberAsked = (typed: string): NumberAsked | null => {
  const parts = typed
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/n\s*[°º]/gu, ' ')
    .replaceAll(NUMBER_GAP, '$1')
    .split(PARTS)
    .filter((part) => part !== '')
  const at = parts.findIndex((part) => HAS_DIGIT.test(part))
  const text = parts[at]
  if (text === undefined) return null
  const others = parts.filter((part, place) => place !== at && !NUMBER_WORDS.test(part))
  const isLast = at === parts.length - 1 && !/\s$/u.test(typed)
  return {
    number: { text: text.replace(/^c(?=\d)/u, 'c-').replace(/^c--/u, 'c-'), isOpen: isLast },
    others: others.flatMap((part) => wordsAsked(part)),
  }
}

/** What people type of a name: its number, or an identifier as a whole. */
const numbersIn = (name: string): string[] => {
  if (name.startsWith('ecli:')) return [name]
  const last = name.slice(name.lastIndexOf(':') + 1)
  return HAS_DIGIT.test(last) ? [last] : []
}

const DAY = /^\d{4}-\d{2}-\d{2}$/u

type NumberedName = {
  readonly name: string
  readonly number: string
  readonly words: readonly string[]
}

/** A text with its words, prepared once. */
export type PreparedText = SuggestedText & {
  readonly label: Labelled
  readonly numbered: readonly NumberedName[]
}

export const preparedText = (text: SuggestedText): PreparedText => ({
  ...text,
  label: labelled(text.title, text.slug),
  numbered: text.names.flatMap((name) =>
    numbersIn(name)
      .filter((number) => !DAY.test(number))
      .map((number) => ({
        name,
        number,
        words: foldedLabel(name.replaceAll(/[:.]/gu, ' ')).split(' '),
      })),
  ),
})

export type SuggestIndex = {
  /** Bounded work in memory: at most some milliseconds. */
  suggest(query: SuggestQuery): Suggestion[]
}

type Named = { readonly named: NumberedName; readonly text: PreparedText }

const citationsBy = (numbers: Words, names: readonly Named[], typed: string, limit: number) => {
  const asked = numberAsked(typed)
  if (asked === null) return []
  const found = new Map<Slug, Suggestion>()
  for (const at of entriesIn(numbers, rangeOf(numbers, asked.number))) {
    if (found.size === limit) break
    const one = names[at]
    if (one === undefined || found.has(one.text.slug)) continue
    const held = [...one.named.words, ...one.text.label.words]
    if (asked.others.some((word) => !held.some((other) => fits(word, other)))) continue
    const { slug, title } = one.text
    const { name } = one.named
    found.set(slug, { type: 'citation', text: title, slug, name, conceptId: null })
  }
  return [...found.values()]
}

/** Builds the index over texts and concepts, with pauses in which the thread does other work. */
export const buildSuggestIndex = async (
  texts: readonly PreparedText[],
  concepts: readonly SuggestedConcept[],
): Promise<SuggestIndex> => {
  const titleWords = new Map<string, number[]>()
  const numbers = new Map<string, number[]>()
  const names: Named[] = []
  for (const [at, text] of texts.entries()) {
    for (const word of new Set(text.label.words)) addTo(titleWords, word, at)
    for (const named of text.numbered) addTo(numbers, named.number, names.push({ named, text }) - 1)
    if (at % TEXTS_PER_TURN === TEXTS_PER_TURN - 1) await nextTurn()
  }
  const labels = concepts.flatMap(({ id, labels: own }) =>
    own.map((text) => ({ id, text, ...labelled(text, id) })),
  )
  const labelWords = new Map<string, number[]>()
  for (const [at, { words }] of labels.entries())
    for (const word of new Set(words)) addTo(labelWords, word, at)
  await nextTurn()
  const ordered = {
    titles: orderedWords(titleWords),
    numbers: orderedWords(numbers),
    labels: orderedWords(labelWords),
  }
  const titles = texts.map(({ label }) => label)

  const OF_TYPE: Record<SuggestionType, (typed: string, limit: number) => Suggestion[]> = {
    citation: (typed, limit) => citationsBy(ordered.numbers, names, typed, limit),
    title: (typed, limit) =>
      bestWith(typed, ordered.titles, titles, limit).flatMap((at) => {
        const text = texts[at]
        return text === undefined
          ? []
          : [{ type: 'title', text: text.title, slug: text.slug, name: null, conceptId: null }]
      }),
    concept: (typed, limit) => {
      // A concept has labels in several languages.
      const best = bestWith(typed, ordered.labels, labels, limit * LABELS_PER_CONCEPT)
      const byId = new Map<ConceptId, Suggestion>()
      for (const label of best.flatMap((at) => labels[at] ?? [])) {
        const { id, text } = label
        if (!byId.has(id) && byId.size < limit)
          byId.set(id, { type: 'concept', text, slug: null, name: null, conceptId: id })
      }
      return [...byId.values()]
    },
  }
  return {
    suggest: ({ q, limit, types }) => {
      const found: Suggestion[] = []
      for (const type of SUGGESTION_TYPES) {
        if (!types.includes(type)) continue
        const known = new Set(found.map(({ slug }) => slug))
        const more = OF_TYPE[type](q, limit)
        found.push(...more.filter(({ slug }) => slug === null || !known.has(slug)))
      }
      return found.slice(0, limit)
    },
  }
}
