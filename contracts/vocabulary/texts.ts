import { z } from 'zod'

/** The kinds of text. */
export const ContentType = z.enum([
  'jurisprudence',
  'legislation',
  'doctrine',
  'regulation',
  'convention_collective',
  'soft_law',
  'custom',
])
export type ContentType = z.infer<typeof ContentType>

/** Jurisdictions served. */
export const Jurisdiction = z.enum(['FR', 'EU', 'LU', 'MC', 'AD'])
export type Jurisdiction = z.infer<typeof Jurisdiction>

/** Rule types of a headnote. */
export const LegalRuleType = z.enum(['ratio', 'obiter', 'distinction'])
export type LegalRuleType = z.infer<typeof LegalRuleType>

/**
 * Genres of doctrine (contracts/conventions/classification.md); only where contentType is doctrine.
 */
export const DoctrineSubtype = z.enum([
  'article',
  'case_note',
  'case_commentary',
  'chronicle',
  'practice_note',
  'treatise',
  'textbook',
  'encyclopedia_entry',
  'thesis',
  'report',
  'advocate_general_opinion',
  'rapporteur_opinion',
  'conference_paper',
  'book_review',
  'editorial',
  'essay_collection',
  'legislative_commentary',
])
export type DoctrineSubtype = z.infer<typeof DoctrineSubtype>

/** Roots and leaves of the subject tree (contracts/conventions/classification.md). */
const DOMAIN_TREE = {
  civil:
    'persons family property obligations contracts tort succession security_interests procedure',
  commercial: 'companies insolvency competition banking_finance insurance distribution transport',
  public:
    'administrative public_procurement urban_planning environment health education immigration_asylum civil_service elections',
  labour: 'individual collective social_security',
  tax: 'direct indirect customs procedure',
  ip: 'copyright trademark patent design',
  eu: 'institutions internal_market state_aid',
  criminal: 'substantive procedure enforcement',
  constitutional: 'fundamental_rights qpc',
  international: 'private public',
  digital: 'data_protection platforms ai telecom',
} as const

export const LEGAL_DOMAINS: readonly string[] = Object.entries(DOMAIN_TREE).flatMap(
  ([root, leaves]) => [root, ...leaves.split(' ').map((leaf) => `${root}.${leaf}`)],
)
export const LegalDomain = z
  .string()
  .refine((value) => LEGAL_DOMAINS.includes(value), { error: 'unknown legal domain' })
export type LegalDomain = z.infer<typeof LegalDomain>

/** A domain and its ancestors, so that a filter on the root finds the leaves. */
export const domainWithAncestors = (domain: string): string[] =>
  domain.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.'))
