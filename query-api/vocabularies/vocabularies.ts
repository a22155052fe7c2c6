/** Every controlled list: vocabularies of concepts, and the values that filters take. */
import { VocabularyName } from '#contracts/concept.ts'
import { Chamber, Solution } from '#contracts/decision.ts'
import type { Vocabularies } from '#contracts/http/vocabularies.ts'
import { StatusFlag, TreatmentType } from '#contracts/vocabulary/citator.ts'
import { COURTS, CourtLevel } from '#contracts/vocabulary/courts.ts'
import {
  ContentType,
  DoctrineSubtype,
  Jurisdiction,
  LEGAL_DOMAINS,
  LegalRuleType,
} from '#contracts/vocabulary/texts.ts'
import type { ConceptReader } from './ports.ts'

const TITLES: Readonly<Record<VocabularyName, string>> = {
  eurovoc: 'EuroVoc',
  lkif: 'LKIF Core',
  custom: 'Vocabularies of this service',
}

const LISTS: Readonly<Record<string, readonly string[]>> = {
  chambers: Chamber.options,
  contentTypes: ContentType.options,
  courtLevels: CourtLevel.options,
  courts: [...COURTS.keys()],
  doctrineSubtypes: DoctrineSubtype.options,
  jurisdictions: Jurisdiction.options,
  legalDomains: LEGAL_DOMAINS,
  legalRuleTypes: LegalRuleType.options,
  solutions: Solution.options,
  statusFlags: StatusFlag.options,
  treatmentTypes: TreatmentType.options,
}

/** The controlled lists, with how many concepts are held. Throws the Faults of the reader. */
export const vocabulariesOf = async (concepts: ConceptReader): Promise<Vocabularies> => {
  const counts = await concepts.counts()
  return {
    vocabularies: VocabularyName.options.map((vocabulary) => ({
      vocabulary,
      title: TITLES[vocabulary],
      concepts: counts.get(vocabulary) ?? 0,
    })),
    lists: Object.entries(LISTS).map(([name, values]) => ({ name, values: [...values] })),
  }
}
