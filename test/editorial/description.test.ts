/** The description of the editorial API against the OpenAPI rules, and against what it answers. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import openapiTypes, { astToString } from 'openapi-typescript'
import { beforeAll, expect, test } from 'vitest'
import { BASE, makeDesk, TEXT } from './harness.ts'

type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly security: readonly object[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}
type Document = {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

let document: Document
beforeAll(async () => {
  const answer = await makeDesk().app.inject({ url: `${BASE}/openapi.json` })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  document = answer.json<Document>()
})

const operations = (): (readonly [string, Operation])[] =>
  Object.values(document.paths).flatMap((item) => Object.entries(item))

test('is OpenAPI 3.1 that a generator of types accepts, with every reference resolved', async () => {
  expect(document.openapi).toBe('3.1.0')
  const types = astToString(await openapiTypes(structuredClone(document) as never))
  expect(types).toContain('WriteOutcome')
  const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)]
  for (const [, name = ''] of names) expect(document.components.schemas).toHaveProperty(name)
})

/** They record nothing, or nothing twice. */
const UNKEYED = new Set(['annotateText', 'importTexts', 'planErasure', 'planPersonErasure'])

test('describes each operation, and asks a key of each write', () => {
  expect(operations().length).toBeGreaterThan(30)
  for (const [method, one] of operations()) {
    expect(one.summary.length, one.operationId).toBeGreaterThan(5)
    expect(one.security.length, one.operationId).toBeGreaterThan(0)
    const headers = (one.parameters ?? []).filter((parameter) => parameter.in === 'header')
    const isWrite = method !== 'get' && !UNKEYED.has(one.operationId)
    expect(
      headers.some(({ name }) => name === 'Idempotency-Key'),
      one.operationId,
    ).toBe(isWrite)
  }
  const ids = operations().map(([, { operationId }]) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('answers are as it says', async () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ $id: 'api', components: document.components })
  const isOf = (name: string, body: unknown): void => {
    const validate = ajv.compile({ $ref: `api#/components/schemas/${name}` })
    expect(validate(body), JSON.stringify(validate.errors)).toBe(true)
  }
  const { send } = makeDesk()
  const made = await send('author', 'POST', '/texts', { body: TEXT })
  isOf('WriteOutcome', made.body)
  const slug = String(made.body['slug'])
  await send('author', 'POST', `/texts/${slug}/comments`, { body: { body: 'Vague.' } })
  const read = await send('author', 'GET', `/texts/${slug}`)
  isOf('TextView', read.body)
  isOf('EditorialError', (await send('author', 'GET', '/texts/none')).body)
  isOf('PositionView', (await send('author', 'GET', '/positions/1')).body)
  const annotated = await send('author', 'POST', '/annotations', { body: { text: TEXT } })
  expect(annotated.status).toBe(200)
  isOf('Annotations', annotated.body)
})

test('has a page to read it on, which asks no other host and limits strangers', async () => {
  const { app } = makeDesk()
  const first = await app.inject({ url: '/docs' })
  expect(first).toMatchObject({ statusCode: 301, headers: { location: '/docs/' } })
  const page = await app.inject({ url: '/docs/' })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain(`"url": "${BASE}/openapi.json"`)
  expect(page.body).not.toMatch(/https?:|\/\/[a-z]/i)
  expect(String(page.headers['content-security-policy'])).toContain("default-src 'self'")
  expect(page.headers['ratelimit-policy']).toContain('desk-anon')
})
