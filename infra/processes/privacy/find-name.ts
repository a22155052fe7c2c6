/** Finds a name in a text as words, whatever its accents, case and order of first and last name. */
import { fold } from '#contracts/law/analysis/fold.ts'

/** Characters around a name, and places that are shown of one text. */
const SHOWN = { around: 100, placesMax: 20 } as const
/** Shorter texts are shown as a whole. */
const WHOLE_MAX = 300

const WORD = /[\p{L}\p{M}\p{N}]+/gu

type Word = { readonly folded: string; readonly start: number; readonly end: number }
const wordsOf = (text: string): Word[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    folded: fold(word),
    start: index,
    end: index + word.length,
  }))

export type FoundName = {
  /** How often it is there. */
  readonly times: number
  /** The words around each place, the first ones of many. */
  readonly excerpts: readonly string[]
}

export type NameFinder = (text: string) => FoundName | null

const excerptOf = (text: string, start: number, end: number): string =>
  text.slice(Math.max(0, start - SHOWN.around), end + SHOWN.around)

/**
 * A name of several words is found where they stand side by side, the last one first or last. Null:
 * there is no word in the names.
 */
export const makeNameFinder = (names: readonly string[]): NameFinder | null => {
  const orders = names.flatMap((name) => {
    const words = wordsOf(name).map(({ folded }) => folded)
    if (words.length === 0) return []
    const [last = '', ...before] = words.toReversed()
    return [words, [last, ...before.toReversed()]]
  })
  if (orders.length === 0) return null
  const byFirst = Map.groupBy(orders, ([first]) => first ?? '')
  return (text) => {
    const words = wordsOf(text)
    const places: { readonly start: number; readonly end: number }[] = []
    for (let at = 0; at < words.length; at += 1) {
      const order = (byFirst.get(words[at]?.folded ?? '') ?? []).find((one) =>
        one.every((word, offset) => words[at + offset]?.folded === word),
      )
      const [first, last] = [words[at], words[at + (order?.length ?? 0) - 1]]
      if (order === undefined || first === undefined || last === undefined) continue
      places.push({ start: first.start, end: last.end })
      at += order.length - 1
    }
    if (places.length === 0) return null
    const excerpts =
      text.length <= WHOLE_MAX
        ? [text]
        : places.slice(0, SHOWN.placesMax).map(({ start, end }) => excerptOf(text, start, end))
    return { times: places.length, excerpts }
  }
}
