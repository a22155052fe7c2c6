import type { DescribedDoubt, DoubtItem, DoubtSource } from './describe-doubt.ts'
import { quoted } from './doubt-words.ts'

const WORDS_MAX = 600
/** Words on one line, cut where a reader has seen enough to know the sentence. */
const onOneLine = (words: string): string => {
  const line = words.replaceAll(/\s+/gu, ' ').trim()
  return line.length <= WORDS_MAX ? line : `${line.slice(0, WORDS_MAX).toWellFormed()}…`
}

const placeOf = ({ where, headnoteSequence, span }: DoubtItem): string => {
  const part = headnoteSequence === null ? where : `headnote ${headnoteSequence}`
  return span === null ? part : `${part} ${span.codePoint.start}–${span.codePoint.end}`
}

const sourceLine = ({ slug, title, version, article, words }: DoubtSource): string => {
  const name = [slug, version, article === null ? null : `article ${article}`]
    .filter((part) => part !== null)
    .join(' ')
  return `${name}  ${words === null ? title : quoted(onOneLine(words), 'en')}`
}

const itemLines = (item: DoubtItem): string[] => [
  `    ${placeOf(item)}  ${item.sentence === null ? '' : quoted(onOneLine(item.sentence), 'en')}`.trimEnd(),
  ...item.sources.map((source) => `      source  ${sourceLine(source)}`),
  ...item.differences.map((difference) => `      differs  ${onOneLine(difference)}`),
  ...(item.id === null ? [] : [`      item  ${item.id}`]),
]

/** A doubt on lines of text: its sentences, the words of their sources and what differs. */
export const doubtLines = ({ code, severity, meaning, items }: DescribedDoubt): string[] => [
  `${severity}  ${code}  ${meaning}`,
  ...items.flatMap(itemLines),
]
