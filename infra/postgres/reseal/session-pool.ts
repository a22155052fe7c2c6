/** A pool of one session, for work that has to happen inside one transaction. */
import type { Client } from 'pg'
import { type PostgresPool, queryable } from '../platform/pool.ts'
import { makeVault } from '../platform/vault.ts'

const SAVEPOINT = 'pandect_work'

/**
 * Runs everything on `client`, inside the transaction that the caller began. A transaction of this
 * pool is a savepoint: what is checked at a commit is checked at its end. They come one after the
 * other, and none may begin inside another.
 */
export const makeSessionPool = (
  client: Client,
  { connectionString, pepper }: { readonly connectionString: string; readonly pepper: string },
): PostgresPool => {
  const session = queryable(client)
  let last: Promise<unknown> = Promise.resolve()
  const inSavepoint = async <T>(work: (on: typeof session) => Promise<T>): Promise<T> => {
    await session.query(`savepoint ${SAVEPOINT}; set constraints all deferred`)
    try {
      const result = await work(session)
      await session.query(`set constraints all immediate; release savepoint ${SAVEPOINT}`)
      return result
    } catch (error) {
      await session.query(`rollback to savepoint ${SAVEPOINT}; release savepoint ${SAVEPOINT}`)
      throw error
    }
  }
  return {
    ...session,
    connectionString,
    vault: makeVault(pepper),
    transaction: (work) => {
      const next = last.then(() => inSavepoint(work))
      last = next.catch(() => undefined)
      return next
    },
    close: () => Promise.resolve(),
  }
}
