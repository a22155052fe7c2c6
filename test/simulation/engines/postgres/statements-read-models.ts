/** The read models: `infra/postgres/read-models`, and the rows of the embedded search index. */
import { READ_MODELS_CHANNEL } from '#infra/postgres/read-models/moved.ts'
import { headOf, some } from './statements-log.ts'
import type { StatementRule } from './rule.ts'
import type { Row, View } from './tables.ts'

const idKey = (generation: number, id: string): string => `${generation} ${id}`
export const liveOf = (db: View): number => Number(db.get('live_generation', '')?.['generation'])
export const openOf = (db: View, generation: number): Row | undefined => {
  const row = db.get('generations', String(generation))
  return row?.['status'] === 'open' ? row : undefined
}
/** Rows of a table whose `generation` is this one, by key. */
export const ofGeneration = (db: View, table: string, generation: number): Row[] =>
  db.sorted(table).flatMap(([, row]) => (row['generation'] === generation ? [row] : []))

const lockGeneration = ([generation]: readonly number[]): string[] => [`generation ${generation}`]
const lockTexts =
  (table: string) =>
  ([generation, ids]: readonly [number, string[]]): string[] =>
    [...ids].toSorted().map((id) => `${table} ${generation} ${id}`)

const moveTo =
  (...members: readonly string[]) =>
  (db: View, [generation, position]: readonly [number, number]): number => {
    const row = openOf(db, generation)
    if (row === undefined) return 0
    const moved = members.map((name) => [name, Math.max(Number(row[name]), position)])
    db.set('generations', String(generation), { ...row, ...Object.fromEntries(moved) })
    return 1
  }

export const removal =
  (table: string, status: 'dropping' | null = 'dropping') =>
  (db: View, [generation, limit]: readonly [number, number]): number => {
    if (status !== null && db.get('generations', String(generation))?.['status'] !== status)
      return 0
    const doomed = db.sorted(table).filter(([, row]) => row['generation'] === generation)
    for (const [key] of doomed.slice(0, limit)) db.remove(table, key)
    return Math.min(limit, doomed.length)
  }

const pickParked = ({ streamId, streamVersion, position, reason }: Row): Row => ({
  streamId,
  streamVersion,
  position,
  reason,
})
const byPosition = (a: Row, b: Row): number => Number(a['position']) - Number(b['position'])

type SaveColumns = readonly [
  number,
  string[],
  number[],
  string[],
  (string | null)[],
  (string | null)[],
  (string | null)[],
  (string | null)[],
]
const slugTaken = (): Error =>
  Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'articles_slug_key' })

/** The constraint is checked at the commit. */
export const checkSlugs = (db: View): void => {
  const seen = new Set<string>()
  for (const { generation, slug } of db.rows('articles')) {
    const key = `${String(generation)} ${String(slug)}`
    if (seen.has(key)) throw slugTaken()
    seen.add(key)
  }
}

const saveTexts = (
  db: View,
  [generation, ids, versions, states, slugs, hashes, times, jsons]: SaveColumns,
): number => {
  for (const [at, articleId] of ids.entries()) {
    const key = idKey(generation, articleId)
    const streamVersion = versions[at] ?? 0
    const stored = db.get('text_states', key)
    if (stored !== undefined && Number(stored['streamVersion']) > streamVersion) continue
    db.set('text_states', key, { generation, articleId, streamVersion, state: states[at] })
    const json = jsons[at] ?? null
    if (json === null) db.remove('articles', key)
    else
      db.set('articles', key, {
        generation,
        articleId,
        slug: slugs[at],
        sha256Hash: hashes[at],
        updatedAt: times[at],
        json,
        streamVersion,
      })
  }
  return ids.length
}

