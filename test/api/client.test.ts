/** The generator of the client's types, on schemas made to trip it. */
import { expect, test } from 'vitest'
import { clientTypes, typeOf } from '#query-api/client/generate.ts'

const CASES: readonly (readonly [string, Parameters<typeof typeOf>[0], string])[] = [
  ['a reference', { $ref: '#/components/schemas/Article' }, 'Article'],
  ['the error body, whose name the language has taken', { $ref: '#/c/s/Error' }, 'ErrorBody'],
  ['a constant', { const: 'article' }, '"article"'],
  ['a constant null', { const: null }, 'null'],
  ['a list of values', { type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
  ['an integer', { type: 'integer' }, 'number'],
  ['several types', { type: ['string', 'null'] }, 'string | null'],
  ['a choice', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'number | null'],
  ['a choice of what is the same', { oneOf: [{ type: 'integer' }, { type: 'number' }] }, 'number'],
  ['all of', { allOf: [{ $ref: '#/a/A' }, { $ref: '#/a/B' }] }, '(A) & (B)'],
  [
    'a list of a choice',
    { type: 'array', items: { type: ['string', 'null'] } },
    'readonly (string | null)[]',
  ],
  [
    'a tuple',
    { type: 'array', prefixItems: [{ type: 'string' }, {}] },
    'readonly [string, unknown]',
  ],
  [
    'a record',
    { type: 'object', additionalProperties: { type: 'string' } },
    'Readonly<Record<string, string>>',
  ],
  [
    'an object',
    { type: 'object', properties: { a: { type: 'string' }, 'b-c': {} }, required: ['a'] },
    '{\nreadonly a: string\nreadonly "b-c"?: unknown\n}',
  ],
  ['anything', {}, 'unknown'],
  ['a type that does not exist', { type: 'date' }, 'unknown'],
]
for (const [name, schema, expected] of CASES) {
  test(`${name} becomes ${expected}`, () => {
    expect(typeOf(schema)).toBe(expected)
  })
}

test('words of a description can not end their comment', () => {
  const source = clientTypes({
    paths: {},
    components: { schemas: { A: { type: 'string', description: 'ends */ here\nor there' } } },
  })
  expect(source).toContain(String.raw`/** ends *\/ here or there */`)
})

test('an operation has its path, its optional parameters and its answers with a body', () => {
  const source = clientTypes({
    components: { schemas: {} },
    paths: {
      '/b/{id}': {
        get: {
          operationId: 'getB',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'page', in: 'query', schema: { type: 'integer' } },
          ],
          responses: {
            200: { content: { 'application/json': { schema: { type: 'boolean' } } } },
            404: { content: { 'application/json': { schema: { type: 'string' } } } },
          },
        },
      },
      '/a': { post: { responses: {} } }, // no name, no function
    },
  })
  expect(source).toContain('readonly path: {\nreadonly id: string\n}')
  expect(source).toContain('readonly query?: {\nreadonly page?: number\n}')
  expect(source).toContain('readonly result: boolean\n')
  expect(source).toContain('getB: { method: "GET", path: "/b/{id}" },')
  expect(source).not.toContain('"/a"')
})
