/**
 * The provider's events over HTTP and the real database: each changes something once, and only if
 * it is the provider's.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAccounts } from '#infra/postgres/accounts/accounts.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { setPaid } from '#infra/postgres/accounts/accounts.ts'
import { makeProviderEvents, PROVIDER_EVENTS } from '#infra/postgres/money/webhook-events.ts'
import { ENDED, PAYING } from '#query-api/routes/webhook/changes.ts'
import {
  SIGNATURE_TOLERANCE_SECONDS,
  WEBHOOK_BODY_MAX,
  WEBHOOK_PATH,
} from '#query-api/routes/webhook/webhook.ts'
import { makeHarness } from '../api/harness.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'

const SECRET = 'whsec_test_0123456789'
const stripe = new Stripe('sk_test_x')
let database: TestDatabase
let pool: PostgresPool
let app: FastifyInstance
let accountId: string
let customerId: string

beforeAll(async () => {
  database = await openTestDatabase()
  pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 4 })
  const events = makeProviderEvents(pool, { paying: PAYING, ended: ENDED }, setPaid)
  app = makeHarness({ webhook: { secret: SECRET, events, clock: () => Date.now() } }).app
})
afterAll(async () => {
  await app.close()
  await pool.close()
  await database.close()
})
const makeAccount = async () => {
  const created = await makeAccounts(pool).create({
    name: `Cabinet ${randomUUID()}`,
    plan: 'firm',
    status: 'unpaid',
    actor: 'cli:test',
  })
  if ('refused' in created) throw new Error(created.refused)
  return created
}
beforeEach(async () => {
  accountId = (await makeAccount()).accountId
  customerId = `cus_${randomUUID()}`
  await pool.query('insert into meter_customers (account_id, customer_id) values ($1, $2)', [
    accountId,
    customerId,
  ])
})

const NOW = Math.floor(Date.now() / 1_000)
const event = (type: string, object: object, changes: object = {}) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  type,
  created: NOW,
  data: { object },
  ...changes,
})
const subscription = (status: string, changes: object = {}) => ({
  id: `sub_${customerId}`,
  object: 'subscription',
  customer: customerId,
  status,
  ...changes,
})
const EARLIER = { created: NOW - 1 }
const LATER = { created: NOW + 1 }
const invoice = (type: string, changes: object = {}, more: object = {}) =>
  event(type, { customer: customerId, subscription: `sub_${customerId}`, ...more }, changes)
/** Gives the account an unpaid status and another customer. */
const otherCustomer = async (): Promise<string> => {
  await makeAccounts(pool).setPaid(accountId, 'unpaid', 'cli:test')
  const id = `cus_${randomUUID()}`
  await pool.query('update meter_customers set customer_id = $2 where account_id = $1', [
    accountId,
    id,
  ])
  return id
}
const statusNow = async (): Promise<string | null> => {
  const { rows } = await pool.query<{ status: string }>(
    'select status from provider_subscriptions where id = $1',
    [`sub_${customerId}`],
  )
  return rows[0]?.status ?? null
}
/** As the provider's own library signs. */
const sign = (payload: string, seconds = NOW, secret = SECRET): string =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds })
const post = (payload: string, header: string | undefined) =>
  app.inject({
    method: 'POST',
    url: WEBHOOK_PATH,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(header === undefined ? {} : { 'stripe-signature': header }),
    },
    payload,
  })
const send = async (body: object): Promise<number> => {
  const payload = JSON.stringify(body)
  return (await post(payload, sign(payload))).statusCode
}
const isPaid = async (): Promise<boolean> => {
  const { rows } = await pool.query<{ paid: boolean }>('select paid from accounts where id = $1', [
    accountId,
  ])
  return rows[0]?.paid ?? false
}
const paidActs = async (): Promise<number> => {
  const { rows } = await pool.query(
    `select from audit_acts where kind = 'account.paid-set' and actor = 'stripe' and subject = $1`,
    [accountId],
  )
  return rows.length
}
const state = async (): Promise<string> => {
  const { rows } = await pool.query<{ all: string }>(
    `select (select json_agg(a order by a.id) from accounts a)::text
       || coalesce((select json_agg(e order by e.id) from provider_events e)::text, '')
       || coalesce((select json_agg(s order by s.id) from provider_subscriptions s)::text, '') as all`,
  )
  return rows[0]?.all ?? ''
}

