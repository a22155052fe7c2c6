/**
 * A citation as an entry of biblatex, whose types and fields law has (biblatex manual, 2.1 and
 * 2.2).
 */
import type { CitationOptions, CitedText } from './cited-text.ts'
import { type CslItem, cslItem, type CslType } from './csl.ts'

const TYPES: Readonly<Record<CslType, string>> = {
  legal_case: 'jurisdiction',
  legislation: 'legislation',
  'article-journal': 'article',
  book: 'book',
  document: 'misc',
  'entry-encyclopedia': 'inreference',
  'paper-conference': 'inproceedings',
  report: 'report',
  'review-book': 'review',
  thesis: 'thesis',
  webpage: 'online',
}

/** The names that babel and polyglossia know. */
const LANGUAGES: Readonly<Record<string, string>> = {
  fr: 'french',
  en: 'english',
  ca: 'catalan',
  de: 'german',
  es: 'spanish',
  it: 'italian',
  nl: 'dutch',
  pt: 'portuguese',
}

const SPECIALS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
}

/** Text in which no character has a meaning of its own for LaTeX. */
export const escapeLatex = (text: string): string =>
  text.replace(/[\\{}$&#%_^~]/gu, (character) => SPECIALS[character] ?? character)

/** Characters that a citation key may have in every program. */
const keyOf = ({ id }: CslItem): string => id.replace('@', ':').replace(/[^A-Za-z0-9:.-]/gu, '-')

const dateOf = ({ issued }: CslItem): string | undefined => {
  const [year, ...rest] = issued?.['date-parts'][0] ?? []
  if (year === undefined) return undefined
  return [String(year).padStart(4, '0'), ...rest.map((part) => String(part).padStart(2, '0'))].join(
    '-',
  )
}

const noteOf = ({ version, note }: CslItem): string =>
  note === undefined ? `version ${version}` : `version ${version}; ${note}`

type Field = readonly [name: string, value: string | undefined, isVerbatim?: true]

const fieldsOf = (item: CslItem): readonly Field[] => [
  // Braces around a name keep it whole: it is no family name with given names.
  ...(item.author ?? []).map(({ literal }): Field => ['author', `{${escapeLatex(literal)}}`, true]),
  ['title', item.title],
  ['shorttitle', item['title-short']],
  ['institution', item.authority],
  ['titleaddon', item.division],
  ['maintitle', item['container-title']],
  ['chapter', item.section],
  ['number', item.number],
  ['date', dateOf(item)],
  ['langid', LANGUAGES[item.language.slice(0, 2).toLowerCase()]],
  ['url', item.URL.replace(/[{}\\]/gu, encodeURIComponent), true],
  // The field `version` is that of software, and some programs take an entry with it for one.
  ['note', noteOf(item)],
]

/** The entry, in UTF-8 as biber reads it. */
export const bibtexEntry = (text: CitedText, options: CitationOptions): string => {
  const item = cslItem(text, options)
  const fields = fieldsOf(item).flatMap(([name, value, isVerbatim]) =>
    value === undefined || value === ''
      ? []
      : [`  ${name} = {${isVerbatim === true ? value : escapeLatex(value)}},`],
  )
  return [`@${TYPES[item.type]}{${keyOf(item)},`, ...fields, '}', ''].join('\n')
}
