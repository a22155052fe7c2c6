/** The part of a long text that is annotated: whole paragraphs around the place of typing. */
export type TextWindow = { readonly start: number; readonly end: number }

const BLANK_LINE = '\n\n'

/** At most `unitsMax` UTF-16 units around `focus` (null: from the beginning). */
export const windowOf = (text: string, focus: number | null, unitsMax: number): TextWindow => {
  if (text.length <= unitsMax) return { start: 0, end: text.length }
  const around = Math.min(Math.max(0, focus ?? 0), text.length)
  const first = Math.max(0, Math.min(around - unitsMax / 2, text.length - unitsMax))
  const last = first + unitsMax
  const before = first === 0 ? -1 : text.indexOf(BLANK_LINE, first)
  const after = last >= text.length ? text.length : text.lastIndexOf(BLANK_LINE, last)
  const start = first === 0 ? 0 : before < 0 || before > around ? first : before + BLANK_LINE.length
  const end = after <= around || after <= start ? last : after
  return { start, end }
}
