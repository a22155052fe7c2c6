/**
 * Marks and invisible characters of a word: soft hyphen, zero-width joiners, the dot of
 * `col·lectiu`, apostrophes.
 */
const UNSEEN = /[\p{M}\s\u00ad\u200b-\u200d\u00b7'\u2019\u2018\u02bc\uff07]/gu
const LETTERS: Record<string, string> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const OWN_LETTERS = /[œæßøłđðþı]/gu
const PLAIN = /^[a-z0-9]*$/u

/**
 * A word in small letters without accents: `Œuvre`, `ŒUVRE` and `oeuvre` are one. NFKC first, so
 * `ﬁ` is `fi`.
 */
export const fold = (word: string): string => {
  const small = word.normalize('NFKC').toLowerCase()
  if (PLAIN.test(small)) return small
  return small
    .normalize('NFD')
    .replace(UNSEEN, '')
    .replace(OWN_LETTERS, (letter) => LETTERS[letter] ?? letter)
}
