import { z } from 'zod'

const Id = z.union([z.string(), z.int()])

/** A JSON-RPC 2.0 request as `POST /mcp` takes it; without an id it is a notification. */
export const McpRequest = z
  .object({
    jsonrpc: z.literal('2.0'),
    method: z
      .string()
      .describe(
        '`initialize`, `ping`, `tools/list`, `tools/call`; `server/discover` in 2026-07-28.',
      ),
    params: z.record(z.string(), z.unknown()).optional(),
    id: Id.optional(),
  })
  .meta({
    id: 'McpRequest',
    examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  })

export const McpResponse = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: Id.nullable(),
    result: z.record(z.string(), z.unknown()).optional(),
    error: z
      .object({ code: z.int(), message: z.string(), data: z.unknown().optional() })
      .optional(),
  })
  .meta({ id: 'McpResponse' })
