/** The description of the editorial API, generated from the schemas that parse requests. */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { DESCRIPTION_VERSION, HEADERS, PRODUCT } from '#contracts/service.ts'
import {
  type Json,
  withMembersDescribed,
  withSchemasInUse,
} from '#contracts/web/http/openapi-schemas.ts'
import { EDITORIAL_PATH, EDITORIAL_TAGS, type Endpoint } from './endpoint.ts'

const ABOUT = `The way in for the editorial team: write, review, approve, publish, revise.

Every call needs \`Authorization: Bearer <ACCESS_TOKEN>\` of a member of the team; keys of customers are refused. What a person may do follows from their roles, and whoever makes a text public or takes it away has a second factor.

A write needs \`Idempotency-Key\`: the same key with the same request is done once within 24 hours, and its answer is given again (\`Idempotency-Replayed: true\`). A refused write records nothing, and its key may be used again. The answer names the \`position\` of the write in the log; \`GET /positions/{position}?waitSeconds=10\` says when it is searchable.

An edit needs \`If-Match\` with the ETag of the text as it was read, so that nobody overwrites another. An approval names the hash of the wording that was read.

\`error\` is the kind of a refusal, \`reason\` its code, \`hint\` what to do about it.`

const text = (description: string) => ({ description, schema: { type: 'string' } })
const HEADER_DOCS: Readonly<Record<string, object>> = {
  'RateLimit-Policy': text('Policy that counts this request: `"editorial";q=300;w=60`.'),
  RateLimit: text('What is left of it: `"editorial";r=257;t=23`.'),
}
const WRITE_HEADERS: Readonly<Record<string, object>> = {
  [HEADERS.corpusPosition]: text('The position of the write, 15 digits.'),
  ETag: text('The tag of the draft after the write.'),
  Location: text('The text.'),
  'Idempotency-Replayed': text('`true`: the answer to the first request with this key.'),
}

type Operation = {
  readonly operationId: string
  readonly responses: Record<string, Json>
  readonly requestBody?: { readonly content: Json }
}
type Paths = Record<string, Record<string, Operation>>

const headersOf = (isWrite: boolean, status: string): object => ({
  ...HEADER_DOCS,
  ...(isWrite && /^20[01]$/.test(status) ? WRITE_HEADERS : {}),
})

const withHeaders = (document: Json, endpoints: readonly Endpoint[]): Json => {
  const writes = new Set(endpoints.filter((one) => one.isWrite).map((one) => one.operationId))
  const forms = new Map(endpoints.map(({ operationId, form }) => [operationId, form]))
  const withForm = ({ operationId, requestBody }: Operation): Pick<Operation, 'requestBody'> => {
    const schema = forms.get(operationId)
    return requestBody === undefined || schema === undefined
      ? {}
      : {
          requestBody: {
            ...requestBody,
            content: { ...requestBody.content, 'multipart/form-data': { schema } },
          },
        }
  }
  const described = (operation: Operation): Operation => ({
    ...operation,
    ...withForm(operation),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        { ...response, headers: headersOf(writes.has(operation.operationId), status) },
      ]),
    ),
  })
  const paths = Object.entries(document['paths'] as Paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, one]) => [method, described(one)])),
  ])
  return { ...document, paths: Object.fromEntries(paths) }
}

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: `${PRODUCT} editorial API`, version: DESCRIPTION_VERSION, description: ABOUT },
  servers: [{ url: EDITORIAL_PATH }],
  tags: EDITORIAL_TAGS.map((name) => ({ name })),
  components: {
    securitySchemes: {
      bearer: {
        type: 'http' as const,
        scheme: 'bearer',
        bearerFormat: 'svc_staff_…',
        description: '`Authorization: Bearer <ACCESS_TOKEN>`.',
      },
    },
  },
}

export const editorialSwagger = (endpoints: readonly Endpoint[]): FastifyDynamicSwaggerOptions => ({
  openapi: DOCUMENT,
  stripBasePath: true,
  transform: jsonSchemaTransform,
  transformObject: (document) => {
    const made: unknown = jsonSchemaTransformObject(document)
    return withHeaders(withMembersDescribed(withSchemasInUse(made as Json)), endpoints)
  },
})
