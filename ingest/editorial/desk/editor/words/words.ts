import { withFrenchSpaces } from '#contracts/toolkit/french-spaces.ts'
import type { Language } from '#contracts/web/language.ts'
import { en, type EditorWords } from './en.ts'
import { fr } from './fr.ts'

export type { EditorWords } from './en.ts'

const WORDS: Readonly<Record<Language, EditorWords>> = { fr: withFrenchSpaces(fr), en }
export const editorWords = (language: Language): EditorWords => WORDS[language]
