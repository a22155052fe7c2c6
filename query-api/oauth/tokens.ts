/** Exchanges codes and refresh tokens for tokens, and ends them (OAuth 2.1, 3.2; RFC 7009). */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isWellFormedOAuth, type Scope } from '#contracts/api-key.ts'
import { OAUTH_LIFETIMES } from '#contracts/oauth.ts'
import { generateKey, secretHmacOf } from '#contracts/web/keys.ts'
import { areSame } from '#contracts/web/secrets.ts'
import { type Client, clientHashOf, readClient, REGISTRATION } from './client.ts'
import type { Applications, Choice, NewTokens } from './ports.ts'
import { isOAuthRefusal, type OAuthRefusal, refuse } from './problem.ts'

export type TokenDeps = {
  readonly applications: Pick<Applications, 'redeem' | 'refresh' | 'revoke'>
  readonly pepper: string
  /** The address of the MCP endpoint. */
  readonly resource: string
}

/** RFC 6749, 5.1. */
export type TokenAnswer = {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token?: string
  readonly scope: string
}

const CHARACTERS_MAX = 1_000
const text = z.string().min(1).max(CHARACTERS_MAX)
const clientId = z.string().max(REGISTRATION.idCharactersMax)
/** RFC 7636, 4.1. */
const Verifier = z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/)

const Kind = z.object({ grant_type: text, client_id: clientId, resource: text.optional() })
const OfCode = z.object({ code: text, redirect_uri: text, code_verifier: Verifier })
const OfRefresh = z.object({ refresh_token: text, scope: text.optional() })
const Ended = z.object({ token: text, client_id: clientId })

const MALFORMED = refuse(
  'invalid_request',
  'send application/x-www-form-urlencoded, each parameter once: grant_type, client_id, and those of the grant',
)
const UNKNOWN_CLIENT = refuse('invalid_client', 'client_id was not registered with this service')

/** One text for all that is wrong with a code or token: which one it is, is nobody's business. */
const INVALID_GRANT = 'the code or token is unknown, used, expired or of another application'

const refusals: Readonly<Record<'invalid_grant' | 'invalid_scope' | 'invalid_target', string>> = {
  invalid_grant: INVALID_GRANT,
  invalid_scope: 'scope may only hold what was granted',
  invalid_target: 'resource is not the one that was granted',
}

const clientIn = (pepper: string, body: unknown): Client | OAuthRefusal => {
  const parsed = z.object({ client_id: clientId }).safeParse(body)
  if (!parsed.success) return MALFORMED
  return readClient(pepper, parsed.data.client_id) ?? UNKNOWN_CLIENT
}

type Made = { readonly hmacs: NewTokens; readonly access: string; readonly refresh: string | null }

const makeTokens = (pepper: string, { refreshes }: Client): Made => {
  const access = generateKey('access')
  const refresh = refreshes ? generateKey('refresh') : null
  const hmacs = {
    access: secretHmacOf(pepper, access),
    refresh: refresh === null ? null : secretHmacOf(pepper, refresh),
  }
  return { hmacs, access, refresh }
}

const answerOf = (choice: Choice, { access, refresh }: Made): TokenAnswer | OAuthRefusal =>
  'refused' in choice
    ? refuse(choice.refused, refusals[choice.refused])
    : {
        access_token: access,
        token_type: 'Bearer',
        expires_in: OAUTH_LIFETIMES.access,
        ...(refresh === null ? {} : { refresh_token: refresh }),
        scope: choice.scopes.join(' '),
      }

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0
const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

const ofCode = async (
  { applications, pepper, resource }: TokenDeps,
  client: Client,
  body: unknown,
): Promise<TokenAnswer | OAuthRefusal> => {
  const parsed = OfCode.safeParse(body)
  if (!parsed.success) return MALFORMED
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = parsed.data
  if (!isWellFormedOAuth('code', code)) return refuse('invalid_grant', INVALID_GRANT)
  const made = makeTokens(pepper, client)
  const clientHash = clientHashOf(client.clientId)
  const choose: Parameters<Applications['redeem']>[1] = (consent) => {
    const fits =
      sameBytes(consent.clientHash, clientHash) &&
      consent.redirectUri === redirectUri &&
      areSame(consent.challenge, challengeOf(verifier))
    if (!fits) return { refused: 'invalid_grant' }
    return consent.resource === resource
      ? { scopes: consent.scopes }
      : { refused: 'invalid_target' }
  }
  return answerOf(await applications.redeem(secretHmacOf(pepper, code), choose, made.hmacs), made)
}

/** The scopes that were asked for, if all of them were granted. */
const narrowed = (granted: readonly Scope[], asked: string | undefined): Choice => {
  if (asked === undefined) return { scopes: granted }
  const names = asked.split(' ').filter((name) => name !== '')
  const scopes = granted.filter((scope) => names.includes(scope))
  return scopes.length === new Set(names).size && scopes.length > 0
    ? { scopes }
    : { refused: 'invalid_scope' }
}

const ofRefresh = async (
  { applications, pepper, resource }: TokenDeps,
  client: Client,
  body: unknown,
): Promise<TokenAnswer | OAuthRefusal> => {
  const parsed = OfRefresh.safeParse(body)
  if (!parsed.success) return MALFORMED
  const { refresh_token: token, scope } = parsed.data
  if (!isWellFormedOAuth('refresh', token)) return refuse('invalid_grant', INVALID_GRANT)
  const made = makeTokens(pepper, client)
  const clientHash = clientHashOf(client.clientId)
  const choose: Parameters<Applications['refresh']>[1] = (grant) => {
    if (!sameBytes(grant.clientHash, clientHash)) return { refused: 'invalid_grant' }
    return grant.resource === resource
      ? narrowed(grant.scopes, scope)
      : { refused: 'invalid_target' }
  }
  return answerOf(await applications.refresh(secretHmacOf(pepper, token), choose, made.hmacs), made)
}

/** Answers a request to the token endpoint. Throws what the port throws. */
export const exchange = async (
  deps: TokenDeps,
  body: unknown,
): Promise<TokenAnswer | OAuthRefusal> => {
  const kind = Kind.safeParse(body)
  if (!kind.success) return MALFORMED
  const client = clientIn(deps.pepper, body)
  if (isOAuthRefusal(client)) return client
  const { grant_type: type, resource } = kind.data
  if (resource !== undefined && resource !== deps.resource)
    return refuse('invalid_target', `resource must be ${deps.resource}`)
  if (type === 'authorization_code') return ofCode(deps, client, body)
  if (type === 'refresh_token') return ofRefresh(deps, client, body)
  return refuse('unsupported_grant_type', 'grant_type is authorization_code or refresh_token')
}

/** Ends a token. An unknown one is no error (RFC 7009, 2.2). Throws what the port throws. */
export const endToken = async (
  { applications, pepper }: Omit<TokenDeps, 'resource'>,
  body: unknown,
): Promise<OAuthRefusal | null> => {
  const parsed = Ended.safeParse(body)
  if (!parsed.success) return refuse('invalid_request', 'send token and client_id, each once')
  const client = clientIn(pepper, body)
  if (isOAuthRefusal(client)) return client
  const { token } = parsed.data
  if (isWellFormedOAuth('access', token) || isWellFormedOAuth('refresh', token))
    await applications.revoke(secretHmacOf(pepper, token), clientHashOf(client.clientId))
  return null
}
