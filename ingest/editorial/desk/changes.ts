/** What a draft changes in the published version: words, headnotes and metadata. */
import { LRUCache } from 'lru-cache'
import type { ArticleContent } from '#contracts/content.ts'
import type { Sha256Hex } from '#contracts/ids.ts'
import {
  type ChangedRow,
  rowsBetween,
  type TableLine,
  tableLinesOf,
} from '#contracts/law/reading/table-changes.ts'
import { type Change, diffWordings, type MemberDiff } from '../../handlers/diff.ts'

/** Comparisons that are kept; a long text takes half a second. */
const KEPT_MAX = 64

export type ValueChange = {
  readonly member: string
  readonly before: unknown
  readonly after: unknown
}
/** A change of lines that are those of a table in both wordings. */
export type TableChange = {
  readonly line: number
  /** The names of the columns, where they are not among the rows. */
  readonly head: readonly string[] | null
  readonly rows: readonly ChangedRow[]
}
export type WordChanges = {
  readonly member: string
  readonly changes: readonly (Change | TableChange)[]
}
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

type Lines = { readonly words: readonly string[]; readonly tables: ReadonlyMap<number, TableLine> }

/** The lines of tables from one line to another; null: one of the lines is of no table. */
const tableLinesIn = ({ words, tables }: Lines, from: number, to: number): TableLine[] | null => {
  const lines: TableLine[] = []
  for (let at = from; at < to; at += 1) {
    const line = tables.get(at)
    if (line !== undefined) lines.push(line)
    else if (words[at]?.trim() !== '') return null
  }
  return lines
}

/** Null: what changed is not within tables, or nothing that is shown of them. */
const tableChangeOf = (old: Lines, next: Lines, { line, lines }: Change): TableChange | null => {
  const before = tableLinesIn(old, lines.oldFrom, lines.oldTo)
  const after = tableLinesIn(next, lines.nextFrom, lines.nextTo)
  if (before === null || after === null) return null
  const rows = rowsBetween(before, after)
  if (!rows.some(({ isChanged }) => isChanged)) return null
  const head = [...after, ...before].find((one) => one.head !== null)?.head ?? null
  return { line, head: rows.some(({ isHead }) => isHead) ? null : head, rows }
}

/** Lines from one to another, cut where tables begin and end. */
const cutAtTables = ({ words, tables }: Lines, from: number, to: number): [number, number][] => {
  const runs: [number, number][] = []
  let isTable: boolean | null = null
  for (let at = from; at < to; at += 1) {
    const last = runs.at(-1)
    const isBlank = words[at]?.trim() === ''
    if (last !== undefined && (isBlank || tables.has(at) === isTable)) last[1] = at + 1
    else runs.push([at, at + 1])
    if (!isBlank) isTable = tables.has(at)
  }
  return runs
}

/** Lines that were all added or all removed: what is of tables, and what is not. */
const oneSided = (old: Lines, next: Lines, change: Change): readonly Change[] => {
  const { oldFrom, oldTo, nextFrom, nextTo } = change.lines
  const isAdded = oldFrom === oldTo
  if (!isAdded && nextFrom !== nextTo) return [change]
  const [side, from, to] = isAdded ? [next, nextFrom, nextTo] : [old, oldFrom, oldTo]
  const runs = cutAtTables(side, from, to)
  if (runs.length < 2) return [change]
  return runs.map(([start, end]) => ({
    line: isAdded ? change.line : start + 1,
    segments: [[isAdded ? '+' : '-', side.words.slice(start, end).join('\n')]],
    lines: isAdded
      ? { oldFrom, oldTo, nextFrom: start, nextTo: end }
      : { oldFrom: start, oldTo: end, nextFrom, nextTo },
  }))
}

const linesOf = (text: string): Lines => ({ words: text.split('\n'), tables: tableLinesOf(text) })

/** Changes of tables as rows and cells, all others as words. */
const shownChanges = (
  { member, changes }: MemberDiff,
  old: ArticleContent,
  next: ArticleContent,
): WordChanges => {
  if (member !== 'contentClean') return { member, changes }
  const [before, after] = [linesOf(old.contentClean), linesOf(next.contentClean)]
  return {
    member,
    changes: changes
      .flatMap((change) => oneSided(before, after, change))
      .map((change) => tableChangeOf(before, after, change) ?? change),
  }
}

const compared = new LRUCache<string, readonly WordChanges[]>({ max: KEPT_MAX })

const diffOf = (
  old: { readonly content: ArticleContent; readonly sha256Hash: Sha256Hex },
  next: { readonly content: ArticleContent; readonly sha256Hash: Sha256Hex },
): readonly WordChanges[] => {
  const key = `${old.sha256Hash} ${next.sha256Hash}`
  const known = compared.get(key)
  if (known !== undefined) return known
  const found = diffWordings(old.content, next.content)
    .filter(isWords)
    .map((diff) => shownChanges(diff, old.content, next.content))
  compared.set(key, found)
  return found
}

export const changesBetween = (
  old: { readonly content: ArticleContent; readonly sha256Hash: Sha256Hex },
  next: { readonly content: ArticleContent; readonly sha256Hash: Sha256Hex },
): Changes => ({
  words: diffOf(old, next),
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
