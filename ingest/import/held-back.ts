/** Statements of older files about texts that a later list of their publisher deleted. */
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

/**
 * The statements that are not taken: a second import of all increments must not bring back, even
 * for a moment, what one of them deletes. Where a time is not known, what is read last counts.
 */
export const heldBackStatements = async (
  { documents }: Pick<ImportDeps, 'documents'>,
  statements: readonly Statement[],
): Promise<ReadonlySet<Statement>> => {
  const heldBack = new Set<Statement>()
  for (const [publisher, stated] of documentsByPublisher(statements)) {
    const ids = stated.map(({ document }) => document.document)
    const gone = new Map(
      (await documents.gone(publisher, ids)).map((one) => [one.document, one.goneAt]),
    )
    for (const { statement, document } of stated) {
      const goneAt = gone.get(document.document) ?? null
      if (isBefore(document.statedAt, goneAt)) heldBack.add(statement)
    }
  }
  return heldBack
}

export const heldBackNotes = (statements: ReadonlySet<Statement>): ImportNote[] =>
  [...statements].map(({ place }) => ({ ...refusalByCode('removal-held-back'), ...place }))
