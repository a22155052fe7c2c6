/** Searches of chance over the records of a corpus. */
import type { SearchRequest } from '#contracts/http/search.ts'
import type { CorpusRecord } from './records.ts'

/** One page with the whole depth of a search that its pages are compared with. */
const WHOLE = 100
const WORDS_MAX = 8
const SENTENCE_CHARACTERS = 300

type Asked = Partial<Omit<SearchRequest, 'filters'>> & {
  readonly text: string
  readonly filters: Record<string, unknown>
  readonly limit: number
  readonly offset: number
}
export type Request = Asked

const SORTS = ['relevance', 'relevance', 'relevance', 'date', 'date_asc', 'authority'] as const
const FACETS = ['jurisdictions', 'contentTypes', 'years', 'statusFlags', 'courts'] as const
const DAYS = ['2012-06-01', '2018-06-15', '2024-02-29'] as const

/** Draws requests whose words and most filters are those of some record; `random`: 0 to below 1. */
export const drawRequests = (
  records: readonly CorpusRecord[],
  random: () => number,
  count: number,
): Request[] => {
  const one = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('nothing to draw from')
    return item
  }
  const textLike = ({ title, text }: CorpusRecord): string => {
    const dice = random()
    if (dice < 0.1) return ''
    if (dice < 0.3) return title.slice(0, SENTENCE_CHARACTERS)
    const sentences = text.split(/[.;\n]/u).filter((part) => part.trim().length > 20)
    const sentence = sentences.length === 0 ? title : one(sentences)
    if (dice < 0.5) return sentence.trim().slice(0, SENTENCE_CHARACTERS)
    const words = sentence.split(/\s+/u).filter((word) => word.length > 3)
    if (words.length === 0) return title.slice(0, SENTENCE_CHARACTERS)
    return Array.from({ length: 1 + Math.floor(random() * WORDS_MAX) }, () => one(words))
      .join(' ')
      .slice(0, SENTENCE_CHARACTERS)
  }
  const filtersLike = (record: CorpusRecord): Record<string, unknown> => ({
    ...(random() < 0.2 ? { jurisdictions: record.jurisdiction } : {}),
    ...(random() < 0.2 ? { contentTypes: [record.contentType] } : {}),
    ...(random() < 0.1 ? { dateFrom: one(DAYS) } : {}),
    ...(random() < 0.1 ? { asOf: one(DAYS) } : {}),
    ...(random() < 0.05 ? { inForce: true } : {}),
  })
  return Array.from({ length: count }, () => {
    const like = one(records)
    return {
      text: textLike(like),
      filters: filtersLike(like),
      limit: WHOLE,
      offset: 0,
      includeHeadnotes: random() < 0.7,
      enableVector: random() < 0.7,
      sort: one(SORTS),
      facets: random() < 0.3 ? [one(FACETS)] : [],
    }
  })
}
