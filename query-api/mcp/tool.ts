import type { z } from 'zod'
import type { Scope } from '#contracts/api-key.ts'
import type { ToolError } from '#contracts/mcp/error.ts'
import { MICRO_PER_USD, type Operation, priceMicroUsd, priceSentence } from '#contracts/tariff.ts'
import { SERVICE } from '#contracts/service.ts'
import type { KeyRecord } from '../auth/ports.ts'
import { parseRequest } from '#contracts/web/http/validation.ts'
import { inputSchemaOf, outputSchemaOf } from './schemas.ts'

export type ToolOperation = Exclude<Operation, 'mcp'>

/** An answer that matches its schema, or a refusal. */
export type ToolOutcome<T = object> = { readonly answer: T } | { readonly refused: ToolError }

export type ToolCaller = Pick<KeyRecord, 'keyId' | 'scopes'> & {
  /** Aborts when the client no longer waits. */
  readonly leaving?: AbortSignal
}

/** Content blocks in addition to the structured answer; the service's own tools send none. */
export type ContentBlock = { readonly type: string } & Readonly<Record<string, unknown>>
export type RawOutcome = ToolOutcome | { readonly content: readonly ContentBlock[] }

export type Tool = {
  readonly name: string
  readonly operation: ToolOperation
  readonly scope: Scope
  /** The entry of `tools/list`. */
  readonly listed: Readonly<Record<string, unknown>>
  /** Client capabilities that the tool requires, by their names in the protocol. */
  readonly needs?: Readonly<Record<string, object>>
  /**
   * Reads the arguments, and returns the work that they ask for. Throws RequestInvalid for
   * arguments that cannot be served, before anything is charged; the work throws the faults of its
   * ports.
   */
  prepare(args: unknown, caller: ToolCaller): () => Promise<RawOutcome>
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
  /** Each look-up is recorded, so the tool is not idempotent. */
  readonly recorded?: boolean
  /** Throws RequestInvalid for arguments that only the service can tell from good ones. */
  check?(args: z.output<I>): void
  run(args: z.output<I>, caller: ToolCaller): Promise<ToolOutcome<z.output<O>>>
}

const BASE_SPEND = 0
const META = { operation: `${SERVICE}/operation`, price: `${SERVICE}/priceUsd` } as const

/** The price of a call, for a tool's description and for an answer. */
export const priceMeta = (operation: ToolOperation, usd: number) => ({
  [META.operation]: operation,
  [META.price]: usd,
})

/** Defines a tool from its schemas: the listed schema is the one that parses the arguments. */
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
      description: `${description} Costs ${priceSentence(operation)}`,
      inputSchema: inputSchemaOf(input),
      outputSchema: outputSchemaOf(output),
      annotations: {
        title,
        readOnlyHint: true,
        idempotentHint: definition.recorded !== true,
        openWorldHint: false,
      },
      _meta: priceMeta(operation, priceMicroUsd(operation, BASE_SPEND) / MICRO_PER_USD),
    },
    prepare: (given, caller) => {
      const args = parseRequest(input, given ?? {})
      definition.check?.(args)
      return async () => (await definition.run(args, caller)) as ToolOutcome
    },
  }
}