const articleBy =
  (member: 'slug' | 'articleId') =>
  (db: View, [wanted]: readonly [string]): Row[] => {
    const generation = liveOf(db)
    const position = openOf(db, generation)?.['position']
    const found = ofGeneration(db, 'articles', generation).find((row) => row[member] === wanted)
    if (found === undefined)
      return [{ position, id: null, json: null, sha256Hash: null, updatedAt: null }]
    const { articleId, json, sha256Hash, updatedAt } = found
    return [
      {
        position,
        id: articleId,
        json,
        sha256Hash,
        updatedAt: new Date(String(updatedAt)).toISOString(),
      },
    ]
  }

type Edge = {
  readonly articleId: string
  readonly ordinal: number
  readonly kind: string
  readonly jurisdiction: string | null
  readonly names: readonly string[]
  readonly start: number
  readonly end: number
}
type Filed = {
  readonly articleId: string
  readonly ordinal: number
  readonly name: string
  readonly scope: string | null
  readonly jurisdiction: string | null
  readonly version: string
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly day: string | null
  readonly current: boolean
}
const edgesOf = (db: View, generation: number): Edge[] =>
  ofGeneration(db, 'citation_edges', generation) as unknown as Edge[]
const namesOf = (db: View, generation: number): Filed[] =>
  ofGeneration(db, 'citation_names', generation) as unknown as Filed[]

const isSameCountry = (edge: Edge, cited: string | null): boolean =>
  !['article', 'act'].includes(edge.kind) ||
  edge.jurisdiction === null ||
  edge.jurisdiction === 'EU' ||
  cited === null ||
  cited === edge.jurisdiction

const citingCounts = (
  db: View,
  [generation, ids, names]: readonly [number, string[], string[]],
): Row[] => {
  const filed = namesOf(db, generation).filter(({ current }) => current)
  const edges = edgesOf(db, generation)
  const asked = new Set([
    ...ids,
    ...filed.filter(({ name }) => names.includes(name)).map(({ articleId }) => articleId),
  ])
  return [...asked].toSorted().map((articleId) => {
    const own = filed.filter((one) => one.articleId === articleId)
    const citing = new Set(
      edges
        .filter(
          (edge) =>
            edge.articleId !== articleId &&
            own.some(
              ({ name, jurisdiction }) =>
                edge.names.includes(name) && isSameCountry(edge, jurisdiction),
            ),
        )
        .map((edge) => edge.articleId),
    )
    const state = db.get('text_states', idKey(generation, articleId))?.['state']
    const doublings =
      state === undefined
        ? null
        : ((JSON.parse(state as string) as { doublings?: number }).doublings ?? null)
    return { articleId, citing: citing.size, doublings }
  })
}

const clearOf =
  (table: string) =>
  (db: View, [generation, ids]: readonly [number, string[]]): number => {
    let removed = 0
    for (const [key, row] of db.sorted(table))
      if (row['generation'] === generation && ids.includes(String(row['articleId'])))
        removed += Number(db.remove(table, key))
    return removed
  }
const addTo =
  (table: string) =>
  (db: View, [generation, json]: readonly [number, string]): number => {
    const rows = JSON.parse(json) as (Row & { articleId: string; ordinal: number })[]
    for (const row of rows)
      db.set(table, `${idKey(generation, row.articleId)} ${String(row.ordinal).padStart(6, '0')}`, {
        generation,
        ...row,
      })
    return rows.length
  }
const without = (row: object, ...members: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !members.includes(name)))

const page = (rows: readonly Row[], member: string, after: string, limit: number): Row[] =>
  rows.filter((row) => String(row[member]) > after).slice(0, limit)

