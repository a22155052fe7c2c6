/**
 * An article as a document of Akoma Ntoso 3.0 (OASIS LegalDocML, 2018): a judgment, an act of one
 * article, or a document (contracts/conventions/formats.md).
 */
import type { Article } from '#contracts/http/article.ts'
import type { ArticleVersion } from '#contracts/http/versions.ts'
import {
  AKN_NAMESPACE,
  OWN_NAMESPACE,
  OWN_PREFIX,
  RECORD_ELEMENT,
} from '#contracts/law/akoma-ntoso/own-marks.ts'
import { API_BASE_PATH, PRODUCT } from '#contracts/service.ts'
import { domainLabel, LABELS } from '#contracts/vocabulary/labels.ts'
import { courtOf, docketOf } from '../../public/marks.ts'
import { addressOf, type Taken, wordsLanguageOf } from '../printed.ts'
import { bodyOf, type DocumentKind } from './body.ts'
import { element, escapedText } from './xml.ts'

const DAY_CHARACTERS = 10
const dayIn = (instant: string): string => instant.slice(0, DAY_CHARACTERS)

const ACTS: ReadonlySet<string> = new Set(['legislation', 'regulation', 'convention_collective'])

const kindOf = ({ contentType }: Article): DocumentKind => {
  if (contentType === 'jurisprudence') return 'judgment'
  return ACTS.has(contentType) ? 'act' : 'doc'
}

/** Languages in the three letters of ISO 639-2/T that naming conventions ask for. */
const LANGUAGES: Readonly<Record<string, string>> = {
  fr: 'fra',
  en: 'eng',
  de: 'deu',
  ca: 'cat',
  lb: 'ltz',
  es: 'spa',
  it: 'ita',
  pt: 'por',
  nl: 'nld',
}
const languageCode = (language: string): string => {
  const short = language.slice(0, 2).toLowerCase()
  return LANGUAGES[short] ?? short
}

/** A day of the work or of the wording, with what it is the day of. */
type Dated = { readonly date: string; readonly name: string }

/**
 * The day that the name of the work has in all its wordings; the day of the record where none is
 * known.
 */
const workDay = (article: Article): Dated => {
  const { judicialDecision: decision, publishedAt, updatedAt } = article
  const decided = decision?.decisionDate ?? null
  if (decided !== null) return { date: decided, name: 'decision' }
  if (publishedAt !== null) return { date: dayIn(publishedAt), name: 'publication' }
  return { date: dayIn(updatedAt), name: 'record' }
}

const wordingDay = (article: Article): Dated => {
  const { validFrom } = article.validity
  return validFrom === null ? workDay(article) : { date: validFrom, name: 'inForce' }
}

/** A component of an IRI: letters and digits as they are. */
const component = (text: string): string => encodeURIComponent(text).replaceAll('%20', '-')

type Names = { readonly work: string; readonly expression: string; readonly manifestation: string }

/**
 * `/akn/fr/judgment/fr.ccass/2024-05-15/…`, `…/fra@2024-05-15/1.0.0`, `….xml` (Akoma Ntoso Naming
 * Convention 1.0). Only a day that all wordings share is in the name of the work.
 */
const namesOf = (kind: DocumentKind, article: Article): Names => {
  const { jurisdiction, judicialDecision: decision, slug, language, version } = article
  const country = (jurisdiction[0] ?? 'eu').toLowerCase()
  const decided = decision?.decisionDate ?? null
  const work = [
    '/akn',
    country,
    kind,
    ...(kind === 'judgment' && decision?.courtCode != null ? [component(decision.courtCode)] : []),
    ...(kind === 'judgment' && decided !== null ? [decided] : []),
    component(slug),
  ].join('/')
  const expression = `${work}/${languageCode(language)}@${wordingDay(article).date}/${version}`
  return { work, expression, manifestation: `${expression}.xml` }
}

const value = (name: string, text: string, also: Readonly<Record<string, string>> = {}): string =>
  element(name, { value: text, ...also })

const dated = ({ date, name }: Dated): string => element('FRBRdate', { date, name })

const WEB = /^https?:\/\//u

/** Other names of the work: ELI, ECLI, the numbers of publishers. */
const aliasesOf = ({ judicialDecision: decision, provision, source, title }: Article): string => {
  const eli = provision !== null && WEB.test(provision.work) ? provision.work : null
  return [
    value('FRBRalias', title, { name: 'title' }),
    ...(eli === null ? [] : [value('FRBRalias', eli, { name: 'ELI' })]),
    ...(decision?.ecli == null ? [] : [value('FRBRalias', decision.ecli, { name: 'ECLI' })]),
    ...(decision?.identifiers ?? [])
      .filter(({ scheme }) => scheme !== 'ecli')
      .map(({ scheme, value: text }) => value('FRBRalias', text, { name: scheme })),
    value('FRBRalias', source.id, { name: 'source' }),
  ].join('')
}

