/**
 * Names next to that of a text which is not held: who mistyped a citation finds what was meant. No
 * number is corrected; these are only looked up and shown.
 */
import type { CitationTarget } from '#contracts/citation.ts'
import { parseEcli } from '#contracts/law/citations/ecli.ts'

const CHAMBERS = ['C1', 'C2', 'C3', 'CO', 'SO', 'CR'] as const
const UNION_COURT_TYPES = ['cj', 'co', 'cc', 'cn', 'ca', 'cv', 'tj', 'to', 'tn', 'ta'] as const
const UNION_ACT_TYPES = ['r', 'l', 'd'] as const
const LETTERS = ['l', 'r', 'd'] as const
/** How far the last number of an article is varied. */
const STEPS = [-2, -1, 1, 2] as const

/** The last number, with what follows it; the letter before the first. */
const LAST_NUMBER = /(?<!\d)(\d+)([a-z]*)$/u
const LETTER = /^(?:lo|lp|[lrda])/u

const articleNumbers = (number: string): string[] => {
  const found = LAST_NUMBER.exec(number)
  const [, last = '', suffix = ''] = found ?? []
  if (last === '') return []
  const before = number.slice(0, found?.index)
  const letter = LETTER.exec(before)?.[0] ?? ''
  const head = before.slice(letter.length)
  const own = `${letter}${head}${last}`
  const neighbours = STEPS.map((step) => Number(last) + step).filter((one) => one > 0)
  return [
    ...(suffix === '' ? [] : [own]),
    ...neighbours.map((one) => `${letter}${head}${one}`),
    ...(head.endsWith('-') ? [`${letter}${head.slice(0, -1)}`] : []),
    `${own}-1`,
    ...LETTERS.filter((one) => one !== letter).map((one) => `${one}${head}${last}`),
    `${head}${last}`,
  ]
}

type Decision = Extract<CitationTarget, { kind: 'decision' }>
/** Decisions of the same court and day; the docket of the citation may be wrong. */
const sameDay = ({ court, seat, chamber, date, number }: Decision): string[] => {
  if (date === null || number === null) return []
  const at = seat === null ? court : `${court}:${seat}`
  return [
    ...(chamber === null ? [] : [`decision:${court}:${chamber}:${date}`]),
    `decision:${at}:${date}`,
  ]
}

const otherEclis = (value: string): string[] => {
  const ecli = parseEcli(value)
  if (ecli === null) return []
  const { country, court, year, ordinal } = ecli
  const of = (otherYear: number, otherOrdinal: string): string =>
    `ecli:${country}:${court}:${otherYear}:${otherOrdinal}`.toLowerCase()
  const chamber = CHAMBERS.find((one) => ordinal.startsWith(one))
  return [
    of(year - 1, ordinal),
    of(year + 1, ordinal),
    ...(chamber === undefined
      ? []
      : CHAMBERS.map((one) => of(year, `${one}${ordinal.slice(chamber.length)}`))),
  ]
}

const CELEX = /^(\d)(\d{4})([a-z]{1,2})(\d{4})/u
const otherCelex = (value: string): string[] => {
  const [, sector = '', year = '', , number = ''] = CELEX.exec(value.toLowerCase()) ?? []
  const types = sector === '6' ? UNION_COURT_TYPES : sector === '3' ? UNION_ACT_TYPES : []
  return types.map((type) => `celex:${sector}${year}${type}${number}`)
}

/** An ELI without its last parts, such as the language or the version. */
const shorterElis = (value: string): string[] => {
  const parts = value.toLowerCase().split('/')
  return [1, 2, 3].map((cut) => `eli:${parts.slice(0, -cut).join('/')}`)
}

const otherIdentifiers = ({ scheme, value }: Extract<CitationTarget, { kind: 'identifier' }>) => {
  if (scheme === 'ecli') return otherEclis(value)
  if (scheme === 'celex') return otherCelex(value)
  return scheme === 'eli' ? shorterElis(value) : []
}

/** Names next to a target, the nearest first, without its own. Pure. */
export const namesNear = (target: CitationTarget): string[] => {
  const names = (): string[] => {
    switch (target.kind) {
      case 'article': {
        const { work, number } = target
        return work === null ? [] : articleNumbers(number).map((one) => `article:${work.id}:${one}`)
      }
      case 'decision':
        return sameDay(target)
      case 'identifier':
        return otherIdentifiers(target)
      case 'act':
      case 'gazette':
        return []
      default:
        return target satisfies never
    }
  }
  return [...new Set(names())].filter((name) => name !== target.normal)
}
