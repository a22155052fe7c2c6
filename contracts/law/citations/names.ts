import { CITATION_INDEX } from '../../citation-index.ts'
import type { CitationTarget, CitedWork } from '../../citation.ts'
import type { Provision } from '../../content.ts'
import type { JudicialDecision } from '../../decision.ts'
import { NAMED_LAWS, slugOfName } from '../../vocabulary/codes.ts'
import type { Jurisdiction } from '../../vocabulary/texts.ts'
import { articleNumber } from './article-number.ts'
import { parseEcli } from './ecli.ts'
import { keysOfWork, namesOfAct } from './filed-works.ts'
import { APPEAL_NUMBER, JOINED_NUMBERS } from '../references.ts'
import { constitutionalNumber, docketsAt } from './dockets.ts'
import { flatten } from './flat.ts'

/** The members of a text that identify it. */
export type NamedText = {
  readonly jurisdiction: readonly Jurisdiction[]
  readonly provision: Provision | null
  readonly judicialDecision: JudicialDecision | null
  readonly source: { readonly id: string; readonly url: string | null }
}

type TextName = { readonly name: string; readonly scope: string }

const lawsByKey = new Map<string, Map<Jurisdiction, string>>()
for (const { key, jurisdiction, id } of NAMED_LAWS) {
  const ids = lawsByKey.get(key) ?? new Map<Jurisdiction, string>()
  lawsByKey.set(key, ids.set(jurisdiction, id))
}

/** The id that citations give to a work that texts are filed under as `key`. */
const idOfKey = (key: string, jurisdiction: Jurisdiction | null): string =>
  (jurisdiction === null ? undefined : lawsByKey.get(key)?.get(jurisdiction)) ?? key

/** The works that a provision is filed under, the most telling name first. */
export const worksOfProvision = (
  { work }: Provision,
  jurisdiction: Jurisdiction | null,
): CitedWork[] =>
  keysOfWork(work).map((key) => ({ id: idOfKey(key, jurisdiction), key, jurisdiction }))

const provisionNames = (provision: Provision, jurisdiction: Jurisdiction | null): TextName[] => {
  const number = provision.number === null ? null : articleNumber(provision.number)
  return worksOfProvision(provision, jurisdiction).flatMap(({ id, key }) => {
    const scope = `work:${id}`
    const article = number === null ? [] : [{ name: `article:${id}:${number}`, scope }]
    return [...article, ...namesOfAct(key).map((name) => ({ name, scope }))]
  })
}

/**
 * How to read the citations in a text: with its country's codes, and for an article of law with the
 * work that it is part of, to which citations without a work refer.
 */
export const recogniseOptionsOf = ({
  provision,
  jurisdiction,
}: Pick<NamedText, 'provision' | 'jurisdiction'>): {
  readonly home: CitedWork | null
  readonly jurisdiction?: Jurisdiction
} => {
  const [country] = jurisdiction
  const home = provision === null ? null : (worksOfProvision(provision, country ?? null)[0] ?? null)
  return { home, ...(country === undefined ? {} : { jurisdiction: country }) }
}

/** A docket in the form that citations have: publishers leave out dots and `n°`. */
const docketForms = (court: string, value: string): string[] =>
  value.split(JOINED_NUMBERS).flatMap((one) => {
    const flat = flatten(one.trim()).text
    const found = docketsAt(`n° ${flat}`, 0, court) ?? docketsAt(flat, 0, court)
    return found === null ? [flat.replace(/[\s.]/gu, '')] : found.numbers
  })

/** Courts of which each seat counts its own dockets. */
export const SEATED_COURTS: ReadonlySet<string> = new Set([
  'fr.ca',
  'fr.caa',
  'fr.ta',
  'fr.tj',
  'fr.tcom',
  'fr.cph',
])

/** The names of decisions of a court with this docket number, without the seat of the court. */
export const docketNamesAt = (court: string, value: string): string[] =>
  docketForms(court, value).map((number) => `decision:${court}:${number}`)

/**
 * The dockets of a decision as citations write them: also with the kind of decision, which sources
 * of the Conseil constitutionnel give apart.
 */
export const docketsOfDecision = (
  { identifiers, type }: Pick<JudicialDecision, 'identifiers' | 'type'>,
  court: string | null,
): string[] =>
  identifiers
    .filter(({ scheme }) => scheme === 'docket' || scheme === 'echr_app')
    .flatMap(({ value }) =>
      court === 'fr.cc'
        ? [
            ...new Set([
              value,
              ...value.split(JOINED_NUMBERS).map((one) => constitutionalNumber(one.trim(), type)),
            ]),
          ]
        : [value],
    )

const ARTICLE_OF_PLACE = /^(?:les?|la)-(?=.)/u

/**
 * The forms of a seat: a citation may give it with the article of the place (`TJ Le Havre`) or
 * without (`tribunal judiciaire du Havre`).
 */
const seatForms = (seat: string): string[] => {
  const slug = slugOfName(flatten(seat).text)
  return [...new Set([slug, slug.replace(ARTICLE_OF_PLACE, '')])]
}

const courtNames = (decision: JudicialDecision, court: string): TextName[] => {
  const scope = `court:${court}`
  const places =
    decision.seat === null || !SEATED_COURTS.has(court)
      ? [court]
      : seatForms(decision.seat).map((seat) => `${court}:${seat}`)
  const day = decision.decisionDate
  const marks = [
    ...docketsOfDecision(decision, court).flatMap((value) => docketForms(court, value)),
    ...(day === null ? [] : [day]),
  ]
  const chamber =
    decision.chamber === null || day === null
      ? []
      : [`decision:${court}:${decision.chamber}:${day}`]
  return [
    ...places.flatMap((place) => marks.map((mark) => `decision:${place}:${mark}`)),
    ...chamber,
  ].map((name) => ({ name, scope }))
}

