/**
 * A hostile document, and twice the load that the service can serve, on embedded engines with the
 * demonstration.
 *   node test/bench/overload.bench.ts [data folder]      (default: an empty one, which is removed)
 * Prints one JSON object a line.
 */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { ask, makeDataDir, runPandect, startService } from '../service/service.ts'
import { quantile, round } from './figures.ts'

const NO_LIMIT = '1000000'
const CALM_MS = 5_000
const ATTACKS = 8
const PROBE_EVERY_MS = 10
const FLOOD_MS = 8_000
const TICK_MS = 5
const TEXT = 'prescription du contrat de bail'

const print = (what: string, figures: object): void =>
  console.log(JSON.stringify({ what, ...figures }))

const [, , given] = process.argv
const { dataDir, remove } =
  given === undefined ? await makeDataDir() : { dataDir: given, remove: async () => undefined }
const service = await startService(dataDir, {
  LIMIT_REST: NO_LIMIT,
  LIMIT_ANONYMOUS: NO_LIMIT,
  LOG_LEVEL: 'silent',
  CALLS_IN_FLIGHT: '',
  COMPUTATIONS_IN_FLIGHT: '',
})
const made = await runPandect(['keys', 'create', '--account', 'Bench', '--plan', 'firm'], dataDir)
const otherKey = made.stdout.trim()

const shares = (durations: readonly number[]) => {
  const sorted = durations.toSorted((one, other) => one - other)
  return {
    count: sorted.length,
    p50: round(quantile(sorted, 0.5)),
    p95: round(quantile(sorted, 0.95)),
    p99: round(quantile(sorted, 0.99)),
  }
}

