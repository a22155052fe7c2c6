/** Fields of a form that was sent. A field that is missing or repeated is empty. */
import type { FastifyRequest } from 'fastify'

const FIELD_CHARACTERS_MAX = 2_000
const VALUES_MAX = 50

const raw = ({ body }: FastifyRequest, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined

/** A single value, cut after `charactersMax`. */
export const field = (
  request: FastifyRequest,
  name: string,
  charactersMax = FIELD_CHARACTERS_MAX,
): string => {
  const value = raw(request, name)
  return typeof value === 'string' ? value.slice(0, charactersMax) : ''
}

/** All values, cut after `valuesMax`. */
export const fields = (
  request: FastifyRequest,
  name: string,
  valuesMax = VALUES_MAX,
): readonly string[] => {
  const value = raw(request, name)
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.slice(0, valuesMax).filter((one) => typeof one === 'string')
}
