/** Receivers of webhooks behind the port that posts: they refuse, hang, vanish or lose answers. */
import type { Post, Posted, PostMessage } from '#query-api/webhooks/ports.ts'
import { currentHost, type Simulation } from '../kernel/simulation.ts'

const NETWORK_MS = 40
/** As `POST_LIMITS` of `infra/webhooks/post.ts` has it. */
const HANG_MS = 15_000
const RETRY_AFTER_SECONDS_MAX = 8
const HTTP = { taken: 204, gone: 410, failed: 500, unavailable: 503 } as const

export type ReceiverTrouble = {
  /** Probabilities: nobody answers, 500, 503 with `Retry-After`, an answer that never comes. */
  unreachable: number
  fails: number
  asksToWait: number
  hangs: number
  /** Probability that it took the message, and its answer is lost. */
  lostAfter: number
}
const CALM: ReceiverTrouble = {
  unreachable: 0,
  fails: 0,
  asksToWait: 0,
  hangs: 0,
  lostAfter: 0,
}

/** A message as a receiver had it. */
export type Arrived = Post & {
  /** Its place among all arrivals. */
  readonly place: number
  readonly atMs: number
  /** Whether the receiver took it, though its answer may be lost. */
  readonly isTaken: boolean
  /** What it answered; null: nothing. */
  readonly status: number | null
}

export const makeReceivers = (simulation: Simulation) => {
  const { random } = simulation
  const arrived: Arrived[] = []
  /** Addresses that answer 410 from a time on, for good. */
  const gone = new Map<string, number>()
  const trouble: ReceiverTrouble = { ...CALM }
  const onGone: ((url: string) => void)[] = []

  const arrive = (post: Post, status: number | null, isTaken: boolean): void => {
    const [place, atMs] = [arrived.length, simulation.now()]
    arrived.push({ ...post, place, atMs, isTaken, status })
  }
  const answer = async (post: Post, signal: AbortSignal): Promise<Posted> => {
    await simulation.step('posts a message', NETWORK_MS)
    // The sender went away before the message was there.
    if (signal.aborted) return { fault: 'connect_failed' }
    const answered = (status: number, retryAfter?: string): Posted => {
      arrive(post, status, status === HTTP.taken)
      return { status, retryAfter }
    }
    if (random.chance(trouble.unreachable)) return { fault: 'connect_failed' }
    if (simulation.now() >= (gone.get(post.url) ?? Infinity)) {
      for (const hear of onGone) hear(post.url)
      return answered(HTTP.gone)
    }
    if (random.chance(trouble.fails)) return answered(HTTP.failed)
    if (random.chance(trouble.asksToWait))
      return answered(HTTP.unavailable, String(random.between(1, RETRY_AFTER_SECONDS_MAX)))
    if (random.chance(trouble.hangs)) {
      arrive(post, null, random.chance(0.5))
      await simulation.step('hangs', HANG_MS)
      return { fault: 'answer_timeout' }
    }
    if (random.chance(trouble.lostAfter)) {
      arrive(post, null, true)
      return { fault: 'answer_unreadable' }
    }
    return answered(HTTP.taken)
  }
  const post: PostMessage = async (message, signal) => {
    simulation.note(`${currentHost()?.name ?? ''} posts ${message.headers['webhook-id']}`)
    const { promise, resolve } = Promise.withResolvers<Posted>()
    const cut = (): void => resolve({ fault: 'connect_failed' })
    signal.addEventListener('abort', cut, { once: true })
    try {
      const posted = await Promise.race([answer(message, signal), promise])
      // The way back of an answer.
      await simulation.step('hears of a message', NETWORK_MS)
      return posted
    } finally {
      signal.removeEventListener('abort', cut)
    }
  }
  return {
    post,
    trouble,
    arrived: arrived as readonly Arrived[],
    gone: gone as ReadonlyMap<string, number>,
    leave: (url: string): void => void gone.set(url, simulation.now()),
    onGone: (hear: (url: string) => void): void => void onGone.push(hear),
    calm: (): void => void Object.assign(trouble, CALM),
  }
}
export type Receivers = ReturnType<typeof makeReceivers>
