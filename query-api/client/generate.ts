/**
 * Writes the types of the client from the description document, so that they say what the service
 * says and nothing else.
 */

type Schema = {
  readonly $ref?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
}
type Media = Readonly<Record<string, { readonly schema?: Schema }>>
type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
}
type Operation = {
  readonly operationId?: string
  readonly summary?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Media }
  readonly responses?: Readonly<Record<string, { readonly content?: Media }>>
}
/** As much of OpenAPI 3.1 as the service's own description uses. */
export type Description = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const JSON_TYPE = 'application/json'
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** `Error` is a name of the language itself. */
const typeName = (name: string): string =>
  name === 'Error' ? 'ErrorBody' : name.replaceAll(/\W/g, '_')
const keyOf = (name: string): string => (IDENTIFIER.test(name) ? name : JSON.stringify(name))
const comment = (text: string | undefined): string =>
  text === undefined ? '' : `/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n`
const union = (types: readonly string[]): string => {
  const unique = [...new Set(types)]
  if (unique.includes('unknown')) return 'unknown'
  return unique.length === 0 ? 'never' : unique.join(' | ')
}

const tupleOf = ({ prefixItems = [] }: Schema): string =>
  `readonly [${prefixItems.map(typeOf).join(', ')}]`
const arrayOf = (schema: Schema): string =>
  schema.prefixItems === undefined
    ? `readonly (${schema.items === undefined ? 'unknown' : typeOf(schema.items)})[]`
    : tupleOf(schema)

const memberOf = (name: string, schema: Schema, required: boolean): string =>
  `${comment(schema.description)}readonly ${keyOf(name)}${required ? '' : '?'}: ${typeOf(schema)}`

const objectOf = ({ properties, required = [], additionalProperties }: Schema): string => {
  if (properties === undefined) {
    const others =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
    return `Readonly<Record<string, ${others}>>`
  }
  const members = Object.entries(properties).map(([name, schema]) =>
    memberOf(name, schema, required.includes(name)),
  )
  return members.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${members.join('\n')}\n}`
}

const ofType = (type: string, schema: Schema): string => {
  switch (type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return arrayOf(schema)
    case 'integer':
      return 'number'
    default:
      return ['string', 'number', 'boolean', 'null'].includes(type) ? type : 'unknown'
  }
}

/**
 * The TypeScript type of a schema (JSON Schema 2020-12); what it does not know is `unknown`, never
 * guessed.
 */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return typeName(schema.$ref.split('/').at(-1) ?? 'unknown')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return union(choices.map(typeOf))
  if (schema.allOf !== undefined) return schema.allOf.map((one) => `(${typeOf(one)})`).join(' & ')
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  return types.length === 0 ? 'unknown' : union(types.map((type) => ofType(type, schema)))
}

const PLACES = { path: 'path', query: 'query', header: 'headers' } as const

const inputOf = ({ parameters = [], requestBody }: Operation): string => {
  const places = Object.entries(PLACES).flatMap(([place, member]) => {
    const own = parameters.filter((parameter) => parameter.in === place)
    if (own.length === 0) return []
    const members = own.map(({ name, required, schema }) =>
      memberOf(name, schema ?? {}, required === true),
    )
    const optional = own.some(({ required }) => required === true) ? '' : '?'
    return [`readonly ${member}${optional}: {\n${members.join('\n')}\n}`]
  })
  const body = requestBody?.content[JSON_TYPE]?.schema
  if (body !== undefined)
    places.push(`readonly body${requestBody?.required === true ? '' : '?'}: ${typeOf(body)}`)
  return places.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${places.join('\n')}\n}`
}

const resultOf = ({ responses = {} }: Operation): string =>
  union(
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([, { content }]) =>
        // An answer without a body.
        content === undefined ? 'null' : typeOf(content[JSON_TYPE]?.schema ?? {}),
      ),
  )

/**
 * Source text of the types and of the table of operations; throws nothing. The same document gives
 * the same text.
 */
export const clientTypes = ({ paths, components }: Description): string => {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `${comment(schema.description)}export type ${typeName(name)} = ${typeOf(schema)}\n`,
  )
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        operation.operationId === undefined
          ? []
          : [{ id: keyOf(operation.operationId), path, method: method.toUpperCase(), operation }],
      ),
    )
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const shapes = operations.map(
    ({ id, operation }) =>
      `${comment(operation.summary)}${id}: {\nreadonly input: ${inputOf(operation)}\nreadonly result: ${resultOf(operation)}\n}`,
  )
  const table = operations.map(
    ({ id, path, method }) =>
      `${id}: { method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)} },`,
  )
  return [
    '/** Generated from the description document of the service (`generate.ts`); a test keeps it equal. Do not edit. */\n',
    ...schemas,
    `export type Operations = {\n${shapes.join('\n')}\n}\n`,
    `export const OPERATIONS = {\n${table.join('\n')}\n} as const\n`,
  ].join('\n')
}
