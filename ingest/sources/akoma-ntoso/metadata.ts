/** Work and dates of an Akoma Ntoso 3.0 document (OASIS, 2018), from its metadata. */
import { dayBefore, isDay } from '../days.ts'
import type { XmlElement } from '../xml/tree.ts'
import { labelText } from './article-text.ts'
import { allNamed, at, attribute, childrenNamed, firstNamed, lineText } from '../xml/walk.ts'

export type WorkMetadata = {
  /** The work, the same for all wordings: an ELI if there is one. */
  readonly eli: string
  /** Prefix of the identity of an article. */
  readonly idPrefix: string
  readonly title: string
  readonly language: string | null
  readonly jurisdiction: string | null
  readonly licence: string | null
  /** Day of the consolidation; null where the file names none. */
  readonly version: string | null
  readonly validFrom: string | null
  /** Inclusive. */
  readonly validTo: string | null
  /** Contradictions within the file. */
  readonly doubts: readonly string[]
  /** Changes made by other acts, by the anchor of the article they changed. */
  readonly modifications: readonly Modification[]
}
export type Modification = {
  readonly type: string
  readonly source: string
  readonly anchor: string
  /** Day of its effect, as the lifecycle gives it. */
  readonly date: string | null
}

const LEGILUX = 'http://data.legilux.public.lu/eli/etat/leg/'
const LUXEMBOURG_LICENCE = 'CC BY 4.0'

/** The values of one JOLUX property (the Luxembourg publisher's metadata), in order. */
const joluxOf = (resource: XmlElement | null, name: string): string[] =>
  resource === null
    ? []
    : allNamed(resource, 'jolux')
        .filter((element) => attribute(element, 'scl:name') === name)
        .map(lineText)
        .filter((value) => value !== '')

const valueOf = (element: XmlElement | null, name = 'value'): string | null =>
  attribute(element, name)

const LANGUAGES: Readonly<Record<string, string>> = {
  fra: 'fr',
  fre: 'fr',
  deu: 'de',
  ger: 'de',
  eng: 'en',
  ltz: 'lb',
  cat: 'ca',
}
const COUNTRIES: Readonly<Record<string, string>> = {
  lux: 'LU',
  lu: 'LU',
  fra: 'FR',
  fr: 'FR',
  mco: 'MC',
  mc: 'MC',
  and: 'AD',
  ad: 'AD',
  eur: 'EU',
  eu: 'EU',
}
/** The last part of an address of an authority table, in small letters. */
const tail = (address: string | null): string => address?.split('/').at(-1)?.toLowerCase() ?? ''

const withoutSlash = (address: string): string => address.replace(/\/$/, '')

/**
 * Publishers put the day of the consolidation before the title; a title is the same in all of them.
 */
const WORDING =
  /^Version (?:consolidée|rectifiée|coordonnée) applicable au \d{2}\/\d{2}\/\d{4}\s*:\s*/u

/** The first day after `day` on which the work changes, as the lifecycle gives it. */
const nextChange = (meta: XmlElement | null, day: string): string | null => {
  const days = childrenNamed(at(meta, 'lifecycle'), 'eventRef')
    .map((event) => attribute(event, 'date') ?? '')
    .filter((date) => isDay(date) && date > day)
    .toSorted()
  return days[0] ?? null
}

type Validity = Pick<WorkMetadata, 'validFrom' | 'validTo' | 'doubts'>

/**
 * The publisher gives the end sometimes inclusive, sometimes as the first day of the next wording;
 * the lifecycle shows which. An end that the lifecycle does not know is taken as the last day, and
 * noted.
 */
const validityOf = (
  meta: XmlElement | null,
  version: string | null,
  stated: string | null,
): Validity => {
  if (version === null) {
    return { validFrom: null, validTo: null, doubts: ['the file names no day of its wording'] }
  }
  const next = nextChange(meta, version)
  const last = next === null ? null : dayBefore(next)
  if (stated === null) return { validFrom: version, validTo: last, doubts: [] }
  if (last === null) {
    const doubts = [
      `it ends on ${stated}, which its lifecycle does not know; taken as the last day`,
    ]
    return { validFrom: version, validTo: stated, doubts }
  }
  const agrees = stated === last || stated === next
  const doubts = agrees ? [] : [`it ends on ${stated}, its lifecycle says ${last}, which is taken`]
  return { validFrom: version, validTo: last, doubts }
}

