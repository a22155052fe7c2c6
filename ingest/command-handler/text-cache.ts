import type { TextReference } from '#contracts/content.ts'
import type { Sha256Hex } from '#contracts/ids.ts'
import type { Blobs } from '../ports.ts'

/** Long texts by hash: those of a batch and those fetched for its decisions. */
export type TextCache = {
  readonly texts: ReadonlyMap<Sha256Hex, string>
  add(sha256: Sha256Hex, text: string): void
  /** Fetches the missing texts in one read. */
  fetch(references: readonly TextReference[]): Promise<void>
}

export const textCache = (blobs: Blobs): TextCache => {
  const texts = new Map<Sha256Hex, string>()
  return {
    texts,
    add: (sha256, text) => void texts.set(sha256, text),
    fetch: async (references) => {
      const missing = new Set(
        references.map(({ sha256 }) => sha256).filter((one) => !texts.has(one)),
      )
      if (missing.size === 0) return
      for (const [sha256, text] of await blobs.get([...missing])) texts.set(sha256, text)
    },
  }
}
