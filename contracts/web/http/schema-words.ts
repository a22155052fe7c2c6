/** What a schema asks for, and what it refuses, in plain English. */
import { z } from 'zod'

type Definition = {
  readonly type: string
  readonly innerType?: z.core.$ZodType
  readonly in?: z.core.$ZodType
  readonly out?: z.core.$ZodType
  readonly options?: readonly z.core.$ZodType[]
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, unknown>>
  readonly format?: string
}
const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def

/** Kinds of values, by the names that schemas give them. */
export const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
}

/** The kind of a value. */
export const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  // JSON may hold 1e999.
  if (value === Infinity || value === -Infinity) return 'an infinite number'
  const kind = typeof value
  return kind === 'object' ? 'an object' : `a ${kind}`
}

const UUID = 'a UUID'
const FORMATS: Readonly<Record<string, string>> = {
  date: 'a day of the calendar, written YYYY-MM-DD',
  datetime: 'a time such as 2026-01-31T09:30:00.000Z',
  email: 'an e-mail address',
  guid: UUID,
  url: 'an address such as https://example.org',
  uuid: UUID,
}
const WHOLE: ReadonlySet<string> = new Set(['safeint', 'int32', 'uint32'])

const oneOf = (values: readonly unknown[]): string => {
  const list = values.map(String).join(', ')
  return values.length === 1 ? list : `one of ${list}`
}

/** What a schema takes: `a whole number`, `one of FR, EU`. */
export const describeSchema = (schema: z.core.$ZodType): string => {
  const { type, innerType, options, values, entries, format, ...pipe } = definitionOf(schema)
  if (innerType !== undefined) return describeSchema(innerType)
  if (type === 'pipe' && pipe.in !== undefined && pipe.out !== undefined)
    return describeSchema(definitionOf(pipe.in).type === 'transform' ? pipe.out : pipe.in)
  if (options !== undefined) return [...new Set(options.map(describeSchema))].join(' or ')
  if (values !== undefined) return oneOf(values)
  if (entries !== undefined) return oneOf(Object.values(entries))
  if (format !== undefined && FORMATS[format] !== undefined) return FORMATS[format]
  const numbers = schema._zod.bag['format'] ?? format
  const isWhole = typeof numbers === 'string' && WHOLE.has(numbers)
  return (isWhole ? KINDS['int'] : KINDS[type]) ?? 'a value'
}

type Issue = z.core.$ZodRawIssue
type SizeIssue = z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>

const UNITS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
}

const saySize = (issue: SizeIssue): string => {
  const isBig = issue.code === 'too_big'
  const bound = Number(issue.code === 'too_big' ? issue.maximum : issue.minimum)
  const least = isBig ? 'at most' : 'at least'
  const unit = UNITS[issue.origin]
  if (unit === undefined) {
    const beyond = isBig ? 'less than' : 'more than'
    return `must be ${issue.inclusive === false ? beyond : least} ${bound}`
  }
  const [one, several] = unit
  return `must have ${issue.exact === true ? 'exactly' : least} ${bound} ${bound === 1 ? one : several}`
}

type FormatIssue = z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>

/** The pattern without the slashes and flags of a literal. */
const sourceOf = (pattern: string): string => pattern.replace(/^\/(.*)\/[a-z]*$/su, '$1')

/** Members of an issue about a part that a text must have. */
const PARTS = { prefix: 'begin with', suffix: 'end with', includes: 'contain' } as const

const sayFormat = (issue: FormatIssue): string => {
  const known = FORMATS[issue.format]
  if (known !== undefined) return `must be ${known}`
  for (const [member, verb] of Object.entries(PARTS)) {
    const part = issue[member]
    if (typeof part === 'string') return `must ${verb} ${part}`
  }
  if (issue.pattern !== undefined) return `must match the pattern ${sourceOf(issue.pattern)}`
  return 'does not have its form'
}

type TypeIssue = z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>

const wantedBy = ({ expected, schema }: TypeIssue): string =>
  (schema === undefined ? KINDS[expected] : describeSchema(schema)) ?? 'a value of another type'

const sayType = (issue: TypeIssue): string => {
  const isFraction = issue.expected === 'int' && typeof issue.input === 'number'
  return `must be ${wantedBy(issue)}${isFraction ? '' : `, not ${kindOf(issue.input)}`}`
}

const NEEDS_A_VALUE: ReadonlySet<string> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
])
/** Whether a value that the schema needs is absent. Issues of a parse hold the input on demand. */
export const isMissing = ({ code, input }: z.core.$ZodIssue | Issue): boolean =>
  input === undefined && NEEDS_A_VALUE.has(code)

/** Longer descriptions would hide what is missing. */
const DESCRIPTION_CHARACTERS_MAX = 120

/** What a value means, as the published interface describes it; empty: that is long, or unsaid. */
const meaningOf = (schema: z.core.$ZodType): string => {
  const text = z.globalRegistry.get(schema)?.description ?? ''
  return text === '' || text.length > DESCRIPTION_CHARACTERS_MAX
    ? ''
    : ` (${text.replace(/\.$/, '')})`
}

/** What is said where a schema needs a value and there is none. */
export const sayMissing = (schema: z.core.$ZodType | undefined): string =>
  schema === undefined ? 'missing' : `missing; give ${describeSchema(schema)}${meaningOf(schema)}`

/** Says what is wrong, where the schema has no words of its own; an error map of zod. */
export const sayIssue = (issue: Issue): string => {
  if (isMissing(issue)) return sayMissing(issue.schema)
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'unknown member'
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}`
    case 'invalid_type':
      return sayType(issue)
    case 'invalid_union':
      return issue.schema === undefined
        ? 'cannot be taken'
        : `must be ${describeSchema(issue.schema)}`
    case 'too_big':
    case 'too_small':
      return saySize(issue)
    case 'invalid_format':
      return sayFormat(issue)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
      return 'cannot be taken'
    default:
      return issue satisfies never
  }
}

/** The same of a parameter of a URL, which is a string anyhow, or several. */
export const sayParameterIssue = (issue: Issue): string => {
  if (issue.code !== 'invalid_type') return sayIssue(issue)
  return Array.isArray(issue.input) ? 'must be given once' : `must be ${wantedBy(issue)}`
}