/** Days of the lifecycle by the act that brought them about. */
const daysByAct = (meta: XmlElement | null): ReadonlyMap<string, string> => {
  const references = at(meta, 'references')
  const acts = new Map(
    childrenNamed(references, 'passiveRef').map((one) => [
      `#${attribute(one, 'id') ?? attribute(one, 'eId') ?? ''}`,
      attribute(one, 'href') ?? '',
    ]),
  )
  return new Map(
    childrenNamed(at(meta, 'lifecycle'), 'eventRef').flatMap((event) => {
      const act = acts.get(attribute(event, 'source') ?? '')
      const day = attribute(event, 'date') ?? ''
      return act === undefined || !isDay(day) ? [] : [[act, day] as const]
    }),
  )
}

const modificationsOf = (
  meta: XmlElement | null,
  days: ReadonlyMap<string, string> = daysByAct(meta),
): Modification[] =>
  childrenNamed(at(meta, 'analysis', 'passiveModifications'), 'textualMod').flatMap((change) => {
    const source = attribute(at(change, 'source'), 'href')
    const anchor = attribute(at(change, 'destination'), 'href')?.replace(/^.*#/, '')
    const type = attribute(change, 'type') ?? 'modification'
    return source === null || anchor === undefined
      ? []
      : [{ type, source, anchor, date: days.get(source) ?? null }]
  })

/**
 * `…/eli/etat/leg/rgd/2001/12/21/n5` as `lu-legilux:rgd-2001-12-21-n5`: how import files of this
 * publisher name works.
 */
const idPrefixOf = (eli: string): string =>
  eli.startsWith(LEGILUX) ? `lu-legilux:${eli.slice(LEGILUX.length).replaceAll('/', '-')}` : eli

const dayOrNull = (text: string | null | undefined): string | null =>
  text !== null && text !== undefined && isDay(text) ? text : null

/** Null where the document does not say which work it is. */
export const metadataOf = (act: XmlElement): WorkMetadata | null => {
  const meta = at(act, 'meta')
  const identification = at(meta, 'identification')
  const work = at(identification, 'FRBRWork')
  const expression = at(identification, 'FRBRExpression')
  const resource = identification === null ? null : firstNamed(identification, 'JOLUXLegalResource')
  const complex = identification === null ? null : firstNamed(identification, 'JOLUXComplexWork')
  const [joluxWork] = joluxOf(complex, 'uriThis')
  const named = joluxWork ?? valueOf(at(work, 'FRBRuri')) ?? valueOf(at(work, 'FRBRthis'))
  if (named === null) return null
  const eli = withoutSlash(named)
  const [applicable] = joluxOf(resource, 'dateApplicability')
  const [ends] = joluxOf(resource, 'dateEndApplicability')
  const stated = valueOf(at(expression, 'FRBRdate'), 'date')
  const version = dayOrNull(applicable) ?? dayOrNull(stated)
  const preface = at(act, 'preface')
  const longTitle =
    labelText(preface === null ? null : firstNamed(preface, 'longTitle')) ||
    joluxOf(at(identification, 'JOLUXExpression'), 'title')[0] ||
    labelText(preface === null ? null : firstNamed(preface, 'docTitle')) ||
    (valueOf(at(work, 'FRBRalias')) ?? '')
  const language = tail(valueOf(at(expression, 'FRBRlanguage'), 'language'))
  const isLuxembourg = eli.startsWith(LEGILUX)
  return {
    eli,
    idPrefix: idPrefixOf(eli),
    title: longTitle.replace(WORDING, ''),
    language: LANGUAGES[language] ?? (language || null),
    jurisdiction: COUNTRIES[tail(valueOf(at(work, 'FRBRcountry')))] ?? (isLuxembourg ? 'LU' : null),
    licence: isLuxembourg ? LUXEMBOURG_LICENCE : null,
    version,
    ...validityOf(meta, version, dayOrNull(ends)),
    modifications: modificationsOf(meta),
  }
}
