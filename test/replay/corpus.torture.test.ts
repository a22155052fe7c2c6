/** The real corpus, replayed beside a running service while clients search it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ReplayResult } from '#query-api/replay/replay.ts'
import { copyPreparedCorpus, type CorpusCopy } from '../corpus/prepared.ts'
import { hasShared, NEEDS_SHARED } from '../corpus/shared.ts'
import { ask, type Service, startService } from '../service/service.ts'

const TIMEOUT_MS = 240_000
const CLIENTS = 4
/** Clients that hardly rest take most of the processor from the replay, and prove no more. */
const BETWEEN_SEARCHES_MS = 100
/** Time for the index to switch to the new generation while clients search. */
const AFTER_SWAP_MS = 3_000
const WORDS = ['vendeur', 'contrat de travail', 'responsabilité', 'bail commercial'] as const

type Hits = { hits: { slug: string }[]; total: number }
type Answers = { done: number; failed: string[]; empty: number; totals: Map<string, Set<number>> }

/** Searches again and again until stopped; what is not a full answer is kept. */
const searchOn = async (
  service: Service,
  words: string,
  stop: AbortSignal,
  answers: Answers,
): Promise<void> => {
  const totals = new Set<number>()
  answers.totals.set(words, totals)
  while (!stop.aborted) {
    try {
      const { status, body } = await ask<Hits>(service, '/search', { body: { text: words } })
      if (status === 200) totals.add(body.total)
      else answers.failed.push(String(status))
      if (status === 200 && body.hits.length === 0) answers.empty += 1
      answers.done += 1
    } catch (error) {
      answers.failed.push(String(error))
    }
    await pause(BETWEEN_SEARCHES_MS)
  }
}

const replay = async ({ dataDir, environment }: CorpusCopy): Promise<ReplayResult> => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'command-child.ts'), 'replay', '--json'],
    {
      env: { ...process.env, PANDECT_DATA_DIR: dataDir, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const exited = once(child, 'close')
  const [printed, problems] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(await exited, problems).toEqual([0, null])
  return JSON.parse(printed) as ReplayResult
}

describe.runIf(hasShared)(`the real corpus ${NEEDS_SHARED}`, () => {
  test(
    'is replayed while four clients search: none fails, none is empty, the digests are equal',
    { timeout: TIMEOUT_MS },
    async () => {
      const copy = await copyPreparedCorpus()
      onTestFinished(copy.close)
      const limits = { LIMIT_REST: '1000000', ENTAILMENT_MODEL_DIR: 'none' }
      const settings = { ...copy.environment, ...limits }
      const service = await startService(copy.dataDir, settings, copy.key)
      onTestFinished(async () => void (await service.stop()))
      const stop = new AbortController()
      const answers: Answers = { done: 0, failed: [], empty: 0, totals: new Map() }
      const clients = Array.from({ length: CLIENTS }, (_, index) =>
        searchOn(service, WORDS[index] ?? WORDS[0], stop.signal, answers),
      )
      const result = await replay(copy)
      await pause(AFTER_SWAP_MS)
      stop.abort()
      await Promise.all(clients)
      console.info(
        `replay: ${result.texts} texts, ${Math.round(result.textsPerSecond)} texts/s beside ${answers.done} searches`,
      )
      expect(result).toMatchObject({
        equal: true,
        swapped: true,
        generation: 2,
        sideEffects: 0,
        embeddingsComputed: 0,
      })
      expect(result.rebuilt).toEqual(result.live)
      expect(answers).toMatchObject({ failed: [], empty: 0 })
      expect(answers.done).toBeGreaterThan(CLIENTS)
      // The same total before, during and after: both generations hold the same.
      for (const totals of answers.totals.values()) expect(totals.size).toBe(1)
    },
  )
})
