/** Folders of publishers whose texts an import publishes. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Actor } from '#contracts/audit.ts'
import { Instant } from '#contracts/ids.ts'
import type { OfficialFolder, OfficialFolders } from '#ingest/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'

const Row = z.object({
  id: z.uuid(),
  folder: z.string(),
  publisher: z.string(),
  licence: z.string().nullable(),
  addedBy: z.string(),
  addedAt: Instant,
})
/** A configured folder, with who added it and when. */
export type ConfiguredFolder = z.infer<typeof Row>

const LIST = statement('official-sources-list', {
  sql: `select id, folder, publisher, licence, added_by as "addedBy",
     ${isoInstant('added_at')} as "addedAt"
   from official_sources where removed_at is null order by folder collate "C"`,
  row: Row,
})
const ADD = statement('official-sources-add', {
  sql: `insert into official_sources (id, folder, publisher, licence, added_by)
   values ($1, $2, $3, $4, $5)
   on conflict (folder) where removed_at is null do nothing`,
  values: ({ id, folder, publisher, licence }: OfficialFolder, by: Actor) => [
    id,
    folder,
    publisher,
    licence,
    by,
  ],
})
const REMOVE = statement('official-sources-remove', {
  sql: `update official_sources set removed_at = now()
   where folder = $1 and removed_at is null returning id`,
  values: (folder: string) => [folder],
  row: z.object({ id: z.uuid() }),
})

export const listOfficialFolders = (database: Queryable): Promise<ConfiguredFolder[]> =>
  LIST.rows(database)

/** Configures a folder and audits it; false if it is configured already. */
export const addOfficialFolder = (
  pool: PostgresPool,
  folder: Omit<OfficialFolder, 'id'>,
  actor: Actor,
): Promise<boolean> =>
  pool.transaction(async (transaction) => {
    const id = randomUUID()
    if ((await ADD.run(transaction, { ...folder, id }, actor)) === 0) return false
    await recordAct(transaction, { kind: 'official-source.added', actor, subject: id, data: {} })
    return true
  })

/** Its texts stay as they are; false if it is not configured. */
export const removeOfficialFolder = (
  pool: PostgresPool,
  folder: string,
  actor: Actor,
): Promise<boolean> =>
  pool.transaction(async (transaction) => {
    const removed = await REMOVE.first(transaction, folder)
    if (removed === null) return false
    const { id } = removed
    await recordAct(transaction, { kind: 'official-source.removed', actor, subject: id, data: {} })
    return true
  })

export const makeOfficialFolders = (database: Queryable): OfficialFolders => ({
  list: () => listOfficialFolders(database),
})
