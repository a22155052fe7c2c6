/** Resources that scenarios of the conformance suite read; never part of the service. */
import type {
  NamedResource,
  ResourceContents,
  ResourceKind,
} from '#query-api/mcp/resources/resource.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const fixed = (contents: ResourceContents): NamedResource => ({
  read: async () => ({ contents, position: null }),
  concerns: () => false,
  after: null,
})

const TEMPLATED = /^test:\/\/template\/([^/]+)\/data$/u

const named = (uri: string): NamedResource | null => {
  if (uri === 'test://static-text')
    return fixed({
      uri,
      mimeType: 'text/plain',
      text: 'This is the content of the static text resource.',
    })
  if (uri === 'test://static-binary') return fixed({ uri, mimeType: 'image/png', blob: PIXEL })
  const id = TEMPLATED.exec(uri)?.[1]
  if (id === undefined) return null
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return fixed({ uri, mimeType: 'application/json', text })
}

export const FIXTURE_RESOURCES: readonly ResourceKind[] = [
  {
    scope: 'search:read',
    operation: null,
    ttlMs: 0,
    template: { uriTemplate: 'test://template/{id}/data', name: 'template' },
    listed: [
      { uri: 'test://static-text', name: 'text', mimeType: 'text/plain' },
      { uri: 'test://static-binary', name: 'binary', mimeType: 'image/png' },
    ],
    named,
  },
]
