import type { Token } from './reading.ts'

/** Concepts of the telling words around one, that one left out. */
export const near = (tokens: readonly Token[], at: number, reach: number): Set<string> =>
  new Set(
    tokens
      .slice(Math.max(0, at - reach), at + reach + 1)
      .filter((_, index) => index !== Math.min(at, reach))
      .map(({ concept }) => concept),
  )
