/** The account area, as its routes and pages see it. */
import type { Refusal } from '#contracts/fault.ts'
import type { WebPage } from '#contracts/web/document.ts'
import type { Visit as WebVisit } from '#contracts/web/guard.ts'
import type { Web as WebOf } from '#contracts/web/area.ts'
import type { User } from '../accounts/ports.ts'
import type { Words } from './words/en.ts'

export const ACCOUNT_PATH = '/account'
/** Of the cookies of the area. */
export const COOKIE_PREFIX = 'pandect'

export type Page = WebPage & {
  /** Which entry of the navigation this is. */
  readonly place?:
    | 'keys'
    | 'applications'
    | 'webhooks'
    | 'receipts'
    | 'watches'
    | 'saved-searches'
    | 'usage'
    | 'password'
    | undefined
}
export type Visit = WebVisit<User, Words>
export type Web = WebOf<User, Words, Page>

export type Wrong = { readonly code: string; readonly text: string }

/** A refusal in the reader's language; `closest` is a valid value. */
export const wrongOf = (
  { refusals, closest, problems }: Words,
  { refused }: Refusal,
  value: string | null = null,
): Wrong => {
  const text = refusals[refused] ?? problems.failedText
  return { code: refused, text: value === null ? text : `${text} ${closest(value)}` }
}
