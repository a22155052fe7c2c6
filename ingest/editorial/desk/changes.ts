/** What a draft changes in the published version: words, headnotes and metadata. */
import { LRUCache } from 'lru-cache'
import type { ArticleContent } from '#contracts/content.ts'
import type { Sha256Hex } from '#contracts/ids.ts'
import { type Change, diffWordings, type MemberDiff } from '../../handlers/diff.ts'

/** Comparisons that are kept; a long text takes half a second. */
const KEPT_MAX = 64

export type ValueChange = {
  readonly member: string
  readonly before: unknown
  readonly after: unknown
}
export type WordChanges = { readonly member: string; readonly changes: readonly Change[] }
export type Changes = {
  readonly words: readonly WordChanges[]
  readonly values: readonly ValueChange[]
}

/** Members that are compared as values; those of the second list are not hashed. */
const VALUES = [
  'slug',
  'language',
  'jurisdiction',
  'legalDomain',
  'contentType',
  'doctrineSubtype',
  'concepts',
  'judicialDecision',
] as const
const BESIDE_THE_HASH = ['author', 'licence', 'publishedAt', 'provision', 'source'] as const

const isWords = ({ member }: MemberDiff): boolean => !VALUES.some((one) => one === member)

const differ = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)

const compared = new LRUCache<string, readonly MemberDiff[]>({ max: KEPT_MAX })

const diffOf = (
  old: { readonly content: ArticleContent; readonly sha256Hash: Sha256Hex },
  next: { readonly content: ArticleContent; readonly sha256Hash: Sha256Hex },
): readonly MemberDiff[] => {
  const key = `${old.sha256Hash} ${next.sha256Hash}`
  const known = compared.get(key)
  if (known !== undefined) return known
  const found = diffWordings(old.content, next.content)
  compared.set(key, found)
  return found
}

export const changesBetween = (
  old: { readonly content: ArticleContent; readonly sha256Hash: Sha256Hex },
  next: { readonly content: ArticleContent; readonly sha256Hash: Sha256Hex },
): Changes => ({
  words: diffOf(old, next).filter(isWords),
  values: [...VALUES, ...BESIDE_THE_HASH]
    .filter((member) => differ(old.content[member], next.content[member]))
    .map((member) => ({
      member,
      before: old.content[member] ?? null,
      after: next.content[member] ?? null,
    })),
})

export const isUnchanged = ({ words, values }: Changes): boolean =>
  words.length === 0 && values.length === 0
