/**
 * The same texts in worlds that must answer alike: received in another order, started again, served
 * by two processes, rebuilt, asked page by page.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { seeded } from '../contract/search-fixtures.ts'
import { importWithKey } from '../corpus/prepared.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { type ApiProcess, startApiProcess } from '../service/api-process.ts'
import { makeDataDir, runQuickly } from '../service/service.ts'
import { answersOf, hashOf, hitsOf, pagedAnswersOf } from './answers.ts'
import { readRecords, shuffle, writeRecords, type CorpusRecord } from './records.ts'
import { drawRequests, type Request } from './requests.ts'

export type Wanted = {
  readonly seed: number
  readonly requests: number
  /** Worlds that receive the texts in another order. */
  readonly orders: number
  /** Every how many texts of the corpus is taken. */
  readonly each: number
  /** Folder of a model, or `builtin`. */
  readonly model: string
  /** What is done, line by line. */
  readonly say: (line: string) => void
}

/** How one way of answering compares with the first. */
export type Compared = {
  readonly name: string
  readonly requests: number
  /** Hash of all answers that were compared. */
  readonly sha256: string
  readonly different: readonly { readonly request: Request; readonly at: number }[]
}

export type Outcome = {
  readonly texts: number
  /** Requests that found something. */
  readonly found: number
  readonly compared: readonly Compared[]
}

const PAGES = [3, 7, 10, 33] as const

type World = {
  /** Serves the world until `work` ends; `places` are the processes beside each other. */
  serve<T>(processes: number, work: (...services: ApiProcess[]) => Promise<T>): Promise<T>
  rebuild(): Promise<void>
  close(): Promise<void>
}

const SEARCHES_ALONE = { LIMIT_REST: '1000000', ENTAILMENT_MODEL_DIR: 'none' } as const

/** A database with these records, imported and projected. */
const openWorld = async (records: readonly CorpusRecord[], model: string): Promise<World> => {
  const database = await openTestDatabase()
  const { dataDir, remove } = await makeDataDir()
  const env = {
    DATABASE_URL: database.connectionString,
    KEY_PEPPER: TEST_PEPPER,
    EMBEDDINGS_MODEL_DIR: model,
    ...SEARCHES_ALONE,
  }
  const folder = join(dataDir, 'records')
  await writeRecords(folder, records)
  const { key } = await importWithKey(folder, dataDir, env)
  await rm(folder, { recursive: true })
  return {
    serve: async (processes, work) => {
      const places = await Promise.all(Array.from({ length: processes }, makeDataDir))
      const services: ApiProcess[] = []
      try {
        for (const place of places) services.push(await startApiProcess(place.dataDir, env, key))
        return await work(...services)
      } finally {
        for (const service of services) await service.stop()
        for (const place of places) await place.remove()
      }
    },
    rebuild: async () => {
      const { code, stderr } = await runQuickly(['replay', '--json'], dataDir, { env })
      if (code !== 0) throw new Error(`pandect replay: ${stderr.slice(-2_000)}`)
    },
    close: async () => {
      await database.close()
      await remove()
    },
  }
}

type Compare = (name: string, expected: readonly string[], got: readonly string[]) => void

/** Answers the requests in one world, in every way; the first answers. */
const answerInOneWorld = async (
  world: World,
  requests: readonly Request[],
  random: () => number,
  compare: Compare,
): Promise<string[]> => {
  const first = await world.serve(2, async (one, other) => {
    const answers = await answersOf(one, requests)
    compare('asked again', answers, await answersOf(one, requests))
    const pages = requests.map(() => PAGES[Math.floor(random() * PAGES.length)] ?? PAGES[0])
    const paged = await pagedAnswersOf(one, requests, (at) => pages[at] ?? PAGES[0])
    compare('page by page', answers.map(hitsOf), paged)
    compare('by a second process', answers, await answersOf(other, requests))
    return answers
  })
  await world.rebuild()
  const rebuilt = await world.serve(1, (service) => answersOf(service, requests))
  compare('rebuilt, after a restart', first, rebuilt)
  return first
}

/** Answers the requests in every world; what differs from the first answers is named. */
export const compareWorlds = async (wanted: Wanted): Promise<Outcome> => {
  const { seed, orders, model, say } = wanted
  const random = seeded(seed)
  const records = await readRecords(wanted.each)
  const requests = drawRequests(records, random, wanted.requests)
  const compared: Compared[] = []
  const compare: Compare = (name, expected, got) => {
    const different = requests.flatMap((request, at) =>
      got[at] === expected[at] ? [] : [{ request, at }],
    )
    compared.push({ name, requests: got.length, sha256: hashOf(got), different })
    const words = different.length === 0 ? 'equal' : `${different.length} answers differ`
    say(`${name}: ${words}`)
  }

  say(`${records.length} records, ${requests.length} requests, seed ${seed}`)
  const world = await openWorld(records, model)
  let first: readonly string[] = []
  try {
    first = await answerInOneWorld(world, requests, random, compare)
  } finally {
    await world.close()
  }
  for (let order = 1; order <= orders; order += 1) {
    const shuffled = await openWorld(shuffle(records, random), model)
    try {
      const answers = await shuffled.serve(1, (service) => answersOf(service, requests))
      compare(`received in order ${order}`, first, answers)
    } finally {
      await shuffled.close()
    }
  }
  const found = first.filter((answer) => hitsOf(answer) !== '[]').length
  return { texts: records.length, found, compared }
}
