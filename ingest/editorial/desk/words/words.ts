/** The words of the desk: those of every area, and its own. */
import { withFrenchSpaces } from '#contracts/toolkit/french-spaces.ts'
import type { Language } from '#contracts/web/language.ts'
import { WEB_WORDS, type WebWords } from '#contracts/web/words.ts'
import { en, type OwnWords } from './en.ts'
import { fr } from './fr.ts'

export type Words = WebWords & OwnWords

const WORDS: Readonly<Record<Language, Words>> = {
  fr: { ...WEB_WORDS.fr, ...withFrenchSpaces(fr) },
  en: { ...WEB_WORDS.en, ...en },
}
export const wordsOf = (language: Language): Words => WORDS[language]
