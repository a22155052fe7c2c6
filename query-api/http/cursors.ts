/**
 * Cursors that this service issued, each for one list or one wording. A forged one would be a
 * charged answer without content.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { ValidationDetail } from '#contracts/http/error.ts'
import { EXPORT_CURSOR } from '#contracts/http/export.ts'
import { SCAN_CURSOR } from '#contracts/http/scan.ts'
import { ArticleId, Day, Position, Slug, SLUG_MAX } from '#contracts/ids.ts'
import { LIST_CURSOR, TEXT_CURSOR } from '#contracts/mcp/shared.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import type { Generation } from '../ports.ts'
import type { MerkleState } from '../projections/merkle.ts'

const refusal = (detail: ValidationDetail): RequestInvalid => new RequestInvalid([detail])
const refuse = (message: string): RequestInvalid =>
  refusal({ path: 'cursor', code: 'invalid_cursor', message })
const FOREIGN = 'not a cursor of these arguments: leave it out, or pass nextCursor unchanged'

const SIGN_DIGITS = 16
const signatureOf = (secret: string, parts: readonly string[]): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['cursor', ...parts]))
    .digest('hex')
    .slice(0, SIGN_DIGITS)

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

type Arguments = { readonly cursor?: string | undefined; readonly maxChars?: number }

/** Arguments that make a list; a page may be of any length. */
const listOf = (args: Arguments): string => {
  const { cursor: _, maxChars: __, ...rest } = args
  return JSON.stringify(rest)
}

/** Places in the list that a tool answers with for the same arguments. */
export const listPages = (secret: string, tool: string) => ({
  /** The offset of a cursor. Throws RequestInvalid for one that was not issued for the list. */
  offsetOf: (args: Arguments): number => {
    if (args.cursor === undefined) return 0
    const [, offset = '', signature = ''] = LIST_CURSOR.exec(args.cursor) ?? []
    if (!isSame(signature, signatureOf(secret, [tool, listOf(args), offset]))) throw refuse(FOREIGN)
    return Number(offset)
  },
  cursorAt: (args: Arguments, offset: number): string =>
    `o${offset}.${signatureOf(secret, [tool, listOf(args), String(offset)])}`,
})

const SLUG_CURSOR = new RegExp(`^([^.]{1,${SLUG_MAX}})\\.([0-9a-f]{16})$`, 'u')

/** Places in a list of all texts in the order of their slugs. */
export const slugPages = (secret: string, list: string) => ({
  /** The last slug of the page before. Throws RequestInvalid for a cursor that was not issued. */
  slugOf: (cursor: string): Slug => {
    const [, slug = '', signature = ''] = SLUG_CURSOR.exec(cursor) ?? []
    if (!isSame(signature, signatureOf(secret, [list, slug])))
      throw refuse('not a cursor of this list: leave it out, or pass nextCursor unchanged')
    return Slug.parse(slug)
  },
  cursorAfter: (slug: Slug): string => `${slug}.${signatureOf(secret, [list, slug])}`,
})

const HASH_DIGITS = 16

type TextPlace = { readonly hash: string; readonly offset: number }

const placeOf = (secret: string, cursor: string): TextPlace => {
  const [, hash = '', offset = '', signature = ''] = TEXT_CURSOR.exec(cursor) ?? []
  if (!isSame(signature, signatureOf(secret, ['text', hash, offset]))) throw refuse(FOREIGN)
  return { hash, offset: Number(offset) }
}

/** Places in a text, bound to its hash so that all pages come from one wording. */
export const textPages = (secret: string) => ({
  /** Throws RequestInvalid for a cursor that was not issued. */
  check: ({ cursor }: Arguments): void => {
    if (cursor !== undefined) placeOf(secret, cursor)
  },
  /** Throws RequestInvalid for a cursor of another wording, too. */
  offsetOf: (cursor: string | undefined, sha256Hash: string): number => {
    if (cursor === undefined) return 0
    const { hash, offset } = placeOf(secret, cursor)
    if (sha256Hash.startsWith(hash)) return offset
    throw refuse('the text has another wording by now: read it from its beginning')
  },
  cursorAt: (sha256Hash: string, offset: number): string => {
    const hash = sha256Hash.slice(0, HASH_DIGITS)
    return `${hash}.${offset}.${signatureOf(secret, ['text', hash, String(offset)])}`
  },
})
export type TextPages = ReturnType<typeof textPages>

/** A place in a walk through the corpus. */
type WalkPlace = {
  readonly position: Position
  readonly generation: Generation
  /** The last id that was looked at; null: none yet. */
  readonly after: ArticleId | null
}
/** A place in a scan, with the day of its first page (UTC): what is in force must not change. */
export type ScanPlace = WalkPlace & { readonly day: Day }

