import { z } from 'zod'
import { wrongServer } from './faults.ts'
import { type Head, parseHead } from './head.ts'
import { HEAD_ID } from './schema.ts'
import type { Answer, Entry, Server } from './server.ts'

const HeadRow = z.object({ state: z.string() })

/** Requests the head of a collection, or of the one behind an alias. */
export const headEntry = (collection: string): Entry => ({
  collection,
  q: '*',
  filter_by: `id:=${HEAD_ID}`,
  per_page: 1,
  include_fields: 'state',
})

/** null without a collection of our layout or without any commit. */
export const headIn = (answer: Answer | null | undefined): Head | null => {
  const row = answer?.hits?.[0]?.document
  if (row === undefined) return null
  const read = HeadRow.safeParse(row)
  if (!read.success) throw wrongServer()
  return parseHead(read.data.state)
}

export const readHead = async (server: Server, collection: string): Promise<Head | null> => {
  const [answer] = await server.search([headEntry(collection)])
  return headIn(answer)
}
