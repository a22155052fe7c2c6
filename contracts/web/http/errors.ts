/** Maps thrown errors to the problem for the client and the codes for the log. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '#contracts/fault.ts'
import type { ValidationDetail } from '#contracts/http/error.ts'
import { internalError, type Problem, searchUnavailable, validationFailed } from './problem.ts'
import { type Failure, sendProblem } from './request-state.ts'
import { RequestInvalid } from './validation.ts'

const JSON_ONLY: ValidationDetail = {
  path: 'content-type',
  code: 'unsupported_media_type',
  message: 'send the body as application/json',
  allowed: ['application/json'],
}
const TOO_LARGE_FILE: ValidationDetail = {
  path: '',
  code: 'body_too_large',
  message: 'a file is larger than is read',
}
const TOO_MANY_PARTS: ValidationDetail = {
  path: '',
  code: 'too_many',
  message: 'the form has more files or fields than are taken',
}
/** Refusals of the framework, by its codes. */
const FRAMEWORK: Readonly<Record<string, ValidationDetail>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: JSON_ONLY,
  FST_ERR_CTP_EMPTY_TYPE: JSON_ONLY,
  FST_REQ_FILE_TOO_LARGE: TOO_LARGE_FILE,
  FST_FILES_LIMIT: TOO_MANY_PARTS,
  FST_FIELDS_LIMIT: TOO_MANY_PARTS,
  FST_PARTS_LIMIT: TOO_MANY_PARTS,
  FST_ERR_CTP_INVALID_TYPE: JSON_ONLY,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    path: 'content-length',
    code: 'body_incomplete',
    message: 'the body has not the length that was announced',
  },
}

const tooLarge = ({ routeOptions }: FastifyRequest): ValidationDetail => ({
  path: '',
  code: 'body_too_large',
  message: `the body may have at most ${routeOptions.bodyLimit} bytes`,
})

const INCOMPLETE: ValidationDetail = {
  path: '',
  code: 'body_incomplete',
  message: 'the request ended before its body did',
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

const FRAME = /\/([\w.-]+\.[cm]?[jt]s):(\d+):\d+\)?$/
/** File and line of an error without its message, which is cut off before the stack is read. */
const placeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || error.stack === undefined) return undefined
  const start = error.stack.indexOf(error.message)
  if (start < 0) return undefined
  const frames = error.stack.slice(start + error.message.length).split('\n')
  const [, file, line] = frames.map((frame) => FRAME.exec(frame)).find((one) => one !== null) ?? []
  return file === undefined ? undefined : `${file}:${line}`
}

const FAULT_CODE = /^[a-z][a-z0-9-]{1,59}$/
/**
 * The part of an error that may be logged: the code of a Fault, or the place of any other error.
 */
export const failureOf = (error: unknown, code: string): Failure => {
  if (error instanceof Fault && FAULT_CODE.test(error.code)) return { code, fault: error.code }
  return { code, fault: 'unexpected', place: placeOf(error) }
}

/** Faults of the search engine that pass without the client: only their code is told. */
const AWAY: ReadonlySet<string> = new Set(['search-index-missing', 'search-unavailable'])

const unavailableOf = ({ code, retryAfterMs }: Fault): Problem | null =>
  AWAY.has(code) ? searchUnavailable(code, retryAfterMs) : null

const refusalOfFramework = (
  error: unknown,
  request: FastifyRequest,
): ValidationDetail | undefined => {
  const code = String(codeOf(error))
  return code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge(request) : FRAMEWORK[code]
}

/** Hides the message of the error: the client gets a general problem, the log gets the code. */
const problemOf = (error: unknown, request: FastifyRequest): Problem => {
  if (error instanceof RequestInvalid) return validationFailed(error.details)
  const detail = request.raw.readableAborted ? INCOMPLETE : refusalOfFramework(error, request)
  if (detail !== undefined) return validationFailed([detail])
  const away = error instanceof Fault ? unavailableOf(error) : null
  const problem = away ?? internalError
  request.failure = failureOf(error, problem.body.error)
  return problem
}

export const handleError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => sendProblem(request, reply, problemOf(error, request))
