/** Texts as clients send them: the members of an import record, as JSON or as Markdown. */
import type { ArticleContent } from '#contracts/content.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { Instant } from '#contracts/ids.ts'
import { recordToContent } from '../../enrich/record-to-content.ts'
import { isRecordRefusal, parseRecord } from '../../sources/parse-record.ts'
import type { RecordRefusal } from '../../sources/source-item.ts'
import type { Refused } from './answer.ts'
import { problemOf } from './problem.ts'
import type { TextInput } from './schemas/text-input.ts'

/** All faults of a record, the first one in words. */
const refusedAt = ({ also = [], ...first }: RecordRefusal): Refused => ({
  problem: problemOf(first, {
    details: [first, ...also].map(({ path, refused, reason }) => ({
      path,
      code: refused,
      message: reason,
    })),
  }),
})

type Made = { readonly content: ArticleContent } | Refused

/** The content of a new text; `sourceId` is its identity where the client gives none. */
export const newContent = (input: TextInput, sourceId: string, time: Instant): Made => {
  const record = parseRecord({
    ...input,
    source: { ...input.source, id: input.source?.id ?? sourceId },
  })
  if (isRecordRefusal(record)) return refusedAt(record)
  const made = recordToContent(record, time)
  return isRefusal(made) ? refusedAt(made) : { content: made.content }
}

/**
 * The content of an edit. Members that the client leaves out are removed, except slug, source and
 * concepts, which have operations of their own.
 */
export const editedContent = (input: TextInput, current: ArticleContent, time: Instant): Made => {
  const slug = input.slug ?? current.slug
  const made = newContent(
    { ...input, slug, source: { ...current.source, ...input.source } },
    current.source.id,
    time,
  )
  return 'content' in made ? { content: { ...made.content, concepts: current.concepts } } : made
}

/** A content as the members that an edit sends back. */
export const inputOf = (content: ArticleContent): TextInput => {
  const { contentClean: text, concepts: _, ...members } = content
  return { ...members, text }
}

const MEMBERS = [
  'title',
  'abstract',
  'contentClean',
  'language',
  'jurisdiction',
  'legalDomain',
  'contentType',
  'doctrineSubtype',
  'headnotes',
  'concepts',
  'judicialDecision',
  'publishedAt',
  'provision',
  'citations',
  'source',
  'author',
  'licence',
  'slug',
] as const satisfies readonly (keyof ArticleContent)[]

/** Members in which two contents differ, by the names that a client sends. */
export const differingMembers = (one: ArticleContent, other: ArticleContent): string[] =>
  MEMBERS.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name])).map((name) =>
    name === 'contentClean' ? 'text' : name,
  )
