/**
 * Schemas of tools as they are listed. A client reads the whole list before its first call, so what
 * an answer holds is listed in outline; the description of the REST API has all of it.
 */
import { z } from 'zod'
import { NOT_BLANK_FORMS } from '#contracts/http/request-text.ts'
import { ToolError } from '#contracts/mcp/error.ts'

type Json = Readonly<Record<string, unknown>>
type Outline = { readonly depth: number; readonly definitions: Json }

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** How deep members are listed, and how deep they are described. */
const DEPTH = { members: 2, descriptions: 2 } as const
const ENUMERATION_MAX = 8
const COMPOSED = ['anyOf', 'oneOf'] as const
const DEFINITION = /^#\/\$defs\//

const resolved = (schema: Json, definitions: Json): Json => {
  const reference = schema['$ref']
  if (typeof reference !== 'string') return schema
  const target = definitions[reference.replace(DEFINITION, '')]
  return isJson(target) ? resolved(target, definitions) : {}
}

const scalarsOf = (schema: Json, depth: number): Json => {
  const { type, description, const: only, enum: values } = schema
  const isDescribed = depth < DEPTH.descriptions && description !== undefined
  const isListed = Array.isArray(values) && values.length <= ENUMERATION_MAX
  return {
    ...(type === undefined ? {} : { type }),
    ...(only === undefined ? {} : { const: only }),
    ...(isListed ? { enum: values } : {}),
    ...(isDescribed ? { description } : {}),
  }
}

/** A schema with fewer words that every answer of the whole one fits. */
const outlineOf = (whole: unknown, { depth, definitions }: Outline): Json => {
  if (!isJson(whole)) return {}
  const schema = resolved(whole, definitions)
  const scalars = scalarsOf({ ...schema, ...whole }, depth)
  const deeper = (inner: unknown, levels = 1): Json =>
    outlineOf(inner, { depth: depth + levels, definitions })
  const { properties, items } = schema
  const hasPlace = depth < DEPTH.members
  const hasMembers = isJson(properties) && hasPlace
  return {
    ...scalars,
    ...(hasMembers
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, deeper(member)]),
          ),
        }
      : {}),
    ...(isJson(items) && hasPlace ? { items: deeper(items, 0) } : {}),
    ...Object.fromEntries(
      COMPOSED.flatMap((key) => {
        const parts = schema[key]
        return Array.isArray(parts) ? [['anyOf', parts.map((part) => deeper(part, 0))]] : []
      }),
    ),
  }
}

const requiredOf = (schema: Json): string[] =>
  Array.isArray(schema['required']) ? schema['required'].map(String) : []

const outlined = (output: z.ZodType): Json => {
  const schema: Json = z.toJSONSchema(output, { reused: 'ref' })
  const definitions = isJson(schema['$defs']) ? schema['$defs'] : {}
  return { ...outlineOf(schema, { depth: 0, definitions }), required: requiredOf(schema) }
}

const REFUSED = outlined(
  ToolError.pick({ error: true, category: true, retryable: true, hint: true }),
)

/** Answers and refusals are both structured; clients require an object at the root. */
export const outputSchemaOf = (output: z.ZodType): object => ({
  type: 'object',
  anyOf: [outlined(output), REFUSED],
})

/**
 * The schema that parses the arguments. The pattern of a day says no more than its format, that of
 * words that are not blank no more than their length.
 */
export const inputSchemaOf = (input: z.ZodType): object => {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    override: ({ jsonSchema }) => {
      const { format, pattern } = jsonSchema
      if (format !== undefined || NOT_BLANK_FORMS.has(pattern ?? '')) delete jsonSchema.pattern
    },
  })
  return schema
}
