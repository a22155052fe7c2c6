import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SignedCertificate } from '#contracts/erasure/certificate.ts'
import { ERASED_VERSIONS_MAX } from '#contracts/events/article.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { SemVer, Sha256Hex } from '#contracts/ids.ts'
import { A, B, C, hashOf, IMPORTER, importOf, TEXTS, TIME } from './articles.testing.ts'
import type { ArticleCommand, Erase } from './commands.ts'
import { articleDecider } from './decide.ts'
import { type ArticleState, evolve, INITIAL_STATE } from './state.ts'

const semver = (text: string): SemVer => text as SemVer
const ONE = semver('1.0.0')
const FINGERPRINT = 'f0'.repeat(32) as Sha256Hex
const NO_PLAN = { keys: [], unsealed: 0, fingerprints: [], slugs: [], passages: [] }
const PLAN = {
  ...NO_PLAN,
  keys: ['0195512c-7d80-4000-8000-00000000ce11'],
  fingerprints: [FINGERPRINT],
}

const erase = (over: Partial<Erase> = {}): Erase => ({
  type: 'Erase',
  versions: [ONE],
  ground: 'gdpr-17',
  request: 'RGPD 2025-17',
  plan: PLAN,
  actor: 'staff:first',
  time: TIME,
  texts: TEXTS,
  ...over,
})
const SAMPLE = new URL(
  '../../../contracts/events/samples/ErasureCertified.v1.json',
  import.meta.url,
)
const CERTIFIED = SignedCertificate.loose().parse(
  (JSON.parse(readFileSync(SAMPLE, 'utf8')) as { data: unknown }).data,
)
const SECOND = { actor: 'staff:second' } as const

const decide = (state: ArticleState, ...commands: readonly ArticleCommand[]) => {
  let now = state
  let last: readonly ArticleEvent[] = []
  for (const command of commands) {
    const events = articleDecider.decide(command, now)
    if (isRefusal(events)) return { state: now, types: [], refused: events.refused }
    const { actor, time } = command
    now = events.reduce((one, event) => evolve(one, { ...event, actor, time }), now)
    last = events
  }
  return { state: now, types: last.map(({ type }) => type), refused: null }
}
const twoVersions = decide(INITIAL_STATE, importOf(A, 'a'), importOf(B, 'b')).state
const REMOVE = {
  type: 'TakeDown',
  cause: 'publisher_deletion',
  publisher: 'DILA',
  list: 'list.dat',
  actor: IMPORTER,
  time: TIME,
  texts: TEXTS,
} as const

test('one person asks, and a second one confirms exactly that', () => {
  const asked = decide(twoVersions, erase())
  expect(asked.types).toEqual(['ErasureRequested'])
  expect(decide(asked.state, erase()).refused).toBe('same-person')
  expect(decide(asked.state, erase({ ...SECOND, ground: 'order' })).refused).toBe('request-pending')
  expect(decide(asked.state, erase({ ...SECOND, request: 'other' })).refused).toBe(
    'request-pending',
  )
  const done = decide(asked.state, erase(SECOND))
  expect(done.types).toEqual(['WordingErased'])
  expect(done.state.erasure).toMatchObject({
    versions: new Set([ONE]),
    whole: false,
    requested: null,
  })
  expect(decide(done.state, erase()).refused).toBe('already-erased')
})

test('a request is taken back once', () => {
  const cancel = {
    type: 'CancelErasure',
    reason: 'Demande retirée.',
    actor: 'staff:first',
    time: TIME,
    texts: TEXTS,
  } as const
  const back = decide(twoVersions, erase(), cancel)
  expect(back.types).toEqual(['ErasureCancelled'])
  expect(decide(back.state, cancel).refused).toBe('nothing-pending')
})

test.each<[string, Partial<Erase>, string]>([
  ['the version that is published', { versions: [semver('2.0.0')] }, 'version-live'],
  ['a version that is not there', { versions: [semver('9.0.0')] }, 'version-unknown'],
  ['no version', { versions: [] }, 'erasure-empty'],
  ['a whole text that is not deleted', { versions: 'all' }, 'erasure-not-deleted'],
  ['without a reference', { request: ' \u200b ' }, 'erasure-reference-invalid'],
  ['with a reference of 201 characters', { request: 'x'.repeat(201) }, 'erasure-reference-invalid'],
  ['facts in clear', { plan: { ...PLAN, unsealed: 1 } }, 'facts-unsealed'],
])('refuses to erase %s', (_, over, refused) => {
  expect(decide(twoVersions, erase(over)).refused).toBe(refused)
})

