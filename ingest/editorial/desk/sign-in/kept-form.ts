/**
 * A form that somebody sent whose session had ended. The sign-in page carries it on, and it is sent
 * again after they signed in, so nothing typed is lost. It is bound to the session in which the
 * page was opened and to its person: nobody sends what another person wrote, and no other site puts
 * a form here.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { z } from 'zod'
import type { StaffId } from '#contracts/staff.ts'
import { sentCsrf } from '#contracts/web/guard.ts'
import { field } from '#contracts/web/forms.ts'
import { asToken } from '#contracts/web/secrets.ts'
import type { DeskWeb } from '../visit.ts'

const KEPT = 'kept'
/** Less than the largest body that the desk takes, since quotes and line ends grow in JSON. */
const KEPT_CHARACTERS_MAX = 8_000_000
const FIELDS_MAX = 1_000
const PATH = /^\/desk(?:\/[\w.~%-]+)*(?:\?[\w.~%&=+-]*)?$/

const KeptForm = z.object({
  path: z.string().regex(PATH),
  /** The CSRF token of the page that held the form. */
  csrf: z.string().max(100),
  fields: z.array(z.tuple([z.string(), z.string()])).max(FIELDS_MAX),
})
export type KeptForm = z.infer<typeof KeptForm>

const fieldsOf = (body: object): [string, string][] =>
  Object.entries(body).flatMap(([name, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    return values
      .filter((one) => typeof one === 'string')
      .map((one): [string, string] => [name, one])
  })

/** The form of somebody who is not signed in any more; null: there is nothing to keep. */
export const formToKeep = (request: FastifyRequest): KeptForm | null => {
  const { body, url } = request
  if (typeof body !== 'object' || body === null || !PATH.test(url)) return null
  const fields = fieldsOf(body).filter(([name]) => name !== 'csrf')
  return { path: url, csrf: sentCsrf(request), fields }
}

/** The form that a sign-in page carried on. */
export const keptFormIn = (request: FastifyRequest): KeptForm | null => {
  const text = field(request, KEPT, KEPT_CHARACTERS_MAX)
  if (text === '') return null
  try {
    return KeptForm.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Carries a form on in another one. */
export const hiddenKeptForm = (form: KeptForm | null): string =>
  form === null ? '' : html`<input type="hidden" name="${KEPT}" value="${JSON.stringify(form)}" />`

/**
 * The form, if this person opened its page in the session that this browser had. Then it goes on
 * under `token`, the session that took its place.
 */
export const rebound = (
  { cookies, secrets, sessionToken }: Pick<DeskWeb, 'cookies' | 'secrets' | 'sessionToken'>,
  request: FastifyRequest,
  id: StaffId,
  form: KeptForm,
  token: string,
): KeptForm | null => {
  const before = [
    sessionToken(request),
    asToken(cookies.read(request, 'visit')),
    asToken(cookies.read(request, 'former')),
  ]
  return before.some((one) => one !== null && secrets.isCsrf(one, id, form.csrf))
    ? { ...form, csrf: secrets.csrfOf(token, id) }
    : null
}

/**
 * Ends the session in this browser. Its token opens nothing any more and goes on as that of the
 * visit, so that a form of another window is still known as one of this browser.
 */
export const endSession = (
  { cookies, sessionToken }: Pick<DeskWeb, 'cookies' | 'sessionToken'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const token = sessionToken(request)
  if (token !== null) cookies.set(request, reply, 'visit', token)
  cookies.clear(request, reply, 'session')
}

/**
 * Remembers the session that ended before somebody signed in, so that a form of another window that
 * was opened in it is still known as one of this browser.
 */
export const rememberFormer = (
  { cookies, sessionToken }: Pick<DeskWeb, 'cookies' | 'sessionToken'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const token = sessionToken(request) ?? asToken(cookies.read(request, 'visit'))
  if (token !== null) cookies.set(request, reply, 'former', token)
}

/** The form with all that was typed, to be sent again. */
export const resentForm = ({ path, csrf, fields }: KeptForm, submit: string): string => html`
  <form method="post" action="${path}">
    <input type="hidden" name="csrf" value="${csrf}" />
    !${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button type="submit">${submit}</button>
  </form>
`
