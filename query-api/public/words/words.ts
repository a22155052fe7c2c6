import type { Language } from '#contracts/web/language.ts'
import { en, type Words } from './en.ts'
import { fr } from './fr.ts'

export type { Words } from './en.ts'
export const WORDS: Readonly<Record<Language, Words>> = { fr, en }
