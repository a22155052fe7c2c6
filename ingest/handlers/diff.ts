import {
  articleHash,
  canonicalArticle,
  HASHED_MEMBERS,
  type HashedArticle,
} from '#contracts/canonical/article.ts'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { ArticleContent, ContentRecord } from '#contracts/content.ts'
import { didYouMean } from '#contracts/toolkit/closest.ts'
import { type Hunk, hunksBetween } from '#contracts/toolkit/sequence-diff.ts'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import type { SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import { contentOf } from '../domain/article/content-record.ts'
import { isErasedVersion } from '../domain/article/shown-versions.ts'
import { textCache } from '../command-handler/text-cache.ts'
import { loadText } from '../command-handler/text-handler.ts'
import type { WriteDeps } from '../command-handler/write-deps.ts'

/** A piece of text that was kept, removed or added. */
export type Segment = readonly [sign: ' ' | '-' | '+', text: string]

/** A difference by words, at line `line` of the older text (from 1). */
export type Change = {
  readonly line: number
  readonly segments: readonly Segment[]
  /** The lines of both texts, from 0. */
  readonly lines: Hunk
}

const WORDS = /\s+|[^\s]+/g
const wordsOf = (text: string): string[] => text.match(WORDS) ?? []

const segment = (sign: Segment[0], words: readonly string[]): Segment[] =>
  words.length === 0 ? [] : [[sign, words.join('')]]

/** Differences by words; texts beyond the bounds of `hunksBetween` are replaced as a whole. */
const segmentsBetween = (old: string, next: string): Segment[] => {
  const a = wordsOf(old)
  const b = wordsOf(next)
  const hunks = hunksBetween(a, b)
  if (hunks === null) return [...segment('-', [old]), ...segment('+', [next])]
  const segments: Segment[] = []
  let from = 0
  for (const { oldFrom, oldTo, nextFrom, nextTo } of hunks) {
    segments.push(
      ...segment(' ', a.slice(from, oldFrom)),
      ...segment('-', a.slice(oldFrom, oldTo)),
      ...segment('+', b.slice(nextFrom, nextTo)),
    )
    from = oldTo
  }
  return [...segments, ...segment(' ', a.slice(from))]
}

/**
 * Where two texts differ, in order: found by lines, shown by words, so that a changed word of a
 * long paragraph can be seen. Equal texts have no change. Bounded as `law/version-class-diff.ts`
 * says.
 */
const changesBetween = (old: string, next: string): Change[] => {
  if (old === next) return []
  const a = old.split('\n')
  const b = next.split('\n')
  const hunks = hunksBetween(a, b) ?? [
    { oldFrom: 0, oldTo: a.length, nextFrom: 0, nextTo: b.length },
  ]
  return hunks.map((lines) => ({
    line: lines.oldFrom + 1,
    segments: segmentsBetween(
      a.slice(lines.oldFrom, lines.oldTo).join('\n'),
      b.slice(lines.nextFrom, lines.nextTo).join('\n'),
    ),
    lines,
  }))
}

/** The changes of one hashed member; a headnote has its number: `headnotes.2.summary`. */
export type MemberDiff = { readonly member: string; readonly changes: readonly Change[] }

export type VersionDiff = {
  readonly slug: Slug
  readonly from: SemVer
  readonly to: SemVer
  readonly members: readonly MemberDiff[]
}

/** Texts are shown as they are, everything else in canonical JSON. */
const shownAs = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : canonicalJson(value)
}

/** Every hashed member, and every member of a headnote, by name. */
const membersOf = (article: HashedArticle): Map<string, string> => {
  const members = new Map<string, string>()
  for (const member of HASHED_MEMBERS) {
    if (member !== 'headnotes') members.set(member, shownAs(article[member]))
  }
  for (const { sequence, ...headnote } of article.headnotes) {
    for (const [name, value] of Object.entries(headnote)) {
      members.set(`headnotes.${sequence}.${name}`, shownAs(value))
    }
  }
  return members
}

