import { withFrenchSpaces } from '#contracts/toolkit/french-spaces.ts'
import type { Language } from '#contracts/web/language.ts'
import { en, type Words } from './en.ts'
import { fr } from './fr.ts'

const WORDS: Readonly<Record<Language, Words>> = { fr: withFrenchSpaces(fr), en }
export const wordsOf = (language: Language): Words => WORDS[language]
