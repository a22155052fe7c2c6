import type { ArticleId } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import { bytes, ints } from './column.ts'
import { EARLIEST, LATEST, NO_DAY, dayNumber } from './days.ts'
import { NumberRuns } from './number-runs.ts'
import {
  type Pieces,
  type SavedReader,
  saveNumbers,
  type SavedSlots,
  savedSlots,
  saveStrings,
} from './saved.ts'

export const KINDS = ['article', 'headnote'] as const

/**
 * Data of each entry other than its words, tags and vectors, by slot. Slots count from 0 in order
 * of arrival and are never reused: a replaced entry dies and its successor gets a new slot.
 */
export class Entries {
  readonly kind = bytes()
  readonly sequence = ints()
  /** Day number, or NO_DAY. */
  readonly date = ints()
  readonly authority = ints()
  /** 1 if the entry can be found at all. */
  readonly live = bytes()
  /** 1 if a search without `asOf` finds it. */
  readonly visible = bytes()
  readonly #current = bytes()
  readonly #text = ints()
  /** Pairs of day numbers: the validity intervals of an entry, both ends inclusive. */
  readonly #intervals = new NumberRuns()
  readonly #ids: string[] = []
  readonly #slugs: string[] = []
  readonly #textNumbers = new Map<ArticleId, number>()
  /**
   * Live entries with an interval, by text: `asOf` finds the current wording of a text that has
   * none.
   */
  readonly #datedEntries = ints()
  readonly #slotOf = new Map<string, number>()

  get length(): number {
    return this.#ids.length
  }

  get liveCount(): number {
    return this.#slotOf.size
  }

  /** Adds an entry that searches cannot find yet. */
  add(document: SearchDocument): number {
    this.kind.push(KINDS.indexOf(document.kind))
    this.sequence.push(document.sequence)
    this.date.push(document.date === null ? NO_DAY : dayNumber(document.date))
    // Absent from documents of an earlier version, until the index is built anew.
    this.authority.push(document.authority ?? 0)
    this.live.push(0)
    this.visible.push(0)
    this.#current.push(document.current ? 1 : 0)
    this.#text.push(this.#textNumber(document.articleId))
    this.#intervals.push(
      document.validity.flatMap(({ from, to }) => [
        from === null ? EARLIEST : dayNumber(from),
        to === null ? LATEST : dayNumber(to),
      ]),
    )
    this.#slugs.push(document.slug)
    return this.#ids.push(document.id) - 1
  }

  /** The live entries. */
  liveSlots(): SavedSlots {
    const slots = Int32Array.from(this.#slotOf.values()).toSorted()
    return savedSlots(slots, this.length)
  }

  *save(saved: SavedSlots): Pieces {
    const { slots } = saved
    const articleIds = [...this.#textNumbers.keys()]
    const texts = new Map<number, number>()
    const text = Int32Array.from(slots, (slot) => {
      const number = this.#text.at(slot)
      const known = texts.get(number) ?? texts.size
      texts.set(number, known)
      return known
    })
    yield* saveStrings(Array.from(slots, (slot) => this.#id(slot)))
    yield* saveStrings(Array.from(slots, (slot) => this.slug(slot)))
    yield* saveStrings([...texts.keys()].map((number) => articleIds[number] ?? ''))
    yield* saveNumbers(text)
    for (const column of [this.kind, this.#current]) yield* saveNumbers(column.pick(slots))
    for (const column of [this.sequence, this.date, this.authority])
      yield* saveNumbers(column.pick(slots))
    yield* this.#intervals.save(saved)
  }

  /** Loads entries into an empty column. They are live. */
  load(reader: SavedReader): void {
    for (const id of reader.strings()) this.#ids.push(id)
    for (const slug of reader.strings()) this.#slugs.push(slug)
    for (const id of reader.strings()) this.#textNumber(id as ArticleId)
    this.#text.adopt(reader.ints())
    this.kind.adopt(reader.bytes())
    this.#current.adopt(reader.bytes())
    this.sequence.adopt(reader.ints())
    this.date.adopt(reader.ints())
    this.authority.adopt(reader.ints())
    this.#intervals.load(reader)
    this.live.adopt(new Uint8Array(this.length))
    this.visible.adopt(new Uint8Array(this.length))
    for (let slot = 0; slot < this.length; slot++) this.enliven(slot)
  }

  slotOf(id: string): number | undefined {
    return this.#slotOf.get(id)
  }

  slug(slot: number): string {
    return this.#slugs[slot] ?? ''
  }

  /** The number of the slot's text, from 0. */
  text(slot: number): number {
    return this.#text.at(slot)
  }

  /** How many texts ever had an entry. */
  get texts(): number {
    return this.#datedEntries.length
  }

  enliven(slot: number): void {
    this.live.values[slot] = 1
    this.visible.values[slot] = this.#current.at(slot)
    this.#slotOf.set(this.#id(slot), slot)
    if (this.#hasInterval(slot)) this.#datedEntries.add(this.#text.at(slot), 1)
  }

  kill(slot: number): void {
    this.live.values[slot] = 0
    this.visible.values[slot] = 0
    this.#slotOf.delete(this.#id(slot))
    if (this.#hasInterval(slot)) this.#datedEntries.add(this.#text.at(slot), -1)
  }

  /** Whether the wording of a live entry is in force on that day. */
  holdsOn(slot: number, day: number): boolean {
    if (this.#datedEntries.at(this.#text.at(slot)) === 0) return this.#current.at(slot) === 1
    return this.#intervals.somePair(slot, (from, to) => from <= day && day <= to)
  }

  /**
   * Orders by kind, slug, sequence (contracts/conventions/search.md) in UTF-16 order; the id breaks
   * the last ties.
   */
  readonly before = (first: number, second: number): boolean => {
    const kinds = this.kind.at(first) - this.kind.at(second)
    if (kinds !== 0) return kinds < 0
    const slug = this.slug(first)
    const otherSlug = this.slug(second)
    if (slug !== otherSlug) return slug < otherSlug
    const sequences = this.sequence.at(first) - this.sequence.at(second)
    return sequences === 0 ? this.#id(first) < this.#id(second) : sequences < 0
  }

  #id(slot: number): string {
    return this.#ids[slot] ?? ''
  }

  #hasInterval(slot: number): boolean {
    return !this.#intervals.isEmpty(slot)
  }

  #textNumber(id: ArticleId): number {
    const known = this.#textNumbers.get(id)
    if (known !== undefined) return known
    const made = this.#datedEntries.push(0)
    this.#textNumbers.set(id, made)
    return made
  }
}
