/** The language of a manuscript that names none. */

/**
 * Frequent short words of each language, those that it shares with others too: a word that only one
 * of them counted would speak for that one.
 */
const WORDS: readonly (readonly [language: string, words: string])[] = [
  [
    'fr',
    'le la les des de du d l un une et à au aux est sont dans qui que qu pour par sur en ne n pas ou ' +
      'cette ce ces il elle se s son sa ses leur avec où',
  ],
  [
    'en',
    'the of and to in is that for by with shall not be or this which a as on it from any are may',
  ],
  [
    'ca',
    'el la els les l d de del dels un una i és per amb que aquest aquesta no són al als en es s a o ' +
      'ser han dret seva seu llei',
  ],
  [
    'es',
    'el la los las de del un una y es por con que para su sus este esta al a en se no o lo como son ' +
      'ley ha',
  ],
  [
    'de',
    'der die das und ist nicht ein eine zu den von mit auf im des dem für in sind wird werden oder',
  ],
  [
    'it',
    'il lo la gli le l d di del dello della alla dei delle un una e è in nel nella che per con non sono da ' +
      'dal al si o',
  ],
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
