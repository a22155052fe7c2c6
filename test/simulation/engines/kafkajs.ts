/** Stands in for the package `kafkajs` in the simulated process. */
import { currentHost, type Host, type Simulation } from '../kernel/simulation.ts'

const PARTITIONS = 6
const LATENCY_MS = 8
const MESSAGES_PER_FETCH = 5
const FETCH_MS = 120

type Message = { readonly key: string; readonly value: string }
type Stored = Message & { readonly offset: number }
type Partition = { readonly messages: Stored[]; next: number }

type Payload = {
  readonly batch: {
    readonly partition: number
    readonly messages: readonly { offset: string; key: Buffer; value: Buffer }[]
  }
  resolveOffset(offset: string): void
  heartbeat(): Promise<void>
  isRunning(): boolean
}
type EachBatch = (payload: Payload) => Promise<void>

type Member = {
  readonly group: string
  readonly host: Host | null
  isRunning: boolean
  /** Next offset to fetch, by partition. */
  readonly places: Map<number, number>
  onCrash: (restart: boolean) => void
}

export type KafkaTrouble = {
  lostBefore: number
  lostAfter: number
  /** Probability that a message of a batch is stored twice. */
  duplicate: number
  /** Probability that a fetch crashes the consumer. */
  crash: number
}

const partitionOf = (key: string): number => {
  let hash = 7
  for (let at = 0; at < key.length; at += 1) hash = (hash * 31 + key.charCodeAt(at)) >>> 0
  return hash % PARTITIONS
}

const away = (): Error => Object.assign(new Error('broker not available'), { retriable: true })

/** The brokers, as clients see them: partitions, groups, and lost or repeated messages. */
export const makeBrokers = (simulation: Simulation) => {
  const { random } = simulation
  const topics = new Map<string, Partition[]>()
  const members = new Set<Member>()
  const committed = new Map<string, number>()
  const ever: Message[] = []
  const trouble: KafkaTrouble = { lostBefore: 0, lostAfter: 0, duplicate: 0, crash: 0 }
  let isUp = true
  const partitionsOf = (topic: string): Partition[] => {
    const found = topics.get(topic)
    if (found !== undefined) return found
    const made = Array.from({ length: PARTITIONS }, () => ({ messages: [], next: 0 }))
    topics.set(topic, made)
    return made
  }
  /**
   * The partitions of a group are shared by the members that run; they begin where it committed.
   */
  const rebalance = (group: string, topic: string): void => {
    const running = [...members].filter(
      (one) => one.group === group && one.isRunning && one.host?.isAlive !== false,
    )
    for (const member of running) member.places.clear()
    for (let partition = 0; partition < PARTITIONS; partition += 1) {
      const member = running[partition % Math.max(1, running.length)]
      member?.places.set(partition, committed.get(`${group} ${topic} ${partition}`) ?? 0)
    }
  }
  const store = (topic: string, { key, value }: Message): void => {
    const partition = partitionsOf(topic)[partitionOf(key)]
    if (partition === undefined) return
    ever.push({ key, value })
    const copies = random.chance(trouble.duplicate) ? 2 : 1
    for (let copy = 0; copy < copies; copy += 1) {
      partition.messages.push({ key, value, offset: partition.next })
      partition.next += 1
    }
  }
  return {
    trouble,
    calm: (): void => {
      Object.assign(trouble, { lostBefore: 0, lostAfter: 0, duplicate: 0, crash: 0 })
      isUp = true
    },
    setUp: (up: boolean): void => void (isUp = up),
    topicNames: () => [...topics.keys()],
    /** Every message that was ever stored, in order. */
    everSent: (): readonly Message[] => ever,
    check: async (host: Host | null): Promise<void> => {
      await simulation.step('kafka request', LATENCY_MS, host)
      if (!isUp || random.chance(trouble.lostBefore)) throw away()
    },
    createTopic: (topic: string): void => void partitionsOf(topic),
    send: async (host: Host | null, topic: string, messages: readonly Message[]): Promise<void> => {
      await simulation.step('kafka send', LATENCY_MS, host)
      if (!isUp || random.chance(trouble.lostBefore)) throw away()
      const isCut = random.chance(trouble.lostAfter)
      const kept = isCut ? random.between(0, messages.length) : messages.length
      for (const message of messages.slice(0, kept)) store(topic, message)
      if (isCut) throw away()
    },
    /** Retention, or a leader that was not in sync: the oldest messages of a partition are gone. */
    truncate: (): void => {
      for (const partitions of topics.values()) {
        const { messages } = random.pick(partitions)
        messages.splice(0, random.between(0, messages.length))
      }
    },
    join: (member: Member, topic: string): void => {
      members.add(member)
      rebalance(member.group, topic)
    },
    leave: (member: Member, topic: string): void => {
      members.delete(member)
      rebalance(member.group, topic)
    },
    dropHost: (host: Host, afterMs: number): void => {
      for (const member of members)
        if (member.host === host)
          simulation.after(
            afterMs,
            'kafka forgets a consumer',
            () => {
              members.delete(member)
              for (const topic of topics.keys()) rebalance(member.group, topic)
            },
            null,
          )
    },
    commit: (group: string, topic: string, partition: number, offset: number): void => {
      const key = `${group} ${topic} ${partition}`
      committed.set(key, Math.max(offset, committed.get(key) ?? 0))
    },
    /** One fetch; false where there was nothing. */
    fetch: async (member: Member, topic: string, eachBatch: EachBatch): Promise<boolean> => {
      if (!isUp) return false
      if (random.chance(trouble.crash)) {
        const restart = random.chance(0.5)
        member.isRunning = restart
        if (!restart) members.delete(member)
        rebalance(member.group, topic)
        member.onCrash(restart)
        return false
      }
      const ready = [...member.places].flatMap(([partition, offset]) => {
        const found = partitionsOf(topic)[partition]?.messages.filter((one) => one.offset >= offset)
        return found === undefined || found.length === 0 ? [] : [{ partition, found }]
      })
      if (ready.length === 0) return false
      const { partition, found } = random.pick(ready)
      const some = found.slice(0, random.between(1, MESSAGES_PER_FETCH))
      await eachBatch({
        batch: {
          partition,
          messages: some.map(({ offset, key, value }) => ({
            offset: String(offset),
            key: Buffer.from(key),
            value: Buffer.from(value),
          })),
        },
        resolveOffset: (offset) => {
          if (member.places.has(partition)) member.places.set(partition, Number(offset) + 1)
        },
        heartbeat: () => Promise.resolve(),
        isRunning: () => member.isRunning,
      })
      return true
    },
  }
}
export type Brokers = ReturnType<typeof makeBrokers>

