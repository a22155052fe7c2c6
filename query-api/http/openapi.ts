/** The description document, from the schemas that the service itself parses with. */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { API_BASE_PATH, DESCRIPTION_VERSION, PRODUCT, SERVICE } from '#contracts/service.ts'
import type { Endpoint } from '../routes/endpoint.ts'
import { headerDocsOf } from './header-docs.ts'

type Json = Record<string, unknown>
type Schemas = Readonly<Record<string, unknown>>

const COMPONENT = '#/components/schemas/'
const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g

const referencesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(REFERENCE)].map(([, name]) => name ?? '')

/** Names of the schemas that the paths need, by way of each other. */
const neededNames = (paths: unknown, schemas: Schemas): string[] => {
  const needed = new Set(referencesIn(paths))
  // A set also walks through what is added on the way.
  for (const name of needed) for (const other of referencesIn(schemas[name])) needed.add(other)
  return [...needed].toSorted()
}

const INPUT = /Input$/
/**
 * Schemas of requests end in `Input`; the ending is dropped where no answer has the same name.
 */
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

/**
 * Answers may get more members later and clients must ignore them, so no schema closes an answer.
 */
const open = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  )

/** Only the schemas in use, under plain names. The registry holds those of every room. */
const withSchemasInUse = (document: Json): Json => {
  const components = document['components'] as { schemas: Schemas }
  const names = neededNames(document['paths'], components.schemas)
  const schemas = names.map((name) => [
    plainName(name, names),
    renamed(INPUT.test(name) ? components.schemas[name] : open(components.schemas[name]), names),
  ])
  return {
    ...document,
    paths: renamed(document['paths'], names),
    components: { ...components, schemas: Object.fromEntries(schemas) },
  }
}

type Operation = { readonly operationId: string; readonly responses: Record<string, Json> }
type Paths = Record<string, Record<string, Operation>>

const mapValues = <A, B>(record: Record<string, A>, map: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

const withHeaders = (document: Json, endpoints: readonly Endpoint[]): Json => {
  const byId = new Map(endpoints.map((endpoint) => [endpoint.operationId, endpoint]))
  const described = (operation: Operation): Operation => {
    const endpoint = byId.get(operation.operationId)
    if (endpoint === undefined) return operation
    const responses = Object.entries(operation.responses).map(([status, response]) => [
      status,
      { ...response, headers: headerDocsOf(endpoint, status) },
    ])
    return { ...operation, responses: Object.fromEntries(responses) }
  }
  return {
    ...document,
    paths: mapValues(document['paths'] as Paths, (item) => mapValues(item, described)),
  }
}

const DESCRIPTION = {
  openapi: '3.1.0',
  info: {
    title: PRODUCT,
    version: DESCRIPTION_VERSION,
    description:
      'A legal corpus that people and AI agents can search, cite, verify and prove. Every call is billed in USD; what it cost stands in its headers.',
    license: { name: 'CC BY 4.0 (content)', identifier: 'CC-BY-4.0' },
  },
  servers: [{ url: API_BASE_PATH }],
  tags: [
    { name: 'Search' },
    { name: 'Articles' },
    { name: 'Answers' },
    { name: 'Verification' },
    { name: 'Agents' },
    { name: 'Account' },
  ],
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'svc_live_…',
        description: '`Authorization: Bearer <API_KEY>`.',
      },
    },
  },
  [`x-${SERVICE}-version`]: DESCRIPTION_VERSION,
} as const

export const swaggerOptions = (endpoints: readonly Endpoint[]): FastifyDynamicSwaggerOptions => ({
  // The framework's type knows no extensions, its code does.
  openapi: DESCRIPTION as unknown as NonNullable<FastifyDynamicSwaggerOptions['openapi']>,
  stripBasePath: true,
  transform: jsonSchemaTransform,
  transformObject: (document) => {
    const made: unknown = jsonSchemaTransformObject(document)
    return withHeaders(withSchemasInUse(made as Json), endpoints)
  },
})
