/** The log and what is kept beside it: `infra/postgres/log`, `infra/postgres/platform`. */
import type { Outcome, ServerSide, StatementRule } from './rule.ts'
import type { Row, View } from './tables.ts'

type Printed = {
  readonly id: string
  readonly streamId: string
  readonly streamVersion: number
  readonly type: string
  readonly schemaVersion: number
  readonly payloadHash: string
  readonly data: unknown
  readonly sealKey?: string
  /** Base64. */
  readonly sealed?: string
}
type PrintedKey = {
  readonly id: string
  readonly streamId: string
  readonly wrapped: string
  /** Look-ups of texts, base64. */
  readonly texts: readonly string[]
  readonly vectors: readonly { readonly model: string; readonly lookUps: readonly string[] }[]
}
type Context = {
  readonly actor: string
  readonly time: string
  readonly correlationId: string
  readonly causationId: string | null
  readonly appendId: string
}

const byLengthThenUnit = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : Number(a > b))
/** Members in the order in which `jsonb` gives them back. */
export const asJsonb = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asJsonb)
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).toSorted(([a], [b]) => byLengthThenUnit(a, b))
  return Object.fromEntries(members.map(([name, member]) => [name, asJsonb(member)]))
}

/** For lists of rows that may not be there. */
export const some = (row: Row | undefined): Row[] => (row === undefined ? [] : [row])

export const headOf = (db: View): number => Number(db.get('log_head', '')?.['position'] ?? 0)
const versionOf = (db: View, streamId: string): number =>
  Number(db.get('stream_versions', streamId)?.['version'] ?? 0)

const movedAmong = (db: View, ids: readonly string[], expected: readonly number[]): string[] =>
  ids.filter((id, at) => versionOf(db, id) !== expected[at])

