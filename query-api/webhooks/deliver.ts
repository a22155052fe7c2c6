/**
 * Delivers what is due: several messages of an endpoint at once, those of one text one after the
 * other.
 */
import { Fault } from '#contracts/fault.ts'
import { pauseFor } from '#contracts/toolkit/pause.ts'
import { type Bell, makeBell } from '#contracts/toolkit/wait.ts'
import { signedHeaders } from '#contracts/webhooks/signature.ts'
import { outcomeOf } from './attempt.ts'
import { type Lane, makeLanes, PLACES, type Places } from './lanes.ts'
import type { DueEndpoint, DueMessage, Outcome, PostMessage, Queue, SendMessage } from './ports.ts'
import { unseal } from './secret.ts'

const RECORDING = {
  /** Outcomes that come within this time are kept together. */
  gatherMs: 10,
  outcomesMax: 500,
} as const

/** How often due messages are looked for when nothing rings. */
const POLL_MS = 500

const MS_PER_SECOND = 1_000

export type DeliverDeps = {
  readonly queue: Pick<Queue, 'dueEndpoints' | 'due' | 'record'>
  readonly send: SendMessage
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** From 0 to below 1. */
  readonly random: () => number
  readonly places?: Partial<Places>
  /** Called with what was kept. */
  readonly onRecorded?: (outcomes: readonly Outcome[]) => void
}

const secretsOf = (
  pepper: string,
  { endpointId, sealedSecret, previousSealedSecret }: DueEndpoint,
): readonly Uint8Array[] =>
  [sealedSecret, previousSealedSecret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => unseal(pepper, endpointId, sealed))

/** Signs and posts a message. */
export const makeSendSigned =
  ({ post, pepper }: { readonly post: PostMessage; readonly pepper: string }): SendMessage =>
  async (endpoint, { id, body }, nowMs, signal) => {
    const atSeconds = Math.floor(nowMs / MS_PER_SECOND)
    try {
      const headers = signedHeaders({ id, atSeconds, body }, secretsOf(pepper, endpoint))
      return await post({ url: endpoint.url, headers, body }, signal)
    } catch (error) {
      if (error instanceof Fault) return { fault: 'secret_unreadable' }
      throw error
    }
  }

/**
 * Delivers until aborted, or until its store fails; `bell` wakes it. Requests in flight end with
 * it, so a message is sent again by whoever delivers next. Throws the Faults of the queue.
 */
export const deliver = async (
  deps: DeliverDeps,
  bell: Bell,
  signal: AbortSignal,
): Promise<void> => {
  const { queue, clock, random, onRecorded } = deps
  const failed = new AbortController()
  const running = AbortSignal.any([signal, failed.signal])
  const fail = (error: unknown): void => failed.abort(error)
  const ended: Outcome[] = []
  const outcomes = makeBell()

  const attempt = async (lane: Lane, message: DueMessage): Promise<void> => {
    const beganMs = clock()
    const began = performance.now()
    const { endpoint } = lane
    const posted = await deps.send(endpoint, message, beganMs, running)
    // What was cut off says nothing about the receiver.
    if (running.aborted) return
    const tookMs = performance.now() - began
    const { endpointId, beginning } = endpoint
    const about = { endpointId, beginning, message, posted, beganMs, tookMs }
    const outcome = outcomeOf({ ...about, failuresBefore: lane.failures, random: random() })
    // What was answered before the endpoint began anew says nothing about it now.
    if (beginning === lane.endpoint.beginning) {
      lane.isSlow = tookMs >= places.slowAfterMs
      lane.failures = outcome.becomes === 'delivered' ? 0 : lane.failures + 1
    }
    if (outcome.restMs > 0) lane.isToRest = true
    ended.push(outcome)
    outcomes.ring()
  }
  const places: Places = { ...PLACES, ...deps.places }
  const { lanes, start, drop, meet, wanted } = makeLanes(places, attempt, fail)

  /** Only after it is kept may the next message of the same text be read. */
  const settle = ({ endpointId, messageId, restMs }: Outcome): void => {
    const lane = lanes.get(endpointId)
    if (lane === undefined) return
    lane.held.delete(messageId)
    if (restMs === 0) return
    lane.isToRest = false
    lane.rests += 1
    drop(lane)
  }
  const record = async (): Promise<void> => {
    while (!running.aborted) {
      await outcomes.wait(POLL_MS)
      if (ended.length === 0) continue
      if (ended.length < RECORDING.outcomesMax) await pauseFor(RECORDING.gatherMs, running)
      const kept = ended.splice(0, RECORDING.outcomesMax)
      await queue.record(kept)
      for (const outcome of kept) settle(outcome)
      onRecorded?.(kept)
      if (ended.length > 0) outcomes.ring()
      bell.ring()
    }
    // What was answered before an orderly end is not sent again by whoever delivers next.
    while (ended.length > 0 && !failed.signal.aborted) {
      const kept = ended.splice(0, RECORDING.outcomesMax)
      await queue.record(kept)
      onRecorded?.(kept)
    }
  }
  const read = async (): Promise<void> => {
    while (!running.aborted) {
      // What is recorded while this reads comes as if it were still due.
      const rests = new Map([...lanes].map(([id, lane]) => [id, lane.rests]))
      const endpoints = await queue.dueEndpoints()
      meet(endpoints)
      const held = new Map([...lanes].map(([id, lane]) => [id, new Set(lane.held)]))
      for (const [endpointId, messages] of await queue.due(wanted(endpoints))) {
        const lane = lanes.get(endpointId)
        if (lane === undefined || lane.rests !== (rests.get(endpointId) ?? 0)) continue
        const isHeld = (id: string): boolean =>
          lane.held.has(id) || held.get(endpointId)?.has(id) === true
        for (const message of messages.filter(({ id }) => !isHeld(id))) {
          lane.held.add(message.id)
          lane.waiting.push(message)
        }
      }
      start()
      await bell.wait(POLL_MS)
    }
  }
  const guarded = (loop: () => Promise<void>): Promise<void> => loop().catch(fail)
  await Promise.all([guarded(record), guarded(read)])
  if (failed.signal.aborted) throw failed.signal.reason
}