const TICKS_PER_SECOND = 100
const statFields = (): string[] =>
  readFileSync(`/proc/${service.child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
const processorMs = (): number => {
  const [user = '0', system = '0'] = statFields().slice(11, 13)
  return ((Number(user) + Number(system)) * 1_000) / TICKS_PER_SECOND
}
const residentMb = (): number =>
  Number(
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))?.[1] ?? 0,
  ) / 1_024

type Timed = { readonly status: number; readonly ms: number }
const timed = async (work: () => Promise<{ readonly status: number }>): Promise<Timed> => {
  const started = performance.now()
  const { status } = await work()
  return { status, ms: performance.now() - started }
}

const post = (path: string, body: object, key = service.key, signal?: AbortSignal) =>
  fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  })
const search = (key?: string) =>
  timed(async () => {
    const answer = await post('/search', { text: TEXT }, key)
    await answer.arrayBuffer()
    return answer
  })
const live = () =>
  timed(async () => {
    const answer = await fetch(`${service.origin}/health/live`)
    await answer.arrayBuffer()
    return answer
  })

/** 78 quotations of held texts with every ninth word changed, and the 20 longest texts. */
const attackDocument = async (): Promise<object> => {
  const { body } = await ask<{ hits: { slug: string }[] }>(service, '/search', {
    body: { text: '', limit: 100 },
  })
  const texts: { slug: string; contentClean: string }[] = []
  for (const slug of new Set(body.hits.map((hit) => hit.slug)))
    texts.push((await ask<(typeof texts)[number]>(service, `/articles/${slug}`)).body)
  const longest = texts
    .toSorted((one, other) => other.contentClean.length - one.contentClean.length)
    .slice(0, 20)
  const quoted = Array.from({ length: 78 }, (_, at) => {
    const text = longest[at % longest.length]?.contentClean ?? ''
    const words = text.replaceAll(/["«»“”„\n.!?…;:#*]+/gu, ' ').split(/\s+/u)
    const from = (at * 53) % Math.max(1, words.length - 36)
    const changed = words
      .slice(from, from + 36)
      .map((word, place) => (place % 9 === 8 ? 'autrement' : word))
    return `Le juge dit « ${changed.join(' ')} ».`
  })
  return {
    text: [...quoted.join(' ')].slice(0, 20_000).join(''),
    sources: longest.map(({ slug }) => ({ slug })),
  }
}

/** Searches of another key and looks at `/health/live`, one after the other, until `ends`. */
const probe = async (ends: () => boolean) => {
  const searches: Timed[] = []
  const lives: Timed[] = []
  while (!ends()) {
    lives.push(await live())
    searches.push(await search(otherKey))
    await setTimeout(PROBE_EVERY_MS)
  }
  return { searches, lives }
}
const durationsOf = (all: readonly Timed[]): number[] => all.map(({ ms }) => ms)
const failures = (all: readonly Timed[]): number => all.filter(({ status }) => status >= 500).length

try {
  const document = await attackDocument()
  const verify = (signal?: AbortSignal) =>
    timed(async () => {
      const answer = await post('/verify', document, service.key, signal)
      await answer.arrayBuffer()
      return answer
    })
  await verify()
  await verify()
  const before = processorMs()
  const one = await verify()
  print('one hostile document', {
    bytes: JSON.stringify(document).length,
    status: one.status,
    ms: round(one.ms, 0),
    processorMs: processorMs() - before,
  })

  const calmEnds = performance.now() + CALM_MS
  const calm = await probe(() => performance.now() > calmEnds)
  print('another key, calm', {
    search: shares(durationsOf(calm.searches)),
    live: shares(durationsOf(calm.lives)),
  })
  let isOver = false
  const attack = Promise.all(Array.from({ length: ATTACKS }, () => verify())).finally(() => {
    isOver = true
  })
  const busy = await probe(() => isOver)
  const answers = await attack
  print(`another key, ${ATTACKS} hostile documents at once`, {
    search: shares(durationsOf(busy.searches)),
    live: shares(durationsOf(busy.lives)),
    failedSearches: failures(busy.searches),
    answers: answers.map(({ status, ms }) => `${status} in ${round(ms, 0)} ms`),
  })

  const leaving = new AbortController()
  const left = verify(leaving.signal).catch(() => null)
  await setTimeout(300)
  leaving.abort()
  await left
  await setTimeout(200)
  const afterAbort = processorMs()
  await setTimeout(500)
  print('processor in the 500 ms that begin 200 ms after the client left', {
    ms: processorMs() - afterAbort,
  })

  const rate = async (perSecond: number) => {
    const calls: Promise<Timed>[] = []
    const started = performance.now()
    const memoryBefore = residentMb()
    for (let sent = 0; performance.now() - started < FLOOD_MS;) {
      const due = ((performance.now() - started) / 1_000) * perSecond
      // Two keys in turn, neither of which waits for its answers.
      for (; sent < due; sent += 1) calls.push(search(sent % 2 === 0 ? service.key : otherKey))
      await setTimeout(TICK_MS)
    }
    const all = await Promise.all(calls)
    const of = (status: number) => all.filter((call) => call.status === status)
    print(`open loop, ${round(perSecond, 0)} searches/s`, {
      served: shares(durationsOf(of(200))),
      refused: shares(durationsOf(of(503))),
      others: all.length - of(200).length - of(503).length,
      servedPerSecond: round(of(200).length / (FLOOD_MS / 1_000), 0),
      memoryMb: [round(memoryBefore, 0), round(residentMb(), 0)],
    })
    return of(200).length / (FLOOD_MS / 1_000)
  }
  // What four clients get who wait for their answers.
  const closedEnds = performance.now() + CALM_MS
  let served = 0
  const client = async (): Promise<void> => {
    while (performance.now() < closedEnds) if ((await search()).status === 200) served += 1
  }
  await Promise.all(Array.from({ length: 4 }, client))
  const capacity = served / (CALM_MS / 1_000)
  print('capacity', { searchesPerSecond: round(capacity, 0) })
  await rate(capacity / 2)
  await rate(capacity * 2)
} finally {
  await service.stop()
  await remove()
}
