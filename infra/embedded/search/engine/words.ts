import type { SearchDocument } from '#contracts/search/document.ts'
import type { HeldTerm, TermShare, WordRarity } from '#query-api/ports.ts'
import { doubles, ints } from './column.ts'
import { type Entries, KINDS } from './entries.ts'
import type { Mask } from './filters.ts'
import { NumberRuns } from './number-runs.ts'
import type { Top } from './top.ts'
import { PostingLists } from './posting-lists.ts'
import { loadPostings, savePostings } from './saved-postings.ts'
import { type Pieces, type SavedReader, saveNumbers, type SavedSlots } from './saved.ts'
import { type Bm25Parameters, FUSION } from '#contracts/search/parameters.ts'
import { editDistance } from '#contracts/toolkit/closest.ts'

/**
 * Counts of a word in an entry: the title count in the upper half of 32 bits, the body count in the
 * lower half.
 */
const TITLE_ONE = 0x1_0000
const BODY_MASK = 0xffff
const TITLE_MAX = 0x7fff

/**
 * Entries that contain a term of the query, each once, in arbitrary order. Valid until the next
 * query.
 */
export class Matches {
  readonly count: number
  readonly #slots: Int32Array
  /** By slot; NaN for an entry that no term has matched. */
  readonly #scores: Float64Array

  constructor(count: number, slots: Int32Array, scores: Float64Array) {
    this.count = count
    this.#slots = slots
    this.#scores = scores
  }

