/** The 401 of a route that takes access tokens: it leads an application to the metadata. */
import type { FastifyRequest } from 'fastify'
import { type Problem, unauthorized } from '#contracts/web/http/problem.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import { challengeOf } from '../../oauth/metadata.ts'
import { originOf } from '../pages/origin.ts'

/** The origin that a request came to, or null for a `Host` that names no host. */
export const oauthOriginOf = (request: FastifyRequest): string | null => {
  try {
    return originOf(request)
  } catch (error) {
    if (error instanceof RequestInvalid) return null
    throw error
  }
}

/** `issuer` null: the route takes keys alone. The body is the same in every case. */
export const unauthorizedFor = (issuer: string | null, presented: boolean): Problem =>
  issuer === null
    ? unauthorized
    : { ...unauthorized, headers: { 'WWW-Authenticate': challengeOf(issuer, presented) } }
