/** Pages of lists, by the cursor in an address. */
import { Fault } from '#contracts/fault.ts'

/**
 * The page after a cursor; the first one where the list did not give that cursor, such as that of
 * an address that somebody shortened.
 */
export const pageAfter = async <Page>(
  read: (after: string | null) => Promise<Page>,
  after: string | null,
): Promise<Page> => {
  try {
    return await read(after)
  } catch (error) {
    if (after === null || !(error instanceof Fault) || error.code !== 'cursor-unknown') throw error
    return read(null)
  }
}
