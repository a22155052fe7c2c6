/**
 * What a page says of a text to programs: JSON-LD (schema.org), ELI in RDFa for legislation, and
 * the tags that reference managers read (Highwire Press, Dublin Core).
 */
import { html } from 'ghtml'
import type { Article } from '#contracts/http/article.ts'
import type { Day } from '#contracts/ids.ts'
import { API_BASE_PATH, PRODUCT } from '#contracts/service.ts'
import { textPath } from './addresses.ts'
import { courtOf, dayOfText, docketOf, forceOn } from './marks.ts'
import { isOpenLicence, licenceAddress } from './open-licence.ts'

export type Described = {
  readonly article: Article
  readonly origin: string
  readonly isCurrent: boolean
  readonly today: Day
  /** Slugs of the texts that it cites. */
  readonly cites: readonly string[]
}

const DAY_CHARACTERS = 10
const dayIn = (instant: string): string => instant.slice(0, DAY_CHARACTERS)

const LEGISLATION: ReadonlySet<string> = new Set(['legislation', 'regulation'])
export const isLegislation = ({ contentType }: Pick<Article, 'contentType'>): boolean =>
  LEGISLATION.has(contentType)

/** The address of the very wording that is shown. */
const addressOf = ({ article: { slug, version }, origin, isCurrent }: Described): string =>
  `${origin}${textPath(slug, isCurrent ? null : version)}`

const typeOf = ({ contentType, doctrineSubtype }: Article): string => {
  if (contentType === 'legislation' || contentType === 'regulation') return 'Legislation'
  return contentType === 'doctrine' && doctrineSubtype !== 'practice_note'
    ? 'ScholarlyArticle'
    : 'CreativeWork'
}

/** JSON-LD leaves out what is not known. */
type Members = Readonly<Record<string, unknown>>
const present = (members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) =>
        value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  )

const property = (propertyID: string, value: string): Members => ({
  '@type': 'PropertyValue',
  propertyID,
  value,
})

const identifiersOf = ({ judicialDecision, sha256Hash, source }: Article): Members[] => [
  ...(judicialDecision?.ecli === null || judicialDecision === null
    ? []
    : [property('ECLI', judicialDecision.ecli)]),
  ...(judicialDecision?.identifiers ?? [])
    .filter(({ scheme }) => scheme !== 'ecli')
    .map(({ scheme, value }) => property(scheme, value)),
  property('source', source.id),
  property('sha256', sha256Hash),
]

const intervalOf = ({ validFrom, validTo }: Article['validity']): string | null =>
  validFrom === null && validTo === null ? null : `${validFrom ?? '..'}/${validTo ?? '..'}`

const FORCE = { yes: 'InForce', ended: 'NotInForce', future: 'NotInForce' } as const

const legislationMembers = ({ article, today }: Described): Members => {
  const { validity, provision, jurisdiction, source, version } = article
  return present({
    legislationIdentifier: source.id,
    legislationType: provision?.number === null || provision === null ? 'act' : 'article',
    legislationJurisdiction: jurisdiction,
    legislationDate: validity.validFrom,
    legislationDateVersion: validity.validFrom,
    legislationLegalForce:
      intervalOf(validity) === null
        ? null
        : { '@id': `https://schema.org/${FORCE[forceOn(validity, today)]}` },
    temporalCoverage: intervalOf(validity),
    isPartOf: provision === null ? null : { '@type': 'Legislation', name: provision.work },
    version,
  })
}

const decisionMembers = ({ judicialDecision: decision, jurisdiction }: Article): Members => {
  if (decision === null) return {}
  const court = courtOf(decision, 'fr')
  return present({
    genre: 'court decision',
    dateCreated: decision.decisionDate,
    creator: court === null ? null : { '@type': 'GovernmentOrganization', name: court },
    spatialCoverage: jurisdiction,
  })
}

const labelOf = (label: Readonly<Record<string, string>>): string | undefined =>
  label['fr'] ?? label['en'] ?? Object.values(label)[0]

/** The JSON-LD of a text (schema.org). */
export const jsonLdOf = (described: Described): Members => {
  const { article, origin, cites } = described
  const date = dayOfText(article)
  const { licence } = article
  return present({
    '@context': 'https://schema.org',
    '@type': typeOf(article),
    '@id': addressOf(described),
    url: addressOf(described),
    name: article.title,
    headline: article.title,
    abstract: article.abstract,
    inLanguage: article.language,
    datePublished: date === null ? null : dayIn(date),
    dateModified: dayIn(article.updatedAt),
    version: article.version,
    license: licence === null ? null : (licenceAddress(licence) ?? licence),
    isAccessibleForFree: isOpenLicence(licence),
    identifier: identifiersOf(article),
    about: article.concepts.flatMap(({ prefLabel, externalId }) => {
      const name = labelOf(prefLabel)
      return name === undefined ? [] : [{ '@type': 'DefinedTerm', name, identifier: externalId }]
    }),
    keywords: article.legalDomain,
    citation: cites.map((slug) => ({ '@id': `${origin}${textPath(slug)}` })),
    publisher: { '@type': 'Organization', name: PRODUCT },
    ...(isLegislation(article) ? legislationMembers(described) : decisionMembers(article)),
  })
}

/** JSON inside a `script` element: no tag of the text ends it. */
export const jsonLdScript = (members: Members): string =>
  `<script type="application/ld+json">${JSON.stringify(members).replaceAll('<', '\\u003c')}</script>`

// ───────── ELI ─────────

