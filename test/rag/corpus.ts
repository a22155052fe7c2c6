/**
 * The real corpus from its files, without code under test: every wording by its hash, and questions
 * made from it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { articleHash } from '#contracts/canonical/article.ts'
import type { ArticleContent, Validity } from '#contracts/content.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import { ImportRecord } from '#ingest/sources/import-record.ts'
import { withOutcome } from '#ingest/sources/stated-outcome.ts'
import { recordToContent } from '#ingest/enrich/record-to-content.ts'
import { sharedPath } from '../corpus/shared.ts'
import { seededRandom } from '../service/random.ts'

const TIME = Instant.parse('2026-01-31T00:00:00.000Z')

export type Wording = {
  readonly file: string
  readonly content: ArticleContent
  readonly validity: Validity
  readonly sha256Hash: string
}

const wordingsIn = (file: string): Wording[] =>
  readFileSync(sharedPath('corpus', 'import', file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const made = recordToContent(ImportRecord.parse(withOutcome(JSON.parse(line))), TIME)
      if (isRefusal(made)) throw new Error(`${file}: ${made.reason}`)
      const { content, validity } = made
      return { file, content, validity, sha256Hash: articleHash(content) }
    })

/** All records, in the order of their files. */
export const readCorpus = (): Wording[] =>
  readdirSync(join(sharedPath('corpus', 'import')))
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .flatMap(wordingsIn)

export type Question = {
  readonly text: string
  readonly kind: 'title' | 'headnote' | 'heading' | 'sentence'
}

const QUESTION_MAX = 1_500
const HEADING = /^#{2,4}\s+(.{12,160})$/gmu
const SENTENCE = /[\p{Lu}«][^.\n]{60,240}\./gu

const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)

const plain = (text: string): string => text.replaceAll(/[*_#]/gu, '').trim().slice(0, QUESTION_MAX)
const unique = (questions: readonly Question[]): Question[] => [
  ...new Map(questions.map((question) => [question.text, question])).values(),
]

/** A full run, and what a smaller one takes its share of. */
const WHOLE = 500

/** So many of the items, from all parts of the list. */
const evenly = <T>(items: readonly T[], count: number): T[] => {
  const place = (at: number): number => Math.floor((at * count) / items.length)
  return items.filter((_, at) => place(at + 1) > place(at))
}

/**
 * Questions made from the corpus: titles of practice notes and, by seed, points of headnotes,
 * headings of notes and sentences of laws and decisions. A smaller run has as much of each kind.
 */
export const questionsFrom = (
  corpus: readonly Wording[],
  seed: number,
  count: number,
): Question[] => {
  const random = seededRandom(seed)
  const notes = corpus.filter(({ file }) => file === 'doctrine_fr.jsonl')
  const titles = notes.map(({ content: { title } }): Question => ({
    text: plain(title),
    kind: 'title',
  }))
  const headnotes = corpus.flatMap(({ content }) =>
    content.headnotes.map(({ summary }): Question => ({
      text: plain(summary.split('\n')[0] ?? summary),
      kind: 'headnote',
    })),
  )
  const headings = notes.flatMap(({ content: { title, contentClean } }) =>
    [...contentClean.matchAll(HEADING)].map(([, heading = '']): Question => ({
      // A heading alone may be `Conditions`; the title adds the subject.
      text: plain(`${title} ${heading}`),
      kind: 'heading',
    })),
  )
  const sentences = corpus
    .filter(({ content }) => content.language === 'fr' && content.contentType !== 'doctrine')
    .flatMap(({ content }): Question[] => {
      const [first] = content.contentClean.match(SENTENCE) ?? []
      return first === undefined ? [] : [{ text: plain(first), kind: 'sentence' }]
    })
  const others = unique([
    ...shuffled(headnotes, random).slice(0, 110),
    ...shuffled(headings, random).slice(0, 60),
    ...shuffled(sentences, random),
  ])
  const all = unique([...titles, ...others]).slice(0, Math.max(count, WHOLE))
  return count < all.length ? evenly(all, count) : all
}
