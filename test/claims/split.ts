import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Rules are tuned on one half of each set only; which half is drawn once, with this seed. */
export const SEED = 20_261_121

const hash = (text: string): number => {
  // FNV-1a, 32 bits: the same everywhere.
  let state = 0x811c9dc5
  for (const byte of Buffer.from(text, 'utf8')) state = Math.imul(state ^ byte, 0x01000193) >>> 0
  return state
}

export type Half = 'tuned' | 'held-out'

/** Half of the cases of each kind, by the order of a seeded hash of their text. */
export const halves = <T>(
  cases: readonly T[],
  of: (one: T) => { readonly kind: string; readonly text: string },
): ReadonlyMap<T, Half> => {
  const result = new Map<T, Half>()
  for (const group of Map.groupBy(cases, (one) => of(one).kind).values()) {
    const ordered = group.toSorted(
      (a, b) => hash(`${SEED}${of(a).text}`) - hash(`${SEED}${of(b).text}`),
    )
    for (const [index, one] of ordered.entries())
      result.set(one, index % 2 === 0 ? 'tuned' : 'held-out')
  }
  return result
}

/** Rows of a label file, each by the names of its first line. */
export const labelRows = (name: string): Readonly<Record<string, string>>[] => {
  const [head = '', ...lines] = readFileSync(join(import.meta.dirname, 'labels', name), 'utf8')
    .trimEnd()
    .split('\n')
  const names = head.split('\t')
  return lines.map((line) => {
    const values = line.split('\t')
    return Object.fromEntries(names.map((column, index) => [column, values[index] ?? '']))
  })
}
