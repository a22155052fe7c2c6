/** Timeouts and retries of each activity. */
import type { ActivityOptions } from '@temporalio/workflow'

/** Faults that are never retried: changed files, a broken model, an invalid log. */
const LASTING_FAULTS = [
  'blob-missing',
  'embedder-broken',
  'generation-live',
  'import-too-large',
  'payload-invalid',
  'source-changed',
  'stream-mixed',
]

/** Retries while an engine is unavailable; the server keeps the waiting work. */
const patient: NonNullable<ActivityOptions['retry']> = {
  initialInterval: '1s',
  backoffCoefficient: 2,
  maximumInterval: '30s',
  nonRetryableErrorTypes: LASTING_FAULTS,
}

/** A worker without a heartbeat for this long is considered dead, and another one continues. */
const HEARTBEAT = '6s'

/** Reads and cleans a corpus, from its beginning on a new worker. */
export const PLANNING: ActivityOptions = {
  startToCloseTimeout: '1h',
  scheduleToCloseTimeout: '1d',
  heartbeatTimeout: HEARTBEAT,
  retry: patient,
  cancellationType: 'TRY_CANCEL',
}

/** One batch with its embeddings. A cancelled one reports whether it is recorded. */
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

/** Reads the whole log, and continues where a dead worker stopped. */
export const REPLAY: ActivityOptions = {
  startToCloseTimeout: '12h',
  scheduleToCloseTimeout: '2d',
  heartbeatTimeout: HEARTBEAT,
  retry: patient,
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
}