let brokers: Brokers | null = null
let simulated: Simulation | null = null
/** The brokers that every client of this process talks to. */
export const useBrokers = (next: Brokers | null, simulation: Simulation | null): void => {
  brokers = next
  simulated = simulation
}
const theBrokers = (): Brokers => {
  if (brokers === null) throw new Error('no simulated Kafka is in use')
  return brokers
}

export const CompressionTypes = { None: 0, GZIP: 1 } as const
export const logLevel = { NOTHING: 0 } as const

const admin = (host: Host | null) => ({
  connect: () => theBrokers().check(host),
  disconnect: () => Promise.resolve(),
  describeCluster: () => Promise.resolve({ brokers: [1, 2, 3] }),
  listTopics: () => Promise.resolve(theBrokers().topicNames()),
  fetchTopicMetadata: ({ topics }: { readonly topics: readonly string[] }) =>
    Promise.resolve({
      topics: topics.map((name) => ({
        name,
        partitions: Array.from({ length: PARTITIONS }, (_, id) => ({ id })),
      })),
    }),
  createTopics: async ({ topics }: { readonly topics: readonly { readonly topic: string }[] }) => {
    for (const { topic } of topics) theBrokers().createTopic(topic)
    return true
  },
})

const producer = (host: Host | null) => ({
  connect: () => theBrokers().check(host),
  disconnect: () => Promise.resolve(),
  send: async ({ topic, messages }: { readonly topic: string; readonly messages: Message[] }) =>
    theBrokers().send(host, topic, messages),
})

type CrashListener = (event: { payload: { restart: boolean } }) => void

const consumer = (host: Host | null, group: string) => {
  let topic = ''
  const member: Member = {
    group,
    host,
    isRunning: false,
    places: new Map(),
    onCrash: () => undefined,
  }
  const loop = async (eachBatch: EachBatch): Promise<void> => {
    while (member.isRunning) {
      const wasBusy = await theBrokers().fetch(member, topic, eachBatch)
      await simulated?.step('kafka fetch', wasBusy ? LATENCY_MS : FETCH_MS, host)
    }
  }
  return {
    events: { CRASH: 'consumer.crash' },
    on: (_: string, listener: CrashListener) => {
      member.onCrash = (restart) => listener({ payload: { restart } })
    },
    connect: () => theBrokers().check(host),
    disconnect: async () => {
      member.isRunning = false
      theBrokers().leave(member, topic)
    },
    subscribe: async ({ topics }: { readonly topics: readonly string[] }) => {
      topic = topics[0] ?? ''
    },
    run: async ({ eachBatch }: { readonly eachBatch: EachBatch }) => {
      member.isRunning = true
      theBrokers().join(member, topic)
      void loop(eachBatch)
    },
    commitOffsets: async (
      offsets: readonly { topic: string; partition: number; offset: string }[],
    ) => {
      await theBrokers().check(host)
      for (const { topic: of, partition, offset } of offsets)
        theBrokers().commit(group, of, partition, Number(offset))
    },
  }
}

export class Kafka {
  readonly #host: Host | null = currentHost()

  admin() {
    return admin(this.#host)
  }

  producer() {
    return producer(this.#host)
  }

  consumer({ groupId }: { readonly groupId: string }) {
    return consumer(this.#host, groupId)
  }
}
