/** Faults across Temporal: the code of a Fault is the type of its failure, in both directions. */
import { isErrorCode } from '#contracts/errors/codes.ts'
import {
  ApplicationFailure,
  CancelledFailure,
  isGrpcServiceError,
  ServiceError,
  TerminatedFailure,
  TimeoutFailure,
} from '@temporalio/client'
import { Fault } from '#contracts/fault.ts'

const INTERNAL = 'internal-error'

/**
 * The failure of an activity. A Fault keeps code, message, hint and delay; without a delay it is
 * not retried. Any other error is a bug, whose message is dropped, since it might quote a text.
 */
export const failureOf = (error: unknown): ApplicationFailure | CancelledFailure => {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error
  if (!(error instanceof Fault)) {
    const name = error instanceof Error ? error.name : typeof error
    return ApplicationFailure.create({ type: INTERNAL, message: `a bug of ours: ${name}` })
  }
  const { code, message, hint, retryAfterMs } = error
  return ApplicationFailure.create({
    type: code,
    message,
    nonRetryable: retryAfterMs === undefined,
    ...(retryAfterMs === undefined ? {} : { nextRetryDelay: retryAfterMs }),
    ...(hint === undefined ? {} : { details: [{ hint }] }),
  })
}

export const unavailable = (cause?: unknown): Fault =>
  new Fault('orchestration-unavailable', 'Temporal does not answer', {
    cause,
    retryAfterMs: 2_000,
    hint: 'start the server, or correct TEMPORAL_ADDRESS (host:port)',
  })

const hintOf = (details: unknown): string | undefined => {
  const [first] = Array.isArray(details) ? (details as unknown[]) : []
  const hasHint = typeof first === 'object' && first !== null && 'hint' in first
  return hasHint && typeof first.hint === 'string' ? first.hint : undefined
}

const causesOf = (error: unknown): unknown[] => {
  const causes: unknown[] = []
  for (let one = error; one instanceof Error && causes.length < 16; one = one.cause) {
    causes.push(one)
  }
  return causes
}

/**
 * The Fault behind an error of the client: that of the failed activity, or
 * `orchestration-unavailable`.
 */
export const faultOf = (error: unknown): Fault => {
  if (error instanceof Fault) return error
  const causes = causesOf(error)
  const failure = causes.find((one) => one instanceof ApplicationFailure)
  if (failure instanceof ApplicationFailure) {
    const hint = hintOf(failure.details)
    return new Fault(isErrorCode(failure.type) ? failure.type : INTERNAL, failure.message, {
      cause: error,
      ...(hint === undefined ? {} : { hint }),
    })
  }
  if (causes.some((one) => one instanceof CancelledFailure || one instanceof TerminatedFailure)) {
    return new Fault('workflow-stopped', 'somebody stopped this workflow', { cause: error })
  }
  if (causes.some((one) => one instanceof TimeoutFailure)) {
    return new Fault('workflow-timeout', { cause: error })
  }
  if (causes.some((one) => one instanceof ServiceError || isGrpcServiceError(one))) {
    return unavailable(error)
  }
  return new Fault(INTERNAL, 'a bug of ours', { cause: error })
}

/** Runs an operation of the client and converts its errors to Faults. */
export const overTemporal = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw faultOf(error)
  }
}
