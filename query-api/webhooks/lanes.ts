/**
 * Who may be sent something now. An endpoint that answers late or fails takes few places, and none
 * of those that quick ones have: nobody waits for it.
 */
import type { DueEndpoint, DueMessage } from './ports.ts'

export const PLACES = {
  /** Requests in flight that began less than `slowAfterMs` ago, to endpoints that were quick. */
  quickMax: 128,
  /** Requests in flight to the others. Those that turn slow are let in, so it may be more. */
  slowMax: 1_024,
  /** In flight to one endpoint: that answers quickly, that is slow, that fails. */
  perQuickEndpoint: 8,
  perSlowEndpoint: 2,
  perFailingEndpoint: 1,
  slowAfterMs: 1_000,
  /** Messages that are read ahead for a quick endpoint, and for another one. */
  aheadMax: 64,
  aheadAsideMax: 4,
} as const
export type Places = { readonly [Name in keyof typeof PLACES]: number }

/** One receiver, and what is under way to it. */
export type Lane = {
  endpoint: DueEndpoint
  readonly waiting: DueMessage[]
  /** Read and not recorded yet: waiting, in flight, or ended. */
  readonly held: Set<string>
  inFlight: number
  isSlow: boolean
  /** Failures since the last success. */
  failures: number
  /** It rests as soon as its outcome is recorded. */
  isToRest: boolean
  /** How often a rest was recorded: what was read before that is not sent. */
  rests: number
}

const isAside = ({ isSlow, failures }: Lane): boolean => isSlow || failures > 0

const inFlightMaxOf = ({ isSlow, failures }: Lane, places: Places): number => {
  if (failures > 0) return places.perFailingEndpoint
  return isSlow ? places.perSlowEndpoint : places.perQuickEndpoint
}

/** `run` makes one attempt; `start` does not wait for it, and hands its errors to `fail`. */
export const makeLanes = (
  places: Places,
  run: (lane: Lane, message: DueMessage) => Promise<void>,
  fail: (error: unknown) => void,
) => {
  const lanes = new Map<string, Lane>()
  const taken = { quick: 0, slow: 0 }

  const hasPlace = (lane: Lane): boolean =>
    !lane.isToRest &&
    lane.inFlight < inFlightMaxOf(lane, places) &&
    (isAside(lane) ? taken.slow < places.slowMax : taken.quick < places.quickMax)

  /**
   * Holds a place while a request runs; a request that takes long gives its place back to the quick
   * ones.
   */
  const inPlace = async (lane: Lane, message: DueMessage): Promise<void> => {
    let kind: keyof typeof taken = isAside(lane) ? 'slow' : 'quick'
    taken[kind] += 1
    lane.inFlight += 1
    const late = setTimeout(() => {
      lane.isSlow = true
      taken[kind] -= 1
      kind = 'slow'
      taken[kind] += 1
      start()
    }, places.slowAfterMs)
    try {
      await run(lane, message)
    } finally {
      clearTimeout(late)
      taken[kind] -= 1
      lane.inFlight -= 1
      setImmediate(start)
    }
  }

  /** In turns, so that an endpoint with a long queue leaves places to the others. */
  const start = (): void => {
    let isAnyStarted = true
    while (isAnyStarted) {
      isAnyStarted = false
      for (const lane of lanes.values()) {
        const message = hasPlace(lane) ? lane.waiting.shift() : undefined
        if (message === undefined) continue
        isAnyStarted = true
        void inPlace(lane, message).catch(fail)
      }
    }
  }

  const drop = (lane: Lane): void => {
    for (const { id } of lane.waiting.splice(0)) lane.held.delete(id)
  }

  /** Takes over which endpoints have something due, as the store has them now. */
  const meet = (endpoints: readonly DueEndpoint[]): void => {
    const due = new Set(endpoints.map(({ endpointId }) => endpointId))
    for (const endpoint of endpoints) {
      const lane = lanes.get(endpoint.endpointId)
      if (lane !== undefined) {
        if (lane.endpoint.beginning !== endpoint.beginning)
          Object.assign(lane, { isSlow: false, failures: 0 })
        lane.endpoint = endpoint
      } else {
        const state = { inFlight: 0, isSlow: false, failures: 0, isToRest: false, rests: 0 }
        lanes.set(endpoint.endpointId, { endpoint, waiting: [], held: new Set(), ...state })
      }
    }
    for (const [id, lane] of lanes) {
      if (due.has(id)) continue
      // Disabled, deleted or at rest: what was read ahead is read again when it is due again.
      drop(lane)
      if (lane.held.size === 0 && !isAside(lane)) lanes.delete(id)
    }
  }

  /**
   * Of which of these endpoints more should be read, and how many; those held are still due in the
   * store.
   */
  const wanted = (
    endpoints: readonly DueEndpoint[],
  ): readonly { readonly endpointId: string; readonly limit: number }[] =>
    endpoints.flatMap(({ endpointId }) => {
      const lane = lanes.get(endpointId)
      if (lane === undefined) return []
      const ahead = isAside(lane) ? places.aheadAsideMax : places.aheadMax
      const isWanting = !lane.isToRest && lane.waiting.length * 2 <= ahead
      return isWanting ? [{ endpointId, limit: ahead + lane.held.size }] : []
    })

  return { lanes, start, drop, meet, wanted }
}
