import type { SearchDocument } from '#contracts/search/document.ts'
import type { Mask } from './filters.ts'
import { PostingLists } from './posting-lists.ts'

/** Finds the entries that a citation names. */
export class Identifiers {
  readonly #lists = new PostingLists()
  readonly #numbers = new Map<string, number>()

  add(slot: number, { identifiers }: SearchDocument): void {
    for (const identifier of new Set(identifiers)) {
      const list = this.#numbers.get(identifier) ?? this.#lists.create()
      this.#numbers.set(identifier, list)
      this.#lists.append(list, slot, 0)
    }
  }

  /** Returns the slots under the mask that have one of the identifiers. */
  carriers(identifiers: readonly string[], mask: Mask): ReadonlySet<number> {
    const carriers = new Set<number>()
    for (const identifier of identifiers) {
      const list = this.#numbers.get(identifier)
      if (list === undefined) continue
      this.#lists.visit(list, (page, from, to) => {
        for (let at = from; at < to; at += 2) {
          const slot = page[at] ?? 0
          if (mask[slot] === 1) carriers.add(slot)
        }
      })
    }
    return carriers
  }
}
