/** Which statements are older or newer than what their publisher said before. */
import { refusalByCode } from '#contracts/fault.ts'
import type { ImportDeps } from '../command-handler/write-deps.ts'
import type { StatedDocument } from '../ports.ts'
import type { ImportNote, Statement } from './activities.ts'
import { isBefore, statedDocument } from './documents.ts'

const documentsByPublisher = (
  statements: readonly Statement[],
): ReadonlyMap<string, readonly { statement: Statement; document: StatedDocument }[]> => {
  const stated = statements.flatMap((statement) => {
    const document = statedDocument(statement)
    return document === null ? [] : [{ statement, document }]
  })
  return Map.groupBy(stated, ({ document }) => document.publisher)
}

/** Statements by the publisher's times of their files. */
export type StatementTimes = {
  /**
   * Not taken, since a later list of the publisher deleted the text: a second import of all
   * increments must not bring back, even for a moment, what one of them deletes.
   */
  readonly heldBack: ReadonlySet<Statement>
  /**
   * Of a later file than all before, so that its days of validity count. Where a time is not known,
   * nobody can tell, and a known state says nothing new.
   */
  readonly newer: ReadonlySet<Statement>
  /**
   * Of a file that is no later than one before: the same one again, or an older one. What it says
   * besides a new state was said already, or holds no longer.
   */
  readonly past: ReadonlySet<Statement>
  /** When each document was stated last before, by `keyOf`. */
  readonly before: ReadonlyMap<string, string | null>
}

const keyOf = ({ publisher, document }: Pick<StatedDocument, 'publisher' | 'document'>): string =>
  `${publisher}\u0000${document}`

/** Where a time is not known, what is read last is not held back. */
export const timesOfStatements = async (
  { documents }: Pick<ImportDeps, 'documents'>,
  statements: readonly Statement[],
): Promise<StatementTimes> => {
  const heldBack = new Set<Statement>()
  const newer = new Set<Statement>()
  const past = new Set<Statement>()
  const statedBefore = new Map<string, string | null>()
  for (const [publisher, stated] of documentsByPublisher(statements)) {
    const ids = stated.map(({ document }) => document.document)
    const held = await documents.held(publisher, ids)
    const goneAt = new Map(
      held.flatMap((one) => (one.gone === null ? [] : [[one.document, one.goneAt] as const])),
    )
    const newest = new Map(held.map((one) => [one.document, one.statedAt]))
    for (const one of held) statedBefore.set(keyOf(one), one.statedAt)
    for (const { statement, document } of stated) {
      const { document: id, statedAt } = document
      if (isBefore(statedAt, goneAt.get(id) ?? null)) {
        heldBack.add(statement)
        continue
      }
      const before = newest.get(id) ?? null
      if (statedAt === null) continue
      if (before !== null && !isBefore(before, statedAt)) {
        past.add(statement)
        continue
      }
      newer.add(statement)
      newest.set(id, statedAt)
    }
  }
  return { heldBack, newer, past, before: statedBefore }
}

/**
 * The documents that these statements state. A refused statement counts as present but keeps the
 * time of what was taken before it, so that the same file is taken once its fault is corrected.
 */
export const documentsStated = (
  statements: readonly Statement[],
  isTaken: (statement: Statement) => boolean,
  { before }: Pick<StatementTimes, 'before'>,
): StatedDocument[] => {
  const newest = new Map(before)
  return statements.flatMap((statement) => {
    const document = statedDocument(statement)
    if (document === null) return []
    const key = keyOf(document)
    const known = newest.get(key) ?? null
    if (!isTaken(statement)) return [{ ...document, statedAt: known }]
    if (!isBefore(document.statedAt, known)) newest.set(key, document.statedAt)
    return [document]
  })
}

export const heldBackNotes = (statements: ReadonlySet<Statement>): ImportNote[] =>
  [...statements].map(({ place }) => ({ ...refusalByCode('removal-held-back'), ...place }))
