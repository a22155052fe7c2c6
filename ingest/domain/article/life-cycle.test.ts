import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVENTS } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import { Instant } from '#contracts/ids.ts'
import { type ArticleCommand, type ArticleRequest, textsNeeded } from './commands.ts'
import {
  type ArticleFact,
  type ArticleState,
  evolve,
  INITIAL_STATE,
  isApproved,
  type PublicStatus,
  stateOf,
} from './state.ts'
import { A, B, by, C, days, flag, hashOf, importOf, TEXTS, TIME } from './articles.testing.ts'
import type { Texts } from './content-record.ts'
import { articleDecider } from './decide.ts'

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31)
const RUNS = 1_500
const STEPS_MAX = 30

const CONTENTS = [A, B, C]
const content = fc.constantFrom(...CONTENTS)
const actor = fc.constantFrom('person:1', 'person:2', 'person:3')
const act = { time: TIME, texts: TEXTS }
const LATER = Instant.parse('2025-03-02T12:00:00.000Z')
const draftFlags = fc.constantFrom(
  null,
  { detectors: ['clean'], flags: [] },
  { detectors: ['clean'], flags: [flag('encoding_suspect', 'info')] },
)

/** What machines find, and what editors make of it. */
const CONCEPT = conceptIdOf('http://example.org/concept')
const PROPOSAL = '0a1b2c3d-0000-5000-8000-000000000000'
const matched = { method: 'label-match@1', concepts: [{ id: CONCEPT, relevancePercent: 50 }] }
const proposed = { id: PROPOSAL, summary: 'a', sourceText: 'b', legalRuleType: null }
const finding = fc.constantFrom<ArticleRequest[]>(
  { type: 'MatchConcepts', ...matched },
  { type: 'BarConcept', id: CONCEPT },
  { type: 'UnbarConcept', id: CONCEPT },
  {
    type: 'ProposeHeadnotes',
    method: 'test@1',
    textSha256: hashOf(A),
    proposals: [proposed],
  },
  { type: 'SettleProposal', id: PROPOSAL, outcome: 'rejected', reason: null },
)
const command: fc.Arbitrary<ArticleCommand> = fc.oneof(
  fc
    .record({
      content,
      state: fc.constantFrom('s1', 's2', 's3', 's4'),
      publish: fc.boolean(),
      officialSource: fc.boolean(),
      slugIsFree: fc.boolean(),
      integrity: draftFlags,
    })
    .map(({ content: stated, state, ...over }) => importOf(stated, state, over)),
  fc
    .record({ actor, content })
    .map((one) => ({ type: 'Draft', slugIsFree: true, integrity: null, ...act, ...one }) as const),
  fc
    .record({ actor, content })
    .map((one) => ({ type: 'Revise', slugIsFree: true, integrity: null, ...act, ...one }) as const),
  actor.map((who) => ({ type: 'Submit', ...act, actor: who }) as const),
  actor.map((who) => ({ type: 'RequestChanges', reasons: ['a'], ...act, actor: who }) as const),
  fc
    .record({ actor, sha256Hash: content.map(hashOf) })
    .map((one) => ({ type: 'Approve', ...act, ...one }) as const),
  actor.map(
    (who) =>
      ({ type: 'Publish', validity: days(null), assessment: null, ...act, actor: who }) as const,
  ),
  actor.map((who) => ({ type: 'Unpublish', reason: 'a', ...act, actor: who }) as const),
  fc
    .record({ actor, at: fc.constantFrom(TIME, LATER) })
    .map((one) => ({ type: 'Schedule', assessment: null, reason: null, ...act, ...one }) as const),
  actor.map(
    (who) => ({ type: 'CancelSchedule', reason: 'a', code: null, ...act, actor: who }) as const,
  ),
  actor.map(
    (who) => ({ type: 'DiscardDraft', reason: 'a', integrity: null, ...act, actor: who }) as const,
  ),
  actor.map((who) => ({ type: 'Restore', reason: 'a', ...act, actor: who }) as const),
  actor.map((who) => ({ type: 'CancelRequest', reason: 'a', ...act, actor: who }) as const),
  finding.map((one) => ({ ...one, ...act, actor: 'person:1' })),
)
/** Rare steps: what takes a text away, and facts that no command of editors records. */
const deletion = actor.map((who) => ({ type: 'Delete', reason: 'a', ...act, actor: who }) as const)
const withdrawal = actor.map(
  (who) => ({ type: 'Withdraw', cause: 'a', replacement: null, ...act, actor: who }) as const,
)
type Step = ArticleCommand | 'doubt' | 'clear'
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 40, arbitrary: command },
  { weight: 3, arbitrary: deletion },
  { weight: 4, arbitrary: withdrawal },
  { weight: 2, arbitrary: fc.constantFrom('doubt', 'clear') },
)

/** Half of the sequences start with a published text, so that every state occurs often. */
const steps = fc
  .tuple(fc.boolean(), fc.array(step, { maxLength: STEPS_MAX }))
  .map(([isThere, rest]): Step[] => (isThere ? [importOf(A, 's1'), ...rest] : rest))