/** The row as the columns of `EVENT_COLUMNS` give it; `data` is parsed anew for each reader. */
const eventRow = (db: View, row: Row): Row => {
  const { sealKey = null, sealed = null } = row as { sealKey?: string; sealed?: string }
  const key = sealKey === null ? undefined : db.get('keys.seal_keys', sealKey)
  return {
    ...row,
    data: JSON.parse(String(row['data'])) as unknown,
    sealKey,
    sealed: sealed === null ? null : Buffer.from(sealed, 'base64'),
    wrappedKey: key === undefined ? null : Buffer.from(String(key['wrapped']), 'base64'),
  }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
/** A text that was forgotten once and was not kept again. */
const isForgotten = (db: View, lookUp: string): boolean => {
  const key = hexOf(Buffer.from(lookUp, 'base64'))
  return (
    db.get('keys.forgotten_texts', key) !== undefined && db.get('keys.texts', key) === undefined
  )
}
/** Whether a key names a vector that an erasure removed. */
const namesGoneVector = (db: View, { vectors }: PrintedKey): boolean => {
  const erased = new Set(
    db.rows('keys.erasures').flatMap((one) => (one['vectors'] as Buffer[]).map(hexOf)),
  )
  return vectors.some(({ model, lookUps }) =>
    lookUps
      .map((one) => hexOf(Buffer.from(one, 'base64')))
      .some((key) => erased.has(key) && db.get('vectors', `${model} ${key}`) === undefined),
  )
}
const usesOf = (db: View, id: string): [key: string, lookUp: string][] =>
  db
    .sorted('keys.text_uses')
    .flatMap(([key, { keyId, lookUp }]) => (keyId === id ? [[key, String(lookUp)] as const] : []))
    .map(([key, lookUp]) => [key, lookUp])
const destroyKey = (db: View, id: string): void => {
  for (const [key] of usesOf(db, id)) db.remove('keys.text_uses', key)
  db.remove('keys.seal_keys', id)
}

const appendEvents = (
  db: View,
  [ids, expected, json, common, , keys, destroyed]: readonly [
    string[],
    number[],
    string,
    string,
    number,
    string,
    string[],
  ],
  server: ServerSide,
): Outcome => {
  const moved = movedAmong(db, ids, expected)
  if (moved.length > 0) return [{ lastPosition: null, moved }]
  const sealKeys = JSON.parse(keys) as PrintedKey[]
  const forgotten = sealKeys.filter(
    (one) => one.texts.some((text) => isForgotten(db, text)) || namesGoneVector(db, one),
  )
  if (forgotten.length > 0)
    return [{ lastPosition: null, moved: [...new Set(forgotten.map(({ streamId }) => streamId))] }]
  const events = JSON.parse(json) as Printed[]
  const { time, actor, appendId, causationId, correlationId } = JSON.parse(common) as Context
  for (const { texts, vectors: _, ...key } of sealKeys) {
    db.set('keys.seal_keys', key.id, key)
    for (const text of texts) {
      const lookUp = hexOf(Buffer.from(text, 'base64'))
      db.set('keys.text_uses', `${key.id} ${lookUp}`, { keyId: key.id, lookUp })
    }
  }
  for (const id of destroyed) destroyKey(db, id)
  let position = headOf(db)
  for (const { data, ...event } of events) {
    position += 1
    db.set('events', String(position), {
      ...event,
      position,
      appendId,
      causationId,
      correlationId,
      actor,
      time: new Date(time).toISOString(),
      data: JSON.stringify(asJsonb(data)),
    })
    db.set('stream_places', `${event.streamId}/${event.streamVersion}`, { position })
    db.set('stream_versions', event.streamId, { version: event.streamVersion })
  }
  db.set('log_head', '', { position })
  server.notify('pandect_log', String(position))
  return [{ lastPosition: position, moved: null }]
}

const readStream = (db: View, streamId: string, after: number, limit: number): Row[] => {
  const rows: Row[] = []
  for (let version = after + 1; rows.length < limit; version += 1) {
    const place = db.get('stream_places', `${streamId}/${version}`)
    const row = place && db.get('events', String(place['position']))
    if (row === undefined) break
    rows.push(eventRow(db, row))
  }
  return rows
}

const readLog = (db: View, after: number, limit: number): Row[] => {
  const rows: Row[] = []
  for (let position = after + 1; rows.length < limit; position += 1) {
    const row = db.get('events', String(position))
    if (row === undefined) break
    rows.push(row)
  }
  return rows
}

const bytes = (hex: readonly string[]): Buffer[] => hex.map((one) => Buffer.from(one, 'hex'))
type LookUps = { readonly slugs: readonly string[]; readonly vectors: readonly string[] }

const appendErasing = (
  db: View,
  values: readonly [...Parameters<typeof appendEvents>[1], string],
  server: ServerSide,
): Outcome => {
  const [ids, expected, json, common, timeout, keys, destroyed, lookUps] = values
  const texts = [...new Set(destroyed.flatMap((id) => usesOf(db, id).map(([, lookUp]) => lookUp)))]
  const outcome = appendEvents(
    db,
    [ids, expected, json, common, timeout, keys, destroyed],
    server,
  ) as Row[]
  const position = outcome[0]?.['lastPosition']
  if (typeof position !== 'number') return outcome
  const { slugs, vectors } = JSON.parse(lookUps) as LookUps
  const streamId = ids.at(-1)
  for (const slug of slugs)
    if (db.get('slug_claims', slug)?.['streamId'] === streamId) db.remove('slug_claims', slug)
  db.set('keys.erasures', String(position), {
    position,
    streamId,
    texts: bytes(texts),
    vectors: bytes(vectors),
    slugs: bytes(slugs),
    isFinished: false,
  })
  return outcome
}

const forgetTexts = (db: View, [lookUps]: readonly [Buffer[]]): number => {
  const used = new Set(db.rows('keys.text_uses').map(({ lookUp }) => lookUp))
  const gone = lookUps.map(hexOf).filter((one) => !used.has(one))
  for (const one of gone)
    if (db.remove('keys.texts', one)) db.set('keys.forgotten_texts', one, { lookUp: one })
  return gone.length
}

const HASHES = /"textSha256":"([0-9a-f]{64})"/g
/** The texts of the live generation with the hashes of passages in their states. */
const passagesOf = (db: View): { readonly articleId: string; readonly passages: string[] }[] => {
  const live = db.get('live_generation', '')?.['generation']
  return db
    .sorted('text_states')
    .filter(([, { generation }]) => generation === live)
    .map(([, { articleId, state }]) => ({
      articleId: String(articleId),
      passages: [...new Set([...String(state).matchAll(HASHES)].map(([, hash = '']) => hash))],
    }))
}
const nothing: StatementRule = { run: () => 0 }

const ERASURE_STATEMENTS: Readonly<Record<string, StatementRule>> = {
  'append-erasing': { run: appendErasing, locks: () => ['keys.text_uses', 'log_head'] },
  'seal-keys-of-stream': {
    run: (db, [streamId]: readonly [string]) =>
      readStream(db, streamId, 0, Infinity).flatMap(({ streamVersion, sealKey, wrappedKey }) =>
        sealKey === null
          ? []
          : [{ version: streamVersion, key: wrappedKey === null ? null : sealKey }],
      ),
  },
  'erasures-log-head': { run: (db) => [{ position: headOf(db) }] },
  'erasures-treatments': {
    run: (db, [id, after, through]: readonly [string, number, number]) => {
      const found = db.rows('events').filter(({ position, type, data }) => {
        if (Number(position) <= after || Number(position) > through) return false
        if (type !== 'TreatmentStated') return type === 'TreatmentRecorded'
        const { source, target } = JSON.parse(String(data)) as Record<
          'source' | 'target',
          { articleId: string | null }
        >
        return source.articleId === id || target.articleId === id
      })
      return [...new Set(found.map(({ streamId }) => String(streamId)))]
        .toSorted()
        .map((streamId) => ({ streamId }))
    },
  },
  'erasures-passages': {
    run: (db, [after, limit]: readonly [string, number]) =>
      passagesOf(db)
        .filter(({ articleId }) => articleId > after)
        .toSorted((a, b) => (a.articleId < b.articleId ? -1 : 1))
        .slice(0, limit),
  },
  'erasures-projected': {
    run: (db) => {
      const live = db.get('live_generation', '')?.['generation']
      const reached = Number(db.get('generations', String(live))?.['position'])
      const waiting = db
        .rows('parked_streams')
        .filter(({ generation }) => generation === live)
        .map(({ position }) => Number(position) - 1)
      return [{ position: Math.min(reached, ...waiting) }]
    },
  },
  'erasures-recorded-passages': {
    run: (db, [after]: readonly [number]) =>
      readLog(db, after, Infinity)
        .filter(({ type }) => type === 'PassagesEmbedded')
        .map((row) => eventRow(db, row)),
  },
  // No text is withdrawn here.
  'erasures-replaced-messages': { run: () => [] },
  'erasures-unfinished': {
    run: (db) =>
      db
        .rows('keys.erasures')
        .filter(({ isFinished }) => isFinished === false)
        .toSorted((a, b) => Number(a['position']) - Number(b['position'])),
  },
  'erasures-finish': {
    run: (db, [positions]: readonly [number[]]) => {
      const found = positions.flatMap((one) => some(db.get('keys.erasures', String(one))))
      for (const row of found)
        db.set('keys.erasures', String(row['position']), { ...row, isFinished: true })
      return found.length
    },
  },
  // What a certificate says is not read here.
  'erasures-note-digest': { run: () => 1 },
  'erasures-add-handled': { run: () => 1 },
  'erasures-recorded-at': {
    run: (db, [position]: readonly [number]) =>
      some(db.get('events', String(position))).map(({ time }) => ({
        time: new Date(String(time)),
      })),
  },
  'erasures-hold-uses': { run: () => 0, locks: () => ['keys.text_uses'] },
  'erasures-forget-texts': { run: forgetTexts },
  'erasures-forget-vectors': {
    run: (db, [keys]: readonly [Buffer[]]) => {
      const wanted = new Set(keys.map(hexOf))
      const doomed = db
        .sorted('vectors')
        .filter(([, { key }]) => wanted.has(hexOf(key as Uint8Array)))
      for (const [name] of doomed) db.remove('vectors', name)
      return doomed.length
    },
  },
  // Nobody here types or searches for later, and no index is kept in a file.
  'erasures-scratches': { run: () => [] },
  'erasures-strike-desk_impact_changes': nothing,
  ...Object.fromEntries(
    [
      'scratches',
      'search_snapshots',
      'saved_search_news',
      'desk_impact_changes',
      'desk_impact_notices',
      'idempotent_writes',
    ].map((table) => [`erasures-forget-${table}`, nothing]),
  ),
}

export const LOG_STATEMENTS: Readonly<Record<string, StatementRule>> = {
  ...ERASURE_STATEMENTS,
  'append-events': { run: appendEvents, locks: () => ['keys.text_uses', 'log_head'] },
  'select moved_streams($1, $2) as "streamId"': {
    run: (db, [ids, expected]: readonly [string[], number[]]) =>
      movedAmong(db, ids, expected).map((streamId) => ({ streamId })),
  },
  'read-streams': {
    run: (db, [ids]: readonly [string[]]) =>
      [...ids].toSorted().flatMap((id) => readStream(db, id, 0, Infinity)),
  },
  'read-log': {
    run: (db, [after, limit]: readonly [number, number]) =>
      readLog(db, after, limit).map((row) => eventRow(db, row)),
  },
  'read-log-stream': {
    run: (db, [streamId, after, limit]: readonly [string, number, number]) =>
      readStream(db, streamId, after, limit),
  },
  'log-head': { run: (db) => [{ position: headOf(db) }] },
  'put-texts': {
    run: (
      db,
      [lookUps, ids, wrapped, bodies]: readonly [Buffer[], string[], Buffer[], Buffer[]],
    ) => {
      for (const [at, lookUp] of lookUps.entries())
        if (db.get('keys.texts', hexOf(lookUp)) === undefined)
          db.set('keys.texts', hexOf(lookUp), {
            lookUp: Buffer.from(lookUp),
            id: ids[at],
            wrapped: wrapped[at],
            body: bodies[at],
          })
      return lookUps.length
    },
  },
  'known-texts': {
    run: (db, [lookUps]: readonly [Buffer[]], server) =>
      server.anyOrder(
        lookUps.flatMap((one) =>
          some(db.get('keys.texts', hexOf(one))).map(({ lookUp }) => ({ lookUp })),
        ),
      ),
  },
  'get-texts': {
    run: (db, [lookUps]: readonly [Buffer[]], server) =>
      server.anyOrder(lookUps.flatMap((one) => some(db.get('keys.texts', hexOf(one))))),
  },
  // No text was kept before texts were sealed.
  'get-unsealed-texts': { run: () => [] },
  'seal-keys': {
    run: (db, [ids]: readonly [string[]], server) =>
      server.anyOrder(
        ids.flatMap((id) =>
          some(db.get('keys.seal_keys', id)).map(({ wrapped }) => ({
            id,
            wrapped: Buffer.from(String(wrapped), 'base64'),
          })),
        ),
      ),
  },
  'put-vectors': {
    run: (db, [model, keys, vectors]: readonly [string, Uint8Array[], Buffer[]]) => {
      for (const [at, key] of keys.entries()) {
        const name = `${model} ${hexOf(key)}`
        if (db.get('vectors', name) === undefined)
          db.set('vectors', name, { key: Buffer.from(key), vector: vectors[at] })
      }
      return keys.length
    },
  },
  'get-vectors': {
    run: (db, [model, keys]: readonly [string, Uint8Array[]], server) =>
      server.anyOrder(keys.flatMap((key) => some(db.get('vectors', `${model} ${hexOf(key)}`)))),
  },
  'claim-slugs': {
    run: (db, [lookUps, , owners]: readonly [Buffer[], string[], string[]]) => {
      for (const [at, lookUp] of lookUps.entries())
        if (db.get('slug_claims', hexOf(lookUp)) === undefined)
          db.set('slug_claims', hexOf(lookUp), {
            lookUp: hexOf(lookUp),
            streamId: owners[at],
          })
      return lookUps.length
    },
  },
  'slug-owners': {
    run: (db, [lookUps, slugs]: readonly [Buffer[], string[]], server) =>
      server.anyOrder(
        lookUps.flatMap((lookUp, at) =>
          some(db.get('slug_claims', hexOf(lookUp))).map(({ streamId }) => ({
            slug: slugs[at],
            streamId,
          })),
        ),
      ),
  },
  'select position from relay_checkpoint': {
    run: (db) => [{ position: Number(db.get('relay_checkpoint', '')?.['position'] ?? 0) }],
  },
  'update relay_checkpoint set position = greatest(position, $1)': {
    run: (db, [position]: readonly [number]) => {
      const before = Number(db.get('relay_checkpoint', '')?.['position'] ?? 0)
      db.set('relay_checkpoint', '', { position: Math.max(before, position) })
      return 1
    },
  },
  'assessor-lines': {
    run: (db, [after, through, types]: readonly [number, number, string[]]) =>
      readLog(db, after, through - after)
        .filter(({ type }) => types.includes(String(type)))
        .map(({ position, streamId, type }) => ({ position, streamId, type })),
  },
  'assessor-head': { run: (db) => [{ position: headOf(db) }] },
  'assessor-position': {
    run: (db) => [{ position: Number(db.get('assessor_checkpoint', '')?.['position'] ?? 0) }],
  },
  'assessor-remember': {
    run: (db, [ids]: readonly [string[]]) => {
      for (const id of ids) db.set('assessed_texts', id, { id })
      return ids.length
    },
  },
  'assessor-advance': {
    run: (db, [position]: readonly [number]) => {
      const before = Number(db.get('assessor_checkpoint', '')?.['position'] ?? 0)
      db.set('assessor_checkpoint', '', { position: Math.max(before, position) })
      return 1
    },
  },
  'assessor-scopes': {
    run: (db, [scopes]: readonly [string[]]) =>
      [...scopes].toSorted().flatMap((scope) => some(db.get('assessor_scopes', scope))),
  },
  'assessor-remember-scopes': {
    run: (db, [json]: readonly [string]) => {
      const rows = JSON.parse(json) as { readonly scope: string }[]
      for (const row of rows) db.set('assessor_scopes', row.scope, row)
      return rows.length
    },
  },
  'assessor-among': {
    run: (db, [ids]: readonly [string[]], server) =>
      server.anyOrder([...new Set(ids)].flatMap((id) => some(db.get('assessed_texts', id)))),
  },
  'assessor-some': { run: (db) => [{ some: db.rows('assessed_texts').length > 0 }] },
  'audit-record': {
    run: (db, [kind, actor, subject, data]: readonly string[]) => {
      const position = db.rows('audit_acts').length + 1
      db.set('audit_acts', String(position), { position, kind, actor, subject, data })
      return 1
    },
  },
}