const digestOf = (query: object): string =>
  createHash('sha256').update(JSON.stringify(query)).digest('hex').slice(0, HASH_DIGITS)

type Walk = 'scan' | 'export'

const refuseAfter = (code: string, message: string): RequestInvalid =>
  refusal({ path: 'after', code, message })
const notOf = (walk: Walk): RequestInvalid =>
  refuseAfter(
    'invalid_cursor',
    `not a cursor of a${walk === 'export' ? 'n' : ''} ${walk}: leave it out, or pass next unchanged`,
  )

/** Refuses a cursor of other filters, and one of another build of the corpus. */
const checkCursor = (
  walk: Walk,
  cursor: { readonly digest: string; readonly generation: string },
  query: object,
  live: Pick<ScanPlace, 'generation'>,
): void => {
  if (cursor.digest !== digestOf(query))
    throw refuseAfter(
      'cursor_other_query',
      `the cursor came with other filters: repeat those, or begin a new ${walk}`,
    )
  if (Number(cursor.generation) !== live.generation)
    throw refuseAfter(
      'cursor_other_generation',
      `the corpus was built anew since: begin a new ${walk}`,
    )
}

/** Places in a scan, bound to its filters and to the build of the corpus that it reads. */
export const scanPages = (secret: string) => {
  const sign = (parts: readonly string[]): string => signatureOf(secret, ['scan', ...parts])
  return {
    /** The place of a cursor, or the beginning. Throws RequestInvalid for another scan's. */
    placeOf: (
      cursor: string | undefined,
      query: object,
      live: Pick<ScanPlace, 'generation' | 'position' | 'day'>,
    ): ScanPlace => {
      if (cursor === undefined) return { ...live, after: null }
      const [, position = '', generation = '', after = '', day = '', digest = '', signature = ''] =
        SCAN_CURSOR.exec(cursor) ?? []
      if (!isSame(signature, sign([position, generation, after, day, digest]))) throw notOf('scan')
      checkCursor('scan', { digest, generation }, query, live)
      return {
        position: Position.parse(Number(position)),
        generation: live.generation,
        after: ArticleId.parse(after),
        day: Day.parse(day),
      }
    },
    cursorAt: ({ position, generation, after, day }: ScanPlace, query: object): string => {
      const parts = [String(position), String(generation), after ?? '', day, digestOf(query)]
      return [...parts, sign(parts)].join('.')
    },
  }
}
export type ScanPages = ReturnType<typeof scanPages>

/** A place in an export, with what its digest and counts are so far. */
export type ExportPlace = WalkPlace & { readonly removed: number; readonly tree: MerkleState }

const HASH_BYTES = 32

const printHashes = ({ hashes }: MerkleState): string => Buffer.concat(hashes).toString('base64url')
const readHashes = (text: string): Buffer[] => {
  const bytes = Buffer.from(text, 'base64url')
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, place) =>
    bytes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES),
  )
}

/**
 * Places in an export, bound like those of a scan; its format and the sizes of parts may change.
 */
export const exportPages = (secret: string) => {
  const sign = (parts: readonly string[]): string => signatureOf(secret, ['export', ...parts])
  return {
    /** The place of a cursor, or the beginning. Throws RequestInvalid for another export's. */
    placeOf: (
      cursor: string | undefined,
      query: object,
      live: Pick<ScanPlace, 'generation' | 'position'>,
    ): ExportPlace => {
      if (cursor === undefined)
        return { ...live, after: null, removed: 0, tree: { leaves: 0, hashes: [] } }
      const parts = (EXPORT_CURSOR.exec(cursor) ?? []).slice(1)
      const [position = '', generation = '', after = '', leaves = '', removed = ''] = parts
      const [hashes = '', digest = '', signature = ''] = parts.slice(5)
      if (!isSame(signature, sign(parts.slice(0, -1)))) throw notOf('export')
      checkCursor('export', { digest, generation }, query, live)
      return {
        position: Position.parse(Number(position)),
        generation: live.generation,
        after: ArticleId.parse(after),
        removed: Number(removed),
        tree: { leaves: Number(leaves), hashes: readHashes(hashes) },
      }
    },
    cursorAt: (place: ExportPlace, query: object): string => {
      const { position, generation, after, removed, tree } = place
      const numbers = [String(position), String(generation), after ?? '', String(tree.leaves)]
      const parts = [...numbers, String(removed), printHashes(tree), digestOf(query)]
      return [...parts, sign(parts)].join('.')
    },
  }
}
export type ExportPages = ReturnType<typeof exportPages>
