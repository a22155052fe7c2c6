/**
 * Codes of metadata as people read them: labels of their vocabularies, in the reader's language.
 */
import { ConceptId } from '#contracts/ids.ts'
import type { Concept } from '#contracts/concept.ts'
import type { ArticleContent } from '#contracts/content.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import type { Language } from '#contracts/web/language.ts'
import { labelOf } from './editor/page.ts'
import { nameOfCode } from './editor/words/vocabulary.ts'
import { languageName, regionName } from './print.ts'
import type { DeskVisit } from './visit.ts'
import { nameOfDecisionCode } from './words/decisions.ts'

/** Labels of concepts by id. */
export type ConceptNames = ReadonlyMap<string, string>
export const NO_CONCEPTS: ConceptNames = new Map()

type Reader = Pick<DeskVisit, 'language' | 'words'>

const courtName = (code: string): string => COURTS.get(code)?.name ?? code

/** The label of a code in a member; a code without one, and what is no code, stay as they are. */
export const codeName = (
  { language, words }: Reader,
  member: string,
  code: string,
  concepts: ConceptNames = NO_CONCEPTS,
): string => {
  const named: Readonly<Record<string, string>> = { ...words.types, ...words.rules }
  switch (member) {
    case 'language':
      return languageName(language, code)
    case 'jurisdiction':
      return regionName(language, code)
    case 'contentType':
    case 'legalRuleType':
      return named[code] ?? code
    case 'legalDomain':
    case 'doctrineSubtype':
      return nameOfCode(language, code)
    case 'concepts':
      return concepts.get(code) ?? code
    case 'courtCode':
      return courtName(code)
    case 'solution':
    case 'chamber':
      return nameOfDecisionCode(language, code)
    default:
      return code
  }
}

/** A port: concepts of imported vocabularies. */
export type ConceptsById = { byId(id: ConceptId): Promise<Concept | null> }

/** Labels of the concepts of these wordings. */
export const conceptNames = async (
  concepts: ConceptsById,
  language: Language,
  contents: readonly Pick<ArticleContent, 'concepts'>[],
): Promise<ConceptNames> => {
  const ids = [...new Set(contents.flatMap((one) => one.concepts.map(({ id }) => id)))]
  const named = await Promise.all(
    ids.map(async (id) => {
      const concept = await concepts.byId(ConceptId.parse(id))
      return [id, concept === null ? id : labelOf(concept, language)] as const
    }),
  )
  return new Map(named)
}
