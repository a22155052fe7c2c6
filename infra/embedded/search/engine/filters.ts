import type { SearchDocument, TagField } from '#contracts/search/document.ts'
import { FACET_VALUES_MAX } from '#contracts/search/parameters.ts'
import { closestAlike } from '#contracts/toolkit/closest.ts'
import type {
  FacetCount,
  FacetField,
  FieldCounts,
  IndexFilters,
  UnknownValue,
} from '#query-api/ports.ts'
import { ints } from './column.ts'
import { EARLIEST, LATEST, dayNumber } from './days.ts'
import { type Entries, KINDS } from './entries.ts'
import { NumberRuns } from './number-runs.ts'
import { PostingLists } from './posting-lists.ts'
import { type Pieces, type SavedReader, type SavedSlots, saveStrings } from './saved.ts'

/** 1 for each slot that passes; may be longer than the number of slots. */
export type Mask = Uint8Array

// The loops over all slots have no branches: a processor guesses those of a filter too badly.

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

  *save(saved: SavedSlots): Pieces {
    const names: string[] = []
    const numberOf = ints()
    numberOf.reserve(this.#liveEntries.length)
    for (const [field, lists] of this.#byField)
      for (const [value, list] of lists)
        if (this.#liveEntries.at(list) > 0)
          numberOf.values[list] = names.push(JSON.stringify([field, value])) - 1
    yield* saveStrings(names)
    yield* this.#listsOf.save(saved, (list) => numberOf.at(list))
  }

  /** Loads the tags of entries into an empty column, and counts them in. */
  load(reader: SavedReader, length: number): void {
    for (const name of reader.strings()) {
      const [field, value] = JSON.parse(name) as [TagField, string]
      this.#list(field, value)
    }
    this.#listsOf.load(reader)
    for (let slot = 0; slot < length; slot++) {
      this.#listsOf.forEach(slot, (list) => this.#lists.append(list, slot, 0))
      this.count(slot, 1)
    }
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
   * Those of the values that no live entry carries, each with the closest one that some carries.
   */
  unknownValues(field: TagField, values: readonly string[]): UnknownValue[] {
    const lists = this.#byField.get(field) ?? new Map<string, number>()
    const isHeld = (list: number): boolean => this.#liveEntries.at(list) > 0
    const unknown = values.filter((value) => {
      const list = lists.get(value)
      return list === undefined || !isHeld(list)
    })
    if (unknown.length === 0) return []
    const held = lists.entries().flatMap(([value, list]) => (isHeld(list) ? [value] : []))
    const known = [...held]
    return unknown.map((value) => ({ value, closest: closestAlike(value, known) }))
  }

  /**
   * Counts the values of a field in a result. `byText` counts texts instead of entries. Every value
   * is looked through: the cost does not depend on the size of the result.
   */
  counts(field: FacetField, result: Mask, byText: boolean): FieldCounts {
    const counts: FacetCount[] = []
    const seen = byText ? new Int32Array(this.#entries.texts) : null
    let turn = 0
    for (const [value, list] of this.#byField.get(field) ?? []) {
      if (this.#liveEntries.at(list) === 0) continue
      let count = 0
      turn += 1
      this.#lists.visit(list, (page, from, to) => {
        for (let at = from; at < to; at += 2) {
          const slot = page[at] ?? 0
          if (result[slot] !== 1) continue
          if (seen !== null) {
            const text = this.#entries.text(slot)
            if (seen[text] === turn) continue
            seen[text] = turn
          }
          count += 1
        }
      })
      if (count > 0) counts.push({ value, count })
    }
    const sorted = counts.toSorted(byCount)
    return {
      values: sorted.slice(0, FACET_VALUES_MAX),
      others: sorted.slice(FACET_VALUES_MAX).reduce((sum, { count }) => sum + count, 0),
    }
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
      this.#slug(filters),
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
        mask[slot] = (mask[slot] ?? 0) & (allowed[kindOf[slot] ?? 0] ?? 0)
    }
  }

  #slug({ slug }: IndexFilters): ((mask: Mask) => void) | null {
    if (slug === undefined) return null
    return (mask) => {
      for (let slot = 0; slot < mask.length; slot++)
        if (mask[slot] === 1 && this.#entries.slug(slot) !== slug) mask[slot] = 0
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
        mask[slot] = (mask[slot] ?? 0) & Number(date >= from && date <= to)
      }
    }
  }

  #tags({ anyOf }: IndexFilters, field: TagField): ((mask: Mask) => void) | null {
    const values = anyOf[field]
    // An empty list filters nothing, like an absent one.
    if (values === undefined || values.length === 0) return null
    return (mask) => {
      const carriers = this.#carriers(field, values, mask.length)
      for (let slot = 0; slot < mask.length; slot++)
        mask[slot] = (mask[slot] ?? 0) & (carriers[slot] ?? 0)
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

const byCount = (first: FacetCount, second: FacetCount): number =>
  second.count - first.count || (first.value < second.value ? -1 : 1)

/** Everything that filters but the field itself; null if the field does not filter. */
export const withoutField = (filters: IndexFilters, field: FacetField): IndexFilters | null => {
  if (field === 'years')
    return filters.dateFrom === null && filters.dateTo === null
      ? null
      : { ...filters, dateFrom: null, dateTo: null }
  if ((filters.anyOf[field] ?? []).length === 0) return null
  return { ...filters, anyOf: { ...filters.anyOf, [field]: [] } }
}

// Not TAG_FIELDS: its module loads schemas, which would double this thread's memory.
const fieldsOf = (byField: Partial<Record<TagField, unknown>>): TagField[] =>
  Object.keys(byField) as TagField[]