/** The names of languages in the authority table of the Publications Office. */
const EU_LANGUAGES: Readonly<Record<string, string>> = {
  fr: 'FRA',
  en: 'ENG',
  de: 'DEU',
  ca: 'CAT',
  es: 'SPA',
  it: 'ITA',
  pt: 'POR',
  nl: 'NLD',
}
const LANGUAGE_TABLE = 'http://publications.europa.eu/resource/authority/language/'
const ELI = 'http://data.europa.eu/eli/ontology#'
const XSD_DATE = 'http://www.w3.org/2001/XMLSchema#date'

const literal = (name: string, value: string | null): string =>
  value === null ? '' : html`<meta property="eli:${name}" content="${value}" />`
const dayLiteral = (name: string, value: string | null): string =>
  value === null
    ? ''
    : html`<meta property="eli:${name}" content="${value}" datatype="${XSD_DATE}" />`
const resource = (name: string, value: string | null): string =>
  value === null ? '' : html`<link property="eli:${name}" href="${value}" />`

/** The attributes of the element that is about the text; empty where it is no legislation. */
export const rdfaAttributes = (described: Described): string =>
  isLegislation(described.article)
    ? html`prefix="eli: ${ELI}" typeof="eli:LegalResource" resource="${addressOf(described)}"`
    : ''

/** What RDFa says of legislation, which no reader sees. */
export const rdfaMetadata = (described: Described): string => {
  const { article, origin, isCurrent, today, cites } = described
  if (!isLegislation(article)) return ''
  const { slug, version, title, language, validity, source, provision } = article
  const expression = `${addressOf(described)}#text`
  const languageCode = EU_LANGUAGES[language.slice(0, 2).toLowerCase()]
  const force = forceOn(validity, today)
  return html`!${literal('id_local', source.id)}
    !${dayLiteral('first_date_entry_in_force', validity.validFrom)}
    !${dayLiteral('date_no_longer_in_force', validity.validTo)}
    !${
      intervalOf(validity) === null
        ? ''
        : resource('in_force', `${ELI}InForce-${force === 'yes' ? 'inForce' : 'notInForce'}`)
    }
    !${literal('version', version)} !${literal('number', provision?.number ?? null)}
    !${isCurrent ? '' : resource('is_member_of', `${origin}${textPath(slug)}`)}
    !${cites.map((cited) => resource('cites', `${origin}${textPath(cited)}`))}
    <div property="eli:is_realized_by" resource="${expression}" typeof="eli:LegalExpression" hidden>
      <meta property="eli:title" content="${title}" lang="${language}" />
      !${languageCode === undefined ? '' : resource('language', `${LANGUAGE_TABLE}${languageCode}`)}
      !${resource('realizes', addressOf(described))}
    </div>`
}

// ───────── reference managers ─────────

const ZOTERO_TYPES: Readonly<Record<string, string>> = {
  jurisprudence: 'case',
  legislation: 'statute',
  regulation: 'statute',
  doctrine: 'journalArticle',
}

/** Highwire Press writes days with slashes. */
const slashed = (day: string): string => dayIn(day).replaceAll('-', '/')

const tag = (name: string, value: string | null | undefined): string =>
  value === null || value === undefined || value === ''
    ? ''
    : html`<meta name="${name}" content="${value}" />`

/** The tags that Zotero and other reference managers read. */
export const citationTags = (described: Described): string => {
  const { article, origin } = described
  const { judicialDecision: decision, licence } = article
  const date = dayOfText(article)
  const court = decision === null ? null : courtOf(decision, 'fr')
  return html`!${tag('citation_title', article.title)}
  !${tag('citation_publication_date', date === null ? null : slashed(date))}
  !${tag('citation_language', article.language)}
  !${tag('citation_public_url', addressOf(described))}
  !${tag('citation_abstract', article.abstract)} !${tag('citation_publisher', court ?? PRODUCT)}
  !${tag('citation_technical_report_number', decision === null ? null : docketOf(decision))}
  !${article.concepts.map(({ prefLabel }) => tag('citation_keywords', labelOf(prefLabel)))}
  !${tag('DC.type', ZOTERO_TYPES[article.contentType] ?? 'document')}
  !${tag('DC.title', article.title)} !${tag('DC.language', article.language)}
  !${tag('DC.date', date === null ? null : dayIn(date))}
  !${tag('DC.identifier', decision?.ecli ?? `${origin}${textPath(article.slug)}`)}
  !${tag('DC.rights', licence)}`
}

/** The links and tags of the head: the address itself, its JSON, cards of social networks. */
export const headOf = (described: Described): string => {
  const { article, isCurrent } = described
  const address = addressOf(described)
  const api = `${API_BASE_PATH}/articles/${article.slug}`
  const json = isCurrent ? api : `${api}/versions/${article.version}`
  const isIndexed = article.judicialDecision?.anonymisation.status !== 'pending'
  return html`<link rel="canonical" href="${address}" />
    <link rel="alternate" hreflang="fr" href="${address}?lang=fr" />
    <link rel="alternate" hreflang="en" href="${address}?lang=en" />
    <link rel="alternate" hreflang="x-default" href="${address}" />
    <link rel="alternate" type="application/json" href="${json}" />
    !${isIndexed ? '' : html`<meta name="robots" content="noindex" />`}
    !${tag('description', article.abstract ?? article.headnotes[0]?.summary ?? article.title)}
    <meta property="og:type" content="article" />
    <meta property="og:site_name" content="${PRODUCT}" />
    <meta property="og:title" content="${article.title}" />
    <meta property="og:url" content="${address}" />
    !${tag('twitter:card', 'summary')} !${citationTags(described)}
    !${jsonLdScript(jsonLdOf(described))}`
}