  has(slot: number): boolean {
    return !Number.isNaN(this.#scores[slot] ?? Number.NaN)
  }

  score(slot: number): number {
    return this.#scores[slot] ?? 0
  }

  /** Offers every entry that is not left out. */
  offerTo(top: Top, leftOut: ReadonlySet<number>): void {
    const slots = this.#slots
    const scores = this.#scores
    const isAll = leftOut.size === 0
    for (let at = 0; at < this.count; at++) {
      const slot = slots[at] ?? 0
      if (isAll || !leftOut.has(slot)) top.offer(scores[slot] ?? 0, slot)
    }
  }

  forEach(show: (slot: number) => void): void {
    for (let at = 0; at < this.count; at++) show(this.#slots[at] ?? 0)
  }
}

type Totals = { entries: number; title: number; body: number }

/** Copies a string, so that it does not keep the larger one alive that it was cut from. */
const detached = (word: string): string => Buffer.from(word).toString()

/**
 * The words of all entries, with exact counts at all times: a ranking depends on the contents, not
 * on how they arrived.
 */
export class Words {
  readonly #entries: Entries
  readonly #parameters: Bm25Parameters
  readonly #lists = new PostingLists()
  readonly #numbers = new Map<string, number>()
  /**
   * Visible entries that contain a word. Old wordings do not count, since history must not make a
   * word common.
   */
  readonly #frequency = ints()
  readonly #listsOf = new NumberRuns()
  readonly #titleLength = ints()
  readonly #bodyLength = ints()
  /** Lengths are compared within a kind: every headnote is short compared to a whole text. */
  readonly #totals: readonly Totals[] = KINDS.map(() => ({ entries: 0, title: 0, body: 0 }))
  /** Word counts of the entry being added, by list. */
  readonly #counts = ints()
  readonly #titleNorm = doubles()
  readonly #bodyNorm = doubles()
  #normsStale = true
  readonly #scores = doubles()
  readonly #touched = ints()

  constructor(entries: Entries, parameters: Bm25Parameters) {
    this.#entries = entries
    this.#parameters = parameters
  }

  /** Adds the words of the entry that was added last. */
  add(slot: number, { titleTerms, bodyTerms }: SearchDocument): void {
    const lists: number[] = []
    this.#titleLength.push(this.#tally(titleTerms, TITLE_ONE, lists))
    this.#bodyLength.push(this.#tally(bodyTerms, 1, lists))
    for (const list of lists) {
      this.#lists.append(list, slot, this.#counts.at(list))
      this.#counts.values[list] = 0
    }
    this.#listsOf.push(lists)
    this.#normsStale = true
  }

  *save(saved: SavedSlots): Pieces {
    yield* saveNumbers(this.#titleLength.pick(saved.slots))
    yield* saveNumbers(this.#bodyLength.pick(saved.slots))
    yield* savePostings(this.#numbers, this.#lists, saved)
  }

  /** Loads the words of live entries into an empty column. */
  load(reader: SavedReader): void {
    this.#titleLength.adopt(reader.ints())
    this.#bodyLength.adopt(reader.ints())
    const { length } = this.#titleLength
    const { runs, ends } = loadPostings(reader, length, (term) => this.#list(term), this.#lists)
    this.#listsOf.adopt(runs, ends)
    for (let slot = 0; slot < length; slot++)
      if (this.#entries.visible.at(slot) === 1) this.count(slot, 1)
  }

  /** Adds a visible entry to the statistics (1) or removes it (-1). */
  count(slot: number, change: 1 | -1): void {
    this.#listsOf.forEach(slot, (list) => this.#frequency.add(list, change))
    const totals = this.#totals[this.#entries.kind.at(slot)]
    if (totals === undefined) return
    totals.entries += change
    totals.title += change * this.#titleLength.at(slot)
    totals.body += change * this.#bodyLength.at(slot)
    this.#normsStale = true
  }

  /**
   * Returns the entries under the mask that contain one of the terms, with their BM25F scores.
   * Contributions are added in the order of the terms' spelling, so equal texts get equal sums.
   */
  match(terms: readonly { term: string; weight: number }[], mask: Mask): Matches {
    this.#prepare()
    let count = 0
    for (const { term, weight } of terms.toSorted(bySpelling)) {
      const list = this.#numbers.get(term)
      if (list !== undefined) count = this.#accumulate(list, weight, mask, count)
    }
    return new Matches(count, this.#touched.values, this.#scores.values)
  }

  /** Marks (1) the slots under the mask that contain one of the terms. */
  mark(terms: readonly { term: string }[], mask: Mask, marks: Uint8Array): void {
    for (const { term } of terms) {
      const list = this.#numbers.get(term)
      if (list === undefined) continue
      this.#lists.visit(list, (page, from, to) => {
        for (let at = from; at < to; at += 2) {
          const slot = page[at] ?? 0
          if (mask[slot] === 1) marks[slot] = 1
        }
      })
    }
  }

  /** What each term adds to the scores of these entries, in the order that `match` adds it. */
  shares(terms: readonly { term: string; weight: number }[], slots: Int32Array): TermShare[][] {
    this.#prepare()
    const shares = Array.from(slots, (): TermShare[] => [])
    const places = new Map(Array.from(slots, (slot, place) => [slot, place]))
    for (const { term, weight } of terms.toSorted(bySpelling)) {
      const list = this.#numbers.get(term)
      if (list === undefined) continue
      const idf = this.#inverseFrequency(this.#frequency.at(list))
      this.#lists.visit(list, (page, from, to) => {
        for (let at = from; at < to; at += 2) {
          const slot = page[at] ?? 0
          const place = places.get(slot)
          if (place === undefined) continue
          const [inTitle, inBody] = countsIn(page[at + 1] ?? 0)
          const score = this.#part(weight * idf, slot, inTitle, inBody)
          shares[place]?.push({ term, weight, idf, inTitle, inBody, score })
        }
      })
    }
    return shares
  }

  /** How rare the terms are, in the order of their spelling as in `match`. */
  rarity(terms: readonly { term: string; weight: number }[]): WordRarity {
    return {
      asked: terms.toSorted(bySpelling).reduce((sum, { term, weight }) => {
        return sum + weight * this.#inverseFrequency(this.#frequencyOf(term))
      }, 0),
      unheld: this.#inverseFrequency(0),
    }
  }

  /** The terms that no visible entry holds, by spelling. */
  unheld(terms: readonly { term: string }[]): string[] {
    return terms.flatMap(({ term }) => (this.#frequencyOf(term) === 0 ? [term] : [])).toSorted()
  }

  /** By slot: the weighted idf of the rare terms that an entry holds, whatever hides it. */
  rareHeld(terms: readonly { term: string; weight: number }[]): ReadonlyMap<number, number> {
    const held = new Map<number, number>()
    const enough = FUSION.rareShare * this.#inverseFrequency(0)
    for (const { term, weight } of terms.toSorted(bySpelling)) {
      const list = this.#numbers.get(term)
      const idf = this.#inverseFrequency(this.#frequencyOf(term))
      if (list === undefined || idf < enough) continue
      this.#lists.visit(list, (page, from, to) => {
        for (let at = from; at < to; at += 2) {
          const slot = page[at] ?? 0
          held.set(slot, (held.get(slot) ?? 0) + weight * idf)
        }
      })
    }
    return held
  }

  /** Terms of visible entries with the same first letter, at most so many edits away. */
  similar(term: string, edits: number): HeldTerm[] {
    const found: HeldTerm[] = []
    for (const [other, list] of this.#numbers) {
      if (other[0] !== term[0] || Math.abs(other.length - term.length) > edits) continue
      const entries = this.#frequency.at(list)
      if (entries > 0 && editDistance(term, other) <= edits) found.push({ term: other, entries })
    }
    return found
  }

  #frequencyOf(term: string): number {
    const list = this.#numbers.get(term)
    return list === undefined ? 0 : this.#frequency.at(list)
  }

  #tally(terms: string, one: number, lists: number[]): number {
    let length = 0
    for (const term of terms.split(' ')) {
      if (term === '') continue
      length += 1
      const list = this.#list(term)
      const count = this.#counts.at(list)
      if (count === 0) lists.push(list)
      if (one === 1 ? (count & BODY_MASK) < BODY_MASK : count / TITLE_ONE < TITLE_MAX)
        this.#counts.values[list] = count + one
    }
    return length
  }

  #list(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    const made = this.#lists.create()
    this.#frequency.push(0)
    this.#counts.push(0)
    this.#numbers.set(detached(term), made)
    return made
  }

  #prepare(): void {
    const length = this.#entries.length
    if (this.#scores.values.length < length) {
      this.#scores.reserve(length)
      this.#touched.reserve(length)
      this.#normsStale = true
    }
    this.#scores.values.fill(Number.NaN, 0, length)
    if (this.#normsStale) this.#computeNorms()
  }

  #computeNorms(): void {
    const { lengthPower, titleWeight } = this.#parameters
    const title = this.#totals.map((totals) => totals.title / totals.entries)
    const body = this.#totals.map((totals) => totals.body / totals.entries)
    this.#titleNorm.reserve(this.#entries.length)
    this.#bodyNorm.reserve(this.#entries.length)
    for (let slot = 0; slot < this.#entries.length; slot++) {
      const kind = this.#entries.kind.at(slot)
      const titleRatio = relative(this.#titleLength.at(slot), title[kind])
      const bodyRatio = relative(this.#bodyLength.at(slot), body[kind])
      this.#titleNorm.values[slot] = titleWeight / titleRatio ** lengthPower
      this.#bodyNorm.values[slot] = 1 / bodyRatio ** lengthPower
    }
    this.#normsStale = false
  }

  /** Adds one term's contribution to the scores; returns how many entries have matched so far. */
  #accumulate(list: number, weight: number, mask: Mask, before: number): number {
    const scores = this.#scores.values
    const touched = this.#touched.values
    const titleNorm = this.#titleNorm.values
    const bodyNorm = this.#bodyNorm.values
    const { k1 } = this.#parameters
    const rarity = weight * this.#inverseFrequency(this.#frequency.at(list))
    let count = before
    this.#lists.visit(list, (page, from, to) => {
      for (let at = from; at < to; at += 2) {
        const slot = page[at] ?? 0
        if (mask[slot] === 0) continue
        const counts = page[at + 1] ?? 0
        const frequency =
          (counts >> 16) * (titleNorm[slot] ?? 0) + (counts & BODY_MASK) * (bodyNorm[slot] ?? 0)
        const part = (rarity * frequency) / (k1 + frequency)
        const score = scores[slot] ?? 0
        if (Number.isNaN(score)) {
          touched[count++] = slot
          scores[slot] = part
        } else scores[slot] = score + part
      }
    })
    return count
  }

  /** As in `#accumulate`, which says it again because it is the inner loop of every search. */
  #part(rarity: number, slot: number, inTitle: number, inBody: number): number {
    const frequency =
      inTitle * (this.#titleNorm.values[slot] ?? 0) + inBody * (this.#bodyNorm.values[slot] ?? 0)
    return (rarity * frequency) / (this.#parameters.k1 + frequency)
  }

  #inverseFrequency(frequency: number): number {
    const entries = this.#totals.reduce((sum, totals) => sum + totals.entries, 0)
    return Math.log(1 + (entries - frequency + 0.5) / (frequency + 0.5))
  }
}

const countsIn = (counts: number): readonly [number, number] => [counts >> 16, counts & BODY_MASK]

const bySpelling = (first: { term: string }, second: { term: string }): number => {
  if (first.term === second.term) return 0
  return first.term < second.term ? -1 : 1
}

/** Length divided by the average; 1 without an average. */
const relative = (length: number, average: number | undefined): number =>
  length === 0 || average === undefined || !(average > 0) ? 1 : length / average
