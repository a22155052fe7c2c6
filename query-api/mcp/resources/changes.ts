import { ChangesQuery } from '#contracts/http/changes.ts'
import { Position } from '#contracts/ids.ts'
import { RESOURCE_URIS } from '#contracts/mcp/resources.ts'
import { parseQuery } from '#contracts/web/http/validation.ts'
import { listChanges, passes } from '../../changes/list-changes.ts'
import type { ChangesReader } from '../../changes/ports.ts'
import type { ResourceKind } from './resource.ts'

const JSON_TYPE = 'application/json'
const ABOUT = {
  title: 'What became of texts',
  description:
    'Texts that were published, updated, withdrawn or deleted, points of law whose colour changed, and concepts that were deprecated, in the order of the log, without words of a text. Go on with `next` as `after`. Free.',
  mimeType: JSON_TYPE,
} as const

/** Of a member that comes twice the last one counts, as nowhere two are meant. */
const queryOf = (uri: string): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(uri.slice(RESOURCE_URIS.changes.length)))

const isOfChanges = (uri: string): boolean =>
  uri === RESOURCE_URIS.changes || uri.startsWith(`${RESOURCE_URIS.changes}?`)

/** The changes, each page as `GET /changes` answers it. */
export const changeResources = (changes: ChangesReader): ResourceKind => ({
  scope: 'changes:read',
  operation: null,
  ttlMs: 0,
  template: {
    uriTemplate: `${RESOURCE_URIS.changes}{?after,limit,types,jurisdictions}`,
    name: 'changes',
    ...ABOUT,
  },
  listed: [{ uri: RESOURCE_URIS.changes, name: 'changes', ...ABOUT }],
  named: (uri) => {
    if (!isOfChanges(uri)) return null
    const given = queryOf(uri)
    const query = parseQuery(ChangesQuery, given)
    return {
      read: async () => {
        const text = JSON.stringify(await listChanges(changes, query))
        return { contents: { uri, mimeType: JSON_TYPE, text }, position: null }
      },
      concerns: (change) => passes(change, query),
      after: given['after'] === undefined ? null : Position.parse(Number(query.after)),
    }
  },
})
