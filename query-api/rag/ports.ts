import type { RagRequest, RagResponse } from '#contracts/http/rag.ts'
import type { Position } from '#contracts/ids.ts'

type RagOutcome = { readonly response: RagResponse; readonly position: Position }

/**
 * Answers a question from the corpus, or abstains with a reason (contracts/conventions/rag.md).
 * Throws the faults of its ports, `MODEL_FAULTS` only if the request names `generative`. `signal`
 * aborts when the client leaves.
 */
export type Answering = (request: RagRequest, signal?: AbortSignal) => Promise<RagOutcome>

export type ChatMessage = { readonly role: 'system' | 'user'; readonly content: string }

/** Why a model gave no text, as codes of Faults. */
export const MODEL_FAULTS = [
  /** No connection, a connection that broke, or a status of 500 and above. */
  'model-unreachable',
  /** It refuses the request, as for a wrong key or too many requests. */
  'model-refused',
  'model-timeout',
  /** Another content type, no JSON, or JSON that is no completion; a stream that broke off. */
  'model-answer-unreadable',
  'model-answer-too-large',
  /** The limit of concurrent calls is reached. */
  'model-busy',
] as const
export type ModelFault = (typeof MODEL_FAULTS)[number]

/** A model that writes text. Nothing it writes is trusted. */
export type ChatModel = {
  /** As the settings name it. */
  readonly name: string
  /**
   * The text of one completion. Throws Faults `MODEL_FAULTS`, and `model-abandoned` if `signal`
   * aborts.
   */
  complete(messages: readonly ChatMessage[], signal?: AbortSignal): Promise<string>
}
