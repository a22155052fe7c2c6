/** Where two wordings of a cited text differ: what its readers quoted, and what it says now. */
import type { ArticleContent } from '#contracts/content.ts'
import { hunksBetween } from '#contracts/toolkit/sequence-diff.ts'

/** UTF-16 units of each side, and of the words kept before the first difference. */
const WORDINGS = { unitsMax: 1_500, contextUnits: 200 } as const

type Wordings = { readonly before: string | null; readonly after: string | null }

const linesOf = ({ title, abstract, contentClean, headnotes }: ArticleContent): string[] =>
  [title, abstract ?? '', ...contentClean.split('\n'), ...headnotes.map(({ summary }) => summary)]
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Lines that are apart in the text. */
const GAP = '\n…\n'

const sharedStart = (a: string, b: string): number => {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}

/** Cuts a long side so that its first difference can be seen. */
const shortened = (side: string, sameUnits: number): string | null => {
  if (side === '') return null
  if (side.length <= WORDINGS.unitsMax) return side
  const from = Math.max(0, sameUnits - WORDINGS.contextUnits)
  const to = Math.min(side.length, from + WORDINGS.unitsMax)
  const words = side.slice(from, to).toWellFormed()
  return `${from > 0 ? '…' : ''}${words}${to < side.length ? '…' : ''}`
}

const sideOf = (parts: readonly (readonly string[])[]): string =>
  parts
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join('\n'))
    .join(GAP)

/** The lines of each wording that the other one lacks; null: it lacks none. */
export const wordingsBetween = (old: ArticleContent, next: ArticleContent): Wordings => {
  const [a, b] = [linesOf(old), linesOf(next)]
  const hunks = hunksBetween(a, b) ?? [
    { oldFrom: 0, oldTo: a.length, nextFrom: 0, nextTo: b.length },
  ]
  const before = sideOf(hunks.map(({ oldFrom, oldTo }) => a.slice(oldFrom, oldTo)))
  const after = sideOf(hunks.map(({ nextFrom, nextTo }) => b.slice(nextFrom, nextTo)))
  const same = sharedStart(before, after)
  return { before: shortened(before, same), after: shortened(after, same) }
}

/** The last public wording of a text that is no longer public. */
export const formerWording = ({ contentClean }: ArticleContent): Wordings => ({
  before: shortened(contentClean, 0),
  after: null,
})
