import { randomUUID } from 'node:crypto'
import type { Append, AppendConflict, AppendContext, Appended } from '#contracts/events/append.ts'
import type { NewEvent } from '#contracts/events/event.ts'
import { ArticleId, articleStream, Instant, type StreamId } from '#contracts/ids.ts'

export const newStream = (): StreamId => articleStream(ArticleId.parse(randomUUID()))

/** The smallest event; its reason identifies it. */
export const fact = (reason: string): NewEvent => ({ type: 'Unpublished', data: { reason } })

export const append = (
  streamId: StreamId,
  expectedVersion: number,
  ...reasons: string[]
): Append => ({
  streamId,
  expectedVersion,
  events: reasons.map(fact),
})

export const CONTEXT: AppendContext = {
  actor: 'editor:camille',
  time: Instant.parse('2026-03-01T09:30:00.125Z'),
  correlationId: 'import-1',
  causationId: null,
}

/** The answer of an append that must have gone through. */
export const recorded = (answer: Appended | AppendConflict): Appended => {
  if ('conflict' in answer) throw new Error(`conflict on ${answer.conflict.join()}`)
  return answer
}
