/**
 * Codes of metadata as people read them: labels of their vocabularies, in the reader's language.
 */
import { ConceptId } from '#contracts/ids.ts'
import type { Concept } from '#contracts/concept.ts'
import type { ArticleContent } from '#contracts/content.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import { domainLabel, LABELS } from '#contracts/vocabulary/labels.ts'
import { type Language, languageName } from '#contracts/web/language.ts'
import { labelOf } from './editor/page.ts'
import type { DeskVisit } from './visit.ts'

/** Labels of concepts by id. */
export type ConceptNames = ReadonlyMap<string, string>
export const NO_CONCEPTS: ConceptNames = new Map()

type Reader = Pick<DeskVisit, 'language'>

const nameIn = (names: Readonly<Record<string, string>>, code: string): string =>
  (Object.hasOwn(names, code) ? names[code] : undefined) ?? code

const courtName = (code: string): string => COURTS.get(code)?.name ?? code

/** The label of a code in a member; a code without one, and what is no code, stay as they are. */
export const codeName = (
  { language }: Reader,
  member: string,
  code: string,
  concepts: ConceptNames = NO_CONCEPTS,
): string => {
  const labels = LABELS[language]
  switch (member) {
    case 'language':
      return languageName(language, code)
    case 'jurisdiction':
      return nameIn(labels.jurisdictions, code)
    case 'contentType':
      return nameIn(labels.contentTypes, code)
    case 'legalRuleType':
      return nameIn(labels.legalRuleTypes, code)
    case 'legalDomain':
      return domainLabel(labels, code)
    case 'doctrineSubtype':
      return nameIn(labels.doctrineSubtypes, code)
    case 'concepts':
      return concepts.get(code) ?? code
    case 'courtCode':
      return courtName(code)
    case 'solution':
      return nameIn(labels.solutions, code)
    case 'chamber':
      return nameIn(labels.chambers, code)
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
