import type { SearchDocument, TagField } from '#contracts/search/document.ts'
import type { IndexFilters } from '#query-api/ports.ts'
import { ints } from './column.ts'
import { EARLIEST, LATEST, dayNumber } from './days.ts'
import { type Entries, KINDS } from './entries.ts'
import { NumberRuns } from './number-runs.ts'
import { PostingLists } from './posting-lists.ts'

/** 1 for each slot that passes; may be longer than the number of slots. */
export type Mask = Uint8Array

/** Knows the tags of each entry and which entries pass a set of filters. */
export class Filters {
  readonly #entries: Entries
  readonly #lists = new PostingLists()
  readonly #byField = new Map<TagField, Map<string, number>>()
  /** Live entries by list, so that values without live entries are no longer known. */
  readonly #liveEntries = ints()
  readonly #listsOf = new NumberRuns()

  constructor(entries: Entries) {
    this.#entries = entries
  }

  /** Adds the tags of the entry that was added last. */
  add(slot: number, { tags }: SearchDocument): void {
    const lists = fieldsOf(tags).flatMap((field) =>
      [...new Set(tags[field])].map((value) => this.#list(field, value)),
    )
    for (const list of lists) this.#lists.append(list, slot, 0)
    this.#listsOf.push(lists)
  }

  /** Counts an entry in (1) or out (-1). */
  count(slot: number, change: 1 | -1): void {
    this.#listsOf.forEach(slot, (list) => this.#liveEntries.add(list, change))
  }

  /** The values of a field that live entries carry, in UTF-16 order. */
  knownValues(field: TagField): string[] {
    const values = [...(this.#byField.get(field) ?? [])]
    return values
      .filter(([, list]) => this.#liveEntries.at(list) > 0)
      .map(([value]) => value)
      .toSorted()
  }

  /**
   * Returns the slots that pass. The mask may be a live array of the index: read it before anything
   * changes.
   */
  mask(filters: IndexFilters): Mask {
    const wording = this.#wording(filters)
    const narrowings = [
      this.#kinds(filters),
      this.#dates(filters),
      ...fieldsOf(filters.anyOf).map((field) => this.#tags(filters, field)),
    ].filter((narrowing) => narrowing !== null)
    if (narrowings.length === 0) return wording
    const mask = wording.slice(0, this.#entries.length)
    for (const narrow of narrowings) narrow(mask)
    return mask
  }

  #wording({ asOf }: IndexFilters): Mask {
    if (asOf === null) return this.#entries.visible.values
    const day = dayNumber(asOf)
    const live = this.#entries.live.values
    const mask = new Uint8Array(this.#entries.length)
    for (let slot = 0; slot < mask.length; slot++)
      if (live[slot] === 1 && this.#entries.holdsOn(slot, day)) mask[slot] = 1
    return mask
  }

  #kinds({ kinds }: IndexFilters): ((mask: Mask) => void) | null {
    if (KINDS.every((kind) => kinds.includes(kind))) return null
    const allowed = KINDS.map((kind) => (kinds.includes(kind) ? 1 : 0))
    const kindOf = this.#entries.kind.values
    return (mask) => {
      for (let slot = 0; slot < mask.length; slot++)
        if (allowed[kindOf[slot] ?? 0] === 0) mask[slot] = 0
    }
  }

  #dates({ dateFrom, dateTo }: IndexFilters): ((mask: Mask) => void) | null {
    if (dateFrom === null && dateTo === null) return null
    const from = dateFrom === null ? EARLIEST : dayNumber(dateFrom)
    const to = dateTo === null ? LATEST : dayNumber(dateTo)
    const dateOf = this.#entries.date.values
    return (mask) => {
      for (let slot = 0; slot < mask.length; slot++) {
        const date = dateOf[slot] ?? 0
        if (date < from || date > to) mask[slot] = 0
      }
    }
  }

  #tags({ anyOf }: IndexFilters, field: TagField): ((mask: Mask) => void) | null {
    const values = anyOf[field]
    // An empty list filters nothing, like an absent one.
    if (values === undefined || values.length === 0) return null
    return (mask) => {
      const carriers = this.#carriers(field, values, mask.length)
      for (let slot = 0; slot < mask.length; slot++) if (carriers[slot] === 0) mask[slot] = 0
    }
  }

  #carriers(field: TagField, values: readonly string[], length: number): Mask {
    const carriers = new Uint8Array(length)
    for (const value of values) {
      const list = this.#byField.get(field)?.get(value)
      if (list === undefined) continue
      this.#lists.visit(list, (page, from, to) => {
        for (let at = from; at < to; at += 2) carriers[page[at] ?? 0] = 1
      })
    }
    return carriers
  }

  #list(field: TagField, value: string): number {
    const lists = this.#byField.get(field) ?? new Map<string, number>()
    const known = lists.get(value)
    if (known !== undefined) return known
    const made = this.#lists.create()
    this.#liveEntries.push(0)
    this.#byField.set(field, lists.set(value, made))
    return made
  }
}

// Not TAG_FIELDS: its module loads schemas, which would double this thread's memory.
const fieldsOf = (byField: Partial<Record<TagField, unknown>>): TagField[] =>
  Object.keys(byField) as TagField[]
