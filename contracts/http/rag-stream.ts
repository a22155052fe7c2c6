/** An answer of `POST /rag` as server-sent events (`Accept: text/event-stream`). */
import type { RagResponse } from './rag.ts'

/**
 * Names of the events, in the order in which they come; `answer` is the last one and the whole
 * response.
 */
export const RAG_EVENTS = ['citation', 'claim', 'answer'] as const
export type RagEvent = (typeof RAG_EVENTS)[number]

/** JSON escapes line ends, so the data of an event is one line. */
const eventOf = (event: RagEvent, data: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * The whole stream: the sources, each sentence of the answer, then the response as
 * `application/json` would have it.
 */
export const ragStream = (response: RagResponse): string =>
  [
    ...response.citations.map((citation) => eventOf('citation', citation)),
    ...response.claims.map((claim) => eventOf('claim', claim)),
    eventOf('answer', response),
  ].join('')
