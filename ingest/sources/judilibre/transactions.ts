/** `GET /transactionalhistory`: what was created, updated and deleted, the oldest first. */
import { z } from 'zod'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { type DocumentContext, noteHere } from '../document.ts'
import type { SourceItem } from '../source-item.ts'
import type { Members } from './members.ts'

/** Operations of one file; an answer of the API has at most 500. */
export const TRANSACTIONS_MAX = 100_000

const Transaction = z.object({
  id: z.string().trim().min(1),
  action: z.enum(['created', 'updated', 'deleted']),
  date: z.iso.datetime({ offset: true }).or(z.iso.date()),
})
type Transaction = z.infer<typeof Transaction>

const MORE: Refusal = refusalByCode('transactions-go-on')
const NONE: Refusal = refusalByCode('removal-list-empty')

export const isHistory = (value: Members): boolean => Array.isArray(value['transactions'])

const instantOf = ({ date }: Transaction): number => Date.parse(date)

/** The last operation of each decision; of two at the same time the later one in the file. */
const lastOf = (transactions: readonly Transaction[]): Transaction[] => {
  const last = new Map<string, Transaction>()
  for (const one of transactions) {
    const before = last.get(one.id)
    if (before === undefined || instantOf(before) <= instantOf(one)) last.set(one.id, one)
  }
  return [...last.values()]
}

/**
 * The decisions whose last operation is a deletion. What was created or updated is fetched as a
 * decision: this file has no text of it. One operation that cannot be read refuses the file.
 */
export const historyItems = (
  value: Members,
  context: DocumentContext,
): readonly SourceItem[] | Refusal => {
  const parsed = z.array(Transaction).max(TRANSACTIONS_MAX).safeParse(value['transactions'])
  if (!parsed.success) return refusalByCode('transactions-shape')
  const { file } = context
  const next = value['next_page']
  if (typeof next === 'string' && next !== '') noteHere(context, 1, MORE)
  const deleted = lastOf(parsed.data).filter(({ action }) => action === 'deleted')
  if (deleted.length === 0) noteHere(context, 1, NONE)
  return deleted.map(({ id, date }) => ({
    file,
    line: 1,
    removal: { kind: 'document', id, path: null, at: new Date(date).toISOString() },
  }))
}
