/** Tools that scenarios of the conformance suite call; never part of the service. */
import { priceMeta, type ContentBlock, type Tool } from '#query-api/mcp/tool.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const image: ContentBlock = { type: 'image', data: PIXEL, mimeType: 'image/png' }
const resource = (uri: string, words: string, mimeType: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
})

type Fixture = {
  readonly name: string
  readonly content: readonly ContentBlock[]
  readonly isError?: boolean
  readonly inputSchema?: object
  readonly needs?: Tool['needs']
}

const NO_ARGUMENTS = { type: 'object', additionalProperties: true }

const fixture = ({
  name,
  content,
  isError = false,
  inputSchema = NO_ARGUMENTS,
  needs,
}: Fixture): Tool => ({
  name,
  operation: 'search',
  scope: 'search:read',
  ...(needs === undefined ? {} : { needs }),
  listed: { name, description: 'For tests only.', inputSchema, _meta: priceMeta('search', 0) },
  prepare: () => async () => ({ content, isError }),
})

const address = {
  $anchor: 'addressDef',
  type: 'object',
  properties: { street: { type: 'string' }, city: { type: 'string' } },
}
// The linter takes an object with a member `then` for a promise, so the schema is JSON.
const PHONE_NEEDED: object = JSON.parse('{"then":{"required":["phone"]}}') as object
const DIALECT_2020 = {
  ...PHONE_NEEDED,
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

export const FIXTURE_TOOLS: readonly Tool[] = [
  fixture({
    name: 'test_simple_text',
    content: [text('This is a simple text response for testing.')],
  }),
  fixture({ name: 'test_image_content', content: [image] }),
  fixture({
    name: 'test_audio_content',
    content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }],
  }),
  fixture({
    name: 'test_embedded_resource',
    content: [
      resource('test://embedded-resource', 'This is an embedded resource content.', 'text/plain'),
    ],
  }),
  fixture({
    name: 'test_multiple_content_types',
    content: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
    ],
  }),
  fixture({
    name: 'test_error_handling',
    content: [text('This tool intentionally returns an error for testing')],
    isError: true,
  }),
  fixture({
    name: 'test_missing_capability',
    content: [text('sampled')],
    needs: { sampling: {} },
  }),
  fixture({ name: 'test_streaming_elicitation', content: [text('Nothing is streamed.')] }),
  fixture({ name: 'test_logging_tool', content: [text('Nothing is logged.')] }),
  fixture({
    name: 'test_mirrored_argument',
    content: [text('ok')],
    inputSchema: {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
      required: ['region'],
    },
  }),
  fixture({ name: 'json_schema_2020_12_tool', content: [text('ok')], inputSchema: DIALECT_2020 }),
]
