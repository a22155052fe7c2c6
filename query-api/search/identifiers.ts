import type { JudicialDecision } from '#contracts/decision.ts'
import type { Provision } from '#contracts/content.ts'
import { articleNumber, citationsIn, docketNames } from '#contracts/law/identifiers/citations.ts'
import { keysOfWork, namesOfAct } from '#contracts/law/identifiers/works.ts'

/** What of a text names it. */
type IdentifiedText = {
  readonly title: string
  readonly provision: Provision | null
  readonly judicialDecision: Pick<JudicialDecision, 'ecli' | 'identifiers'> | null
}

const namesOfProvision = ({ work, number }: Provision): string[] => {
  const keys = keysOfWork(work)
  const article = number === null ? null : articleNumber(number)
  return [
    ...keys.flatMap(namesOfAct),
    ...(article === null
      ? []
      : [`article:${article}`, ...keys.map((key) => `article:${key}:${article}`)]),
  ]
}

/** Joined cases are given as one value by some publishers: `19-60.222, 19-60.223`. */
const SEVERAL = /\s*[,;]\s*|\s+et\s+/u

const namesOfIdentifier = (scheme: string, value: string): string[] => {
  switch (scheme) {
    case 'docket':
    case 'echr_app':
      return value.split(SEVERAL).flatMap(docketNames)
    case 'ecli':
      return [value.toLowerCase()]
    default:
      return [`${scheme.toLowerCase()}:${value.toLowerCase()}`]
  }
}

const namesOfDecision = ({
  ecli,
  identifiers,
}: NonNullable<IdentifiedText['judicialDecision']>): string[] => [
  ...(ecli === null ? [] : [ecli.toLowerCase()]),
  ...identifiers.flatMap(({ scheme, value }) => namesOfIdentifier(scheme, value)),
]

/**
 * A title counts only where it is a citation and the text has no better name: a commentary's title
 * cites another text.
 */
const namesOfTitle = (title: string): string[] => {
  const { alone, certain } = citationsIn(title)
  return alone ? [...certain] : []
}

/**
 * The names that a citation of this text resolves to, unique and sorted: `ecli:…`,
 * `docket:19-60.222`, `celex:…`, `article:code-du-travail:l1221-1` and, for those who leave the
 * code out, `article:l1221-1`.
 */
export const identifiersOf = ({ title, provision, judicialDecision }: IdentifiedText): string[] => {
  const names = [
    ...(provision === null ? [] : namesOfProvision(provision)),
    ...(judicialDecision === null ? [] : namesOfDecision(judicialDecision)),
  ]
  return [...new Set(names.length === 0 ? namesOfTitle(title) : names)].toSorted()
}

/** A query as a citation. `alone`: it says nothing else, so that there is no meaning to compare. */
type CitedByQuery = { readonly identifiers: readonly string[]; readonly alone: boolean }

/**
 * The names that a query gives. Those of exactly one text (ECLI, docket, article of a named code)
 * count wherever they stand; an article without its code or a docket without its dot only where the
 * query is nothing but a citation; a bare number never.
 */
export const citationOfQuery = (text: string): CitedByQuery => {
  const { certain, likely, alone } = citationsIn(text)
  return { identifiers: alone ? [...certain, ...likely] : [...certain], alone }
}

/** The names of `citationOfQuery` alone. */
export const identifiersInQuery = (text: string): string[] => [...citationOfQuery(text).identifiers]
