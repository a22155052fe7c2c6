/** Fields of a form that was sent. A field that is missing or repeated is empty. */
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '#contracts/fault.ts'
import type { Wrong } from '../pages/new-key.ts'
import type { Words } from '../words/en.ts'

const FIELD_CHARACTERS_MAX = 2_000
const VALUES_MAX = 50

const raw = ({ body }: FastifyRequest, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined

export const field = (request: FastifyRequest, name: string): string => {
  const value = raw(request, name)
  return typeof value === 'string' ? value.slice(0, FIELD_CHARACTERS_MAX) : ''
}

export const fields = (request: FastifyRequest, name: string): readonly string[] => {
  const value = raw(request, name)
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.slice(0, VALUES_MAX).filter((one) => typeof one === 'string')
}

/** A refusal in the reader's language; `closest` is a valid value. */
export const wrongOf = (
  { refusals, closest, problems }: Words,
  { refused }: Refusal,
  value: string | null = null,
): Wrong => {
  const text = refusals[refused] ?? problems.failedText
  return { code: refused, text: value === null ? text : `${text} ${closest(value)}` }
}
