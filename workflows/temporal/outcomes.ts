/** Tells the worker how workflows end; part of the bundle for Temporal's sandbox. */
import {
  CancellationScope,
  isCancellation,
  proxySinks,
  type Sinks,
  TemporalFailure,
  type WorkflowInterceptors,
} from '@temporalio/workflow'

type WorkflowOutcome = 'completed' | 'failed' | 'cancelled'

export type OutcomeSinks = Sinks & {
  readonly outcomes: { ended(outcome: WorkflowOutcome): void }
}

const { outcomes } = proxySinks<OutcomeSinks>()

/**
 * How an error ends a workflow; null: it does not. A run that goes on as another one has not ended,
 * and after any other error the engine tries the step again.
 */
const outcomeOf = (error: unknown): WorkflowOutcome | null => {
  if (isCancellation(error) && CancellationScope.current().consideredCancelled) return 'cancelled'
  return error instanceof TemporalFailure ? 'failed' : null
}

/** The name that the engine looks for in each module of interceptors. */
export const interceptors = (): WorkflowInterceptors => ({
  inbound: [
    {
      execute: async (input, next) => {
        try {
          const result = await next(input)
          outcomes.ended('completed')
          return result
        } catch (error) {
          const outcome = outcomeOf(error)
          if (outcome !== null) outcomes.ended(outcome)
          throw error
        }
      },
    },
  ],
})