const IS_APPEAL = new RegExp(`^${APPEAL_NUMBER}$`, 'u')

/**
 * Dockets of the Cour de cassation have a form of their own, so a source that leaves the court out
 * is understood.
 */
const courtOf = ({ courtCode, identifiers }: JudicialDecision): string | null =>
  courtCode ??
  (identifiers.some(({ scheme, value }) => scheme === 'docket' && IS_APPEAL.test(value))
    ? 'fr.ccass'
    : null)

const identifierNames = ({ ecli, identifiers }: JudicialDecision): TextName[] =>
  [...(ecli === null ? [] : [{ scheme: 'ecli', value: ecli }]), ...identifiers].flatMap(
    ({ scheme, value }) => {
      if (scheme === 'docket' || scheme === 'echr_app') return []
      if (scheme === 'ecli')
        return parseEcli(value) === null
          ? []
          : [{ name: value.toLowerCase(), scope: 'scheme:ecli' }]
      return [{ name: `${scheme}:${value.toLowerCase()}`, scope: `scheme:${scheme}` }]
    },
  )

const SOURCE_ID = /^(juritext|legiarti|cetatext|constext)\d{12}$/iu
const ELI_IN_URL = /\/(eli\/[a-z0-9_%.~/-]{4,200}?)\/?$/iu

const sourceNames = ({ id, url }: NamedText['source']): TextName[] => {
  const scheme = SOURCE_ID.exec(id)?.[1]?.toLowerCase()
  const eli = url === null ? undefined : ELI_IN_URL.exec(url)?.[1]?.toLowerCase()
  return [
    ...(scheme === undefined
      ? []
      : [{ name: `${scheme}:${id.toLowerCase()}`, scope: `scheme:${scheme}` }]),
    ...(eli === undefined ? [] : [{ name: `eli:${eli}`, scope: 'scheme:eli' }]),
  ]
}

/**
 * The names that a text is filed under, which are the normal forms of the citations that mean it:
 * unique, sorted. A text that comments a decision is not filed under it.
 */
export const namesOfText = (text: NamedText): TextName[] => {
  const { provision, judicialDecision: decision, source } = text
  const [jurisdiction = null] = text.jurisdiction
  const court = decision === null ? null : courtOf(decision)
  const names = [
    ...(provision === null ? [] : provisionNames(provision, jurisdiction)),
    ...(decision === null ? [] : identifierNames(decision)),
    ...(decision === null || court === null ? [] : courtNames(decision, court)),
    ...sourceNames(source),
  ]
  return [...new Map(names.map((one) => [one.name, one])).values()].toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )
}

const LAST_NUMBER = /^(.*?(?<!\d))(\d+)$/u

/**
 * `l145-8` to `l145-11`: the whole numbers between; null where the ends are not in one sequence, or
 * run backwards.
 */
export const numbersBetween = (first: string, last: string): string[] | null => {
  const [from, to] = [LAST_NUMBER.exec(first), LAST_NUMBER.exec(last)]
  if (from === null || to === null) return null
  const [, head = '', low = ''] = from
  const [, tail = '', high = ''] = to
  if (head !== tail || Number(high) < Number(low)) return null
  const count = Math.min(Number(high) - Number(low) + 1, CITATION_INDEX.rangeMax)
  return Array.from({ length: count }, (_, index) => `${head}${Number(low) + index}`)
}

const articleNames = (workId: string, number: string, last: string | null): string[] => {
  const numbers = last === null ? [number] : (numbersBetween(number, last) ?? [number, last])
  return numbers.map((one) => `article:${workId}:${one}`)
}

/**
 * The names under which the target of a citation may be filed. None for an article without its work
 * and for a page of a gazette: they say where something is printed, not what it is.
 */
export const namesOfTarget = (target: CitationTarget): string[] => {
  switch (target.kind) {
    case 'article':
      return target.work === null ? [] : articleNames(target.work.id, target.number, target.last)
    case 'act':
    case 'decision':
    case 'identifier':
      return [target.normal]
    case 'gazette':
      return []
    default:
      return target satisfies never
  }
}

const HEADS: Readonly<Record<string, string>> = { work: 'article', court: 'decision' }

/**
 * The beginning of all names within a scope: `article:code-civil:` for `work:code-civil`,
 * `decision:fr.ccass:` for `court:fr.ccass`. Each article of an act also has the names of the whole
 * act, so none of those begins this way.
 */
export const headOfNames = (scope: string): string => {
  const [kind = '', ...rest] = scope.split(':')
  const head = HEADS[kind]
  return [...(head === undefined ? [] : [head]), ...rest, ''].join(':')
}

/**
 * What the corpus must hold for a target to be found: `work:code-civil`, `court:fr.ccass`,
 * `scheme:nor`.
 */
export const scopeOfTarget = (target: CitationTarget): string => {
  switch (target.kind) {
    case 'article':
      return target.work === null ? 'work:unknown' : `work:${target.work.id}`
    case 'act':
      return `work:${target.work.id}`
    case 'decision':
      return `court:${target.court}`
    case 'identifier':
      return `scheme:${target.scheme}`
    case 'gazette':
      return `gazette:${target.gazette}`
    default:
      return target satisfies never
  }
}
