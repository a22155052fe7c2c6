import { SHORT_FORMS } from '../../vocabulary/short-forms.ts'
import { terms } from './analyse.ts'

/** No analysed word begins so: a group of wordings is never taken for one of them. */
const MARK = '='
/** Whether a term is a group of wordings. */
export const isGroup = (term: string): boolean => term.startsWith(MARK)

type Wording = { readonly group: string; readonly words: readonly string[] }

const WORDINGS: readonly Wording[] = [...SHORT_FORMS].flatMap(([group, wordings]) =>
  wordings.map((wording) => ({ group: `${MARK}${group}`, words: terms(wording) })),
)
const BY_FIRST_WORD = Map.groupBy(WORDINGS, ({ words }) => words[0] ?? '')

const stands = (all: readonly string[], at: number, { words }: Wording): boolean =>
  words.every((word, n) => all[at + n] === word)

/**
 * The groups of wordings (contracts/vocabulary/short-forms.ts) that analysed words stand for, with
 * repetitions: `CDI` and `contrat à durée indéterminée` give `=cdi` both.
 */
export const groupsIn = (words: readonly string[]): string[] =>
  words.flatMap((word, at) => [
    ...new Set(
      (BY_FIRST_WORD.get(word) ?? [])
        .filter((wording) => stands(words, at, wording))
        .map(({ group }) => group),
    ),
  ])

/** The terms of a text as it is indexed: its words, then the groups that they stand for. */
export const indexedTerms = (text: string): string[] => {
  const words = terms(text)
  return [...words, ...groupsIn(words)]
}

/** A wording of a group among analysed words: where it begins, counted from 0, and its length. */
export type StandingWording = {
  readonly group: string
  readonly at: number
  readonly length: number
}

/** The wordings of groups that stand among analysed words, in their order. */
export const wordingsIn = (words: readonly string[]): StandingWording[] =>
  words.flatMap((word, at) =>
    (BY_FIRST_WORD.get(word) ?? [])
      .filter((wording) => stands(words, at, wording))
      .map((wording) => ({ group: wording.group, at, length: wording.words.length })),
  )
