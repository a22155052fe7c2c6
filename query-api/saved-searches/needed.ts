/** Which words a text has to hold for a search that asks for all of them. */
import { terms } from '#contracts/law/analysis/analyse.ts'
import { wordingsIn } from '#contracts/law/analysis/short-forms.ts'
import { translatedQuery } from '#contracts/law/analysis/translation.ts'
import { tellingWords } from '../search/query.ts'

/** An analysed term, or several of which all or any are needed. */
export type Needed =
  | string
  | { readonly all: readonly Needed[] }
  | { readonly any: readonly Needed[] }

/** Each word, or a group that it stands for: `contrat à durée indéterminée` is met by `CDI`. */
const eachOf = (words: readonly string[]): Needed => {
  const standing = wordingsIn(words)
  return {
    all: words.map((word, at) => {
      const groups = standing
        .filter((one) => one.at <= at && at < one.at + one.length)
        .map(({ group }) => group)
      return groups.length === 0 ? word : { any: [word, ...new Set(groups)] }
    }),
  }
}

/**
 * The words of a text without those that only make it a question. An English or Catalan question is
 * met by its own words, or by a French wording for each place that has one.
 */
export const neededWords = (text: string): Needed => {
  const translation = translatedQuery(text)
  if (translation === null) return eachOf(tellingWords(text))
  const french = translation.places.map((wordings): Needed => ({
    any: wordings.map((wording) => eachOf(terms(wording))),
  }))
  const own = tellingWords(translation.own)
  return { any: [{ all: french }, ...(own.length === 0 ? [] : [eachOf(own)])] }
}

/** Whether these terms have what is needed. */
export const meets = (needed: Needed, held: ReadonlySet<string>): boolean => {
  if (typeof needed === 'string') return held.has(needed)
  return 'all' in needed
    ? needed.all.every((one) => meets(one, held))
    : needed.any.some((one) => meets(one, held))
}

const shortest = (words: readonly string[]): number => Math.min(...words.map((word) => word.length))

/**
 * Terms of which each text that meets the need holds at least one: those of its longest word, which
 * fewer texts hold; null: nothing is needed.
 */
export const signOf = (needed: Needed): readonly string[] | null => {
  if (typeof needed === 'string') return [needed]
  if ('any' in needed) {
    const signs = needed.any.map(signOf)
    return signs.every((one) => one !== null) ? signs.flat() : null
  }
  const signs = needed.all.flatMap((one) => {
    const sign = signOf(one)
    return sign === null ? [] : [sign]
  })
  return signs.toSorted((one, other) => shortest(other) - shortest(one))[0] ?? null
}
