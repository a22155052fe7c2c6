/** `one-holder-acts`: a process that lost a lock begins no further step under it. */
import type { Host } from '../kernel/simulation.ts'
import type { Watched } from './facts.ts'

/** Steps that a host ended after it heard that the lock of the step is lost. */
const stepsAfter = new WeakMap<Host, Map<string, number>>()

/** Statements that end a step, with the lock under which it is done. */
const LOCK_OF_STEP: Readonly<Record<string, (values: readonly unknown[]) => string>> = {
  'generations-advance': ([generation]) => `projector-${String(generation)}`,
  'update relay_checkpoint set position = greatest(position, $1)': () => 'relay',
  'assessor-advance': () => 'assessor',
  'meter-advance': () => 'meter',
  'webhooks-move-checkpoint': () => 'notifier',
}

/** The step under way when the news comes may end; the next one may not begin. */
const STEPS_AFTER_MAX = 1

export const installFencing = ({ postgres, simulation }: Watched): void => {
  postgres.watchGrants((host, key) => {
    if (host !== null) stepsAfter.get(host)?.delete(key)
  })
  postgres.watch((host, statement, values) => {
    const name = LOCK_OF_STEP[statement]?.(values)
    // The scenario itself checks and repairs when all processes have ended.
    if (name === undefined || host === null) return
    const counts = stepsAfter.get(host) ?? new Map<string, number>()
    stepsAfter.set(host, counts)
    const count = postgres.believesToHold(host, name) ? 0 : (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count > STEPS_AFTER_MAX)
      simulation.fail('one-holder-acts', `${host.name} ends step after step without ${name}`)
  })
}
