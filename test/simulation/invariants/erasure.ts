/** What must hold of erasures once they are finished. */
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { makeVault } from '#infra/postgres/platform/vault.ts'
import { TEST_PEPPER } from '../../harness/pepper.ts'
import type { World } from '../world.ts'
import type { Invariant } from './invariant.ts'
import { type LoggedEvent, loggedEvents } from './facts.ts'

const vault = makeVault(TEST_PEPPER)

type Content = {
  readonly slug: string
  readonly title: string
  readonly contentClean: { readonly sha256: string }
}
/** A wording that a fact names. */
type Wording = { readonly hash: string | null; readonly content: Content }

const wordingIn = ({ data }: LoggedEvent): Wording | null => {
  const { content, sha256Hash = null } = JSON.parse(data) as {
    content?: Content
    sha256Hash?: string | null
  }
  return content === undefined ? null : { content, hash: sha256Hash }
}

type Row = Readonly<Record<string, unknown>>
type Facts = {
  /** Keys that facts say are destroyed. */
  readonly named: ReadonlySet<string>
  /** Keys that are there. */
  readonly known: ReadonlySet<string>
  readonly sealed: readonly (LoggedEvent & { readonly sealKey: string })[]
}

const factsOf = (world: World): Facts => {
  const events = loggedEvents(world)
  const known = world.postgres.tables.committed('keys.seal_keys').map(({ id }) => String(id))
  return {
    named: new Set(
      events
        .filter(({ type }) => type === 'WordingErased')
        .flatMap(({ data }) => (JSON.parse(data) as { keys: string[] }).keys),
    ),
    known: new Set(known),
    sealed: events.filter((event): event is Facts['sealed'][number] => 'sealKey' in event),
  }
}

const lookUpOf = (kind: 'slug' | 'text', value: string): string =>
  vault.lookUp(kind, value).toString('hex')

/** Tables whose rows are derived from words, in all generations. */
const DERIVED = ['articles', 'text_states', 'search_rows', 'citation_names', 'citation_edges']

/**
 * No row has the hash of an erased wording, its text is not kept, and its facts do not open: with
 * what is left nobody tells what it said.
 */
const erasedForgotten: Invariant = {
  name: 'erased-forgotten',
  needs: ['erase'],
  check: ({ world }, fail) => {
    const { tables } = world.postgres
    const { named, known, sealed } = factsOf(world)
    for (const id of named) if (known.has(id)) fail(`the key ${id} is there, and said to be gone`)
    if (tables.committed('keys.erasures').some(({ isFinished }) => isFinished === false))
      fail('an erasure was never finished')
    const wordings = sealed.flatMap((event) => {
      const wording = wordingIn(event)
      return wording === null ? [] : [{ ...wording, isGone: named.has(event.sealKey) }]
    })
    const kept = wordings.filter(({ isGone }) => !isGone)
    const hashes = new Set(kept.map(({ hash }) => hash))
    const texts = new Set(kept.map(({ content }) => content.contentClean.sha256))
    const lookUps = new Set(
      tables
        .committed('keys.texts')
        .map(({ lookUp }) => Buffer.from(lookUp as Uint8Array).toString('hex')),
    )
    const rows = DERIVED.flatMap((table) =>
      tables.committed(table).map((row: Row) => [table, JSON.stringify(row)] as const),
    )
    for (const { hash, content } of wordings.filter(({ isGone }) => isGone)) {
      const { sha256 } = content.contentClean
      if (!texts.has(sha256) && lookUps.has(lookUpOf('text', sha256)))
        fail(`the text of the erased wording ${hash?.slice(0, 8)} is kept`)
      for (const [table, row] of rows)
        if (
          (hash !== null && !hashes.has(hash) && row.includes(hash)) ||
          (!texts.has(sha256) && row.includes(sha256))
        )
          fail(`${table} has the erased wording ${hash?.slice(0, 8)}: ${row.slice(0, 200)}`)
    }
  },
}

/** Every key that no fact destroys is there, and so are the texts and slugs that its facts need. */
const stayingKept: Invariant = {
  name: 'staying-kept',
  needs: ['erase'],
  check: ({ world }, fail) => {
    const { tables } = world.postgres
    const { named, known, sealed } = factsOf(world)
    const texts = new Set(
      tables
        .committed('keys.texts')
        .map(({ lookUp }) => Buffer.from(lookUp as Uint8Array).toString('hex')),
    )
    const live = new Map<string, Facts['sealed'][number]>()
    for (const event of sealed) {
      if (event.type === 'VersionPublished') live.set(event.streamId, event)
      const { sealKey, position } = event
      if (named.has(sealKey)) continue
      if (!known.has(sealKey)) fail(`the fact at ${position} has lost its key`)
      const wording = wordingIn(event)
      if (wording === null) continue
      const { slug, contentClean } = wording.content
      if (contentClean.sha256 !== EMPTY && !texts.has(lookUpOf('text', contentClean.sha256)))
        fail(`the text of the fact at ${position} is lost`)
      if (event.type === 'VersionPublished' && !isClaimed(world, slug))
        fail(`nobody has the slug ${slug} of the fact at ${position}`)
    }
    const shown = tables
      .committed('articles')
      .map(({ articleId }) => `article-${String(articleId)}`)
    for (const streamId of shown)
      if (named.has(live.get(streamId)?.sealKey ?? ''))
        fail(`the published wording of ${streamId} was erased`)
  },
}
const EMPTY = sha256Hex('')

const isClaimed = ({ postgres }: World, slug: string): boolean =>
  postgres.tables.committed('slug_claims').some(({ lookUp }) => lookUp === lookUpOf('slug', slug))

export const ERASURE_INVARIANTS: readonly Invariant[] = [erasedForgotten, stayingKept]
