/** Sessions of members of staff in browsers. */
import type { FastifyRequest } from 'fastify'
import { makeCookies } from '#contracts/web/cookies.ts'
import { asToken, LIFETIMES, newToken, tokenHashOf } from '#contracts/web/secrets.ts'
import { SESSIONS_MAX } from '#contracts/web/sign-in.ts'
import type { SessionFactor, StaffMember, StaffSession, StaffSessions } from './ports.ts'

/** Ports of one host share cookies, so those of the desk are not those of the account area. */
export const DESK_COOKIES = 'pandect-desk'

/** How long the code of a second factor is awaited. */
const AWAITED_SECONDS = 600

type Deps = { readonly sessions: StaffSessions }

/** The session of a request that has a cookie; the server must parse cookies. */
export const staffSession = async (
  { sessions }: Deps,
  request: FastifyRequest,
): Promise<StaffSession | null> => {
  const token = asToken(makeCookies(DESK_COOKIES).read(request, 'session'))
  return token === null ? null : sessions.find(tokenHashOf(token), LIFETIMES.idleSeconds)
}

/**
 * Opens a session and returns its token. `passwordHash` is that of the password that was given just
 * now.
 */
export const openStaffSession = async (
  { sessions }: Deps,
  { id }: Pick<StaffMember, 'id'>,
  secondFactor: SessionFactor,
  passwordHash: string | null = null,
): Promise<string> => {
  const token = newToken()
  await sessions.open({
    tokenHash: tokenHashOf(token),
    id,
    passwordHash,
    secondFactor,
    lifetimeSeconds: secondFactor === 'awaited' ? AWAITED_SECONDS : LIFETIMES.sessionSeconds,
    sessionsMax: SESSIONS_MAX,
  })
  return token
}
