/** A citation as a RIS record. The tags are those that reference managers map for each type. */
import type { CitationOptions, CitedText } from './cited-text.ts'
import { type CslItem, cslItem, type CslType } from './csl.ts'

const TYPES: Readonly<Record<CslType, string>> = {
  legal_case: 'CASE',
  legislation: 'STAT',
  'article-journal': 'JOUR',
  book: 'BOOK',
  document: 'GEN',
  'entry-encyclopedia': 'ENCYC',
  'paper-conference': 'CONF',
  report: 'RPRT',
  'review-book': 'JOUR',
  thesis: 'THES',
  webpage: 'ELEC',
}

type Tag = readonly [name: string, value: string | undefined]

const twoDigits = (number: number | undefined): string =>
  number === undefined ? '' : String(number).padStart(2, '0')

/** `2020/03/12/`: the last part is free text. */
const dateTags = ({ issued }: CslItem): readonly Tag[] => {
  const [year, month, day] = issued?.['date-parts'][0] ?? []
  if (year === undefined) return []
  const printed = String(year).padStart(4, '0')
  return [
    ['PY', printed],
    ['DA', `${printed}/${twoDigits(month)}/${twoDigits(day)}/`],
  ]
}

const ownTags = (item: CslItem): readonly Tag[] => {
  if (item.type === 'legal_case')
    return [
      ['PB', item.authority],
      ['SV', item.number],
      ['M3', item.division],
    ]
  return [
    ['T2', item['container-title']],
    ['SE', item.section],
    ['M1', item.number],
  ]
}

/** The record, with the line ends that the format asks for. */
export const risRecord = (text: CitedText, options: CitationOptions): string => {
  const item = cslItem(text, options)
  const tags: readonly Tag[] = [
    ['TY', TYPES[item.type]],
    ['ID', item.id],
    ...(item.author ?? []).map(({ literal }): Tag => ['AU', literal]),
    ['TI', item.title],
    ['ST', item['title-short']],
    ...ownTags(item),
    ...dateTags(item),
    ['LA', item.language],
    ['UR', item.URL],
    ['N1', item.note],
    ['DP', item.source],
  ]
  const lines = tags.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}  - ${value}`],
  )
  return [...lines, 'ER  - ', ''].join('\r\n')
}
