/** What every activity of ours is wrapped in. */
import { CancelledFailure, Context } from '@temporalio/activity'
import type { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { failureOf } from './faults.ts'

/** Well below the timeout of a heartbeat, so that a busy second is not taken for death. */
const BEAT_EVERY_MS = 1_500

/** Ends an activity between two of its steps once somebody asked for that. */
export const throwIfCancelled = (): void => {
  if (Context.current().cancellationSignal.aborted) throw new CancelledFailure('stopped on request')
}

/**
 * An activity: its input parsed, its life told to the server while it works, its Faults given back
 * as failures that carry their code. Throws what the server takes, and nothing else.
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
        throw new Fault(
          'payload-invalid',
          'a workflow asked for something that no activity takes',
          {
            hint: 'run clients and workers of one version',
          },
        )
      }
      return await work(parsed.data, context)
    } catch (error) {
      // Ports that were told to stop say so in their own words.
      if (error instanceof Fault && error.code === 'aborted') throwIfCancelled()
      throw failureOf(error)
    } finally {
      clearInterval(beat)
    }
  }
