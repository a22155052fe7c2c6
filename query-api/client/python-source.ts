/** Writes the typed parts of the Python client from the description document of the service. */
import { z } from 'zod'

type Schema = z.infer<typeof Schema>
const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  get anyOf() {
    return z.array(Schema).optional()
  },
  get oneOf() {
    return z.array(Schema).optional()
  },
  get items() {
    return z.union([z.boolean(), Schema]).optional()
  },
  get prefixItems() {
    return z.array(Schema).optional()
  },
  get properties() {
    return z.record(z.string(), Schema).optional()
  },
  required: z.array(z.string()).optional(),
  get additionalProperties() {
    return z.union([z.boolean(), Schema]).optional()
  },
})

const Content = z.record(z.string(), z.looseObject({ schema: Schema })).optional()
const Parameter = z.looseObject({
  in: z.enum(['path', 'query', 'header']),
  name: z.string(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: Schema,
})
type Parameter = z.infer<typeof Parameter>
const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content })),
})
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), Schema) }),
})

const HEAD = `# Written from the description document of the service by query-api/client/python-source.ts.
# Do not change it by hand: vitest run query-api/client -u writes it again.
`

/** Lines longer than this are not read; the client's own code keeps it too. */
const WIDTH = 100

/** Lists of values up to this length are written where they are used. */
const SHORT_VALUES = 5

const capitalised = (name: string): string =>
  name.replace(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase())
const snake = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

const KEYWORDS: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)
/** `from` becomes `from_`. */
const argument = (name: string): string => {
  const written = snake(name.replaceAll(/[^A-Za-z0-9]/g, '_'))
  return KEYWORDS.has(written) ? `${written}_` : written
}