/** Customers of the provider that were not linked to the account. */
const refusedCustomers = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ customer: string }>(
    `select data ->> 'customerId' as customer from audit_acts
     where kind = 'account.customer-refused' and actor = 'stripe' and subject = $1`,
    [accountId],
  )
  return rows.map(({ customer }) => customer)
}

describe('a second customer of an account', () => {
  test('changes nothing, and the audit names it once', async () => {
    const second = `cus_${randomUUID()}`
    const said = subscription('active', {
      customer: second,
      id: `sub_${second}`,
      metadata: { account: accountId },
    })
    expect(await send(event('customer.subscription.created', said))).toBe(200)
    expect(await send(event('customer.subscription.updated', said, LATER))).toBe(200)
    expect(await isPaid()).toBe(false)
    expect(await refusedCustomers()).toEqual([second])
  })

  test('is reported when the customer belongs to another account', async () => {
    const taken = customerId
    const { accountId: other } = await makeAccount()
    accountId = other
    await send(event('customer.updated', { id: taken, metadata: { account: other } }))
    expect(await refusedCustomers()).toEqual([taken])
  })

  test('is not reported of its own customer, or of an unknown account', async () => {
    await send(event('customer.updated', { id: customerId, metadata: { account: accountId } }))
    expect(await refusedCustomers()).toEqual([])
    const unknown = randomUUID()
    const checkout = { customer: `cus_${unknown}`, client_reference_id: unknown }
    expect(await send(event('checkout.session.completed', checkout))).toBe(200)
    accountId = unknown
    expect(await refusedCustomers()).toEqual([])
  })
})

describe('a subscription', () => {
  for (const [status, paid] of [
    ['active', true],
    ['trialing', true],
    ['past_due', true],
    ['incomplete', false],
    ['unpaid', false],
    ['paused', false],
    ['canceled', false],
    ['a_state_of_tomorrow', false],
  ] as const) {
    test(`that is ${status} makes its account ${paid ? 'paid' : 'unpaid'}`, async () => {
      await makeAccounts(pool).setPaid(accountId, paid ? 'unpaid' : 'paid', 'cli:test')
      expect(await send(event('customer.subscription.updated', subscription(status)))).toBe(200)
      expect(await isPaid()).toBe(paid)
      expect(await paidActs()).toBe(1)
    })
  }

  test('an older event that arrives later changes nothing', async () => {
    await send(event('customer.subscription.updated', subscription('unpaid')))
    await send(event('customer.subscription.updated', subscription('active'), { created: NOW - 1 }))
    expect(await isPaid()).toBe(false)
  })

  test('the end of a subscription is final, whatever is said afterwards', async () => {
    await send(event('customer.subscription.deleted', subscription('canceled')))
    await send(
      event(
        'invoice.paid',
        { customer: customerId, subscription: `sub_${customerId}` },
        { created: NOW + 5 },
      ),
    )
    expect(await isPaid()).toBe(false)
  })

  test('of two in one second, the first state of a new one is the older', async () => {
    await send(event('customer.subscription.updated', subscription('active')))
    await send(event('customer.subscription.created', subscription('incomplete')))
    expect(await isPaid()).toBe(true)
  })

  test('of two in one second, an invoice does not overrule what is said of it', async () => {
    const unpaid = event('customer.subscription.updated', subscription('unpaid'))
    const failed = invoice('invoice.payment_failed')
    await send(event('customer.subscription.updated', subscription('active'), EARLIER))
    await send(unpaid)
    await send(failed)
    expect(await isPaid()).toBe(false)
    customerId = await otherCustomer()
    await send(event('customer.subscription.updated', subscription('active'), EARLIER))
    await send(invoice('invoice.payment_failed'))
    await send(event('customer.subscription.updated', subscription('unpaid')))
    expect(await isPaid()).toBe(false)
  })

  test('an account with another one that pays goes on', async () => {
    await send(
      event(
        'customer.subscription.created',
        subscription('active', { id: `sub_other_${customerId}` }),
      ),
    )
    await send(event('customer.subscription.deleted', subscription('canceled')))
    expect(await isPaid()).toBe(true)
  })

  for (const status of ['incomplete', 'unpaid'])
    test(`that is ${status} is active when an invoice is paid, in both shapes`, async () => {
      await send(event('customer.subscription.updated', subscription(status)))
      await send(invoice('invoice.paid', LATER))
      expect(await isPaid()).toBe(true)
      customerId = await otherCustomer()
      await send(event('customer.subscription.updated', subscription(status)))
      const parent = { subscription_details: { subscription: `sub_${customerId}` } }
      await send(event('invoice.paid', { customer: { id: customerId }, parent }, LATER))
      expect(await isPaid()).toBe(true)
    })

  for (const status of ['paused', 'a_state_of_tomorrow'])
    test(`that is ${status} is not active because an invoice is paid`, async () => {
      await send(event('customer.subscription.updated', subscription(status)))
      await send(invoice('invoice.paid', LATER))
      expect(await isPaid()).toBe(false)
      expect(await statusNow()).toBe(status)
    })

  test('an invoice that was made by hand says nothing of it', async () => {
    await send(event('customer.subscription.updated', subscription('unpaid')))
    await send(invoice('invoice.paid', LATER, { billing_reason: 'manual' }))
    expect(await isPaid()).toBe(false)
  })

  test('that nothing was said of is not known by its invoices', async () => {
    await send(invoice('invoice.payment_failed'))
    await send(invoice('invoice.paid', LATER))
    expect(await isPaid()).toBe(false)
    expect(await statusNow()).toBeNull()
  })

  for (const status of ['active', 'trialing'])
    test(`that is ${status} is past due after a failed payment, and pays on`, async () => {
      await send(event('customer.subscription.updated', subscription(status)))
      await send(invoice('invoice.payment_failed', LATER))
      expect(await statusNow()).toBe('past_due')
      expect(await isPaid()).toBe(true)
    })

  for (const status of ['incomplete', 'unpaid', 'paused', 'a_state_of_tomorrow'])
    test(`that is ${status} stays so after a failed payment`, async () => {
      await send(event('customer.subscription.updated', subscription(status)))
      await send(invoice('invoice.payment_failed', LATER))
      expect(await statusNow()).toBe(status)
      expect(await isPaid()).toBe(false)
    })

  test('that names its account is linked, though its customer was unknown', async () => {
    const customer = `cus_${randomUUID()}`
    await pool.query('delete from meter_customers where account_id = $1', [accountId])
    const object = subscription('active', {
      customer,
      id: `sub_${customer}`,
      metadata: { account: accountId },
    })
    await send(event('customer.subscription.created', object))
    expect(await isPaid()).toBe(true)
  })

  test('of nobody we know is kept, and changes no account', async () => {
    const before = await isPaid()
    expect(
      await send(
        event('customer.subscription.updated', {
          ...subscription('active'),
          customer: 'cus_stranger',
          id: 'sub_stranger',
        }),
      ),
    ).toBe(200)
    expect(await isPaid()).toBe(before)
  })
})

