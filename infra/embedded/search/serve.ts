import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import type { PackedAnswer, PackedBrowse, PackedEntries } from './engine/packed.ts'
import type { LiveIndex } from './live-index.ts'
import type { Request } from './protocol.ts'

export type Served = { readonly answer: unknown; readonly transfer: readonly ArrayBuffer[] }

const plain = (answer: unknown): Served => ({ answer, transfer: [] })

const buffersOf = ({ entries, kinds, sequences }: PackedEntries): ArrayBuffer[] => [
  entries.buffer,
  kinds.buffer,
  sequences.buffer,
]

const searchAnswer = (answer: PackedAnswer): Served => ({
  answer,
  transfer: [
    ...buffersOf(answer.lexical),
    answer.lexical.scores.buffer,
    ...buffersOf(answer.semantic),
    answer.semantic.scores.buffer,
    answer.matchesLexically.buffer,
  ],
})

const browseAnswer = (answer: PackedBrowse): Served => ({
  answer,
  transfer: buffersOf(answer.entries),
})

const waitFor = async (live: LiveIndex, position: Position, timeoutMs: number): Promise<null> => {
  const { done, cancel } = live.reached(position)
  const timer = new AbortController()
  const late = pause(timeoutMs, 'late', { signal: timer.signal }).catch(() => 'cancelled')
  const outcome = await Promise.race([done, late])
  timer.abort()
  cancel()
  if (outcome !== 'late') return null
  throw new Fault('index-behind', `the search index does not know position ${position} yet`, {
    retryAfterMs: 1_000,
  })
}

/** Answers one request. Throws Faults. */
export const serve = async (live: LiveIndex, request: Request): Promise<Served> => {
  switch (request.name) {
    case 'search':
      return searchAnswer(live.engine.search(request.asked))
    case 'browse':
      return browseAnswer(live.engine.browse(request.asked))
    case 'displays':
      return plain(live.displays(request.asked))
    case 'knownValues':
      return plain(live.engine.knownValues(request.asked))
    case 'position':
      return plain(live.engine.position)
    case 'waitFor':
      return plain(await waitFor(live, request.asked.position, request.asked.timeoutMs))
    case 'close':
      return plain(null)
    default:
      return request satisfies never
  }
}
