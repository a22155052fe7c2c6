/** What every description document does with the schemas that its framework generated. */
import { MEMBERS } from '#contracts/http/members.ts'
import { NO_NUL } from '#contracts/http/request-text.ts'

export type Json = Record<string, unknown>
type Schemas = Readonly<Record<string, unknown>>

const COMPONENT = '#/components/schemas/'
const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g

const referencesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(REFERENCE)].map(([, name]) => name ?? '')

/** Names of the schemas that the paths reference, directly or through other schemas. */
const neededNames = (paths: unknown, schemas: Schemas): string[] => {
  const needed = new Set(referencesIn(paths))
  // Iteration over a set includes values added meanwhile.
  for (const name of needed) for (const other of referencesIn(schemas[name])) needed.add(other)
  return [...needed].toSorted()
}

const INPUT = /Input$/
/** Schemas of requests end in `Input`; the ending is dropped where no answer has the same name. */
const plainName = (name: string, all: readonly string[]): string => {
  const plain = name.replace(INPUT, '')
  return all.includes(plain) ? name : plain
}

const renamed = (value: unknown, all: readonly string[]): unknown =>
  JSON.parse(
    JSON.stringify(value).replaceAll(
      REFERENCE,
      (_, name: string) => `"${COMPONENT}${plainName(name, all)}"`,
    ),
  )

/** Answers may get more members later, which clients must ignore, so their schemas stay open. */
const open = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  )

/** Texts of requests that have no stricter form may hold anything but U+0000. */
const withoutNul = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    // Names of free members are not stored.
    if (key === 'propertyNames' || typeof value !== 'object' || value === null) return value
    const { type, pattern, format, const: only, enum: values } = value as Json
    const isFree = [pattern, format, only, values].every((one) => one === undefined)
    return type === 'string' && isFree ? { ...value, pattern: NO_NUL } : value
  })

/** Keeps the schemas in use, under plain names; the registry also holds those of other folders. */
export const withSchemasInUse = (document: Json): Json => {
  const components = document['components'] as { schemas: Schemas }
  const names = neededNames(document['paths'], components.schemas)
  const schemas = names.map((name) => [
    plainName(name, names),
    renamed((INPUT.test(name) ? withoutNul : open)(components.schemas[name]), names),
  ])
  return {
    ...document,
    paths: renamed(document['paths'], names),
    components: { ...components, schemas: Object.fromEntries(schemas) },
  }
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Gives each member of a schema that does not say what it holds the words for its name. */
export const withMembersDescribed = (document: Json): Json =>
  JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key !== 'properties' || !isJson(value)) return value
    const described = Object.entries(value).map(([name, schema]) => {
      const description = MEMBERS[name]
      const isBare = isJson(schema) && schema['description'] === undefined
      return [name, isBare && description !== undefined ? { ...schema, description } : schema]
    })
    return Object.fromEntries(described) as Json
  })
