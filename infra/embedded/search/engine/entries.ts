import type { ArticleId } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import { bytes, ints } from './column.ts'
import { EARLIEST, LATEST, NO_DAY, dayNumber } from './days.ts'
import { NumberRuns } from './number-runs.ts'

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
