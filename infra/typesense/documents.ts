import type { KeyedDocument } from '#query-api/ports.ts'
import { all, rowIs, thereAt } from './filters.ts'
import { TYPESENSE } from './limits.ts'
import { compareText, uuidNumbers } from './order.ts'
import { readHead } from './read-head.ts'
import { ROW } from './schema.ts'
import type { Server } from './server.ts'

type Verbatim = { readonly id: string }
type Numbers = readonly [number, number, number]

const parse = (document: Record<string, unknown>): Verbatim =>
  JSON.parse(String(document['verbatim'])) as Verbatim

const after = ([first, second, third]: Numbers): string =>
  `(order1:>${first} || (order1:=${first} && order2:>${second}) || (order1:=${first} && order2:=${second} && order3:>${third}))`

const same = ([first, second, third]: Numbers): string =>
  `order1:=${first} && order2:=${second} && order3:=${third}`

const isSame = (one: Verbatim, other: Verbatim): boolean =>
  one.id.slice(0, one.id.indexOf('@')) === other.id.slice(0, other.id.indexOf('@'))

/**
 * Yields the documents of a collection as applied, by id in code-unit order, page by page. The
 * engine sorts by the numbers of the UUID; versions of one UUID are sorted here.
 */
export async function* documentsOf(
  server: Server,
  collection: string,
): AsyncGenerator<KeyedDocument> {
  const head = await readHead(server, collection)
  if (head === null) return
  const there = all(rowIs(ROW.document), thereAt(head.change))
  const page = async (condition: string | null, number: number): Promise<Verbatim[]> => {
    const [answer] = await server.search([
      {
        collection,
        q: '*',
        filter_by: all(there, condition),
        sort_by: 'order1:asc,order2:asc,order3:asc',
        per_page: TYPESENSE.documentsPerPage,
        page: number,
        include_fields: 'verbatim',
      },
    ])
    return (answer?.hits ?? []).map(({ document }) => parse(document))
  }
  /** All versions of one UUID, however many. */
  const versionsOf = async (numbers: Numbers): Promise<Verbatim[]> => {
    const found: Verbatim[] = []
    for (let number = 1; ; number += 1) {
      const some = await page(same(numbers), number)
      found.push(...some)
      if (some.length < TYPESENSE.documentsPerPage) return found
    }
  }
  let condition: string | null = null
  for (;;) {
    const found = await page(condition, 1)
    const last = found.at(-1)
    if (last === undefined) return
    const numbers = uuidNumbers(last.id)
    // A full page may end between two versions of one UUID.
    const isFull = found.length === TYPESENSE.documentsPerPage
    const whole = isFull
      ? [...found.filter((one) => !isSame(one, last)), ...(await versionsOf(numbers))]
      : found
    for (const document of whole.toSorted((one, other) => compareText(one.id, other.id)))
      yield { key: `search/${document.id}`, document }
    if (!isFull) return
    condition = after(numbers)
  }
}
