/** A request to the desk, and a page of it. */
import type { SignedPerson } from '#contracts/staff.ts'
import type { Web } from '#contracts/web/area.ts'
import type { WebPage } from '#contracts/web/document.ts'
import type { Visit } from '#contracts/web/guard.ts'
import type { Words } from './words/words.ts'

export const DESK_PATH = '/desk'

export type DeskVisit = Visit<SignedPerson, Words>

export type Place =
  | 'inbox'
  | 'texts'
  | 'new'
  | 'import'
  | 'impact'
  | 'erasures'
  | 'people'
  | 'account'

export type DeskPage = WebPage & {
  /** Which entry of the navigation this is. */
  readonly place?: Place | undefined
}

/** What the routes of the desk use. */
export type DeskWeb = Web<SignedPerson, Words, DeskPage>

/** The person of a page that strangers do not reach. */
export const personOf = ({ person }: DeskVisit): SignedPerson => {
  if (person !== null) return person
  throw new Error('a private page was reached by a stranger')
}
