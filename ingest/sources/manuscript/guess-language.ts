/** The language of a manuscript that names none. */

/** Frequent short words that the other languages of the list do not have. */
const WORDS: readonly (readonly [language: string, words: string])[] = [
  ['fr', 'le la les des une est dans qui pour par sur aux du et que ne pas ou cette'],
  ['en', 'the of and to in is that for by with shall not be or this which'],
  ['ca', 'el els les una és dels per amb que aquest aquesta no són al'],
  ['es', 'el los las una es en por con del que para su este esta al'],
  ['de', 'der die das und ist nicht ein eine zu den von mit auf im des'],
  ['it', 'il lo gli una è nel che per con del della non sono di'],
]
const LISTS = WORDS.map(([language, words]) => ({ language, words: new Set(words.split(' ')) }))
const DEFAULT = 'fr'
const CHARACTERS_READ = 20_000
const WORDS_MIN = 8

/** French unless its short words are clearly those of another language. */
export const guessLanguage = (text: string): string => {
  const words =
    text
      .slice(0, CHARACTERS_READ)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  const counts = LISTS.map(({ language, words: own }) => ({
    language,
    count: words.filter((word) => own.has(word)).length,
  })).toSorted((a, b) => b.count - a.count)
  const [best] = counts
  return best === undefined || best.count < WORDS_MIN ? DEFAULT : best.language
}
