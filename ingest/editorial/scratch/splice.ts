import type { Splice } from './ports.ts'

/** The text with a part replaced; null where the part is not inside the text. */
export const applySplice = (text: string, { start, removed, inserted }: Splice): string | null => {
  const end = start + removed
  if (start < 0 || removed < 0 || end > text.length) return null
  return text.slice(0, start) + inserted + text.slice(end)
}

/** Applies changes in order; null where one does not fit. */
export const applySplices = (text: string, splices: readonly Splice[]): string | null => {
  let result: string | null = text
  for (const splice of splices) result = result === null ? null : applySplice(result, splice)
  return result
}