describe('what an operator said of an account', () => {
  for (const [status, said] of [
    ['active', 'unpaid'],
    ['canceled', 'paid'],
  ] as const)
    test(`stays ${said} while its subscription stays ${status}`, async () => {
      await send(event('customer.subscription.updated', subscription(status), EARLIER))
      await makeAccounts(pool).setPaid(accountId, said, 'cli:test')
      // The customer changes an address, and the subscription its text.
      const changed = { id: customerId, metadata: { account: accountId } }
      await send(event('customer.updated', changed))
      await send(event('customer.subscription.updated', subscription(status), LATER))
      // An older event arrives late.
      await send(event('customer.subscription.updated', subscription(status), { created: NOW - 9 }))
      expect(await isPaid()).toBe(said === 'paid')
    })

  test('ends with the next change of who pays', async () => {
    await send(event('customer.subscription.created', subscription('incomplete'), EARLIER))
    await makeAccounts(pool).setPaid(accountId, 'unpaid', 'cli:test')
    await send(event('customer.subscription.updated', subscription('active')))
    expect(await isPaid()).toBe(true)
    await makeAccounts(pool).setPaid(accountId, 'paid', 'cli:test')
    await send(event('customer.subscription.deleted', subscription('canceled'), LATER))
    expect(await isPaid()).toBe(false)
  })
})

const unchangedBy = async (
  work: () => Promise<{ statusCode: number; body: string }>,
  status: number,
  code?: string,
) => {
  const before = await state()
  const answer = await work()
  expect(answer.statusCode).toBe(status)
  if (code !== undefined) expect(answer.body).toContain(code)
  expect(await state()).toBe(before)
}
const good = () => JSON.stringify(event('customer.subscription.updated', subscription('active')))

