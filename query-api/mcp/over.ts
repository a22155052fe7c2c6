import type { McpDeps } from '../routes/mcp/endpoint.ts'
import type { ToolParts } from './ports.ts'
import { type Toolset, toolsOf } from './toolsets.ts'

export type McpSettings = { readonly toolset: Toolset; readonly allowedOrigins: readonly string[] }

/** The MCP server over the functions behind REST. */
export const mcpOver = (parts: ToolParts, { toolset, allowedOrigins }: McpSettings): McpDeps => ({
  tools: toolsOf(toolset, parts),
  allowedOrigins,
})