const diffOf = (old: HashedArticle, next: HashedArticle): MemberDiff[] => {
  const before = membersOf(old)
  const after = membersOf(next)
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((member) => {
    const changes = changesBetween(before.get(member) ?? '', after.get(member) ?? '')
    return changes.length === 0 ? [] : [{ member, changes }]
  })
}

/** What changed between two wordings, member by member. */
export const diffWordings = (old: ArticleContent, next: ArticleContent): MemberDiff[] =>
  diffOf(canonicalArticle(old), canonicalArticle(next))

const versionUnknown = (version: string, known: readonly string[]): Refusal => ({
  refused: 'version-unknown',
  reason: `the text has no version ${version}`,
  hint: known.length === 0 ? 'publish it first' : didYouMean(version, known),
})

const versionErased = (version: string): Refusal => {
  const { reason: _, ...refusal } = refusalByCode('version-erased')
  return { ...refusal, reason: `the words of version ${version} were erased` }
}

type Versions = { readonly from: string; readonly to: string }
type VersionContent = { readonly content: ArticleContent; readonly sha256Hash: Sha256Hex }

/**
 * Two published wordings of a text. Refusals `text-unknown`, `version-unknown`, `version-erased`.
 */
export const versionContents = async (
  deps: Pick<WriteDeps, 'slugs' | 'store' | 'blobs'>,
  slug: Slug,
  versions: Versions,
): Promise<{ readonly from: VersionContent; readonly to: VersionContent } | Refusal> => {
  const text = await loadText(deps, slug)
  if (isRefusal(text)) return text
  const records: ReadonlyMap<string, ContentRecord> = text.state.wordings
  const from = records.get(versions.from)
  const to = records.get(versions.to)
  if (from === undefined) return versionUnknown(versions.from, [...records.keys()])
  if (to === undefined) return versionUnknown(versions.to, [...records.keys()])
  const erased = [versions.from, versions.to].find((one) =>
    isErasedVersion(text.state, one as SemVer),
  )
  if (erased !== undefined) return versionErased(erased)
  const cache = textCache(deps.blobs)
  await cache.fetch([from.contentClean, to.contentClean])
  const contentIn = (record: ContentRecord): VersionContent => {
    const content = contentOf(record, cache.texts)
    return { content, sha256Hash: articleHash(content) }
  }
  return { from: contentIn(from), to: contentIn(to) }
}

/** Compares two published versions of a text. Refusals as of `versionContents`. */
export const diffVersions = async (
  deps: Pick<WriteDeps, 'slugs' | 'store' | 'blobs'>,
  slug: Slug,
  versions: Versions,
): Promise<VersionDiff | Refusal> => {
  const contents = await versionContents(deps, slug, versions)
  if (isRefusal(contents)) return contents
  const members = diffWordings(contents.from.content, contents.to.content)
  return { slug, from: versions.from as SemVer, to: versions.to as SemVer, members }
}

const SHOWN_CHARACTERS = 60
const PAIRS = { ' ': ['', ''], '-': ['[-', '-]'], '+': ['{+', '+}'] } as const

const shortened = (text: string, isFirst: boolean, isLast: boolean): string => {
  if (text.length <= 2 * SHOWN_CHARACTERS) return text
  const start = isFirst ? '' : text.slice(0, SHOWN_CHARACTERS)
  const end = isLast ? '' : text.slice(-SHOWN_CHARACTERS)
  return `${start}…${end}`
}

const printChange = ({ line, segments }: Change): string => {
  const printed = segments.map(([sign, text], index) => {
    const [open, close] = PAIRS[sign]
    const shown = sign === ' ' ? shortened(text, index === 0, index === segments.length - 1) : text
    return `${open}${shown.toWellFormed()}${close}`
  })
  return `  line ${line}: ${printed.join('')}`
}

/** One line per change: `[-removed-]{+added+}` with some words around them. */
export const printDiff = ({ members }: VersionDiff): string[] =>
  members.flatMap(({ member, changes }) => [member, ...changes.map(printChange)])