test('refuses an earlier version with the words of the published one', () => {
  const back = decide(twoVersions, importOf(A, 'c'))
  expect(back.state.published?.sha256Hash).toBe(
    hashOf({ ...A, source: { ...A.source, version: 'c' } }),
  )
  const same = back.state.versions.map((entry) => ({ ...entry, sha256Hash: hashOf(A) }))
  expect(decide({ ...back.state, versions: same }, erase()).refused).toBe('version-live')
})

test('refuses more versions than one fact may name', () => {
  const [entry] = twoVersions.versions
  if (entry === undefined) throw new Error('no version')
  const versions = Array.from({ length: ERASED_VERSIONS_MAX + 1 }, (_, at) => ({
    ...entry,
    version: `${at + 10}.0.0` as SemVer,
  }))
  const many = erase({ versions: versions.map(({ version }) => version) })
  expect(decide({ ...twoVersions, versions }, many).refused).toBe('erasure-too-large')
})

test('an unknown text has nothing to erase', () => {
  expect(decide(INITIAL_STATE, erase()).refused).toBe('text-unknown')
})

test('an old file of an erased statement is refused, a new one is not', () => {
  const { state } = decide(twoVersions, erase(), erase(SECOND))
  const old = importOf(A, 'a2', { fingerprints: [FINGERPRINT] })
  expect(decide(state, old).refused).toBe('wording-erased')
  expect(decide(state, importOf(C, 'c')).types).toContain('VersionPublished')
})

test('a whole text goes once it is deleted, and only its publisher brings a new wording', () => {
  const whole = { versions: 'all' } as const
  const gone = decide(twoVersions, REMOVE, erase(whole), erase({ ...whole, ...SECOND }))
  expect(gone.types).toEqual(['WordingErased'])
  expect(gone.state).toMatchObject({ slug: null, draft: null, erasure: { whole: true } })
  expect(decide(gone.state, erase(whole)).refused).toBe('already-erased')
  const restore = {
    type: 'Restore',
    reason: 'Erreur.',
    actor: 'staff:first',
    time: TIME,
    texts: TEXTS,
  } as const
  expect(decide(gone.state, restore).refused).toBe('text-erased')
  const back = decide(gone.state, importOf(C, 'c'))
  expect(back.types).toEqual(expect.arrayContaining(['Restored', 'VersionPublished']))
  expect(back.state).toMatchObject({ publicStatus: 'published', slug: C.slug })
})

test('an erasure has one certificate, however often it is finished', () => {
  const { state } = decide(twoVersions, erase(), erase(SECOND))
  const [erasure = 0] = state.erasure.uncertified
  expect(erasure).toBe(state.streamVersion)
  const certify = {
    ...CERTIFIED,
    type: 'CertifyErasure',
    erasure,
    actor: 'system',
    time: TIME,
    texts: TEXTS,
  } as const
  const first = decide(state, certify)
  expect(first.types).toEqual(['ErasureCertified'])
  expect(decide(first.state, certify).types).toEqual([])
  // Of a fact that is no erasure there is none.
  expect(decide(state, { ...certify, erasure: 1 }).types).toEqual([])
})

test('two persons erase a comment, once and without versions', () => {
  const id = '0195512c-7d80-4000-8000-0000000000c1'
  const by = { actor: 'staff:first', time: TIME, texts: TEXTS } as const
  const said = { ...by, type: 'Comment', id, inReplyTo: null, body: 'M. Dupont' } as const
  const commented = decide(twoVersions, { ...said, sha256Hash: hashOf(B), target: null }).state
  const alone = { versions: [], thread: id }
  const done = decide(commented, erase(alone), erase({ ...alone, ...SECOND }))
  expect(done.types).toEqual(['WordingErased'])
  expect(done.state.erasure.versions.size).toBe(0)
  expect(decide(done.state, erase({ ...alone, plan: NO_PLAN })).refused).toBe('already-erased')
  expect(decide(commented, erase({ thread: id })).refused).toBe('erasure-of-both')
  expect(decide(commented, erase({ versions: 'all', thread: id })).refused).toBe('erasure-of-both')
  expect(decide(twoVersions, erase(alone)).refused).toBe('comment-unknown')
  expect(decide(commented, erase(alone), erase(SECOND)).refused).toBe('request-pending')
  const clear = { ...alone, plan: { ...NO_PLAN, unsealed: 1 } }
  expect(decide(commented, erase(clear)).refused).toBe('facts-unsealed')
})
