import type { ErrorCode } from '#contracts/errors/codes.ts'
import type { z } from 'zod'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import type { RefusalFacts } from '#contracts/fault.ts'
import { closestOf, didYouMean, editDistance, LIST_MAX } from '#contracts/toolkit/closest.ts'
import { KINDS, kindOf } from '#contracts/web/http/schema-words.ts'
import { FAULTS_MAX, type RecordFault } from './source-item.ts'

type Path = readonly PropertyKey[]
type Issue = z.core.$ZodIssue

const VALUE_CHARACTERS_SHOWN = 60
const DAY_FORM = 'write the day as YYYY-MM-DD, e.g. 2024-05-02'

/** A value as a refusal shows it: short, on one line, in JSON. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length <= VALUE_CHARACTERS_SHOWN ? text : `${text.slice(0, VALUE_CHARACTERS_SHOWN)}…`
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null

const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), root)

type Definition = {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
  readonly element?: z.core.$ZodType
  readonly innerType?: z.core.$ZodType
  readonly in?: z.core.$ZodType
}
const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as Definition

/** The schema behind `nullable`, `default`, `optional` and the like. */
const bare = (schema: z.core.$ZodType): z.core.$ZodType => {
  const { innerType, in: input } = definitionOf(schema)
  const inner = innerType ?? input
  return inner === undefined ? schema : bare(inner)
}

/** The members that an object at `path` may have. */
const membersAt = (schema: z.core.$ZodType, path: Path): string[] => {
  const definition = definitionOf(bare(schema))
  const [key, ...rest] = path
  if (key === undefined) return Object.keys(definition.shape ?? {})
  const next = definition.shape?.[String(key)] ?? definition.element
  return next === undefined ? [] : membersAt(next, rest)
}

const hintOfKind = (expected: string, value: unknown): string => {
  if (expected === 'string' && typeof value !== 'object') return 'put it in quotes'
  if (expected === 'array' && !isObject(value)) return `write it as a list: [${shown(value)}]`
  return `give ${KINDS[expected] ?? `a value of type ${expected}`}`
}

const ofKind = (expected: string, path: string, value: unknown): RecordFault =>
  value === undefined || value === null
    ? {
        path,
        refused: 'member-missing',
        reason: `the member ${path} is missing`,
        hint: `add ${path} with ${KINDS[expected] ?? `a value of type ${expected}`}`,
      }
    : {
        path,
        refused: 'member-wrong-type',
        reason: `${path} is ${kindOf(value)}, not ${KINDS[expected] ?? `a ${expected}`}`,
        hint: hintOfKind(expected, value),
      }

const unknownMember = (schema: z.core.$ZodType, at: Path, name: string): RecordFault => ({
  path: [...at, name].join('.'),
  refused: 'member-unknown',
  reason: `the member ${shown(name)} is not known${at.length === 0 ? '' : ` in ${at.join('.')}`}`,
  hint: didYouMean(name, membersAt(schema, at)),
  about: nearestNames(name, membersAt(schema, at)),
})

const ofFormat = (format: string, path: string, value: unknown): RecordFault => {
  if (format === 'date') {
    return {
      path,
      refused: 'date-invalid',
      reason: `${path} is not a day: ${shown(value)}`,
      hint: DAY_FORM,
      about: { value: shown(value) },
    }
  }
  const hint =
    format === 'url' ? 'give the whole address, with https://' : `write it as ${format} asks`
  return {
    path,
    refused: 'member-wrong-form',
    reason: `${path} has not the form of ${format}: ${shown(value)}`,
    hint,
  }
}

const ofSize = (issue: Issue & { code: 'too_big' | 'too_small' }, path: string): RecordFault => {
  const unit = issue.origin === 'string' ? ' characters' : ''
  return issue.code === 'too_big'
    ? {
        path,
        refused: 'member-too-long',
        reason: `${path} is above its limit of ${issue.maximum}${unit}`,
        hint: 'shorten it, or look whether it holds something else',
        about: { limit: String(issue.maximum) },
      }
    : {
        path,
        refused: 'member-too-small',
        reason: `${path} is below its least value of ${issue.minimum}${unit}`,
        hint: 'correct it, or leave the member out',
        about: { limit: String(issue.minimum) },
      }
}

