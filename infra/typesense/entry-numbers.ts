import { Fault } from '#contracts/fault.ts'

/** The row that shows an entry. */
export type EntryPlace = { readonly collection: string; readonly row: string }

/**
 * Numbers of the entries that answers named. They are kept while used, and between one and two
 * times `keepMs` after: in two maps, of which the older one is dropped.
 */
export class EntryNumbers {
  readonly #keepMs: number
  readonly #now: () => number
  #next = 1
  #young = new Map<string, number>()
  #old = new Map<string, number>()
  #youngPlaces = new Map<number, EntryPlace>()
  #oldPlaces = new Map<number, EntryPlace>()
  #turnedAt: number

  constructor(keepMs: number, now: () => number) {
    this.#keepMs = keepMs
    this.#now = now
    this.#turnedAt = now()
  }

  numberOf(place: EntryPlace): number {
    this.#turn()
    const key = `${place.collection}/${place.row}`
    const held = this.#young.get(key)
    if (held !== undefined) return held
    const number = this.#old.get(key) ?? this.#next++
    this.#young.set(key, number)
    this.#youngPlaces.set(number, place)
    return number
  }

  /** Throws Fault `search-entry-unknown`. */
  placeOf(number: number): EntryPlace {
    const place = this.#youngPlaces.get(number) ?? this.#oldPlaces.get(number)
    if (place !== undefined) return place
    throw new Fault('search-entry-unknown', 'an entry of an answer is too old to be shown', {
      hint: 'search again',
    })
  }

  #turn(): void {
    const now = this.#now()
    if (now - this.#turnedAt < this.#keepMs) return
    this.#old = this.#young
    this.#oldPlaces = this.#youngPlaces
    this.#young = new Map()
    this.#youngPlaces = new Map()
    this.#turnedAt = now
  }
}
