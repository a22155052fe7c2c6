/** What the operations of saved searches share: whom they act for, and how they refuse. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Actor } from '#contracts/audit.ts'
import type { Refusal } from '#contracts/fault.ts'
import { validationFailed } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { callerOf } from '../../http/caller.ts'
import { errorAnswer } from '../../http/endpoint.ts'
import type { SearchTarget } from '../../saved-searches/ports.ts'

/** The account of the key, and a saved search of it. */
export const targetIn = (request: FastifyRequest, searchId: string): SearchTarget => {
  const { accountId } = callerOf(request)
  return { searchId, accountId, actor: Actor.parse(`account:${accountId}`) }
}

const PATHS: Readonly<Partial<Record<Refusal['refused'], string>>> = {
  'saved-search-citation-unknown': 'cites',
  'saved-search-matches-everything': 'search',
  'saved-search-too-broad': 'search',
  'saved-search-without-words': 'search.text',
}

/** Answers a refusal: 404 for what the account does not have, else 400. */
export const refuse = (
  request: FastifyRequest,
  reply: FastifyReply,
  { refused, reason, hint }: Refusal,
): FastifyReply => {
  if (refused === 'saved-search-unknown') {
    const body = {
      error: 'not_found',
      message: 'Not found',
      detail: reason,
      reason: refused,
    } as const
    return sendProblem(request, reply, { status: 404, body, headers: {} })
  }
  const detail = { path: PATHS[refused] ?? '', code: refused, message: `${reason}; ${hint}` }
  return sendProblem(request, reply, validationFailed([detail]))
}

export const NO_SEARCH = errorAnswer('`not_found`: the account has no such saved search.')
