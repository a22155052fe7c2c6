/**
 * Real clients over HTTP: both versions of the official SDK, and the command line of the inspector.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLS, listenWithKey, makeMcp } from './harness.ts'
import { expectValid } from './schemas.ts'

const LIMITS = { anonymous: 10_000, rest: 10_000, mcp: 100_000, mcpFirm: 100_000 }
const NAMES = CALLS.map(([name]) => name)
let served: Awaited<ReturnType<typeof listenWithKey>>
beforeAll(async () => {
  served = await listenWithKey(makeMcp({ limits: LIMITS }))
})
afterAll(() => served.close())

type Listed = { readonly name: string; readonly outputSchema?: object | undefined }
type AnyClient = {
  listTools(): Promise<{ tools: readonly Listed[] }>
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<object>
}

const callAll = async (client: AnyClient): Promise<void> => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(NAMES)
  for (const [name, args] of CALLS) {
    const result = (await client.callTool({ name, arguments: { ...args } })) as {
      structuredContent?: unknown
      isError?: boolean
    }
    expect(result.isError, name).toBe(false)
    const schema = tools.find((tool) => tool.name === name)?.outputSchema
    expectValid(schema ?? {}, result.structuredContent)
  }
}

test('the SDK of version 1 lists and calls all twelve, in the legacy era', async () => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(served.url)))
  expect(client.getServerCapabilities()).toEqual({ tools: {} })
  await callAll(client)
  // An error has the shape that the schema names too: this client validates it.
  const failed = await client.callTool({ name: 'service_search', arguments: { txet: 'x' } })
  expect(failed).toMatchObject({ isError: true, structuredContent: { error: 'validation_failed' } })
  await client.close()
}, 240_000)

describe.each([
  ['legacy', '2025-11-25'],
  ['modern', '2026-07-28'],
] as const)('the SDK of version 2, %s era', (era, version) => {
  test('lists and calls all twelve', async () => {
    const client = new ModernClient(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: version } } },
    )
    await client.connect(new ModernTransport(new URL(served.url)))
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    await callAll(client)
    await client.close()
  }, 240_000)
})

/** It looks for its own description beside the folder that it is started in. */
const INSPECTOR = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/inspector-cli/build',
)
const inspect = (args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['index.js', served.url, '--transport', 'http', ...args],
      {
        cwd: INSPECTOR,
      },
    )
    let out = ''
    let problems = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (problems += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0
        ? resolve(out)
        : reject(new Error(`inspector: ${code}: ${problems.slice(0, 500)}`)),
    )
  })

describe.skipIf(!existsSync(INSPECTOR))('the command line of the inspector', () => {
  test('lists and calls all twelve', async () => {
    const { tools } = JSON.parse(await inspect(['--method', 'tools/list'])) as { tools: Listed[] }
    expect(tools.map(({ name }) => name)).toEqual(NAMES)
    for (const [name, args] of CALLS) {
      const given = Object.entries(args).flatMap(([key, value]) => [
        '--tool-arg',
        `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      ])
      const result = JSON.parse(
        await inspect(['--method', 'tools/call', '--tool-name', name, ...given]),
      ) as {
        structuredContent: unknown
        isError: boolean
      }
      expect(result.isError, name).toBe(false)
      expectValid(
        tools.find((tool) => tool.name === name)?.outputSchema ?? {},
        result.structuredContent,
      )
    }
  }, 400_000)
})
