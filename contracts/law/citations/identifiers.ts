import { CELEX_TAIL } from '../references.ts'
import type { Jurisdiction } from '../../vocabulary/texts.ts'
import type { Citation, CitationTarget } from '../../citation.ts'
import { DATE, dayOf } from './dates.ts'
import type { Flat } from './flat.ts'
import { Day } from '../../ids.ts'

type IdentifierRule = {
  readonly pattern: RegExp
  readonly read: (match: RegExpExecArray, flat: Flat) => ReadIdentifier | null
}
type ReadIdentifier = {
  readonly target: CitationTarget
  readonly jurisdiction: Jurisdiction | null
}
type Scheme = Extract<CitationTarget, { kind: 'identifier' }>['scheme']

const identifier = (
  scheme: Scheme,
  value: string,
  jurisdiction: Jurisdiction | null,
): ReadIdentifier => ({
  target: {
    kind: 'identifier',
    scheme,
    value,
    normal: scheme === 'ecli' ? value.toLowerCase() : `${scheme}:${value.toLowerCase()}`,
  },
  jurisdiction,
})

const JURISDICTION_OF: Readonly<Record<string, Jurisdiction>> = {
  fr: 'FR',
  lu: 'LU',
  eu: 'EU',
  ce: 'EU',
  mc: 'MC',
  ad: 'AD',
}

const written = (match: RegExpExecArray, { original }: Flat): string =>
  original.slice(match.index, match.index + match[0].length)

const rule = (source: string, read: IdentifierRule['read']): IdentifierRule => ({
  pattern: new RegExp(`(?<![a-z0-9])(?:${source})`, 'gu'),
  read,
})

const day = (flat: string | undefined) => {
  const found = flat === undefined ? null : dayOf(flat)
  return found === null ? null : Day.parse(found)
}

type Gazette = Extract<CitationTarget, { kind: 'gazette' }>['gazette']
const gazette = (
  name: Gazette,
  jurisdiction: Jurisdiction,
  number: string | null,
  date: string | undefined,
): ReadIdentifier | null => {
  const on = day(date)
  if (number === null && on === null) return null
  const normal = [name, ...(number === null ? [] : [number]), ...(on === null ? [] : [on])].join(
    ':',
  )
  return { target: { kind: 'gazette', normal, gazette: name, number, date: on }, jurisdiction }
}

