/** The service over the real corpus, with or without a model behind it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { RagResponse } from '#contracts/http/rag.ts'
import { copyPreparedCorpus } from '../corpus/prepared.ts'
import { type ApiProcess, startApiProcess } from '../service/api-process.ts'
import { ask, type Answer } from '../service/service.ts'

const SETTLED_TRIES = 600
const SETTLE_MS = 100
const NO_LIMIT = '1000000'

type Health = {
  readonly ready: boolean
  readonly position: number | null
  readonly lagEvents: number | null
}

/** Waits until the index knows every event of the log. */
const waitUntilIndexed = async ({ origin }: ApiProcess): Promise<void> => {
  for (let tries = 0; tries < SETTLED_TRIES; tries += 1) {
    const health = (await (await fetch(`${origin}/health/ready`)).json()) as Health
    if (health.ready && health.lagEvents === 0 && (health.position ?? 0) > 0) return
    await sleep(SETTLE_MS)
  }
  throw new Error('the index did not catch up')
}

export type World = {
  readonly service: ApiProcess
  rag(body: object, headers?: Record<string, string>): Promise<Answer<RagResponse>>
  close(): Promise<void>
}

/** Serves a copy of the whole corpus. */
export const openWorld = async (environment: Record<string, string> = {}): Promise<World> => {
  const copy = await copyPreparedCorpus(environment['EMBEDDINGS_MODEL_DIR'])
  const settings = {
    ...copy.environment,
    LIMIT_REST: NO_LIMIT,
    LIMIT_MCP: NO_LIMIT,
    LIMIT_MCP_FIRM: NO_LIMIT,
    LIMIT_ANONYMOUS: NO_LIMIT,
    LOG_LEVEL: 'warn',
    ...environment,
  }
  const service = await startApiProcess(copy.dataDir, settings, copy.key).catch(
    async (error: unknown) => {
      await copy.close()
      throw error
    },
  )
  const close = async (): Promise<void> => {
    await service.stop()
    await copy.close()
  }
  try {
    await waitUntilIndexed(service)
  } catch (error) {
    await close()
    throw error
  }
  return {
    service,
    rag: (body, headers = {}) => ask<RagResponse>(service, '/rag', { body, headers }),
    close,
  }
}

/** Runs `work` over items, a few at once, in order of their answers' places. */
export const overAll = async <T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index]
      if (item !== undefined) results[index] = await work(item, index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

/** The seed of a run: printed by the tests, and given again by SEED. */
export const seedOfRun = (): number => Number(process.env['SEED'] ?? Date.now() % 1_000_000)

/**
 * Questions of a run over the corpus. RAG_QUESTIONS=500 takes a minute and a half of a processor.
 */
export const questionsOfRun = (): number => Number(process.env['RAG_QUESTIONS'] ?? 120)

/** The least share that a sample may show where the share of all is `share` (two deviations). */
export const leastShare = (share: number, sample: number): number =>
  share - 2 * Math.sqrt((share * (1 - share)) / sample)
