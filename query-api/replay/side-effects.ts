import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { Generation } from '../ports.ts'
import type { ReadModels } from '../projections/projection.ts'

/** Every call that was made through watched ports, by `port.method`. */
export type PortCalls = Map<string, number>

/** Calls that only read the truth. Any call that is on no list counts as a side effect. */
const READING: ReadonlySet<string> = new Set([
  'log.read',
  'log.readEntries',
  'log.readStream',
  'log.head',
  'log.wait',
  'blobs.get',
  'vectors.get',
  'slugs.ownerOf',
  'events.readStreams',
])
/** Calls that compute an embedding, or keep one that was. */
const EMBEDDING: ReadonlySet<string> = new Set([
  'embedder.embedPassages',
  'embedder.embedQuery',
  'vectors.put',
])
/** Calls that write read models; the first argument is the generation. */
const BUILDING: ReadonlySet<string> = new Set([
  'generations.open',
  'generations.reach',
  'generations.advance',
  'parked.park',
  'parked.settleRetry',
  'projection.apply',
  'projection.rest',
])
const READ_MODELS: ReadonlySet<string> = new Set([
  'generations.live',
  'generations.setup',
  'generations.progress',
  'parked.among',
  'parked.list',
  'parked.retries',
  'texts.load',
  'texts.showing',
  'facts.about',
  'facts.aboutNames',
  'facts.reliersOf',
  'concepts.get',
  'citing.countsOf',
  'citing.namesCitedBy',
  'citing.citable',
  'projection.documents',
])

type Kind = 'reading' | 'building' | 'embedding' | 'side-effect'

const kindOf = (call: string, given: readonly unknown[], building: number): Kind => {
  if (READING.has(call) || READ_MODELS.has(call)) return 'reading'
  if (BUILDING.has(call) && given[0] === building) return 'building'
  return EMBEDDING.has(call) ? 'embedding' : 'side-effect'
}

/** Counts of the calls of a build other than building. */
export type CallCounts = {
  readonly sideEffects: number
  readonly embeddingsComputed: number
  /** Names of the calls behind both counts. */
  readonly offenders: readonly string[]
}

export type Watch = {
  /** The same port; every call of a method is counted under `name.method`. */
  port<Port extends object>(name: string, port: Port): Port
  /** The same ports, each under its own name. */
  ports<Ports extends Readonly<Record<string, object>>>(ports: Ports): Ports
  counts(): CallCounts
}

/** Counts calls of ports. `building` is the one generation that may be written. */
export const watchPorts = (building: Generation): Watch => {
  const calls: Record<Kind, PortCalls> = {
    reading: new Map(),
    building: new Map(),
    embedding: new Map(),
    'side-effect': new Map(),
  }
  const count = (call: string, given: readonly unknown[]): void => {
    const counted = calls[kindOf(call, given, building)]
    counted.set(call, (counted.get(call) ?? 0) + 1)
  }
  const watched = <Port extends object>(name: string, port: Port): Port =>
    new Proxy(port, {
      get: (target, member) => {
        const value: unknown = Reflect.get(target, member)
        if (typeof value !== 'function') return value
        return (...given: unknown[]): unknown => {
          count(`${name}.${String(member)}`, given)
          return Reflect.apply(value, target, given)
        }
      },
    })
  const total = (kind: Kind): number => calls[kind].values().reduce((sum, n) => sum + n, 0)
  return {
    port: watched,
    ports: <Ports extends Readonly<Record<string, object>>>(ports: Ports) =>
      Object.fromEntries(
        Object.entries(ports).map(([name, port]) => [name, watched(name, port)]),
      ) as Ports,
    counts: () => ({
      sideEffects: total('side-effect'),
      embeddingsComputed: total('embedding'),
      offenders: [...calls['side-effect'].keys(), ...calls.embedding.keys()].toSorted(),
    }),
  }
}

/**
 * Read models whose every port is watched. `writeTogether` is not: it only runs what a projection
 * prepared in a call that was counted.
 */
export const watchReadModels = <Models extends ReadModels>(
  { port }: Pick<Watch, 'port'>,
  models: Models,
): Models => ({
  ...models,
  generations: port('generations', models.generations),
  parked: port('parked', models.parked),
  texts: port('texts', models.texts),
  facts: port('facts', models.facts),
  concepts: port('concepts', models.concepts),
  citing: port('citing', models.citing),
  projections: models.projections.map((one) => port('projection', one)),
})

const CONNECTIONS = 'net.client.socket'
const PROCESSES = 'child_process'

/**
 * Counts connections and processes that this process starts, until stopped, except for connections
 * to `enginePorts` (database and index). For a process that only runs a replay.
 */
export const watchOutward = (
  enginePorts: readonly number[],
): { count: () => number; stop: () => void } => {
  let count = 0
  const heardProcess = (): void => {
    count += 1
  }
  const heardConnection = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket }
    socket.once('connectionAttempt', (_address: string, port: number) => {
      if (!enginePorts.includes(port)) count += 1
    })
  }
  subscribe(CONNECTIONS, heardConnection)
  subscribe(PROCESSES, heardProcess)
  return {
    count: () => count,
    stop: () => {
      unsubscribe(CONNECTIONS, heardConnection)
      unsubscribe(PROCESSES, heardProcess)
    },
  }
}
