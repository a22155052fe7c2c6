/** One process at a time: the first one is known to the others by process id and address. */
import { Client } from 'pg'
import { storeFault } from './faults.ts'
import { sessionSettings } from './pool.ts'

/** First half of a two-part advisory lock key, reserved for us (`lock.ts` has the other). */
const SOLE_SPACE = 7_203
const TRY = 'select pg_try_advisory_lock($1, hashtext($2)) as held'
const NAME = `select set_config('application_name', $1, false)`
const HOLDER = `select application_name as name from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and classid = $1::int::oid
    and objid = (hashtext($2)::bigint & 4294967295)::oid`

/** Who holds it; the address is unknown while it starts. */
export type Holder = { readonly pid: number | null; readonly address: string | null }

export type Holding = {
  /** Tells later ones where this process answers. */
  announce(address: string): Promise<void>
  release(): Promise<void>
}

// The server shows this name of a session to others, 63 bytes of it, and forgets it with the
// session: no file to go stale.
const nameOf = (kind: string, address: string | null): string =>
  `pandect ${kind} ${process.pid}${address === null ? '' : ` ${address}`}`

const holderOf = (name: string): Holder => {
  const [, , pid = '', address = null] = name.split(' ')
  return { pid: /^\d{1,10}$/.test(pid) ? Number(pid) : null, address }
}

const findHolder = async (client: Client, kind: string): Promise<Holder> => {
  const { rows } = await client.query<{ name: string }>(HOLDER, [SOLE_SPACE, kind])
  return holderOf(rows[0]?.name ?? '')
}

/** Becomes the only process of this kind on the database, or says which one is. */
export const holdAlone = async (
  connectionString: string,
  kind: string,
): Promise<{ readonly held: Holding } | { readonly other: Holder }> => {
  const client = new Client(sessionSettings(connectionString, nameOf(kind, null)))
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ held: boolean }>(TRY, [SOLE_SPACE, kind])
    if (rows[0]?.held !== true) {
      const other = await findHolder(client, kind)
      await client.end()
      return { other }
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw storeFault(error)
  }
  return {
    held: {
      announce: async (address) => void (await client.query(NAME, [nameOf(kind, address)])),
      release: () => client.end().catch(() => undefined),
    },
  }
}
