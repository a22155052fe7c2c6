/** Patience of a replay, milliseconds. */
export const REPLAY = {
  lockName: 'replay',
  /** With another replay that runs. */
  lockWaitMs: 2_000,
  /** With a projector that still writes a generation which is to be removed. */
  retireWaitMs: 30_000,
  /** With the live generation, when a build that was resumed is ahead of it. */
  liveWaitMs: 60_000,
  pollMs: 50,
  /** Larger than a projector's, since nobody waits for a batch to be seen. */
  eventsPerBatch: 2_000,
} as const