const by = (href: string): string => element('FRBRauthor', { href })

const identificationOf = (kind: DocumentKind, taken: Taken, author: string): string => {
  const { article } = taken
  const { work, expression, manifestation } = namesOf(kind, article)
  const { jurisdiction, judicialDecision: decision, provision, updatedAt, version } = article
  const ids = (iri: string): string => value('FRBRthis', iri) + value('FRBRuri', iri)
  const docket = decision === null ? null : docketOf(decision)
  const number = docket ?? provision?.number ?? null
  return element(
    'identification',
    { source: '#pandect' },
    element(
      'FRBRWork',
      {},
      [
        ids(work),
        aliasesOf(article),
        dated(workDay(article)),
        by(author),
        value('FRBRcountry', (jurisdiction[0] ?? 'eu').toLowerCase()),
        element('FRBRsubtype', { value: article.doctrineSubtype ?? article.contentType }),
        number === null ? '' : value('FRBRnumber', number),
        provision === null ? '' : value('FRBRname', provision.work),
      ].join(''),
    ) +
      element(
        'FRBRExpression',
        {},
        [
          ids(expression),
          value('FRBRalias', addressOf(taken), { name: 'permanent' }),
          dated(wordingDay(article)),
          by(author),
          value('FRBRversionNumber', version),
          element('FRBRlanguage', { language: languageCode(article.language) }),
        ].join(''),
      ) +
      element(
        'FRBRManifestation',
        {},
        [
          ids(manifestation),
          element('FRBRdate', { date: dayIn(updatedAt), name: 'record' }),
          by('#pandect'),
          value('FRBRformat', 'application/akn+xml'),
        ].join(''),
      ),
  )
}

const labelOf = (label: Readonly<Record<string, string>>): string =>
  label['fr'] ?? label['en'] ?? Object.values(label)[0] ?? ''

const classificationOf = (article: Article): string => {
  const labels = LABELS[wordsLanguageOf(article)]
  const words = [
    ...article.legalDomain.map((domain) =>
      element('keyword', {
        value: domain,
        showAs: domainLabel(labels, domain),
        dictionary: '#domains',
      }),
    ),
    ...article.concepts.map(({ id, prefLabel, vocabulary }) =>
      element('keyword', {
        value: id,
        showAs: labelOf(prefLabel) || id,
        dictionary: `#${component(vocabulary)}`,
      }),
    ),
  ]
  return words.length === 0 ? '' : element('classification', { source: '#pandect' }, words.join(''))
}

const event = (eId: string, date: string, type: string): string =>
  element('eventRef', { eId, date, source: '#original', type })

const lifecycleOf = (article: Article): string => {
  const { validFrom, validTo } = article.validity
  const events = [
    event('made', workDay(article).date, 'generation'),
    ...(validFrom === null ? [] : [event('from', validFrom, 'amendment')]),
    ...(validTo === null ? [] : [event('to', validTo, 'repeal')]),
  ]
  return element('lifecycle', { source: '#pandect' }, events.join(''))
}

const temporalOf = ({ validity: { validFrom, validTo } }: Article): string => {
  if (validFrom === null && validTo === null) return ''
  const interval = element('timeInterval', {
    start: validFrom === null ? null : '#from',
    end: validTo === null ? null : '#to',
    refersTo: '#inForce',
  })
  const group = element('temporalGroup', { eId: 'period' }, interval)
  return element('temporalData', { source: '#pandect' }, group)
}

const referencesOf = (kind: DocumentKind, article: Article, court: string | null): string => {
  const { judicialDecision: decision, concepts } = article
  const names = namesOf(kind, article)
  const vocabularies = [...new Set(concepts.map(({ vocabulary }) => vocabulary))]
  return element(
    'references',
    { source: '#pandect' },
    [
      element('original', { eId: 'original', href: names.work, showAs: article.title }),
      element('TLCOrganization', {
        eId: 'pandect',
        href: '/akn/ontology/organization/pandect',
        showAs: PRODUCT,
      }),
      court === null
        ? ''
        : element('TLCOrganization', {
            eId: 'court',
            href: `/akn/ontology/organization/${component(decision?.courtCode ?? 'court')}`,
            showAs: court,
          }),
      element('TLCConcept', {
        eId: 'inForce',
        href: '/akn/ontology/concept/in-force',
        showAs: 'in force',
      }),
      element('TLCConcept', {
        eId: 'domains',
        href: '/akn/ontology/concept/legal-domain',
        showAs: 'fields of law',
      }),
      ...vocabularies.map((vocabulary) =>
        element('TLCConcept', {
          eId: component(vocabulary),
          href: `/akn/ontology/concept/${component(vocabulary)}`,
          showAs: vocabulary,
        }),
      ),
    ].join(''),
  )
}

