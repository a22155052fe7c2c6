/** How a text is cited, in several styles. */
import type { Article } from '#contracts/http/article.ts'
import { type Language, printersOf } from '#contracts/web/language.ts'
import { textPath } from './addresses.ts'
import { courtOf, dayOfText, docketOf } from './marks.ts'

export type CitationStyle = 'fr' | 'eu' | 'link' | 'proof'
export type CitationString = { readonly style: CitationStyle; readonly text: string }

const FRENCH_COURTS: Readonly<Record<string, string>> = {
  'fr.ccass': 'Cass.',
  'fr.ce': 'CE',
  'fr.cc': 'Cons. const.',
  'fr.tc': 'T. confl.',
}
const FRENCH_CHAMBERS: Readonly<Record<string, string>> = {
  pl: 'ass. plén.',
  mi: 'ch. mixte',
  civ1: '1re civ.',
  civ2: '2e civ.',
  civ3: '3e civ.',
  comm: 'com.',
  soc: 'soc.',
  cr: 'crim.',
  creun: 'ch. réun.',
}

const joined = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(', ')

const dateIn = (language: Language, day: string | null): string | null =>
  day === null ? null : printersOf(language).date(day)

const numberOf = (article: Article): string | null => {
  const docket = article.judicialDecision === null ? null : docketOf(article.judicialDecision)
  return docket === null ? null : `n°\u00a0${docket}`
}

const frenchCourt = ({
  courtCode,
  chamber,
  ...names
}: NonNullable<Article['judicialDecision']>) => {
  const court = FRENCH_COURTS[courtCode ?? ''] ?? courtOf({ ...names, courtCode }, 'fr')
  const sitting = FRENCH_CHAMBERS[chamber ?? '']
  return sitting === undefined ? court : `${court ?? ''} ${sitting}`
}

const frenchString = (article: Article): string => {
  const { judicialDecision: decision, title } = article
  if (decision === null) return joined([title, dateIn('fr', dayOfText(article))])
  const { ecli, decisionDate } = decision
  return joined([frenchCourt(decision), dateIn('fr', decisionDate), numberOf(article), ecli])
}

const euString = (article: Article): string => {
  const { judicialDecision: decision, title } = article
  if (decision === null) return joined([title, dateIn('en', dayOfText(article))])
  const { ecli, decisionDate } = decision
  const docket = docketOf(decision)
  return joined([
    `${courtOf(decision, 'en') ?? ''}, judgment of ${dateIn('en', decisionDate) ?? 'an unknown date'}`,
    docket,
    ecli,
  ])
}

/** The strings that a reader can copy. `origin` is that of the page. */
export const citationStrings = (article: Article, origin: string): readonly CitationString[] => {
  const { slug, version, sha256Hash } = article
  const address = `${origin}${textPath(slug, version)}`
  return [
    { style: 'fr', text: `${frenchString(article)}.` },
    { style: 'eu', text: `${euString(article)}.` },
    { style: 'link', text: address },
    {
      style: 'proof',
      text: `${article.title}, version ${version}, ${address}, SHA-256 ${sha256Hash}`,
    },
  ]
}
