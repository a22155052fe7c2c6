import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inspectJson } from '#contracts/strict-json.ts'
import { RequestInvalid } from './validation.ts'

/** How deep objects and lists may be nested; the deepest valid body has 8 levels. */
const NESTING_MAX = 32
const MEMBER_CHARACTERS_SHOWN = 60

const refuse = (code: string, message: string, path = ''): RequestInvalid =>
  new RequestInvalid([{ path, code, message }])

const decode = (body: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw refuse('invalid_encoding', 'the body is not UTF-8')
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    // The engine's message quotes the body, so only the position is used.
    const position = / at position (\d+)/.exec(String(error))?.[1]
    const place = position === undefined ? '' : ` (after ${position} characters)`
    throw refuse('invalid_json', `the body is not JSON${place}`)
  }
}

/** `JSON.parse` silently keeps the last value of a repeated member, which could widen a filter. */
const refuseAmbiguous = (text: string): void => {
  const finding = inspectJson(text, NESTING_MAX)
  if (finding === null) return
  if (finding === 'too-deep') throw refuse('too_deep', `nested more than ${NESTING_MAX} deep`)
  const member = finding.duplicate.slice(0, MEMBER_CHARACTERS_SHOWN)
  throw refuse('duplicate_member', 'this member is given twice: keep one', member)
}

const parse = (text: string): unknown => {
  const value = parseJson(text)
  refuseAmbiguous(text)
  return value
}

const parseBody = async (request: FastifyRequest, body: Buffer): Promise<unknown> => {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity')
    throw refuse('unsupported_encoding', 'send the body uncompressed', 'content-encoding')
  const text = decode(body)
  return text.trim() === '' ? undefined : parse(text)
}

/** Accepts JSON bodies only, up to the limit of the server. */
export const takeJsonOnly = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer' } as const
  app.addContentTypeParser('application/json', options, parseBody)
}