const outside = (what: 'doubt' | 'clear'): ArticleFact[] => {
  switch (what) {
    case 'doubt':
      return by('x', {
        type: 'IntegrityFlagRaised',
        data: { flag: flag('hash_mismatch', 'critical', 'hash@1') },
      })
    case 'clear':
      return by('x', {
        type: 'IntegrityFlagCleared',
        data: { code: 'hash_mismatch', headnoteSequence: null },
      })
    default:
      return what satisfies never
  }
}

/** Loads only the texts that `textsNeeded` names, as the handler does. */
const loaded = (wish: ArticleCommand, state: ArticleState): ArticleCommand => {
  const hashes = new Set(textsNeeded(wish, state).map(({ sha256 }) => sha256))
  const texts: Texts = new Map([...TEXTS].filter(([sha256]) => hashes.has(sha256)))
  return { ...wish, texts }
}

const NEXT: Record<PublicStatus, readonly PublicStatus[]> = {
  'never-published': ['never-published', 'published', 'deleted'],
  published: ['published', 'unpublished', 'withdrawn', 'deleted'],
  unpublished: ['unpublished', 'published', 'deleted'],
  withdrawn: ['withdrawn', 'published', 'deleted'],
  deleted: ['deleted', 'never-published', 'unpublished', 'withdrawn'],
}

const number = (version: string): number =>
  version.split('.').reduce((sum, part) => sum * 1_000 + Number(part), 0)

const checkStep = (before: ArticleState, fact: ArticleFact, after: ArticleState): void => {
  EVENTS[fact.type].parse(fact.data)
  expect(NEXT[before.publicStatus]).toContain(after.publicStatus)
  if (fact.type !== 'Restored')
    expect(before.publicStatus, 'nothing else follows a deletion').not.toBe('deleted')
  if (fact.type === 'Approved' && fact.data.policy === null) {
    expect(before.draft?.status).toBe('in_review')
    expect(before.draft?.authors).not.toContain(fact.actor)
  }
  if (fact.type === 'VersionPublished' && fact.data.bump !== 'none') {
    expect(before.draft?.approval?.sha256Hash, 'only what was approved').toBe(fact.data.sha256Hash)
  }
  if (fact.type === 'VersionPublished') {
    expect(before.integrityFlags.some(({ severity }) => severity === 'critical')).toBe(false)
  }
}

const checkState = (state: ArticleState): void => {
  const numbers = state.versions.map(({ version }) => number(version))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  for (const [index, { sha256Hash, changeClass }] of state.versions.entries()) {
    const same = state.versions[index - 1]?.sha256Hash === sha256Hash
    if (same) expect(changeClass).toBe('republication')
  }
  expect(state.published === null).toBe(state.versions.length === 0)
  if (state.publicStatus === 'never-published') expect(state.published).toBeNull()
  if (state.publicStatus === 'deleted') expect(state.draft).toBeNull()
  if (state.draft !== null) {
    expect(state.draft.approval !== null).toBe(isApproved(state.draft))
    expect(state.draft.schedule !== null).toBe(state.draft.status === 'scheduled')
  }
}

const take = (one: Step, state: ArticleState): readonly ArticleFact[] => {
  if (typeof one === 'string') return state.publicStatus === 'deleted' ? [] : outside(one)
  const outcome = articleDecider.decide(loaded(one, state), state)
  if (isRefusal(outcome)) {
    expect(outcome.reason).not.toBe('')
    expect(outcome.hint).not.toBe('')
    return []
  }
  return by(one.actor, ...outcome)
}

test(`no sequence of commands leaves the life cycle (TEST_SEED=${SEED})`, () => {
  const reached = new Set<string>()
  fc.assert(
    fc.property(steps, (sequence) => {
      const facts: ArticleFact[] = []
      let state = INITIAL_STATE
      for (const one of sequence) {
        for (const fact of take(one, state)) {
          const after = evolve(state, fact)
          checkStep(state, fact, after)
          facts.push(fact)
          state = after
        }
        checkState(state)
        reached.add(state.publicStatus)
      }
      expect(state).toEqual(stateOf(facts))
      expect(state.streamVersion).toBe(facts.length)
    }),
    { seed: SEED, numRuns: RUNS },
  )
  expect([...reached].toSorted()).toEqual(Object.keys(NEXT).toSorted())
})

test(`an import that ran once adds nothing when it runs again (TEST_SEED=${SEED})`, () => {
  const statement = fc.record({ content, state: fc.constantFrom('s1', 's2', 's3', 's4', 's5') })
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 8 }), fc.boolean(), (statements, publish) => {
      const imports = statements.map((one) => importOf(one.content, one.state, { publish }))
      const run = (from: ArticleState): ArticleState =>
        imports.reduce((state, one) => take(one, state).reduce(evolve, state), from)
      const once = run(INITIAL_STATE)
      expect(run(once)).toEqual(once)
      const states = new Set(statements.map(({ state }) => state))
      expect(once.importedStates.size).toBe(states.size)
    }),
    { seed: SEED, numRuns: RUNS },
  )
})
