/** A model behind an OpenAI-compatible endpoint (`POST …/chat/completions`), streamed or not. */
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import type { ChatMessage, ChatModel, ModelFault } from '#query-api/rag/ports.ts'
import { makeEventReader } from './event-stream.ts'

/** Limits of one call and of all calls together. */
export const CHAT = {
  /** Decoded bytes of an answer; a stream spends some hundred on each word. */
  bytesMax: 4 * 1024 * 1024,
  /** UTF-16 units of the text in an answer. */
  textMax: 32_000,
  callsAtOnceMax: 16,
} as const

export type ChatEndpointOptions = {
  /** Base URL of the endpoint, without `/chat/completions`. */
  readonly baseUrl: string
  readonly model: string
  /** null: the endpoint needs no key. */
  readonly apiKey: string | null
  readonly timeoutMs: number
  readonly stream: boolean
}

const MESSAGES: Readonly<Record<ModelFault, string>> = {
  'model-unreachable': 'the model endpoint does not answer',
  'model-refused': 'the model endpoint refuses the request',
  'model-timeout': 'the model endpoint took too long',
  'model-answer-unreadable': 'the model endpoint sent no completion',
  'model-answer-too-large': 'the model endpoint sent more than is read',
  'model-busy': 'as many model calls as may be are under way',
}
// An answer may repeat the question or the key, so it is not kept, not even as a cause.
const fault = (code: ModelFault): Fault =>
  new Fault(code, MESSAGES[code], { hint: 'look at LLM_BASE_URL, LLM_MODEL and LLM_API_KEY' })
const abandoned = (): Fault => new Fault('model-abandoned')

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
})
const Chunk = z.object({
  choices: z.array(
    z.object({
      delta: z.object({ content: z.string().nullish() }).nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
})
const DONE = '[DONE]'

const parsed = <T>(schema: z.ZodType<T>, json: string): T => {
  try {
    return schema.parse(JSON.parse(json))
  } catch {
    throw fault('model-answer-unreadable')
  }
}

const within = (text: string): string => {
  if (text.length > CHAT.textMax) throw fault('model-answer-too-large')
  return text
}

/** Yields the body as text, piece by piece. Throws if it is too large or not UTF-8. */
async function* textOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch {
      throw fault('model-answer-unreadable')
    }
  }
  let size = 0
  for await (const bytes of response.body) {
    size += bytes.byteLength
    if (size > CHAT.bytesMax) throw fault('model-answer-too-large')
    yield decode(bytes)
  }
  yield decode()
}

const wholeAnswer = async (response: Response): Promise<string> => {
  let json = ''
  for await (const text of textOf(response)) json += text
  return within(parsed(Completion, json).choices[0]?.message.content ?? '')
}

/**
 * A complete answer ends with `[DONE]` or a finish reason; a stream that breaks off is a failure.
 */
const streamedAnswer = async (response: Response): Promise<string> => {
  const reader = makeEventReader()
  let answer = ''
  let finished = false
  for await (const text of textOf(response)) {
    for (const data of reader.take(text)) {
      if (data.trim() === DONE) return answer
      const [choice] = parsed(Chunk, data).choices
      answer = within(answer + (choice?.delta?.content ?? ''))
      finished ||= choice?.finish_reason != null
    }
  }
  if (!finished) throw fault('model-answer-unreadable')
  return answer
}

const SERVER_ERRORS_FROM = 500
const typeOf = (response: Response): string =>
  (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const answerOf = async (response: Response): Promise<string> => {
  if (response.status >= SERVER_ERRORS_FROM) throw fault('model-unreachable')
  if (!response.ok) throw fault('model-refused')
  // Some endpoints stream unasked, others do not stream although asked to.
  switch (typeOf(response)) {
    case 'text/event-stream':
      return streamedAnswer(response)
    case 'application/json':
      return wholeAnswer(response)
    default:
      throw fault('model-answer-unreadable')
  }
}

const requestOf = (
  { model, apiKey, stream }: ChatEndpointOptions,
  messages: readonly ChatMessage[],
): RequestInit => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    accept: stream ? 'text/event-stream' : 'application/json',
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  },
  // No other members: some models refuse a temperature or one of the two names of the token limit.
  body: JSON.stringify({ model, messages, stream }),
  // The key must not follow a redirect to another host.
  redirect: 'error',
})

const addressOf = (baseUrl: string): string =>
  `${baseUrl.replace(/(?<!\/)\/+$/u, '')}/chat/completions`

/** Makes the model client. One time limit covers the whole call; nothing is retried or logged. */
export const makeChatEndpoint = (options: ChatEndpointOptions): ChatModel => {
  const address = addressOf(options.baseUrl)
  let underWay = 0
  const call = async (
    messages: readonly ChatMessage[],
    leaving: AbortSignal | undefined,
  ): Promise<string> => {
    const ending = new AbortController()
    const late = AbortSignal.timeout(options.timeoutMs)
    const signal = AbortSignal.any([
      ending.signal,
      late,
      ...(leaving === undefined ? [] : [leaving]),
    ])
    try {
      return await answerOf(await fetch(address, { ...requestOf(options, messages), signal }))
    } catch (error) {
      if (leaving?.aborted === true) throw abandoned()
      if (late.aborted) throw fault('model-timeout')
      throw error instanceof Fault ? error : fault('model-unreachable')
    } finally {
      // Close the connection instead of reading the rest of an answer.
      ending.abort()
    }
  }
  return {
    name: options.model,
    complete: async (messages, leaving) => {
      if (leaving?.aborted === true) throw abandoned()
      if (underWay >= CHAT.callsAtOnceMax) throw fault('model-busy')
      underWay += 1
      try {
        return await call(messages, leaving)
      } finally {
        underWay -= 1
      }
    },
  }
}
