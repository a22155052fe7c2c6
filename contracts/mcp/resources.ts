/** Resources of the MCP server, and what a client may listen to (contracts/conventions/mcp.md). */
import { z } from 'zod'
import { SERVICE } from '../service.ts'
import { SLUG_MAX } from '../ids.ts'

/** Addresses of resources. An article's slug follows; a query of `GET /changes` may follow. */
export const RESOURCE_URIS = {
  articles: `${SERVICE}://articles/`,
  changes: `${SERVICE}://changes`,
} as const

/** Long enough for the longest slug, and for every filter of changes at once. */
const URI_CHARACTERS_MAX = SLUG_MAX + 200
/** Resources on one page of the list. */
export const RESOURCES_PER_PAGE = 100
/** Resources that one stream watches. */
export const WATCHED_MAX = 200

/** `params` of `subscriptions/listen`. Kinds of notifications that we do not know are left out. */
export const ListenParams = z.object({
  notifications: z.object({
    resourcesListChanged: z.boolean().optional(),
    resourceSubscriptions: z
      .array(z.string().min(1).max(URI_CHARACTERS_MAX))
      .max(WATCHED_MAX)
      .optional(),
  }),
})
/** What a stream tells; the acknowledgement repeats it. */
export type ListenFilter = z.infer<typeof ListenParams>['notifications']
