/** How long each activity may take, how often it is tried again, and when that makes no sense. */
import type { ActivityOptions } from '@temporalio/workflow'

/**
 * Faults that the next try would meet again, whatever the flag on the failure says: files that
 * changed under an import, a model that gives too little, a log that holds what it can't.
 */
const LASTING_FAULTS = [
  'blob-missing',
  'embedder-broken',
  'generation-live',
  'import-too-large',
  'payload-invalid',
  'source-changed',
  'stream-mixed',
]

/** Goes on trying while an engine is away; what waits is kept by the server, so nothing is lost. */
const patient: NonNullable<ActivityOptions['retry']> = {
  initialInterval: '1s',
  backoffCoefficient: 2,
  maximumInterval: '30s',
  nonRetryableErrorTypes: LASTING_FAULTS,
}

/** A worker that beats no more is taken for dead; then another one goes on. */
const HEARTBEAT = '6s'

/** Reads and cleans a corpus; on a worker that has not planned so far, from its beginning. */
export const PLANNING: ActivityOptions = {
  startToCloseTimeout: '1h',
  scheduleToCloseTimeout: '1d',
  heartbeatTimeout: HEARTBEAT,
  retry: patient,
  cancellationType: 'TRY_CANCEL',
}

/** One batch, its embeddings included. Cancelled in its middle, it says whether it is recorded. */
export const BATCH: ActivityOptions = {
  startToCloseTimeout: '30m',
  scheduleToCloseTimeout: '1d',
  heartbeatTimeout: HEARTBEAT,
  retry: patient,
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
}

/** One append. */
export const ACT: ActivityOptions = {
  startToCloseTimeout: '2m',
  scheduleToCloseTimeout: '1d',
  retry: patient,
}

/** Reads the whole log, and goes on where a dead worker stopped. */
export const REPLAY: ActivityOptions = {
  startToCloseTimeout: '12h',
  scheduleToCloseTimeout: '2d',
  heartbeatTimeout: HEARTBEAT,
  retry: patient,
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
}
