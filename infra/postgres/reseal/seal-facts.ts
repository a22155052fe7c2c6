/** Seals the facts in clear into a table of this session, beside the log that they are of. */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import {
  openEvent,
  payloadHashOf,
  sealData,
  type SealedEvent,
} from '#contracts/sealing/sealed-event.ts'
import { byWording, textsOf } from '../log/event-store.ts'
import { toBytes } from '../log/hashes.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import type { SealKey } from '../platform/vault.ts'
import { type ClearFact, readClearFacts } from './clear-facts.ts'

/** Facts in one statement. */
const PER_WRITE = 1_000

type Facts = readonly SealedEvent[]
type Key = SealKey & { readonly streamId: string; readonly texts: readonly Buffer[] }

const MAKE_TABLE = `create temporary table resealed_facts (
  position bigint primary key, payload_hash bytea not null, data jsonb not null, seal_key uuid not null,
  sealed bytea not null
) on commit drop`
const WRITE = statement('reseal-write-facts', {
  sql: `insert into resealed_facts (position, payload_hash, data, seal_key, sealed)
    select * from unnest($1::bigint[], $2::bytea[], $3::jsonb[], $4::uuid[], $5::bytea[])`,
  values: (facts: Facts) => [
    facts.map(({ position }) => position),
    facts.map(({ payloadHash }) => toBytes(payloadHash)),
    facts.map(({ data }) => canonicalJson(data)),
    facts.map(({ sealed }) => sealed?.key),
    facts.map(({ sealed }) => sealed?.body),
  ],
})
const WRITE_KEYS = statement('reseal-write-keys', {
  sql: `insert into keys.seal_keys (id, stream_id, wrapped) select * from unnest($1::uuid[], $2::text[], $3::bytea[])`,
  values: (keys: readonly Key[]) => [
    keys.map(({ id }) => id),
    keys.map(({ streamId }) => streamId),
    keys.map(({ wrapped }) => wrapped),
  ],
})
const WRITE_USES = statement('reseal-write-uses', {
  sql: 'insert into keys.text_uses (key_id, look_up) select * from unnest($1::uuid[], $2::bytea[])',
  values: (keys: readonly Key[]) => [
    keys.flatMap(({ id, texts }) => texts.map(() => id)),
    keys.flatMap(({ texts }) => texts),
  ],
})

/** A sealed fact that does not open to what it was made of would be lost for good. */
const checkOpens = (sealed: SealedEvent, { read }: ClearFact, { key }: SealKey): void => {
  const opened = openEvent(sealed, key)
  if (canonicalJson(opened.data) === canonicalJson(read.data)) return
  throw new Fault('reseal-differs', `the fact at position ${read.position} opens differently`)
}

const sealFact = (fact: ClearFact, key: SealKey): SealedEvent => {
  const { stored } = fact
  const { clear, sealed } = sealData(stored, stored.data, key)
  const event = { ...stored, data: clear, sealed, payloadHash: payloadHashOf(clear, sealed) }
  checkOpens(event, fact, key)
  return event
}

/** Runs of facts of one stream in one append: a key is of no more than one. */
async function* byAppend(facts: AsyncIterable<ClearFact>): AsyncGenerator<ClearFact[]> {
  let run: ClearFact[] = []
  for await (const fact of facts) {
    const first = run[0]?.read
    const isSame = first?.appendId === fact.read.appendId && first.streamId === fact.read.streamId
    if (first !== undefined && !isSame) {
      yield run
      run = []
    }
    run.push(fact)
  }
  if (run.length > 0) yield run
}

/**
 * Seals all facts in clear, with keys of the same extent as those of `makeEventStore`; answers how
 * many. The log is not changed. Throws Faults `reseal-differs`, `event-unreadable` and those of the
 * pool.
 */
export const sealFacts = async (
  pool: PostgresPool,
  onFact: (position: Position) => void,
): Promise<number> => {
  await pool.query(MAKE_TABLE)
  let [facts, keys]: [SealedEvent[], Key[]] = [[], []]
  let count = 0
  const flush = async (on: Queryable): Promise<void> => {
    await WRITE_KEYS.run(on, keys)
    await WRITE_USES.run(on, keys)
    await WRITE.run(on, facts)
    count += facts.length
    ;[facts, keys] = [[], []]
  }
  for await (const run of byAppend(readClearFacts(pool)))
    for (const group of byWording(run, ({ read }) => read)) {
      const key = pool.vault.makeKey()
      const texts = [...textsOf(group.map(({ read }) => read))]
      keys.push({
        ...key,
        streamId: group[0]?.read.streamId ?? '',
        texts: texts.map((hash) => pool.vault.lookUp('text', hash)),
      })
      for (const fact of group) {
        facts.push(sealFact(fact, key))
        onFact(fact.read.position)
      }
      if (facts.length >= PER_WRITE) await flush(pool)
    }
  await flush(pool)
  return count
}
