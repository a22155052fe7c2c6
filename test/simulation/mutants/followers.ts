/** Faults of what follows the log: locks, loops, relay, transport, assessor. */
import type { Mutant } from './mutant.ts'

const FOLLOW = 'contracts/toolkit/follow.ts'
const LOCK = 'infra/postgres/platform/lock.ts'
const RELAY = 'ingest/relay/relay.ts'
const KAFKA = 'infra/kafka/event-log.ts'
const PUBLISHERS = 'infra/kafka/publishers.ts'
const ASSESSOR = 'ingest/groundedness/assessor.ts'

export const FOLLOWER_MUTANTS: readonly Mutant[] = [
  {
    name: 'lock-is-always-free',
    file: LOCK,
    find: 'return rows[0]?.held ?? false',
    replace: 'return rows.length > 0',
    needs: ['read'],
    caughtBy: ['one-holder-acts'],
  },
  {
    name: 'lock-tells-nobody-of-its-loss',
    file: LOCK,
    find: "client.once('end', () => lost.abort(lockLost(name)))",
    replace: '',
    needs: ['read'],
    caughtBy: ['one-holder-acts'],
  },
  {
    name: 'lock-passes-on-only-the-signal-of-the-caller',
    file: LOCK,
    find: 'await work(AbortSignal.any([signal, lost.signal]))',
    replace: 'await work(signal)',
    needs: ['read'],
    caughtBy: ['one-holder-acts'],
  },
  {
    name: 'follow-ends-with-its-first-fault',
    file: FOLLOW,
    find: 'failures += 1\n    }',
    replace: 'failures += 1\n      await new Promise(() => undefined)\n    }',
    needs: ['read'],
    caughtBy: ['comes-to-rest'],
  },
  {
    name: 'relay-moves-its-checkpoint-first',
    file: RELAY,
    find: 'if (events.length > 0) await deps.publisher.publish(events)',
    replace:
      'await deps.checkpoint.advance(last.position)\n  if (events.length > 0) await deps.publisher.publish(events)',
    needs: ['kafka'],
    caughtBy: ['relay-sends-all', 'order-per-article'],
  },
  {
    name: 'relay-leaves-out-the-last-of-many',
    file: RELAY,
    find: 'await deps.publisher.publish(events)',
    replace: 'await deps.publisher.publish(events.length > 4 ? events.slice(0, -1) : events)',
    needs: ['kafka'],
    caughtBy: ['relay-sends-all', 'order-per-article'],
  },
  {
    name: 'publisher-sends-backwards',
    file: PUBLISHERS,
    find: 'await sender.send(topicNames(options).events, messages)',
    replace: 'await sender.send(topicNames(options).events, messages.toReversed())',
    needs: ['kafka'],
    caughtBy: ['order-per-article'],
  },
  {
    name: 'publisher-uses-the-id-as-key',
    file: PUBLISHERS,
    find: 'key: event.streamId, value: encodeEvent',
    replace: 'key: event.id, value: encodeEvent',
    needs: ['kafka'],
    caughtBy: ['order-per-article'],
  },
  {
    name: 'publisher-answers-before-the-brokers',
    file: PUBLISHERS,
    find: '} catch (error) {\n        await close()\n        throw error\n      }',
    replace: '} catch {\n        await close()\n      }',
    needs: ['kafka'],
    caughtBy: ['relay-sends-all', 'order-per-article'],
  },
  {
    name: 'consumer-passes-over-gaps',
    file: 'infra/kafka/reorder.ts',
    find: 'if (value === undefined) break',
    replace:
      'if (value === undefined) {\n          if (next > after + 40) break\n          continue\n        }',
    needs: ['kafka'],
    caughtBy: ['never-skips'],
  },
  {
    name: 'consumer-never-reads-the-log-itself',
    file: KAFKA,
    find: 'options.onGapFilled?.(after)\n    return readLog()',
    replace: 'return []',
    needs: ['kafka'],
    caughtBy: ['comes-to-rest'],
  },
  {
    name: 'assessor-forgets-what-was-assessed',
    file: ASSESSOR,
    find: 'if (assessed.length > 0) await memory.advance(after, assessed, [])',
    replace: '',
    needs: ['assess', 'edit'],
    caughtBy: ['assessments-current'],
  },
  {
    name: 'assessor-compares-with-old-sources',
    file: ASSESSOR,
    find: 'await untilProjected(deps.cited, through, signal)',
    replace: '',
    needs: ['assess', 'edit'],
    caughtBy: ['assessments-current'],
  },
]