const filedUnder = (
  db: View,
  [names, asOf, rowsPerName]: readonly [string[], string | null, number],
): Row[] => {
  const generation = liveOf(db)
  const found = namesOf(db, generation)
    .filter(({ name }) => names.includes(name))
    .filter(({ current, validFrom, validTo }) =>
      asOf === null
        ? current
        : (validFrom === null || validFrom <= asOf) && (validTo === null || validTo >= asOf),
    )
    .toSorted((a, b) => ((a.validFrom ?? '') < (b.validFrom ?? '') ? 1 : -1))
  const first = new Map<string, Filed>()
  for (const one of found) {
    const key = `${one.name} ${one.articleId}`
    if (!first.has(key)) first.set(key, one)
  }
  const rows = [...first.values()].flatMap(
    ({ name, jurisdiction, articleId, version, validFrom, validTo, day }) => {
      const slug = db.get('articles', idKey(generation, articleId))?.['slug']
      if (slug === undefined) return []
      const filed = { name, jurisdiction, articleId, version, validFrom, validTo, day }
      return [{ ...filed, slug: slug as string }]
    },
  )
  const ranked = Map.groupBy(
    rows.toSorted((a, b) => (a.slug < b.slug ? -1 : 1)),
    ({ name }) => name,
  )
  return [...ranked.keys()]
    .toSorted()
    .flatMap((name) => (ranked.get(name) ?? []).slice(0, rowsPerName))
}

const coverageOf = (db: View, [scopes]: readonly [string[]]): Row[] => {
  const names = namesOf(db, liveOf(db))
  return [...scopes].toSorted().flatMap((scope) => {
    const own = names.filter((one) => one.scope === scope)
    if (own.length === 0) return []
    const days = own.flatMap(({ day }) => day ?? []).toSorted()
    return [
      {
        scope,
        documents: new Set(own.map(({ articleId }) => articleId)).size,
        from: days[0] ?? null,
        to: days.at(-1) ?? null,
      },
    ]
  })
}

const citing = (
  db: View,
  [names, jurisdiction, after, limit, among]: readonly [
    string[],
    string | null,
    string,
    number,
    string,
  ],
): Row[] => {
  const generation = liveOf(db)
  const edges = edgesOf(db, generation).filter(
    (edge) => edge.names.some((name) => names.includes(name)) && isSameCountry(edge, jurisdiction),
  )
  const byText = Map.groupBy(edges, ({ articleId }) => articleId)
  return [...byText.keys()]
    .toSorted()
    .filter((id) => id > after)
    .filter((id) => among !== 'assessed' || db.get('assessed_texts', id) !== undefined)
    .flatMap((articleId) => {
      const slug = db.get('articles', idKey(generation, articleId))?.['slug']
      if (slug === undefined) return []
      const citations = (byText.get(articleId) ?? []).map(({ start, end }) => ({ start, end }))
      return [{ articleId, slug, citations }]
    })
    .slice(0, limit)
}

const citingAbsent = (
  db: View,
  [heads, after, limit]: readonly [string[], string, number],
): Row[] => {
  const generation = liveOf(db)
  const filed = namesOf(db, generation).filter(({ current }) => current)
  const ids = edgesOf(db, generation)
    .filter((edge) => edge.names.some((name) => heads.some((head) => name.startsWith(head))))
    .filter((edge) =>
      filed.every(
        ({ name, jurisdiction }) =>
          !edge.names.includes(name) || !isSameCountry(edge, jurisdiction),
      ),
    )
    .map(({ articleId }) => articleId)
  return [...new Set(ids)]
    .toSorted()
    .filter((id) => id > after && db.get('assessed_texts', id) !== undefined)
    .flatMap((articleId) => {
      const slug = db.get('articles', idKey(generation, articleId))?.['slug']
      return slug === undefined ? [] : [{ articleId, slug }]
    })
    .slice(0, limit)
}

const searchKey = (generation: number, id: string): string => `${generation} ${id}`
const searchHead = (db: View, generation: number): Row =>
  db.get('search_positions', String(generation)) ?? { generation, change: 0, position: 0 }

const searchAccept = (
  db: View,
  [generation, ids, versions]: readonly [number, string[], number[]],
): Row[] =>
  ids.flatMap((articleId, at) => {
    const key = idKey(generation, articleId)
    const streamVersion = versions[at] ?? 0
    const stored = db.get('search_texts', key)
    if (stored !== undefined && Number(stored['streamVersion']) >= streamVersion) return []
    db.set('search_texts', key, { generation, articleId, streamVersion })
    return [{ articleId }]
  })