test('ids of events that the provider can not send again are forgotten with the next one', async () => {
  const [forgotten, kept] = [`evt_${randomUUID()}`, `evt_${randomUUID()}`]
  await pool.query(
    `insert into provider_events (id, type, created_at, received_at)
     select id, 'invoice.paid', now(), now() - make_interval(days => days)
     from unnest($1::text[], $2::integer[]) as t (id, days)`,
    [
      [forgotten, kept],
      [PROVIDER_EVENTS.keptDays + 1, PROVIDER_EVENTS.keptDays - 1],
    ],
  )
  expect(await send(event('customer.subscription.updated', subscription('active')))).toBe(200)
  const { rows } = await pool.query<{ id: string }>(
    'select id from provider_events where id = any ($1)',
    [[forgotten, kept]],
  )
  expect(rows.map(({ id }) => id)).toEqual([kept])
})

describe('nothing changes by', () => {
  test('an event without a signature', () =>
    unchangedBy(() => post(good(), undefined), 400, 'signature_missing'))
  test('the signature of another secret', async () => {
    const payload = good()
    await unchangedBy(
      () => post(payload, sign(payload, NOW, 'whsec_other')),
      400,
      'signature_invalid',
    )
  })
  test('a body of which one byte is another', async () => {
    const payload = good()
    await unchangedBy(
      () => post(payload.replace('active', 'Active'), sign(payload)),
      400,
      'signature_invalid',
    )
  })
  for (const shift of [-1, 1])
    test(`a signature ${shift < 0 ? 'of long ago' : 'of the future'}`, async () => {
      const payload = good()
      const seconds = NOW + shift * (SIGNATURE_TOLERANCE_SECONDS + 30)
      await unchangedBy(() => post(payload, sign(payload, seconds)), 400, 'signature_expired')
    })
  for (const header of [
    '',
    't=,v1=',
    `t=${NOW}`,
    `t=${NOW},v1=zz`,
    'v1=0',
    'x'.repeat(10_000),
    `t=1e9,v1=${'0'.repeat(64)}`,
  ])
    test(`the header ${header.slice(0, 20)}`, () => unchangedBy(() => post(good(), header), 400))
  for (const payload of [
    '',
    'null',
    '[]',
    '{',
    '{"id":1}',
    JSON.stringify(event('invoice.paid', {})),
  ])
    test(`a signed body ${payload.slice(0, 20)}`, () =>
      unchangedBy(() => post(payload, sign(payload)), 400, 'event_invalid'))
  test('a body that is too large', () =>
    unchangedBy(() => post('x'.repeat(WEBHOOK_BODY_MAX + 1), 't=1'), 400))

  test('an event of a type that says nothing of who pays', async () => {
    for (const type of ['charge.refunded', 'toString', 'a word']) {
      const payload = JSON.stringify(
        event(type, { id: customerId, status: 'active', customer: customerId }),
      )
      await unchangedBy(() => post(payload, sign(payload)), 200)
    }
  })

  test('an event that was taken before, also many at once', async () => {
    const payload = good()
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(payload, sign(payload))))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 8 }, () => 200),
    )
    expect(await paidActs()).toBe(1)
    await makeAccounts(pool).setPaid(accountId, 'unpaid', 'cli:test')
    await unchangedBy(() => post(payload, sign(payload)), 200)
    expect(await isPaid()).toBe(false)
  })
})

test('a new secret beside the old one: one good signature of two is enough', async () => {
  const payload = JSON.stringify(event('customer.subscription.updated', subscription('active')))
  const header = `${sign(payload)},v1=${'0'.repeat(64)}`
  expect((await post(payload, header)).statusCode).toBe(200)
})

test('the receiver needs no key and has no limit; without a secret it does not exist', async () => {
  const payload = JSON.stringify(event('customer.updated', { id: customerId }))
  const answers = await Promise.all(Array.from({ length: 40 }, () => post(payload, sign(payload))))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const without = makeHarness().app
  const answer = await without.inject({ method: 'POST', url: WEBHOOK_PATH, payload: {} })
  expect(answer.statusCode).toBe(404)
  await without.close()
})

test('a database that is away answers 500, so that the provider comes again', async () => {
  const events = { take: () => Promise.reject(new Error('away')) }
  const failing = makeHarness({ webhook: { secret: SECRET, events, clock: () => Date.now() } }).app
  const payload = JSON.stringify(event('customer.updated', { id: customerId }))
  const answer = await failing.inject({
    method: 'POST',
    url: WEBHOOK_PATH,
    headers: { 'content-type': 'application/json', 'stripe-signature': sign(payload) },
    payload,
  })
  expect(answer.statusCode).toBe(500)
  await failing.close()
})
