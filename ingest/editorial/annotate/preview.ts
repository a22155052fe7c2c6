/**
 * A manuscript as readers will see it: what is typed is cleaned as a saved text is, and printed by
 * the code that prints every text. A long one is shown in parts.
 */
import { codePointsOf } from '#contracts/law/annotations/span-target.ts'
import type { Wording } from '#contracts/law/reading/blocks.ts'
import type { Language } from '#contracts/web/language.ts'
import { cleanText } from '../../enrich/clean.ts'
import { partAt, showPart, type ShownPart } from '../desk/wording.ts'

/** Which part of a long text: its number, or that of the place of typing, in UTF-16 units. */
export type PreviewPlace = { readonly part: number } | { readonly focus: number }

export type PreviewRequest = {
  /** As typed. */
  readonly text: string
  /** The parts of a ruling, at their places in the cleaned text. */
  readonly judicialDecision: Wording['judicialDecision']
  readonly language: Language
  readonly place: PreviewPlace
}

const cleaned = (typed: string): string => cleanText(typed.toWellFormed())

export const preview = ({ text, judicialDecision, language, place }: PreviewRequest): ShownPart => {
  const wording = { contentClean: cleaned(text), judicialDecision }
  const part =
    'part' in place
      ? place.part
      : partAt(wording, codePointsOf(cleaned(text.slice(0, place.focus))))
  return showPart(wording, part, { language, quoted: [] })
}
