/**
 * Parses requests and reports their faults in a form that programs can act on
 * (contracts/conventions/conflicts.md).
 */
import type { z } from 'zod'
import { closestOf, meantWord } from '#contracts/toolkit/closest.ts'
import { isMissing, sayIssue, sayMissing, sayParameterIssue } from './schema-words.ts'
import type { ValidationDetail } from '#contracts/http/error.ts'

/** Bounds of the faults reported for one request. */
export const VALIDATION_LIMITS = { detailsMax: 20, pathCharactersMax: 200 } as const

/** An invalid request, answered as 400 `validation_failed` with its first faults. */
export class RequestInvalid extends Error {
  readonly details: readonly ValidationDetail[]

  constructor(details: readonly ValidationDetail[]) {
    super('the request is not valid')
    this.name = 'RequestInvalid'
    this.details = details.slice(0, VALIDATION_LIMITS.detailsMax)
  }
}

type Path = readonly PropertyKey[]
type Definition = {
  readonly innerType?: z.core.$ZodType
  readonly element?: z.core.$ZodType
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
}

/** The definition of a schema without its wrappers (default, optional, nullable). */
const definitionOf = (schema: z.core.$ZodType): Definition => {
  const definition = schema._zod.def as Definition
  return definition.innerType === undefined ? definition : definitionOf(definition.innerType)
}

/** The schema of the value at a path. */
const schemaAt = (schema: z.core.$ZodType, path: Path): z.core.$ZodType | undefined => {
  const [step, ...rest] = path
  if (step === undefined) return schema
  const { shape, element } = definitionOf(schema)
  const next = typeof step === 'number' ? element : shape?.[String(step)]
  return next === undefined ? undefined : schemaAt(next, rest)
}

/** Members that the object at a path may have. */
const membersAt = (schema: z.core.$ZodType, path: Path): string[] => {
  const found = schemaAt(schema, path)
  return found === undefined ? [] : Object.keys(definitionOf(found).shape ?? {})
}

const printPath = (path: Path): string =>
  path.map(String).join('.').slice(0, VALIDATION_LIMITS.pathCharactersMax)

/** A detail without optional members that are undefined. */
const detail = (
  path: Path,
  code: string,
  message: string,
  hints: { readonly allowed?: string[]; readonly closest?: string | undefined } = {},
): ValidationDetail => ({
  path: printPath(path),
  code,
  message,
  ...(hints.allowed === undefined ? {} : { allowed: hints.allowed }),
  ...(hints.closest === undefined ? {} : { closest: hints.closest }),
})

type Issue = z.core.$ZodIssue

const unknownMembers = (
  { path, keys }: z.core.$ZodIssueUnrecognizedKeys,
  schema: z.core.$ZodType,
): ValidationDetail[] => {
  const allowed = membersAt(schema, path)
  return keys.slice(0, VALIDATION_LIMITS.detailsMax).map((key) =>
    detail([...path, key], 'unknown_member', 'unknown member', {
      allowed,
      // A name that only happens to be nearest would lead astray.
      closest: meantWord(key, allowed) ?? undefined,
    }),
  )
}

/** The message names allowed values that are not strings: a list of strings would misstate them. */
const allowedValues = (issue: Issue): string[] | undefined =>
  issue.code === 'invalid_value' && issue.values.every((value) => typeof value === 'string')
    ? issue.values
    : undefined

const unknownValue = (issue: z.core.$ZodIssueInvalidValue): ValidationDetail => {
  const { path, message, input: given } = issue
  const allowed = allowedValues(issue)
  if (allowed === undefined) return detail(path, issue.code, message)
  const isWord = typeof given === 'string' && given !== ''
  const closest = isWord ? closestOf(given, allowed) : undefined
  return detail(path, issue.code, message, { allowed, closest })
}

const missing = (issue: Issue, schema: z.core.$ZodType): ValidationDetail => {
  const { path } = issue
  const allowed = allowedValues(issue)
  const hints = allowed === undefined ? {} : { allowed }
  return detail(path, 'member_missing', sayMissing(schemaAt(schema, path)), hints)
}

const detailsOfIssue = (issue: Issue, schema: z.core.$ZodType): ValidationDetail[] => {
  if (isMissing(issue)) return [missing(issue, schema)]
  if (issue.code === 'unrecognized_keys') return unknownMembers(issue, schema)
  if (issue.code === 'invalid_value') return [unknownValue(issue)]
  const code = issue.code === 'custom' ? String(issue.params?.['code'] ?? 'invalid') : issue.code
  return [detail(issue.path, code, issue.message)]
}

/** Whether a database can store a text. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * Places of texts that no database stores: with U+0000 or half of a surrogate pair. Names of
 * members are left to the schema, which refuses the unknown ones.
 */
const unstorable = (data: unknown, path: Path = []): ValidationDetail[] => {
  if (typeof data === 'string')
    return isStorable(data)
      ? []
      : [detail(path, 'invalid_character', 'holds U+0000 or half of a surrogate pair')]
  if (typeof data !== 'object' || data === null) return []
  const members: readonly (readonly [PropertyKey, unknown])[] = Array.isArray(data)
    ? data.map((item: unknown, index) => [index, item] as const)
    : Object.entries(data)
  return members.flatMap(([name, value]) => unstorable(value, [...path, name]))
}

const refuse = (details: readonly ValidationDetail[]): never => {
  throw new RequestInvalid(details)
}

/** Issues hold what was given: a preprocessed value is not where the data has it. */
const OF_BODY = { reportInput: true, error: sayIssue } as const
const OF_QUERY = { reportInput: true, error: sayParameterIssue } as const
const faultsIn = (schema: z.ZodType, issues: readonly Issue[]) =>
  issues.flatMap((issue) => detailsOfIssue(issue, schema))

/** Parses a body. Throws RequestInvalid with every fault, at most `detailsMax` of them. */
export const parseRequest = <T extends z.ZodType>(schema: T, data: unknown): z.output<T> => {
  if (data === undefined || data === null)
    return refuse([detail([], 'body_missing', 'a JSON object is needed, {} at least')])
  const unstored = unstorable(data)
  if (unstored.length > 0) return refuse(unstored)
  const parsed = schema.safeParse(data, OF_BODY)
  return parsed.success ? parsed.data : refuse(faultsIn(schema, parsed.error.issues))
}

const ofParameter = (one: ValidationDetail): ValidationDetail => {
  if (one.code === 'member_missing') return { ...one, code: 'parameter_missing' }
  if (one.code !== 'unknown_member') return one
  const { allowed = [] } = one
  const taken = allowed.length === 0 ? 'none' : `only ${allowed.join(', ')}`
  const message = `unknown query parameter: this operation takes ${taken}`
  return { ...one, code: 'unknown_parameter', message }
}

/** Parses the parameters of a URL. Throws RequestInvalid, as `parseRequest` does. */
export const parseQuery = <T extends z.ZodType>(schema: T, query: unknown): z.output<T> => {
  // The framework's object has no prototype, and a schema takes it for no plain object.
  const parameters = { ...(query as object) }
  const parsed = schema.safeParse(parameters, OF_QUERY)
  if (!parsed.success) return refuse(faultsIn(schema, parsed.error.issues).map(ofParameter))
  const unstored = unstorable(parameters)
  return unstored.length > 0 ? refuse(unstored) : parsed.data
}
