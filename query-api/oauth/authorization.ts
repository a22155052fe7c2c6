/**
 * The request that an application sends a person with (OAuth 2.1, 4.1.1; RFC 7636, RFC 8707).
 */
import { z } from 'zod'
import { APPLICATION_SCOPES, DEFAULT_APPLICATION_SCOPES, type Scope } from '#contracts/api-key.ts'
import { type Client, readClient, REGISTRATION } from './client.ts'
import { type OAuthRefusal, refuse } from './problem.ts'
import { isRegistered, REDIRECT_CHARACTERS_MAX } from './redirects.ts'

export type AuthorizationRequest = {
  readonly client: Client
  readonly redirectUri: string
  readonly scopes: readonly Scope[]
  readonly state: string | null
  readonly challenge: string
  readonly resource: string
}

export type ReadAuthorization =
  | { readonly kind: 'request'; readonly request: AuthorizationRequest }
  /** The application is to know; a person decides whether to go back to it. */
  | {
      readonly kind: 'refused'
      readonly refusal: OAuthRefusal
      readonly client: Client
      readonly redirectUri: string
      readonly state: string | null
    }
  /** Nobody is to be sent anywhere: application and address do not belong together. */
  | { readonly kind: 'unsafe'; readonly because: 'client' | 'redirect' | 'malformed' }

const STATE_CHARACTERS_MAX = 4_096
const CHARACTERS_MAX = 1_000
const text = (charactersMax: number) => z.string().max(charactersMax)

/** Whom to answer, and where. A member that comes twice is no text. */
const Whom = z.object({
  client_id: text(REGISTRATION.idCharactersMax),
  redirect_uri: text(REDIRECT_CHARACTERS_MAX),
  state: text(STATE_CHARACTERS_MAX).optional(),
})
/** 43 characters: base64url of a SHA-256. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
const What = z.object({
  response_type: text(CHARACTERS_MAX).optional(),
  code_challenge: text(CHARACTERS_MAX).optional(),
  code_challenge_method: text(CHARACTERS_MAX).optional(),
  scope: text(CHARACTERS_MAX).optional(),
  resource: text(CHARACTERS_MAX).optional(),
})

/** Names of scopes that the service has not are left out (RFC 6749, 3.3); null: none is left. */
const scopesOf = (asked: string | undefined): readonly Scope[] | null => {
  const names = (asked ?? '').split(' ').filter((name) => name !== '')
  if (names.length === 0) return DEFAULT_APPLICATION_SCOPES
  const known = APPLICATION_SCOPES.filter((scope) => names.includes(scope))
  // Every token is for the MCP endpoint, which asks for `mcp`.
  return known.length === 0 ? null : [...new Set<Scope>(['mcp', ...known])]
}

type What = z.infer<typeof What>
type Asked = Omit<AuthorizationRequest, 'client' | 'redirectUri' | 'state'>

const askedOf = (what: What, resource: string): Asked | OAuthRefusal => {
  if (what.response_type !== 'code')
    return refuse('unsupported_response_type', 'response_type must be code')
  if (what.code_challenge === undefined || !CHALLENGE.test(what.code_challenge))
    return refuse('invalid_request', 'code_challenge is missing or is no base64url of a SHA-256')
  // Without a method it would be `plain`, which protects nothing.
  if (what.code_challenge_method !== 'S256')
    return refuse('invalid_request', 'code_challenge_method must be S256')
  if (what.resource !== undefined && what.resource !== resource)
    return refuse('invalid_target', `resource must be ${resource}`)
  const scopes = scopesOf(what.scope)
  if (scopes === null)
    return refuse('invalid_scope', `scope may hold ${APPLICATION_SCOPES.join(' ')}`)
  return { scopes, challenge: what.code_challenge, resource }
}

/** Reads the parameters of a request; `resource` is the address of the MCP endpoint. */
export const readAuthorization = (
  { pepper, resource }: { readonly pepper: string; readonly resource: string },
  parameters: unknown,
): ReadAuthorization => {
  const whom = Whom.safeParse(parameters)
  if (!whom.success) return { kind: 'unsafe', because: 'malformed' }
  const { client_id: clientId, redirect_uri: redirectUri, state = null } = whom.data
  const client = readClient(pepper, clientId)
  if (client === null) return { kind: 'unsafe', because: 'client' }
  if (!isRegistered(client.redirectUris, redirectUri))
    return { kind: 'unsafe', because: 'redirect' }
  const what = What.safeParse(parameters)
  const asked = what.success
    ? askedOf(what.data, resource)
    : refuse('invalid_request', 'a parameter comes twice or is too long')
  return 'error' in asked
    ? { kind: 'refused', refusal: asked, client, redirectUri, state }
    : { kind: 'request', request: { client, redirectUri, state, ...asked } }
}

/** The parameters of a request, as they are sent again by the form of the consent. */
export const parametersOf = (
  request: AuthorizationRequest,
): readonly (readonly [name: string, value: string])[] => [
  ['response_type', 'code'],
  ['client_id', request.client.clientId],
  ['redirect_uri', request.redirectUri],
  ['scope', request.scopes.join(' ')],
  ['code_challenge', request.challenge],
  ['code_challenge_method', 'S256'],
  ['resource', request.resource],
  ...(request.state === null ? [] : [['state', request.state] as const]),
]
