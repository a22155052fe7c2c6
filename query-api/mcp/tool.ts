import { z } from 'zod'
import type { Scope } from '#contracts/api-key.ts'
import { ToolError } from '#contracts/mcp/error.ts'
import { MICRO_PER_USD, type Operation, priceMicroUsd } from '#contracts/tariff.ts'
import { SERVICE } from '#contracts/service.ts'
import type { KeyRecord } from '../auth/ports.ts'
import { parseRequest } from '../http/validation.ts'

export type ToolOperation = Exclude<Operation, 'mcp'>

/** An answer that fits its schema, or the reason why there is none. */
export type ToolOutcome<T = object> = { readonly answer: T } | { readonly refused: ToolError }

export type ToolCaller = Pick<KeyRecord, 'keyId' | 'scopes'> & {
  /** Aborts when the client no longer waits. */
  readonly leaving?: AbortSignal
}

/** Blocks that a tool sends besides its structured answer; the twelve send none. */
export type ContentBlock = { readonly type: string } & Readonly<Record<string, unknown>>
export type RawOutcome = ToolOutcome | { readonly content: readonly ContentBlock[] }

/** A tool as it is listed and called. */
export type Tool = {
  readonly name: string
  readonly operation: ToolOperation
  readonly scope: Scope
  /** The entry of `tools/list`. */
  readonly listed: Readonly<Record<string, unknown>>
  /** Client capabilities without which it can't work, as the protocol names them. */
  readonly needs?: Readonly<Record<string, object>>
  /** Throws RequestInvalid for arguments that don't fit its schema, and the faults of its ports. */
  call(args: unknown, caller: ToolCaller): Promise<RawOutcome>
}

export type ToolDefinition<I extends z.ZodType, O extends z.ZodType> = {
  /** Without the prefix of the service. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly operation: ToolOperation
  readonly scope: Scope
  readonly input: I
  readonly output: O
  /** A look-up that is recorded is no mere read, and one more is recorded for each. */
  readonly recorded?: boolean
  run(args: z.output<I>, caller: ToolCaller): Promise<ToolOutcome<z.output<O>>>
}

const BASE_SPEND = 0
const META = { operation: `${SERVICE}/operation`, price: `${SERVICE}/priceUsd` } as const

/** What a call costs, in a tool's description and in an answer. */
export const priceMeta = (operation: ToolOperation, usd: number) => ({
  [META.operation]: operation,
  [META.price]: usd,
})

/** An answer or an error, since both are structured; clients ask for an object at the root. */
const outputSchemaOf = (output: z.ZodType): object => ({
  ...z.toJSONSchema(z.union([output, ToolError])),
  type: 'object',
})

/** A tool from its schemas, so that what is listed is what is parsed. */
export const defineTool = <I extends z.ZodType, O extends z.ZodType>(
  definition: ToolDefinition<I, O>,
): Tool => {
  const { title, description, operation, scope, input, output } = definition
  const name = `${SERVICE}_${definition.name}`
  return {
    name,
    operation,
    scope,
    listed: {
      name,
      title,
      description,
      inputSchema: z.toJSONSchema(input, { io: 'input' }),
      outputSchema: outputSchemaOf(output),
      annotations: {
        title,
        readOnlyHint: true,
        idempotentHint: definition.recorded !== true,
        openWorldHint: false,
      },
      _meta: priceMeta(operation, priceMicroUsd(operation, BASE_SPEND) / MICRO_PER_USD),
    },
    call: async (args, caller) => {
      const outcome = await definition.run(parseRequest(input, args ?? {}), caller)
      return outcome as ToolOutcome
    },
  }
}