const NEAREST_SHOWN = 5
const nearest = (given: string, allowed: readonly string[]): string[] => {
  const word = given.slice(0, VALUE_CHARACTERS_SHOWN).toLowerCase()
  return allowed
    .map((one) => ({ one, distance: editDistance(word, one) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, NEAREST_SHOWN)
    .map(({ one }) => one)
}

/** The closest value; then all of them, or the nearest ones of a long list. */
const nearestOf = (given: string, allowed: readonly string[]): string => {
  const meant = didYouMean(given, allowed)
  if (meant.endsWith(')')) return meant
  return `${meant} (the nearest of ${allowed.length}: ${nearest(given, allowed).join(', ')})`
}

/** The closest value, and those that the hint lists. */
const nearestNames = (
  given: string,
  allowed: readonly string[],
): Pick<RefusalFacts, 'allowed' | 'closest'> => ({
  closest: closestOf(given, allowed),
  allowed: allowed.length <= LIST_MAX ? allowed : nearest(given, allowed),
})

/** A value outside a closed list: `court-code-unknown` and the like, with the closest valid one. */
export const unknownValue = (
  path: string,
  refused: ErrorCode,
  value: unknown,
  allowed: readonly string[],
  /** Where it is known what was meant: no other value is named. */
  meant: string | null = null,
): RecordFault => ({
  path,
  refused,
  reason: `${path} has an unknown value: ${shown(value)}`,
  hint: meant === null ? nearestOf(String(value), allowed) : `did you mean ${meant}?`,
  about: {
    value: shown(value),
    ...(meant === null ? nearestNames(String(value), allowed) : { closest: meant }),
  },
})

/**
 * Converts one issue of a schema to a fault with a stable code. `root` is the parsed value,
 * `prefix` its path.
 */
const faultOf = (
  issue: Issue,
  schema: z.core.$ZodType,
  root: unknown,
  prefix: string,
): RecordFault => {
  const path = [...(prefix === '' ? [] : [prefix]), ...issue.path].join('.')
  const value = valueAt(root, issue.path)
  switch (issue.code) {
    case 'unrecognized_keys': {
      const refusal = unknownMember(schema, issue.path, issue.keys[0] ?? '')
      return { ...refusal, path: prefix === '' ? refusal.path : `${prefix}.${refusal.path}` }
    }
    case 'invalid_type':
      return ofKind(issue.expected, path, value)
    case 'invalid_value':
      return value === undefined
        ? ofKind('string', path, value)
        : unknownValue(path, 'value-unknown', value, issue.values.map(String))
    case 'invalid_format':
      return ofFormat(issue.format, path, value)
    case 'too_big':
    case 'too_small':
      return ofSize(issue, path)
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return path.endsWith('courtCode')
        ? unknownValue(path, 'court-code-unknown', value, [...COURTS.keys()])
        : {
            path,
            refused: 'member-invalid',
            reason: `${path} can't be taken: ${issue.message}`,
            hint: 'correct it, or leave the member out',
          }
    default:
      return issue satisfies never
  }
}

const isUnknown = (issue: Issue): boolean => issue.code === 'unrecognized_keys'

/** One issue for each unknown name. */
const single = (issue: Issue): Issue[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.slice(0, FAULTS_MAX + 1).map((key): Issue => ({ ...issue, keys: [key] }))
    : [issue]

/**
 * The issues as faults of their members, one more than is reported at most. Unknown members come
 * first, since a misspelt name explains a missing one.
 */
export const faultsOfIssues = (
  { issues }: z.core.$ZodError,
  schema: z.core.$ZodType,
  root: unknown,
  prefix = '',
): RecordFault[] =>
  [...issues.filter(isUnknown).flatMap(single), ...issues.filter((issue) => !isUnknown(issue))]
    .slice(0, FAULTS_MAX + 1)
    .map((issue) => faultOf(issue, schema, root, prefix))
