/** A citation as CSL-JSON (Citation Style Language 1.0.2, schema of the data). */
import { z } from 'zod'
import { PRODUCT } from '../../service.ts'
import type { DoctrineSubtype } from '../../vocabulary/texts.ts'
import type { CitationOptions, CitedText } from './cited-text.ts'
import { courtInFull, type DecisionParts, decisionParts } from './decision.ts'
import { frenchCitation } from './french.ts'
import { cleanTitle, demonstrationNote, type LawParts, lawParts } from './law.ts'
import { isoDay, joined, oneLine } from './print.ts'

const TYPES = [
  'legal_case',
  'legislation',
  'article-journal',
  'book',
  'document',
  'entry-encyclopedia',
  'paper-conference',
  'report',
  'review-book',
  'thesis',
  'webpage',
] as const
export type CslType = (typeof TYPES)[number]

/** The members of CSL-JSON that a text of the corpus can have. */
export const CslItem = z
  .strictObject({
    id: z.string().describe('Slug and version.'),
    type: z.enum(TYPES).describe('The type of CSL.'),
    title: z.string().describe('The title of the text.'),
    'title-short': z.string().describe('The citation in French practice.'),
    author: z
      .array(z.strictObject({ literal: z.string().describe('The whole name.') }))
      .optional()
      .describe('The authors.'),
    authority: z.string().optional().describe('The court.'),
    division: z.string().optional().describe('The chamber or formation.'),
    number: z.string().optional().describe('The docket, or the number of the act.'),
    'container-title': z.string().optional().describe('The code or act that an article is of.'),
    section: z.string().optional().describe('The number of the article.'),
    jurisdiction: z.string().optional().describe('The legal order.'),
    issued: z
      .strictObject({
        'date-parts': z
          .array(z.array(z.int()).min(1).max(3))
          .min(1)
          .max(2)
          .describe('Year, month and day.'),
      })
      .optional()
      .describe('The day of the decision, the act or the publication.'),
    language: z.string().describe('The language of the text (BCP 47).'),
    version: z.string().describe('The version that is cited.'),
    source: z.string().optional().describe('The service that the citation comes from.'),
    URL: z.string().describe('The permanent address of the version.'),
    note: z.string().optional().describe('ECLI, days in force, hash.'),
  })
  .meta({ id: 'CslItem' })
export type CslItem = z.infer<typeof CslItem>

const DOCTRINE: Readonly<Record<DoctrineSubtype, CslType>> = {
  article: 'article-journal',
  case_note: 'article-journal',
  case_commentary: 'article-journal',
  chronicle: 'article-journal',
  practice_note: 'webpage',
  treatise: 'book',
  textbook: 'book',
  encyclopedia_entry: 'entry-encyclopedia',
  thesis: 'thesis',
  report: 'report',
  advocate_general_opinion: 'document',
  rapporteur_opinion: 'document',
  conference_paper: 'paper-conference',
  book_review: 'review-book',
  editorial: 'article-journal',
  essay_collection: 'book',
  legislative_commentary: 'article-journal',
}

const LAW: ReadonlySet<string> = new Set(['legislation', 'regulation'])

const typeOf = ({ contentType, doctrineSubtype }: CitedText): CslType => {
  if (contentType === 'jurisprudence') return 'legal_case'
  if (LAW.has(contentType)) return 'legislation'
  if (contentType !== 'doctrine' || doctrineSubtype === null) return 'document'
  return DOCTRINE[doctrineSubtype]
}

const datePartsOf = (day: string | null): CslItem['issued'] =>
  day === null ? undefined : { 'date-parts': [day.split('-').map(Number)] }

const decisionMembers = (parts: DecisionParts): Partial<CslItem> => ({
  authority: courtInFull(parts) ?? undefined,
  division: parts.sitting ?? undefined,
  number: parts.dockets.length === 0 ? undefined : parts.dockets.join(', '),
})

/** The day of an act is in its name; the first day of a wording is another thing. */
const lawMembers = ({ work, title, place }: LawParts): Partial<CslItem> => ({
  'container-title': place === null ? undefined : title,
  section: place?.fr,
  number:
    work.kind === 'act' || work.kind === 'union'
      ? (work.number?.replace('\u00a0', ' ') ?? undefined)
      : undefined,
})

const dayOfLaw = ({ work }: LawParts): string | null =>
  work.kind === 'act' || work.kind === 'union' ? work.day : null

const noteOf = (text: CitedText, ecli: string | null): string => {
  const { validFrom, validTo } = text.validity
  return [
    ecli,
    demonstrationNote(text.title, text.provision?.work)?.replace(/^\(|\)$/gu, ''),
    validFrom === null && validTo === null
      ? null
      : `in force: ${validFrom ?? '..'}/${validTo ?? '..'}`,
    `SHA-256: ${text.sha256Hash}`,
  ]
    .filter((part) => part !== null && part !== undefined)
    .join('; ')
}

/** The title of an article of law with its work, which some sources leave out. */
const titleOf = ({ title, provision, slug }: CitedText): string => {
  const whole = oneLine(title)
  if (provision === null) return whole || slug
  const [raw, work] = [oneLine(provision.work), cleanTitle(provision.work)]
  if (!whole.startsWith(raw)) return whole.includes(work) ? whole : joined([work, whole])
  return joined([work, whole.slice(raw.length).replace(/^[\s,.]+/u, '')])
}

const present = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T

/** One entry of CSL-JSON; members that are not known are absent. */
export const cslItem = (text: CitedText, options: CitationOptions): CslItem => {
  const decision = decisionParts(text)
  const law = decision === null && LAW.has(text.contentType) ? lawParts(text) : null
  const author = oneLine(text.author ?? '')
  const day = decision?.day ?? (law === null ? isoDay(text.publishedAt) : (dayOfLaw(law) ?? null))
  const item: CslItem = {
    id: `${text.slug}@${text.version}`,
    type: typeOf(text),
    title: titleOf(text),
    'title-short': frenchCitation(text, options),
    ...(author === '' ? {} : { author: [{ literal: author }] }),
    ...(decision === null ? {} : decisionMembers(decision)),
    ...(law === null ? {} : lawMembers(law)),
    jurisdiction: text.jurisdiction[0],
    issued: datePartsOf(day),
    language: text.language,
    version: text.version,
    source: PRODUCT,
    URL: options.address,
    note: noteOf(text, decision?.ecli ?? null),
  }
  return present(item)
}