const ECLI_END = '(?![a-z0-9:])'
const RULES: readonly IdentifierRule[] = [
  rule(
    `ecli ?: ?([a-z]{2}):([a-z][a-z0-9]{0,6}):(\\d{4}):([a-z0-9](?:[a-z0-9.]{0,23}[a-z0-9])?)${ECLI_END}`,
    (match) => {
      const [, country = '', court = '', year = '', ordinal = ''] = match
      const value = `ECLI:${country}:${court}:${year}:${ordinal}`.toUpperCase()
      return identifier('ecli', value, JURISDICTION_OF[country] ?? null)
    },
  ),
  rule(`eu:([ctf]):(\\d{4}):(\\d{1,5})${ECLI_END}`, ([text]) =>
    identifier('ecli', `ECLI:${text}`.toUpperCase(), 'EU'),
  ),
  rule(
    '(?:https?://(?:data\\.europa\\.eu|(?:www\\.)?legifrance\\.gouv\\.fr|(?:data\\.)?legilux\\.public\\.lu)/)?/?(?<=/|\\b)eli/[a-z0-9_%.~/-]{4,200}',
    (match, flat) => {
      const at = match[0].indexOf('eli/')
      const path = written(match, flat)
        .slice(at)
        .replace(/(?<![./])[./]+$/u, '')
      const host = match[0].slice(0, at)
      const of =
        host.includes('legilux') || path.includes('/etat/')
          ? 'LU'
          : host.includes('legifrance')
            ? 'FR'
            : null
      return identifier(
        'eli',
        path.toLowerCase(),
        of ?? (/^eli\/(?:reg|dir|dec|treaty)/u.test(path) ? 'EU' : null),
      )
    },
  ),
  rule(`[1-9ce]${CELEX_TAIL}(?![a-z0-9])`, (match, flat) => {
    const value = written(match, flat)
    return value === value.toUpperCase() && /^[1-9CE](?:19|20)\d\d/u.test(value)
      ? identifier('celex', value, 'EU')
      : null
  }),
  rule('(juritext|legiarti|legitext|cetatext|constext|jorftext)\\d{12}(?!\\d)', (match) =>
    identifier(match[1] as Scheme, match[0].toUpperCase(), 'FR'),
  ),
  rule('nor ?:? ?([a-z]{4}\\d{7}[a-z])(?![a-z0-9])', (match, flat) => {
    const value = written(match, flat).slice(-12)
    return value === value.toUpperCase() ? identifier('nor', value, 'FR') : null
  }),
  rule(
    `(?:jorf|j\\.?o\\.?(?:r\\.?f\\.?)?|journal officiel(?: de la republique francaise)?)(?: n° ?(\\d{1,4}))?,? (?:en date )?(?:du )(${DATE})(?:,? (?:texte|p\\.|page) ?n?°? ?\\d{1,5})?`,
    ([, number, date]) =>
      gazette('jorf', 'FR', number === undefined ? null : String(Number(number)), date),
  ),
  rule(
    `(?:jo(?:ue|ce)?|journal officiel de l'union europeenne) ?(?:n° ?)?([lc]) ?(\\d{1,4})(?:,? (?:du )?(${DATE}))?(?:,? p\\. ?\\d{1,4})?(?![a-z0-9])`,
    ([, series = '', number = '', date]) =>
      gazette('ojeu', 'EU', `${series}${Number(number)}`, date),
  ),
  rule(
    `(?:memorial|mem\\.|journal officiel du grand-duche de luxembourg)(?:,? (?:serie )?([abc]))?(?: (\\d{4}))?` +
      `(?:,? ?-? ?(?:n(?:°|os?\\.?) ?([ab]?\\d{1,4})|(?<=[abc]-)(\\d{1,4})))(?:,? (?:du|de) (${DATE}|\\d{4}))?`,
    ([, series = 'a', before, numbered, joined, date = before]) => {
      const number = numbered ?? joined ?? ''
      const year = /^\d{4}$/u.test(date ?? '') ? `:${date}` : ''
      return gazette(
        'memorial',
        'LU',
        `${series}${number.replace(/^[ab]/u, '')}${year}`,
        year === '' ? date : undefined,
      )
    },
  ),
  rule(
    `journal de monaco(?: n° ?(\\d{1,2}\\.?\\d{3}))?(?:,? (?:du )?(${DATE}))?`,
    ([, number, date]) =>
      gazette('journal-de-monaco', 'MC', number?.replace('.', '') ?? null, date),
  ),
  rule(`bopa,? (?:num\\.?|n°) ?(\\d{1,3})(?:,? (?:del|du) (${DATE}))?`, ([, number = '', date]) =>
    gazette('bopa', 'AD', number, date),
  ),
]

/** Identifiers and pages of gazettes; where two overlap, the first rule wins. Not in order. */
export const identifiersCitedIn = (flat: Flat): Citation[] =>
  RULES.flatMap(({ pattern, read }) =>
    [...flat.text.matchAll(pattern)].flatMap((match) => {
      const found = read(match, flat)
      if (found === null) return []
      const { target, jurisdiction } = found
      const end = match.index + match[0].replace(/(?<![./ ])[./ ]+$/u, '').length
      const isGazette = target.kind === 'gazette'
      return [
        {
          start: match.index,
          end,
          kind: target.kind,
          targets: [target],
          normalized: [target.normal],
          jurisdiction,
          confidence: isGazette ? 'ambiguous' : 'certain',
          antecedent: null,
        } satisfies Citation,
      ]
    }),
  )
