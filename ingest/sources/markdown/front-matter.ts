import type { ErrorCode } from '#contracts/errors/codes.ts'
import { isMap, isSeq, LineCounter, type Node, parseDocument, type YAMLError } from 'yaml'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { SOURCE_LIMITS } from '../source-item.ts'

/** Front matter as values, and the line of each member in the file. */
export type FrontMatter = {
  readonly members: Record<string, unknown>
  readonly memberLines: Readonly<Record<string, number>>
}
type Faulty = Refusal & { readonly line: number }

type Walk = {
  readonly lineAt: (offset: number) => number
  readonly lines: Map<string, number>
}

const note = (node: unknown, path: string, walk: Walk): void => {
  const start = (node as Node | null)?.range?.[0]
  if (start !== undefined) walk.lines.set(path, walk.lineAt(start))
}

class TooDeep extends Error {}

const walkNode = (node: unknown, prefix: string, depth: number, walk: Walk): void => {
  if (depth > SOURCE_LIMITS.nestingMax) throw new TooDeep()
  const at = (name: string): string => (prefix === '' ? name : `${prefix}.${name}`)
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      const path = at(String(key))
      note(key, path, walk)
      walkNode(value, path, depth + 1, walk)
    }
  }
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      note(item, at(String(index)), walk)
      walkNode(item, at(String(index)), depth + 1, walk)
    }
  }
}

const broken = (error: YAMLError, lineAt: (offset: number) => number): Faulty => {
  const words = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? ''
  return error.code === 'DUPLICATE_KEY'
    ? { ...refusalByCode('front-matter-duplicate-member'), line: lineAt(error.pos[0]) }
    : {
        line: lineAt(error.pos[0]),
        refused: 'front-matter-broken',
        reason: `the front matter is not YAML: ${words}`,
        hint: 'put texts with a colon, a quotation mark or a # in quotes, and indent with spaces',
      }
}

const refuse = (line: number, refused: ErrorCode, reason: string, hint: string): Faulty => ({
  line,
  refused,
  reason,
  hint,
})

const tooDeep = (line: number): Faulty =>
  refuse(
    line,
    'front-matter-too-deep',
    `lists and members are nested more than ${SOURCE_LIMITS.nestingMax} deep`,
    'give the members of an import record, which are at most 5 deep',
  )
const hasAliases = (line: number): Faulty =>
  refuse(
    line,
    'front-matter-alias',
    'the front matter uses aliases (*name)',
    'write the value out where it is needed',
  )

const MIDNIGHT = 'T00:00:00.000Z'
/** Only a `!!timestamp` is a date in YAML 1.2; elsewhere a day is a text already. */
const daysAsTexts = (_: unknown, value: unknown): unknown =>
  value instanceof Date ? value.toISOString().replace(MIDNIGHT, '') : value

/**
 * Parses the YAML between the two `---` lines. `firstLine` is the line of the file on which it
 * begins. Days stay texts (`2024-05-02`), names are unique, and aliases are refused: a few lines of
 * them can unfold into gigabytes.
 */
export const parseFrontMatter = (yaml: string, firstLine: number): FrontMatter | Faulty => {
  if (yaml.length > SOURCE_LIMITS.frontMatterCharactersMax) {
    const limit = `${SOURCE_LIMITS.frontMatterCharactersMax} characters`
    return refuse(
      firstLine,
      'front-matter-too-long',
      `the front matter has more than ${limit}`,
      'move the text below the closing --- line',
    )
  }
  const lineCounter = new LineCounter()
  const document = parseDocument(yaml, { lineCounter, schema: 'core', logLevel: 'error' })
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line + firstLine - 1
  const [fault] = document.errors
  if (fault !== undefined) return broken(fault, lineAt)
  if (!isMap(document.contents)) {
    return refuse(
      firstLine,
      'front-matter-not-members',
      'the front matter is not a list of members',
      'write title:, contentType: and source: with its id: between the --- lines',
    )
  }
  const lines = new Map<string, number>()
  try {
    walkNode(document.contents, '', 0, { lineAt, lines })
    const members = document.toJS({ maxAliasCount: 0, reviver: daysAsTexts })
    return { members, memberLines: Object.fromEntries(lines) }
  } catch (error) {
    return error instanceof TooDeep ? tooDeep(firstLine) : hasAliases(firstLine)
  }
}
