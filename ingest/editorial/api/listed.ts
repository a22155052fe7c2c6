import { Fault } from '#contracts/fault.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'

const FOREIGN = new RequestInvalid([
  {
    path: 'cursor',
    code: 'invalid_cursor',
    message: 'not a cursor of this list: leave it out, or pass next unchanged',
  },
])

/** A page of a list. Throws RequestInvalid for a cursor that the list did not give. */
export const listed = async <T>(page: Promise<T>): Promise<T> => {
  try {
    return await page
  } catch (error) {
    const code: string | null = error instanceof Fault ? error.code : null
    throw code === 'cursor-unknown' ? FOREIGN : error
  }
}
