/** How pages are sent. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Assets } from '../assets.ts'
import { visitIn } from '../guard.ts'
import { layout, type Page } from '../pages/layout.ts'
import { type ProblemName, problemPage } from '../pages/problem.ts'

/** Sends a page. */
export type Show = (request: FastifyRequest, reply: FastifyReply, page: Page) => FastifyReply

export const makeShow =
  (assets: Assets): Show =>
  (request, reply, page) =>
    reply.type('text/html; charset=utf-8').send(layout(visitIn(request), assets, page))

export const makeProblem =
  (show: Show) =>
  (
    request: FastifyRequest,
    reply: FastifyReply,
    [status, name]: readonly [number, ProblemName],
  ): FastifyReply => {
    request.failure ??= { code: name }
    return show(request, reply.code(status), problemPage(visitIn(request), name))
  }
