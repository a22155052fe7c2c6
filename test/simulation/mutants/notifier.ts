/** Faults of notifiers: what is queued, sent, recorded, and for whom. */
import type { Mutant } from './mutant.ts'

const QUEUE_CHANGES = 'query-api/webhooks/queue-changes.ts'
const DELIVER = 'query-api/webhooks/deliver.ts'
const ATTEMPT = 'query-api/webhooks/attempt.ts'
const QUEUE = 'infra/postgres/webhooks/queue.ts'

export const NOTIFIER_MUTANTS: readonly Mutant[] = [
  {
    name: 'notifier-moves-its-checkpoint-before-it-queues',
    file: QUEUE_CHANGES,
    find: 'const isMine = await queue.follow(from, events, page.next)',
    replace:
      'const isMine = await queue.follow(from, [], page.next)\n  await new Promise((resolve) => setTimeout(resolve, 300))\n  await (queue as any).add(events)',
    needs: ['notify'],
    caughtBy: ['told-every-change', 'messages-accounted'],
  },
  {
    name: 'notifier-passes-by-what-it-did-not-read',
    file: QUEUE_CHANGES,
    find: 'changes.read({ after: from, limit: CHANGES_PER_STEP })',
    replace: 'changes.read({ after: (from + 1) as Position, limit: CHANGES_PER_STEP })',
    needs: ['notify'],
    caughtBy: ['told-every-change'],
  },
  {
    name: 'notifier-derives-the-id-with-the-attempt',
    file: DELIVER,
    find: 'signedHeaders({ id, atSeconds, body }',
    replace: 'signedHeaders({ id: `${id}${atSeconds}`, atSeconds, body }',
    needs: ['notify'],
    caughtBy: ['one-id-one-body', 'messages-accounted'],
  },
  {
    name: 'notifier-drops-the-order-of-a-text',
    file: 'query-api/webhooks/message.ts',
    find: 'orderKey: articleId ?? concept?.conceptId ?? null',
    replace: 'orderKey: null',
    needs: ['notify'],
    caughtBy: ['told-in-order'],
  },
  {
    name: 'notifier-gives-up-at-once',
    file: ATTEMPT,
    find: "becomes: pause === null ? 'given_up' : 'retry'",
    replace: "becomes: 'given_up'",
    needs: ['notify'],
    caughtBy: ['messages-accounted'],
  },
  {
    name: 'notifier-takes-any-answer-for-a-delivery',
    file: ATTEMPT,
    find: 'posted.status < HTTP.okBelow',
    replace: 'posted.status < 1_000',
    needs: ['notify'],
    caughtBy: ['messages-accounted', 'gone-is-disabled'],
  },
  {
    name: 'notifier-ignores-that-an-endpoint-is-gone',
    file: ATTEMPT,
    find: '(posted.status === HTTP.gone || posted.isGone === true)',
    replace: 'posted.isGone === true',
    needs: ['notify'],
    caughtBy: ['gone-is-disabled', 'comes-to-rest'],
  },
  {
    name: 'notifier-forgets-what-it-sent',
    file: QUEUE,
    find: 'await pool.transaction((transaction) => record(transaction, outcomes))',
    replace: 'await Promise.resolve()',
    needs: ['notify'],
    caughtBy: ['comes-to-rest'],
  },
  {
    name: 'notifier-works-without-its-lock',
    file: 'query-api/webhooks/notifier.ts',
    find: 'const running = AbortSignal.any([held, failed.signal])',
    replace: 'const running = AbortSignal.any([stopped, failed.signal])',
    needs: ['notify'],
    caughtBy: ['one-holder-acts'],
  },
  {
    name: 'endpoint-begins-above-the-head',
    file: 'infra/postgres/webhooks/endpoints.ts',
    find: 'await REGISTER.run(transaction, endpoint, (await REACHED.only(transaction)).position)',
    replace:
      'await REGISTER.run(transaction, endpoint, (await REACHED.only(transaction)).position + 3)',
    needs: ['notify'],
    caughtBy: ['starts-at-head', 'told-every-change'],
  },
  {
    name: 'rotation-signs-with-a-secret-that-nobody-has',
    file: 'query-api/webhooks/admin.ts',
    find: 'const sealed = seal(pepper, target.endpointId, secret)',
    replace: 'const sealed = seal(pepper, target.endpointId, newWebhookSecret())',
    needs: ['notify'],
    caughtBy: ['signed-for-owner'],
  },
  {
    name: 'erasure-leaves-messages-that-wait',
    file: 'infra/postgres/erasure/older-rows.ts',
    find: "table: 'webhook_messages'",
    replace: "table: 'scratches'",
    needs: ['notify', 'erase'],
    caughtBy: ['nothing-hidden-told'],
  },
]