/** The members of an import record, but the text. */
const recordOf = (article: Article): object => {
  const { judicialDecision, validity, headnotes, source } = article
  const { id: _, ...decision } = judicialDecision ?? { id: null }
  return {
    title: article.title,
    slug: article.slug,
    contentType: article.contentType,
    abstract: article.abstract,
    language: article.language,
    jurisdiction: article.jurisdiction,
    legalDomain: article.legalDomain,
    doctrineSubtype: article.doctrineSubtype,
    publishedAt: article.publishedAt,
    validFrom: validity.validFrom,
    validTo: validity.validTo,
    headnotes: headnotes.map(({ sequence, summary, sourceText, legalRuleType }) => ({
      sequence,
      summary,
      sourceText,
      legalRuleType,
    })),
    judicialDecision: judicialDecision === null ? null : decision,
    provision: article.provision,
    licence: article.licence,
    source,
  }
}

const named = (name: string): string => `${OWN_PREFIX}:${name}`

const proprietaryOf = (taken: Taken, version: ArticleVersion | null): string => {
  const { article, origin } = taken
  const { slug, sha256Hash, hashProfile } = article
  const reasons = (version?.reasons ?? []).map((reason) =>
    element(named('reason'), {}, escapedText(reason)),
  )
  return element(
    'proprietary',
    { source: '#pandect' },
    element(
      named('version'),
      {
        number: article.version,
        sha256Hash,
        hashProfile,
        bump: version?.bump,
        changeClass: version?.changeClass,
        recordedAt: version?.recordedAt,
        position: version?.position,
        address: addressOf(taken),
        api: `${origin}${API_BASE_PATH}/articles/${slug}/versions/${article.version}`,
      },
      reasons.join(''),
    ) + element(named(RECORD_ELEMENT), {}, escapedText(JSON.stringify(recordOf(article)))),
  )
}

const paragraph = (content: string): string => element('p', {}, content)

const headerOf = (article: Article, court: string | null): string => {
  const { judicialDecision: decision, title } = article
  const docket = decision === null ? null : docketOf(decision)
  const date = decision?.decisionDate ?? null
  return element(
    'header',
    {},
    [
      court === null
        ? ''
        : paragraph(element('courtType', { refersTo: '#court' }, escapedText(court))),
      docket === null ? '' : paragraph(element('docketNumber', {}, escapedText(docket))),
      decision?.ecli == null
        ? ''
        : paragraph(element('neutralCitation', {}, escapedText(decision.ecli))),
      date === null ? '' : paragraph(element('docDate', { date }, date)),
      paragraph(element('docTitle', {}, escapedText(title))),
    ].join(''),
  )
}

const prefaceOf = ({ title }: Article): string =>
  element(
    'preface',
    {},
    element('longTitle', { eId: 'title' }, paragraph(element('docTitle', {}, escapedText(title)))),
  )

/**
 * The document. `version`: what the version says of itself; null where it is not known.
 *
 * @see http://docs.oasis-open.org/legaldocml/akn-core/v1.0/
 */
export const akomaNtosoOf = (taken: Taken, version: ArticleVersion | null): string => {
  const { article, links } = taken
  const kind = kindOf(article)
  const { judicialDecision: decision } = article
  const court =
    decision === null || kind !== 'judgment' ? null : courtOf(decision, wordsLanguageOf(article))
  const meta = element(
    'meta',
    {},
    [
      identificationOf(kind, taken, court === null ? '#pandect' : '#court'),
      classificationOf(article),
      lifecycleOf(article),
      temporalOf(article),
      referencesOf(kind, article, court),
      proprietaryOf(taken, version),
    ].join(''),
  )
  const front = kind === 'judgment' ? headerOf(article, court) : prefaceOf(article)
  const document = element(
    kind,
    { name: article.doctrineSubtype ?? article.contentType, contains: 'singleVersion' },
    `${meta}${front}${bodyOf(kind, article, links)}`,
  )
  const root = element(
    'akomaNtoso',
    { xmlns: AKN_NAMESPACE, [`xmlns:${OWN_PREFIX}`]: OWN_NAMESPACE },
    document,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}
