import { articleHash } from '#contracts/canonical/article.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import {
  type ArticleContent,
  type ContentRecord,
  TEXT_LIMITS,
  type TextReference,
} from '#contracts/content.ts'
import { Fault } from '#contracts/fault.ts'
import type { Sha256Hex } from '#contracts/ids.ts'
import { isVisible } from '#contracts/toolkit/visible.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'

/** Long texts by hash, as `Blobs.get` returns them. */
export type Texts = ReadonlyMap<Sha256Hex, string>
export const NO_TEXTS: Texts = new Map()

const encoder = new TextEncoder()

/** The key and lengths under which a long text is kept beside the log. */
export const textReferenceOf = (text: string): TextReference => {
  const bytes = encoder.encode(text)
  return { sha256: sha256Hex(bytes), utf8Bytes: bytes.length, utf16Units: text.length }
}

/** A wording with its hash and its form in an event. */
export type Wording = {
  readonly content: ArticleContent
  readonly record: ContentRecord
  readonly sha256Hash: Sha256Hex
}

const hashOrNull = (content: ArticleContent): Sha256Hex | null => {
  try {
    return articleHash(content)
  } catch (error) {
    if (error instanceof Fault && error.code === 'not-canonical') return null
    throw error
  }
}

/** The first member that people read and that shows them nothing; null if there is none. */
const invisibleMember = ({ title, abstract, contentClean, headnotes }: ArticleContent) => {
  if (!isVisible(title)) return 'title'
  if (!isVisible(contentClean)) return 'text'
  if (abstract !== null && !isVisible(abstract)) return 'abstract'
  const unseen = headnotes.findIndex(({ summary }) => !isVisible(summary))
  return unseen < 0 ? null : `headnotes.${unseen}.summary`
}

/** Checks the rules of a wording that a schema cannot express, and computes its hash. */
export const wordingOf = (content: ArticleContent): Wording | DomainRefusal => {
  const sequences = new Set(content.headnotes.map(({ sequence }) => sequence))
  if (sequences.size < content.headnotes.length) return refuse('headnote-sequence-repeated')
  if (content.doctrineSubtype !== null && content.contentType !== 'doctrine') {
    return refuse('subtype-without-doctrine')
  }
  const unseen = invisibleMember(content)
  if (unseen !== null) return { ...refuse('text-invisible', unseen), about: { member: unseen } }
  const contentClean = textReferenceOf(content.contentClean)
  if (contentClean.utf8Bytes > TEXT_LIMITS.contentBytesMax) return refuse('text-too-large')
  const sha256Hash = hashOrNull(content)
  if (sha256Hash === null) return refuse('not-canonical')
  return { content, record: { ...content, contentClean }, sha256Hash }
}

/** The wording of a record with its text from `texts`. Throws Fault `text-not-loaded`. */
export const contentOf = (record: ContentRecord, texts: Texts): ArticleContent => {
  const contentClean = texts.get(record.contentClean.sha256)
  if (contentClean === undefined) {
    throw new Fault('text-not-loaded')
  }
  return { ...record, contentClean }
}