const searchBury = (
  db: View,
  [generation, change, ids, kept]: readonly [number, number, string[], string[]],
): number => {
  let buried = 0
  for (const [key, row] of db.sorted('search_rows')) {
    const isOwn = row['generation'] === generation && ids.includes(String(row['articleId']))
    if (!isOwn || row['document'] === null || kept.includes(String(row['id']))) continue
    db.set('search_rows', key, { ...row, document: null, change })
    buried += 1
  }
  return buried
}
const searchWrite = (
  db: View,
  [generation, change, ids, texts, documents]: readonly [
    number,
    number,
    string[],
    string[],
    string[],
  ],
): number => {
  let written = 0
  for (const [at, id] of ids.entries()) {
    const key = searchKey(generation, id)
    if (db.get('search_rows', key)?.['document'] === documents[at]) continue
    db.set('search_rows', key, {
      generation,
      id,
      articleId: texts[at],
      change,
      document: documents[at],
    })
    written += 1
  }
  return written
}

export const READ_MODEL_STATEMENTS: Readonly<Record<string, StatementRule>> = {
  'generations-live': {
    run: (db, _, server) => [
      {
        generation: liveOf(db),
        position: openOf(db, liveOf(db))?.['position'],
        builtAt: new Date(server.clock()).toISOString(),
      },
    ],
  },
  'generations-open': {
    run: (db, [generation, embeddingModel]: readonly [number, string | null]) => {
      if (db.get('generations', String(generation)) !== undefined) return 0
      db.set('generations', String(generation), {
        generation,
        status: 'open',
        embeddingModel,
        position: 0,
        reaching: 0,
      })
      return 1
    },
  },
  'generations-setup': {
    run: (db, [generation]: readonly [number]) => {
      const row = openOf(db, generation)
      return row === undefined ? [] : [{ embeddingModel: row['embeddingModel'] }]
    },
  },
  'generations-progress': {
    run: (db, [generation]: readonly [number]) => {
      const row = openOf(db, generation)
      return row === undefined ? [] : [{ position: row['position'], reaching: row['reaching'] }]
    },
  },
  'generations-reach': { run: moveTo('reaching'), locks: lockGeneration },
  'generations-advance': {
    run: (db, of: readonly [number, number], server) => {
      const moved = moveTo('position', 'reaching')(db, of)
      if (moved > 0) server.notify(READ_MODELS_CHANNEL, '')
      return moved
    },
    locks: lockGeneration,
  },
  'generations-list': {
    run: (db) =>
      db
        .rows('generations')
        .map(({ generation }) => ({ generation }))
        .toSorted((a, b) => Number(a.generation) - Number(b.generation)),
  },
  'generations-previous': {
    run: (db) => {
      const previous = db.get('live_generation', '')?.['previous'] ?? null
      return previous === null || openOf(db, Number(previous)) === undefined
        ? []
        : [{ generation: previous }]
    },
  },
  'generations-hold-live': {
    run: (db, [generation]: readonly [number]) =>
      liveOf(db) === generation
        ? [{ position: db.get('generations', String(generation))?.['reaching'] }]
        : [],
    locks: lockGeneration,
  },
  'generations-hold-next': {
    run: (db, [generation]: readonly [number]) => {
      const row = openOf(db, generation)
      return row === undefined ? [] : [{ position: row['position'] }]
    },
    locks: lockGeneration,
  },
  'generations-swap': {
    run: (db, [generation]: readonly [number], server) => {
      db.set('live_generation', '', { generation, previous: liveOf(db) })
      server.notify(READ_MODELS_CHANNEL, '')
      return 1
    },
    locks: () => ['live generation'],
  },
  'generations-forget-previous': {
    run: (db, [generation]: readonly [number]) => {
      const row = db.get('live_generation', '')
      if (row?.['previous'] !== generation) return 0
      db.set('live_generation', '', { ...row, previous: null })
      return 1
    },
    locks: () => ['live generation'],
  },
  'generations-mark-dropping': {
    run: (db, [generation]: readonly [number]) => {
      const row = db.get('generations', String(generation))
      if (row === undefined || liveOf(db) === generation) return 0
      db.set('generations', String(generation), { ...row, status: 'dropping' })
      return 1
    },
    locks: lockGeneration,
  },
  'generations-forget': {
    run: (db, [generation]: readonly [number]) => {
      if (db.get('generations', String(generation))?.['status'] !== 'dropping') return 0
      return Number(db.remove('generations', String(generation)))
    },
    locks: lockGeneration,
  },
  'remove-parked_streams': { run: removal('parked_streams') },
  'parked-park': {
    run: (
      db,
      [generation, ids, versions, positions, reasons]: readonly [
        number,
        string[],
        number[],
        number[],
        string[],
      ],
    ) => {
      for (const [at, streamId] of ids.entries()) {
        const key = idKey(generation, streamId)
        if (db.get('parked_streams', key) === undefined)
          db.set('parked_streams', key, {
            generation,
            streamId,
            streamVersion: versions[at],
            position: positions[at],
            reason: reasons[at],
            retry: false,
          })
      }
      return ids.length
    },
  },
  'parked-among': {
    run: (db, [generation, ids]: readonly [number, string[]], server) =>
      server.anyOrder(
        ids.flatMap((id) => some(db.get('parked_streams', idKey(generation, id)))).map(pickParked),
      ),
  },
  'parked-list': {
    run: (db, [generation]: readonly [number]) =>
      ofGeneration(db, 'parked_streams', generation).toSorted(byPosition).map(pickParked),
  },
  'parked-request-retry': {
    run: (db, [generation, id]: readonly [number, string]) => {
      const row = db.get('parked_streams', idKey(generation, id))
      if (row === undefined) return 0
      db.set('parked_streams', idKey(generation, id), { ...row, retry: true })
      return 1
    },
  },
  'parked-retries': {
    run: (db, [generation]: readonly [number]) =>
      ofGeneration(db, 'parked_streams', generation)
        .filter(({ retry }) => retry)
        .toSorted(byPosition)
        .map(pickParked),
  },
  'parked-unpark': {
    run: (db, [generation, id]: readonly [number, string]) =>
      Number(db.remove('parked_streams', idKey(generation, id))),
  },
  'parked-elsewhere': {
    run: (
      db,
      [generation, streamId, streamVersion, position, reason]: readonly [
        number,
        string,
        number,
        number,
        string,
      ],
    ) => {
      const key = idKey(generation, streamId)
      if (db.get('parked_streams', key) === undefined) return 0
      const row = { generation, streamId, streamVersion, position, reason, retry: false }
      db.set('parked_streams', key, row)
      return 1
    },
  },
  'replays-unfinished': {
    run: (db) => {
      const building = db
        .rows('replays')
        .filter(({ status }) => status === 'building')
        .map(({ generation }) => Number(generation))
      return [{ generation: building.length === 0 ? null : Math.max(...building) }]
    },
  },
  'replays-next': {
    run: (db) => {
      const used = ['generations', 'replays'].flatMap((table) =>
        db.rows(table).map(({ generation }) => Number(generation)),
      )
      return [{ generation: 1 + Math.max(0, ...used) }]
    },
  },
  'replays-begin': {
    run: (db, [generation]: readonly [number]) => {
      db.set('replays', String(generation), { generation, status: 'building', result: null })
      return 1
    },
  },
  'replays-abandon': {
    run: (db, [generation]: readonly [number]) => {
      const row = db.get('replays', String(generation))
      if (row?.['status'] !== 'building') return 0
      db.set('replays', String(generation), { ...row, status: 'refused' })
      return 1
    },
  },
  'replays-end': {
    run: (db, [generation, status, result]: readonly [number, string, string]) => {
      if (db.get('replays', String(generation)) === undefined) return 0
      db.set('replays', String(generation), { generation, status, result })
      return 1
    },
  },
  'texts-load': {
    run: (db, [generation, ids]: readonly [number, string[]], server) =>
      server.anyOrder(
        [...new Set(ids)].flatMap((id) => {
          const row = db.get('text_states', idKey(generation, id))
          if (row === undefined) return []
          return [{ articleId: id, state: JSON.parse(String(row['state'])) as unknown }]
        }),
      ),
  },
  'texts-showing': { run: () => [] },
  'texts-save': {
    run: saveTexts,
    locks: lockTexts('text'),
  },
  'texts-hide-concepts': { run: () => 0 },
  'texts-show-concepts': { run: () => 0 },
  'texts-page': {
    run: (db, [generation, after, limit]: readonly [number, string, number]) =>
      page(ofGeneration(db, 'articles', generation), 'articleId', after, limit).map(
        ({ articleId, json }) => ({ articleId, json }),
      ),
  },
  'remove-text_states': { run: removal('text_states') },
  'remove-articles': { run: removal('articles') },
  'remove-concept_texts': { run: () => 0 },
  'article-by-slug': { run: articleBy('slug') },
  'article-by-article_id': { run: articleBy('articleId') },
  'citations-accept': {
    run: (db, [generation, ids, versions]: readonly [number, string[], number[]]) =>
      ids.flatMap((articleId, at) => {
        const key = idKey(generation, articleId)
        const streamVersion = versions[at] ?? 0
        const stored = db.get('citation_texts', key)
        if (stored !== undefined && Number(stored['streamVersion']) > streamVersion) return []
        db.set('citation_texts', key, { generation, articleId, streamVersion })
        return [{ articleId }]
      }),
    locks: lockTexts('citations'),
  },
  'citations-clear-names': { run: clearOf('citation_names') },
  'citations-clear-edges': { run: clearOf('citation_edges') },
  'citations-add-names': { run: addTo('citation_names') },
  'citations-add-edges': { run: addTo('citation_edges') },
  'citations-page': {
    run: (db, [generation, after, limit]: readonly [number, string, number]) =>
      page(ofGeneration(db, 'citation_texts', generation), 'articleId', after, limit).map(
        ({ articleId }) => ({ articleId }),
      ),
  },
  'citations-names-of': {
    run: (db, [generation, ids]: readonly [number, string[]]) =>
      namesOf(db, generation)
        .filter(({ articleId }) => ids.includes(articleId))
        .map((row) => without(row, 'generation', 'ordinal')),
  },
  'citations-edges-of': {
    run: (db, [generation, ids]: readonly [number, string[]]) =>
      edgesOf(db, generation)
        .filter(({ articleId }) => ids.includes(articleId))
        .map((row) => without(row, 'generation', 'ordinal')),
  },
  'citations-citing-counts': { run: citingCounts },
  'citations-names-cited-by': {
    run: (db, [generation, ids]: readonly [number, string[]]) =>
      [
        ...new Set(
          edgesOf(db, generation)
            .filter(({ articleId }) => ids.includes(articleId))
            .flatMap(({ names }) => names),
        ),
      ]
        .toSorted()
        .map((name) => ({ name })),
  },
  'citations-citable': {
    run: (db, [generation]: readonly [number]) =>
      [
        ...new Set(
          namesOf(db, generation).flatMap(({ current, articleId }) => (current ? [articleId] : [])),
        ),
      ]
        .toSorted()
        .map((articleId) => ({ articleId })),
  },
  'remove-citation_edges': { run: removal('citation_edges') },
  'remove-citation_names': { run: removal('citation_names') },
  'remove-citation_texts': { run: removal('citation_texts') },
  'citations-filed-under': { run: filedUnder },
  'citations-coverage': { run: coverageOf },
  'cited-reach': {
    run: (db) => [{ position: openOf(db, liveOf(db))?.['position'], head: headOf(db) }],
  },
  'cited-read': {
    run: (db, [slugs]: readonly [string[]], server) =>
      server.anyOrder(
        ofGeneration(db, 'articles', liveOf(db))
          .filter(({ slug }) => slugs.includes(String(slug)))
          .map(({ slug, json }) => ({ slug, json })),
      ),
  },
  'cited-citing': { run: citing },
  'cited-citing-absent': { run: citingAbsent },
  'cited-held': {
    run: (db, [scopes]: readonly [string[]]) => {
      const covered = new Map(coverageOf(db, [scopes]).map((row) => [row['scope'], row]))
      return [...scopes].toSorted().map((scope) => {
        const { from = null, to = null } = covered.get(scope) ?? {}
        return { scope, held: covered.has(scope), from, to }
      })
    },
  },
  'search-open': {
    run: (db, [generation]: readonly [number]) => {
      if (db.get('search_positions', String(generation)) !== undefined) return 0
      db.set('search_positions', String(generation), { generation, change: 0, position: 0 })
      return 1
    },
    locks: ([generation]: readonly number[]) => [`search ${generation}`],
  },
  'search-hold': {
    run: (db, [generation]: readonly [number]) => [
      { change: searchHead(db, generation)['change'] },
    ],
    locks: ([generation]: readonly number[]) => [`search ${generation}`],
  },
  'search-accept': { run: searchAccept },
  'search-bury': { run: searchBury },
  'search-write': { run: searchWrite },
  'search-advance': {
    run: (db, [generation, change, position]: readonly [number, number, number]) => {
      const row = searchHead(db, generation)
      const moved = Math.max(Number(row['position']), position)
      db.set('search_positions', String(generation), { generation, change, position: moved })
      return 1
    },
  },
  'search-notify': {
    run: (_, [channel]: readonly [string], server) => {
      server.notify(channel, '')
      return []
    },
  },
  'search-page': {
    run: (db, [generation, after, limit]: readonly [number, string, number]) =>
      page(
        ofGeneration(db, 'search_rows', generation).filter(({ document }) => document !== null),
        'id',
        after,
        limit,
      ).map(({ id, document }) => ({ id, document })),
  },
  'search-remove-search_rows': { run: removal('search_rows', null) },
  'search-remove-search_texts': { run: removal('search_texts', null) },
  'search-remove-search_positions': { run: removal('search_positions', null) },
  'search-head': {
    run: (db) => {
      const generation = liveOf(db)
      const { change, position } = searchHead(db, generation)
      const model = db.get('generations', String(generation))?.['embeddingModel'] ?? null
      return [{ generation, change, position, model }]
    },
  },
  'search-changes': {
    run: (
      db,
      [generation, change, id, limit, , tombstones]: readonly [
        number,
        number,
        string,
        number,
        number,
        boolean,
      ],
    ) =>
      ofGeneration(db, 'search_rows', generation)
        .filter(({ document }) => tombstones || document !== null)
        .filter(
          (row) =>
            Number(row['change']) > change || (row['change'] === change && String(row['id']) > id),
        )
        .toSorted(
          (a, b) =>
            Number(a['change']) - Number(b['change']) ||
            (String(a['id']) < String(b['id']) ? -1 : 1),
        )
        .slice(0, limit)
        .map((row) => ({ id: row['id'], change: row['change'], document: row['document'] })),
  },
  'facts-live-about': { run: () => [] },
}

/** The first generation, live and empty, as the migrations leave it. */
export const installReadModels = (db: View): void => {
  db.set('generations', '1', {
    generation: 1,
    status: 'open',
    embeddingModel: null,
    position: 0,
    reaching: 0,
  })
  db.set('live_generation', '', { generation: 1, previous: null })
}
