/** Problems of the editorial API in the language of the person who asks. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FRENCH } from '#contracts/errors/french.ts'
import {
  asSentence,
  reasonSentence,
  refusalIn,
  type SaidRefusal,
} from '#contracts/errors/in-language.ts'
import { EditorialError } from '#contracts/http/editorial-error.ts'
import type { ValidationDetail } from '#contracts/http/error.ts'
import { preferredLanguage } from '#contracts/web/http/accept.ts'
import type { Problem } from '#contracts/web/http/problem.ts'
import type { Language } from '#contracts/web/language.ts'

/** English where the request names no language: programs compare codes, not sentences. */
const LANGUAGES = ['en', 'fr'] as const satisfies readonly Language[]

export const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  preferredLanguage(headers['accept-language'], LANGUAGES)

const said = (code: string): SaidRefusal | null => {
  const [reason, hint] = FRENCH[code] ?? []
  return reason === undefined ? null : { reason, hint: hint ?? '' }
}

/** The bound in the English message of a schema: `must have at most 200 characters`. */
const BOUND = /\bat (most|least) (\d+)/
const boundIn = (message: string): string => {
  const [, side, bound] = BOUND.exec(message) ?? []
  if (bound === undefined) return ''
  return side === 'most' ? ` (${bound} au plus)` : ` (${bound} au moins)`
}

const inFrench = (detail: ValidationDetail): ValidationDetail => {
  const { reason } = said(detail.code) ?? said('invalid') ?? { reason: detail.message }
  const isOneOf = detail.code === 'invalid_value' || detail.code === 'member_missing'
  const list = isOneOf && detail.allowed !== undefined ? ` (${detail.allowed.join(', ')})` : ''
  return { ...detail, message: `${reason}${boundIn(detail.message)}${list}` }
}

/** One sentence about all of them, as `validationFailed` makes it. */
const sentenceOf = ([first, ...others]: readonly ValidationDetail[]): string => {
  if (first === undefined) return ''
  const where = first.path === '' ? '' : `${first.path} : `
  const closest = first.closest === undefined ? '' : ` ; vouliez-vous dire ${first.closest} ?`
  const more = others.length === 0 ? '' : ` (et ${others.length} de plus)`
  return `${where}${first.message}${closest}${more}`
}

type Body = { readonly error: string; readonly [member: string]: unknown }

const bodyInFrench = ({ body, refusal }: Problem<{ readonly error: string }>): Body => {
  const parsed = EditorialError.safeParse(body)
  const kind = said(body.error)
  if (!parsed.success || kind === null) return { ...body }
  const { reason, details } = parsed.data
  const message = asSentence(kind.reason).replace(/\.$/, '')
  if (details !== undefined) {
    const translated = details.map(inFrench)
    return { ...parsed.data, message, detail: sentenceOf(translated), details: translated }
  }
  const why = refusal === undefined ? (said(reason ?? '') ?? kind) : refusalIn('fr', refusal)
  return {
    ...parsed.data,
    message,
    detail: reasonSentence(why.reason, refusal ?? {}),
    ...(why.hint === '' ? {} : { hint: asSentence(why.hint) }),
  }
}

/** Prints every problem of a request in the language that the request prefers. */
export const answerInItsLanguage = (request: FastifyRequest, reply: FastifyReply): void => {
  const language = languageOf(request)
  reply.header('Vary', 'Accept-Language')
  request.sayProblem = (problem) => ({
    ...problem,
    headers: { ...problem.headers, 'Content-Language': language },
    body: language === 'fr' ? bodyInFrench(problem) : problem.body,
  })
}