const wrapped = (text: string, width: number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** A docstring, indented. */
const docstring = (text: string, indent: string): string[] => {
  const lines = wrapped(text.replaceAll('\\', '\\\\'), WIDTH - indent.length - 6)
  return lines.length === 1
    ? [`${indent}"""${lines[0]}"""`]
    : [`${indent}"""`, ...lines.map((line) => `${indent}${line}`), `${indent}"""`]
}

const literal = (value: unknown): string =>
  value === null
    ? 'None'
    : typeof value === 'boolean'
      ? value
        ? 'True'
        : 'False'
      : JSON.stringify(value)

const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

const joined = (types: readonly string[]): string => {
  const unique = [...new Set(types)]
  const some = unique.filter((type) => type !== 'None')
  return [...some, ...(some.length < unique.length ? ['None'] : [])].join(' | ')
}

/** Gathers the classes and aliases that schemas need, each once. */
class Types {
  readonly #written = new Map<string, string>()
  /** Names of lists of values. */
  readonly #vocabularies = new Map<string, string>()
  readonly #reserved: ReadonlySet<string>

  /** Names of schemas are kept for them. */
  constructor(reserved: readonly string[]) {
    this.#reserved = new Set(reserved)
  }

  /**
   * The type of a schema. `name` is that of an object without one of its own, `member` the name
   * under which a schema has it.
   */
  typeOf(schema: Schema, name: string, member: string): string {
    if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'object'
    if ('const' in schema && schema.const !== undefined) return `Literal[${literal(schema.const)}]`
    if (schema.enum !== undefined) return this.#valuesOf(schema.enum.map(literal), name, member)
    const either = schema.anyOf ?? schema.oneOf
    if (either !== undefined)
      return joined(
        either.map((one, place) => {
          const isOneOfSeveral = either.filter(isObject).length > 1
          return this.typeOf(one, isOneOfSeveral ? `${name}${place + 1}` : name, member)
        }),
      )
    if (Array.isArray(schema.type))
      return joined(schema.type.map((type) => this.typeOf({ ...schema, type }, name, member)))
    if (schema.type === 'array') return `list[${this.#itemsOf(schema, `${name}Item`, member)}]`
    if (schema.type === 'object' || schema.properties !== undefined)
      return this.#objectType(schema, name)
    return PLAIN[schema.type ?? ''] ?? 'Any'
  }

  /** Long lists of values get a name, the same list always the same one. */
  #valuesOf(values: readonly string[], name: string, member: string): string {
    if (values.length <= SHORT_VALUES) return `Literal[${values.join(', ')}]`
    const key = values.join()
    const known = this.#vocabularies.get(key)
    if (known !== undefined) return known
    const short = capitalised(member.replace(/s$/, ''))
    const isTaken = this.#written.has(short) || this.#reserved.has(short)
    const alias = this.#nameFor(isTaken ? name : short)
    this.#vocabularies.set(key, alias)
    const lines = wrapped(values.map((value) => `${value},`).join(' '), WIDTH - 4)
    this.#written.set(
      alias,
      [`${alias}: TypeAlias = Literal[`, ...lines.map((line) => `    ${line}`), ']'].join('\n'),
    )
    return alias
  }

  /** JSON has no tuples: the items of one are of any of its types. */
  #itemsOf({ items, prefixItems = [] }: Schema, name: string, member: string): string {
    const further = typeof items === 'object' ? [items] : []
    const types = [...prefixItems, ...further].map((one) => this.typeOf(one, name, member))
    return types.length === 0 ? 'Any' : joined(types)
  }

  #objectType(schema: Schema, name: string): string {
    const { properties = {}, additionalProperties } = schema
    if (Object.keys(properties).length > 0) return this.define(schema, name)
    return typeof additionalProperties === 'object'
      ? `dict[str, ${this.typeOf(additionalProperties, `${name}Value`, 'value')}]`
      : 'dict[str, Any]'
  }

  /** Defines a name for a schema; an object becomes a TypedDict. */
  define(schema: Schema, wanted: string): string {
    const name = this.#nameFor(wanted)
    this.#written.set(name, '')
    const isClass = Object.keys(schema.properties ?? {}).length > 0
    const source = isClass
      ? this.#classOf(schema, name)
      : `${name}: TypeAlias = "${this.typeOf(schema, name, name).replaceAll('"', "'")}"`
    // After the types that it needs.
    this.#written.delete(name)
    this.#written.set(name, source)
    return name
  }

  #nameFor(wanted: string): string {
    if (!this.#written.has(wanted)) return wanted
    let number = 2
    while (this.#written.has(`${wanted}${number}`)) number += 1
    return `${wanted}${number}`
  }

  #classOf({ description, properties = {}, required = [] }: Schema, name: string): string {
    const members = Object.entries(properties).map(([member, schema]) => {
      const type = this.typeOf(schema, `${name}${capitalised(member)}`, member)
      const isOptional = !required.includes(member)
      return { member, type: isOptional ? `NotRequired[${type}]` : type, schema }
    })
    // A member that is a keyword of Python can't be written as a class.
    if (members.some(({ member }) => !/^[A-Za-z_]\w*$/.test(member) || KEYWORDS.has(member)))
      return [
        ...(description === undefined ? [] : wrapped(description, WIDTH - 2).map((l) => `# ${l}`)),
        `${name} = TypedDict(`,
        `    "${name}",`,
        '    {',
        ...members.flatMap(({ member, type, schema }) => [
          ...comment(schema.description),
          `        "${member}": ${quoted(type)},`,
        ]),
        '    },',
        ')',
      ].join('\n')
    return [
      `class ${name}(TypedDict):`,
      ...(description === undefined ? [] : [...docstring(description, '    '), '']),
      ...members.flatMap(({ member, type, schema }) => [
        `    ${member}: ${type}`,
        ...(schema.description === undefined ? [] : docstring(schema.description, '    ')),
      ]),
    ].join('\n')
  }

  get names(): string[] {
    return [...this.#written.keys()].toSorted()
  }

  text(): string {
    return [...this.#written].map(([, written]) => written).join('\n\n\n')
  }
}

const isObject = ({ type, properties }: Schema): boolean =>
  type === 'object' || properties !== undefined

const comment = (text: string | undefined): string[] =>
  text === undefined ? [] : wrapped(text, WIDTH - 10).map((line) => `        # ${line}`)

/** In the functional form of TypedDict only quoted types may name later classes. */
const quoted = (type: string): string => {
  const [, inner] = /^NotRequired\[(.*)\]$/.exec(type) ?? []
  return inner === undefined
    ? `"${type.replaceAll('"', "'")}"`
    : `NotRequired["${inner.replaceAll('"', "'")}"]`
}

const mediaOf = (content: z.infer<typeof Content>): readonly [string, Schema] | null => {
  const [first] = Object.entries(content ?? {})
  return first === undefined ? null : [first[0], first[1].schema]
}

/** Operations that the client has by hand, or that are for other programs. */
const BY_HAND: ReadonlySet<string> = new Set(['exportTexts', 'mcpServer'])
/** Operations whose parameters the client hands over from part to part, and the name of these. */
const QUERIES: Readonly<Record<string, string>> = {
  exportTexts: 'ExportQuery',
  scanTexts: 'ScanQuery',
}
const JSON_MEDIA = 'application/json'
const IDEMPOTENCY = 'Idempotency-Key'

type Method = {
  readonly path: string
  readonly method: string
  readonly operation: z.infer<typeof Operation>
}

const parameterLines = (types: Types, prefix: string, given: readonly Parameter[]) =>
  given.map(({ name, required = false, schema, description }) => {
    const type = types
      .typeOf(schema, `${prefix}${capitalised(name)}`, name)
      .replace(/^list\[/, 'Sequence[')
    return {
      name,
      written: argument(name),
      line: required ? `${argument(name)}: ${type}` : `${argument(name)}: ${type} | None = None`,
      about: description ?? schema.description,
    }
  })

/** The parameters of a query as an object. */
const queryOf = ({ parameters }: z.infer<typeof Operation>): Schema => ({
  properties: Object.fromEntries(
    parameters
      .filter((one) => one.in === 'query')
      .map(({ name, schema, description }) => [
        name,
        description === undefined ? schema : { ...schema, description },
      ]),
  ),
})

const methodOf = (types: Types, { path, method, operation }: Method): string => {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const prefix = capitalised(operationId)
  const inPath = parameterLines(
    types,
    prefix,
    parameters.filter((one) => one.in === 'path'),
  )
  const inQuery = parameterLines(
    types,
    prefix,
    parameters.filter((one) => one.in === 'query'),
  )
  const isCharged = parameters.some(({ name }) => name === IDEMPOTENCY)
  const body = mediaOf(requestBody?.content)
  const answer = mediaOf((responses['200'] ?? responses['201'])?.content)
  const isJson = answer?.[0] === JSON_MEDIA
  const type =
    answer === null || !isJson ? 'str' : types.typeOf(answer[1], `${prefix}Answer`, 'answer')
  const keywords = [
    ...inQuery.map(({ line }) => line),
    ...(isCharged ? ['idempotency_key: str | None = None'] : []),
  ]
  const signature = [
    'self',
    ...inPath.map(({ line }) => line),
    ...(body === null ? [] : [`body: ${types.typeOf(body[1], `${prefix}Request`, 'body')}`]),
    ...(keywords.length === 0 ? [] : ['*', ...keywords]),
  ]
  const address = inPath.reduce(
    (written, { name, written: value }) => written.replace(`{${name}}`, `{segment(${value})}`),
    path,
  )
  const asked = inQuery.map(({ name, written }) => `"${name}": ${written}`)
  return [
    `    def ${snake(operationId)}(`,
    ...signature.map((one) => `        ${one},`),
    `    ) -> Answer[${type}]:`,
    ...docstring(`${summary}. ${description}`, '        '),
    `        return self._${isJson ? 'json' : 'text'}(`,
    `            "${method.toUpperCase()}",`,
    `            ${inPath.length === 0 ? '' : 'f'}"${address}",`,
    ...(asked.length === 0
      ? []
      : [
          '            query={',
          ...asked.map((one) => `                ${one},`),
          '            },',
        ]),
    ...(body === null ? [] : ['            body=body,']),
    ...(isCharged
      ? ['            idempotency_key=idempotency_key,', '            charged=True,']
      : []),
    '        )',
  ].join('\n')
}

/** The sources of the modules `types` and `_operations`. Throws ZodError for another document. */
export const pythonSource = (
  description: unknown,
): { readonly types: string; readonly operations: string } => {
  const { paths, components } = Document.parse(description)
  const types = new Types(Object.keys(components.schemas))
  for (const [name, schema] of Object.entries(components.schemas)) types.define(schema, name)
  const all = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ path, method, operation })),
  )
  for (const { operation } of all) {
    const name = QUERIES[operation.operationId]
    if (name !== undefined) types.define(queryOf(operation), name)
  }
  const methods = all
    .filter(({ operation }) => !BY_HAND.has(operation.operationId))
    .map((one) => methodOf(types, one))
  const named = types.names.filter((name) =>
    new RegExp(`\\b${name}\\b`).test(methods.join('\n').replaceAll(/"""[\s\S]*?"""/g, '')),
  )
  return {
    types: [
      HEAD,
      '"""Shapes of requests and answers."""',
      '',
      'from __future__ import annotations',
      '',
      'from typing import Any, Literal, NotRequired, TypeAlias, TypedDict',
      '',
      `__all__ = [${types.names.map((name) => `\n    "${name}",`).join('')}\n]`,
      '',
      '',
      types.text(),
      '',
    ].join('\n'),
    operations: [
      HEAD,
      '"""Every operation of the service, as a method."""',
      '',
      'from collections.abc import Sequence',
      'from typing import Literal',
      '',
      'from ._transport import Answer, Transport, segment',
      `from .types import (${named.map((name) => `\n    ${name},`).join('')}\n)`,
      '',
      '',
      'class Operations(Transport):',
      docstring('The operations; each answer says what it cost.', '    ').join('\n'),
      '',
      methods.join('\n\n'),
      '',
    ].join('\n'),
  }
}
