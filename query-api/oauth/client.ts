/**
 * Registration of applications (RFC 7591). An application's id is its registration, signed with the
 * pepper (RFC 7591, A.5.2): nothing is stored, so a flood of registrations fills nothing.
 */
import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import { areSame } from '#contracts/web/secrets.ts'
import { type OAuthRefusal, refuse } from './problem.ts'
import { hostOf, isRedirect } from './redirects.ts'

/** An application, as it registered itself. Nobody has checked its name. */
export type Client = {
  readonly clientId: string
  readonly name: string
  readonly redirectUris: readonly string[]
  /** Whether it takes refresh tokens. */
  readonly refreshes: boolean
  /** Seconds since 1970. */
  readonly issuedAt: number
}

/** Bounds of a registration; they keep an id short enough for an address. */
export const REGISTRATION = {
  redirectsMax: 10,
  charactersMax: 1_500,
  idCharactersMax: 4_000,
} as const

const MS_PER_SECOND = 1_000
const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const

/** Other members that RFC 7591 knows are left out, as it allows (2). */
const Registration = z.object({
  redirect_uris: z.array(z.string()).min(1).max(REGISTRATION.redirectsMax),
  client_name: z.string().nullish(),
  grant_types: z.array(z.string()).nullish(),
  response_types: z.array(z.string()).nullish(),
})

/** What an id says; one letter a member, since it stands in addresses. */
const Signed = z.strictObject({
  n: z.string().min(1),
  r: z.array(z.string()).min(1),
  f: z.boolean(),
  t: z.int().nonnegative(),
})

const ID = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/
const tagOf = (pepper: string, payload: string): string =>
  createHmac('sha256', pepper).update(`application of OAuth\n${payload}`).digest('base64url')

/** Invisible and controlling characters would make a name read as another. */
const printable = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()

const shortened = (name: string): string =>
  [...name].slice(0, ACCOUNT_LIMITS.labelCharactersMax).join('').trim()

const idOf = (pepper: string, client: Omit<Client, 'clientId'>): string => {
  const { name: n, redirectUris: r, refreshes: f, issuedAt: t } = client
  const payload = Buffer.from(JSON.stringify({ n, r, f, t })).toString('base64url')
  return `${payload}.${tagOf(pepper, payload)}`
}

const faultOf = ({ issues }: z.ZodError): OAuthRefusal => {
  const [first] = issues
  const member = String(first?.path[0] ?? 'the body')
  const code = member === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
  return refuse(code, `${member}: send a JSON object as RFC 7591 describes it`)
}

/**
 * Registers a public application. Refuses `invalid_redirect_uri` and `invalid_client_metadata`. A
 * wish for a client secret is answered with `none`: every application is public.
 */
export const registerClient = (
  pepper: string,
  body: unknown,
  nowMs: number,
): Client | OAuthRefusal => {
  const parsed = Registration.safeParse(body)
  if (!parsed.success) return faultOf(parsed.error)
  const { redirect_uris: redirectUris, client_name: name } = parsed.data
  const { grant_types: grants, response_types: responses } = parsed.data
  if (!redirectUris.every(isRedirect))
    return refuse(
      'invalid_redirect_uri',
      'redirect_uris: each is https, or http to 127.0.0.1, [::1] or localhost, without fragment, name or password, of at most 500 characters',
    )
  if (redirectUris.join('').length > REGISTRATION.charactersMax)
    return refuse(
      'invalid_redirect_uri',
      `redirect_uris: together at most ${REGISTRATION.charactersMax} characters`,
    )
  if (grants != null && !grants.includes(GRANT_TYPES[0]))
    return refuse('invalid_client_metadata', `grant_types: ${GRANT_TYPES.join(', ')}`)
  if (responses != null && !responses.includes('code'))
    return refuse('invalid_client_metadata', 'response_types: code')
  const client = {
    name: shortened(printable(name ?? '')) || shortened(hostOf(redirectUris[0] ?? '')),
    redirectUris,
    refreshes: grants == null || grants.includes(GRANT_TYPES[1]),
    issuedAt: Math.floor(nowMs / MS_PER_SECOND),
  }
  return { clientId: idOf(pepper, client), ...client }
}

const parsedPayload = (payload: string): unknown => {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  } catch {
    return null
  }
}

/** The application of an id that this service signed, or null. */
export const readClient = (pepper: string, clientId: string): Client | null => {
  if (clientId.length > REGISTRATION.idCharactersMax) return null
  const [, payload, tag] = ID.exec(clientId) ?? []
  if (payload === undefined || tag === undefined) return null
  if (!areSame(tagOf(pepper, payload), tag)) return null
  const signed = Signed.safeParse(parsedPayload(payload))
  if (!signed.success) return null
  const { n: name, r: redirectUris, f: refreshes, t: issuedAt } = signed.data
  return { clientId, name, redirectUris, refreshes, issuedAt }
}

/** By which a grant remembers its application. */
export const clientHashOf = (clientId: string): Uint8Array =>
  createHash('sha256').update(clientId).digest()

/** The answer to a registration (RFC 7591, 3.2.1). */
export const registrationOf = (client: Client) => ({
  client_id: client.clientId,
  client_id_issued_at: client.issuedAt,
  client_name: client.name,
  redirect_uris: client.redirectUris,
  grant_types: client.refreshes ? GRANT_TYPES : [GRANT_TYPES[0]],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})
