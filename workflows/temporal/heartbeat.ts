/** The wrapper of every activity. */
import { CancelledFailure, Context } from '@temporalio/activity'
import type { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { failureOf } from './faults.ts'

/** Well below the heartbeat timeout, so that a busy second does not fail the activity. */
const BEAT_EVERY_MS = 1_500

/** Throws if the activity is cancelled; called between two steps. */
export const throwIfCancelled = (): void => {
  if (Context.current().cancellationSignal.aborted) throw new CancelledFailure('stopped on request')
}

/**
 * Makes an activity: parses its input, sends heartbeats while it works, and turns its Faults into
 * failures of Temporal with the same code. It throws nothing else.
 */
export const activityOf =
  <Input, Output>(
    schema: z.ZodType<Input>,
    work: (input: Input, context: Context) => Promise<Output>,
  ): ((input: Input) => Promise<Output>) =>
  async (input) => {
    const context = Context.current()
    const beat = setInterval(() => context.heartbeat(), BEAT_EVERY_MS)
    try {
      const parsed = schema.safeParse(input)
      if (!parsed.success) {
        throw new Fault('payload-invalid')
      }
      return await work(parsed.data, context)
    } catch (error) {
      // A stopped port throws the Fault `aborted`.
      if (error instanceof Fault && error.code === 'aborted') throwIfCancelled()
      throw failureOf(error)
    } finally {
      clearInterval(beat)
    }
  }
