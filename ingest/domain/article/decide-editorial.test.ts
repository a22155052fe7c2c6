import { describe, expect, test } from 'vitest'
import type { ArticleContent } from '#contracts/content.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { SemVer } from '#contracts/ids.ts'
import { given as givenDecider } from '../../../test/decider-spec.ts'
import type { EditorialCommand } from './commands.ts'
import { type ArticleFact, INITIAL_STATE, stateOf, statusOf } from './state.ts'
import {
  A,
  AUTHOR,
  B,
  by,
  C,
  days,
  flag,
  hashOf,
  importOf,
  PUBLISHER,
  REVIEWER,
  TEXTS,
  TIME,
  wording,
} from './articles.testing.ts'
import type { RefusalCode } from '../refusals.ts'
import { articleDecider } from './decide.ts'

const given = (...facts: readonly ArticleFact[]) => givenDecider(articleDecider, facts)

const act = (actor: string) => ({ actor, time: TIME, texts: TEXTS })
const draft = (content: ArticleContent): EditorialCommand => ({
  type: 'Draft',
  content,
  slugIsFree: true,
  integrity: null,
  ...act(AUTHOR),
})
const revise = (content: ArticleContent, actor = AUTHOR): EditorialCommand => ({
  type: 'Revise',
  content,
  slugIsFree: true,
  integrity: null,
  ...act(actor),
})
const submit: EditorialCommand = { type: 'Submit', ...act(AUTHOR) }
const requestChanges: EditorialCommand = {
  type: 'RequestChanges',
  reasons: ['Citer la source.'],
  ...act(REVIEWER),
}
const approve = (content: ArticleContent, actor = REVIEWER): EditorialCommand => ({
  type: 'Approve',
  sha256Hash: hashOf(content),
  ...act(actor),
})
const discard: EditorialCommand = {
  type: 'DiscardDraft',
  reason: 'Réforme abandonnée.',
  integrity: null,
  ...act(AUTHOR),
}
const publish: EditorialCommand = {
  type: 'Publish',
  validity: null,
  assessment: null,
  ...act(PUBLISHER),
}
const unpublish: EditorialCommand = { type: 'Unpublish', reason: 'erreur', ...act(PUBLISHER) }
const remove: EditorialCommand = { type: 'Delete', reason: 'doublon', ...act(PUBLISHER) }
/** The second person. */
const confirmRemoval: EditorialCommand = { ...remove, ...act(REVIEWER) }
const withdraw: EditorialCommand = {
  type: 'Withdraw',
  cause: 'erreur',
  replacement: null,
  ...act(PUBLISHER),
}
const restore: EditorialCommand = { type: 'Restore', reason: 'à revoir', ...act(PUBLISHER) }

/** The facts after these commands; fails if one is refused. */
const after = (commands: readonly EditorialCommand[], before: readonly ArticleFact[] = []) =>
  commands.reduce<ArticleFact[]>(
    (facts, command) => {
      const events = articleDecider.decide(command, stateOf(facts))
      if (!Array.isArray(events)) throw new Error(`${command.type}: ${events.refused}`)
      return [...facts, ...by(command.actor, ...events)]
    },
    [...before],
  )

const drafted = after([draft(A)])
const inReview = after([submit], drafted)
const changesRequested = after([requestChanges], inReview)
const approved = after([approve(A)], inReview)
const published = after([publish], approved)
const unpublished = after([unpublish], published)
const deleted = after([remove, confirmRemoval], published)
const withdrawn = after([withdraw, { ...withdraw, ...act(REVIEWER) }], published)
/** A published text with a second wording as draft. */
const secondDraft = after([revise(B)], published)
const secondApproved = after([submit, approve(B)], secondDraft)

test('each state has its name', () => {
  const named: [string, ArticleFact[]][] = [
    ['new', []],
    ['draft', drafted],
    ['in_review', inReview],
    ['changes_requested', changesRequested],
    ['approved', approved],
    ['published', published],
    ['published', secondApproved],
    ['unpublished', unpublished],
    ['withdrawn', withdrawn],
    ['deleted', deleted],
  ]
  for (const [status, facts] of named) expect(statusOf(stateOf(facts))).toBe(status)
})

describe('every transition of the life cycle', () => {
  const TRANSITIONS: [string, ArticleFact[], EditorialCommand, ...ArticleEvent['type'][]][] = [
    ['draft', [], draft(A), 'Drafted'],
    ['revise a draft', drafted, revise(B), 'Revised'],
    ['revise with the same wording', drafted, revise(A)],
    ['submit', drafted, submit, 'Submitted'],
    ['revise in review', inReview, revise(B), 'Revised'],
    ['request changes', inReview, requestChanges, 'ChangesRequested'],
    ['revise as requested', changesRequested, revise(B), 'Revised'],
    ['submit again', changesRequested, submit, 'Submitted'],
    ['approve', inReview, approve(A), 'Approved'],
    ['publish', approved, publish, 'VersionPublished'],
    ['revise an approved draft', approved, revise(B), 'Revised'],
    ['revise a published text', published, revise(B), 'RevisionOpened', 'Revised'],
    ['publish the revision', secondApproved, publish, 'VersionPublished'],
    ['discard a revision', secondDraft, discard, 'DraftDiscarded'],
    ['discard an approved revision', secondApproved, discard, 'DraftDiscarded'],
    ['discard a restored draft', after([restore], withdrawn), discard, 'DraftDiscarded'],
    ['revise after that', after([discard], secondDraft), revise(B), 'RevisionOpened', 'Revised'],
    ['restore again after that', after([restore, discard], withdrawn), restore, 'Restored'],
    ['unpublish', published, unpublish, 'Unpublished'],
    ['publish again', unpublished, publish, 'VersionPublished'],
    ['revise an unpublished text', unpublished, revise(B), 'RevisionOpened', 'Revised'],
    ['restore a withdrawn text', withdrawn, restore, 'Restored'],
    ['revise a restored text', after([restore], withdrawn), revise(B), 'Revised'],
    ['restore a deleted text', deleted, restore, 'Restored'],
    ['ask to delete a draft', drafted, remove, 'DeletionRequested'],
    ['delete a draft', after([remove], drafted), confirmRemoval, 'Deleted'],
    ['delete a published text', after([remove], published), confirmRemoval, 'Deleted'],
    ['delete an unpublished text', after([remove], unpublished), confirmRemoval, 'Deleted'],
    ['delete a withdrawn text', after([remove], withdrawn), confirmRemoval, 'Deleted'],
  ]
  test.each(TRANSITIONS)('%s', (_, facts, command, ...events) => {
    given(...facts)
      .when(command)
      .thenEventTypes(...events)
  })
})

describe('every other act is refused', () => {
  const REFUSED: [string, ArticleFact[], EditorialCommand, RefusalCode][] = [
    ['draft twice', drafted, draft(A), 'text-exists'],
    [
      'draft under the slug of another',
      [],
      { ...draft(A), slugIsFree: false } as EditorialCommand,
      'slug-taken',
    ],
    ['revise an unknown text', [], revise(A), 'text-unknown'],
    [
      'revise into another source',
      drafted,
      revise(wording('x', { source: { id: 'autre' } })),
      'another-source',
    ],
    [
      'revise to the slug of another',
      drafted,
      { ...revise(wording('x', { slug: 'pris' })), slugIsFree: false } as EditorialCommand,
      'slug-taken',
    ],
    ['submit twice', inReview, submit, 'nothing-to-submit'],
    ['submit a published text', published, submit, 'nothing-to-submit'],
    ['approve a draft', drafted, approve(A), 'not-in-review'],
    ['approve after another reviewer', approved, approve(A, PUBLISHER), 'already-approved'],
    ['approve one’s own draft', inReview, approve(A, AUTHOR), 'reviewer-is-author'],
    ['approve another wording than was read', inReview, approve(B), 'another-wording'],
    ['approve after it was revised', after([revise(B)], inReview), approve(A), 'another-wording'],
    ['request changes of a draft', drafted, requestChanges, 'not-in-review'],
    [
      'request changes of one’s own draft',
      inReview,
      { ...requestChanges, actor: AUTHOR },
      'reviewer-is-author',
    ],
    [
      'request changes without a reason',
      inReview,
      { ...requestChanges, reasons: [' '] },
      'reasons-missing',
    ],
    ['publish a draft', drafted, publish, 'not-approved'],
    ['publish a draft in review', inReview, publish, 'not-approved'],
    [
      'publish a draft revised after approval',
      after([revise(B)], approved),
      publish,
      'not-approved',
    ],
    ['publish twice', published, publish, 'already-published'],
    ['publish a withdrawn text as it was', withdrawn, publish, 'text-withdrawn'],
    ['discard what was never published', drafted, discard, 'nothing-to-discard'],
    ['discard an approved draft of a new text', approved, discard, 'nothing-to-discard'],
    ['discard without a draft', published, discard, 'nothing-to-discard'],
    ['discard twice', after([discard], secondDraft), discard, 'nothing-to-discard'],
    ['discard without a reason', secondDraft, { ...discard, reason: ' ' }, 'reasons-missing'],
    ['discard the draft of a deleted text', deleted, discard, 'text-deleted'],
    ['unpublish a draft', drafted, unpublish, 'never-published'],
    ['unpublish twice', unpublished, unpublish, 'already-unpublished'],
    ['unpublish without a reason', published, { ...unpublish, reason: ' ' }, 'reasons-missing'],
    ['delete without a reason', published, { ...remove, reason: '' }, 'reasons-missing'],
    ['delete twice', deleted, remove, 'text-deleted'],
    ['delete an unknown text', [], remove, 'text-unknown'],
    ['revise a deleted text', deleted, revise(B), 'text-deleted'],
    ['draft a deleted text anew', deleted, draft(A), 'text-deleted'],
  ]
  test.each(REFUSED)('%s', (_, facts, command, refused) => {
    given(...facts)
      .when(command)
      .thenRefused(refused)
  })
})

test('a revision after approval removes the approval', () => {
  given(...after([revise(B)], approved)).thenState({
    draft: expect.objectContaining({ status: 'in_review', approval: null }),
  })
})

test('nobody who wrote or submitted a wording of a draft may review it', () => {
  const facts = after([revise(B, REVIEWER), submit], drafted)
  given(...facts)
    .when(approve(B))
    .thenRefused('reviewer-is-author')
  given(...facts)
    .when(approve(B, AUTHOR))
    .thenRefused('reviewer-is-author')
  given(...facts)
    .when(approve(B, PUBLISHER))
    .thenEventTypes('Approved')
})

test('an editor’s text is dated by its publication unless it has a date', () => {
  given(...published).thenState({ published: expect.objectContaining({ publishedAt: TIME }) })
  const dated = wording(A.contentClean, { publishedAt: '2001-01-01T00:00:00.000Z' })
  const facts = after([draft(dated), submit, approve(dated), publish])
  expect(stateOf(facts).published?.publishedAt).toBe('2001-01-01T00:00:00.000Z')
})

test('the published version stays live while the next one is written', () => {
  given(...secondDraft).thenState({
    publicStatus: 'published',
    published: expect.objectContaining({ version: '1.0.0' }),
  })
  given(...after([publish], secondApproved)).thenState({
    published: expect.objectContaining({ version: '2.0.0', sha256Hash: hashOf(B) }),
    draft: null,
  })
})

test('a discarded draft leaves the version, its slug and its doubts', () => {
  const moved = wording('Autre.', { slug: 'autre-adresse' })
  const doubt = flag('source_text_not_found', 'warning', 'source-text@1')
  const facts = after([revise(moved)], published)
  given(...after([discard], facts)).thenState({
    publicStatus: 'published',
    draft: null,
    slug: A.slug,
    published: expect.objectContaining({ version: '1.0.0' }),
  })
  given(...facts)
    .when({ ...discard, integrity: { detectors: ['source-text'], flags: [doubt] } })
    .thenEvents(
      { type: 'DraftDiscarded', data: { reason: 'Réforme abandonnée.' } },
      { type: 'IntegrityFlagRaised', data: { flag: doubt } },
    )
})

test('whoever wrote a discarded draft may review the next one', () => {
  const byAnother: EditorialCommand = { type: 'Submit', ...act(PUBLISHER) }
  given(...after([discard, revise(B, PUBLISHER), byAnother], secondDraft))
    .when(approve(B, AUTHOR))
    .thenEventTypes('Approved')
})

test('the wording that is there already opens no draft of the next version', () => {
  given(...published)
    .when(revise(A))
    .thenEvents()
  given(...unpublished)
    .when(revise(A))
    .thenEvents()
})

test('an approved draft without a change has nothing to publish', () => {
  const facts = after([revise(B), revise(A), submit, approve(A)], published)
  given(...facts)
    .when(publish)
    .thenRefused('nothing-changed')
})

test('other details that the hash leaves out are published under the same version', () => {
  const corrected = wording(A.contentClean, { licence: 'other', author: 'M. Weber' })
  const facts = after([revise(corrected), submit, approve(corrected)], published)
  const [event] = articleDecider.decide(publish, stateOf(facts)) as ArticleEvent[]
  expect(event).toMatchObject({
    type: 'VersionPublished',
    data: {
      version: '1.0.0',
      sha256Hash: hashOf(A),
      bump: 'none',
      changeClass: 'details',
      reasons: ['author changed.', 'licence changed.'],
      publishedAt: TIME,
      content: { licence: 'other', author: 'M. Weber' },
    },
  })
  expect(stateOf(after([publish], facts))).toMatchObject({
    draft: null,
    versions: [{ version: '1.0.0', bump: 'initial' }],
    published: { version: '1.0.0', content: { licence: 'other' } },
  })
})

test('an unpublished version comes back with the details of its approved draft', () => {
  const corrected = wording(A.contentClean, { licence: 'other' })
  const facts = after([revise(corrected), submit, approve(corrected), publish], unpublished)
  expect(stateOf(facts)).toMatchObject({
    publicStatus: 'published',
    versions: [{ version: '1.0.0' }],
    published: { content: { licence: 'other' } },
  })
})

test('an unpublished version is republished with the same version and hash, bump none', () => {
  const [event] = articleDecider.decide(publish, stateOf(unpublished)) as ArticleEvent[]
  expect(event).toMatchObject({
    type: 'VersionPublished',
    data: { version: '1.0.0', sha256Hash: hashOf(A), bump: 'none', publishedAt: TIME },
  })
  const state = stateOf(after([publish], unpublished))
  expect(state).toMatchObject({ publicStatus: 'published' })
  expect(state.versions).toHaveLength(1)
})

test('a draft in review is kept when the old version is republished', () => {
  const facts = after([publish], after([revise(B)], unpublished))
  given(...facts).thenState({
    publicStatus: 'published',
    draft: expect.objectContaining({ status: 'draft' }),
  })
})

test('an unpublished text is published with its next version once that is approved', () => {
  const facts = after([revise(B), submit, approve(B), publish], unpublished)
  given(...facts).thenState({
    publicStatus: 'published',
    published: expect.objectContaining({ version: '2.0.0' }),
  })
})

test('after a withdrawal even the same wording is a new MAJOR version', () => {
  const same = wording(A.contentClean, { citations: ['a'] })
  const facts = after([restore, revise(same), submit, approve(same), publish], withdrawn)
  expect(stateOf(facts).versions.map(({ version, bump }) => [version, bump])).toEqual([
    ['1.0.0', 'initial'],
    ['2.0.0', 'major'],
  ])
  expect(stateOf(facts).versions[1]).toMatchObject({
    changeClass: 'republication',
    sha256Hash: hashOf(A),
  })
})

const submitAs = (actor: string): EditorialCommand => ({ ...submit, actor })

test('whoever wrote a version does not review what is restored after its withdrawal', () => {
  const others = ['person:colleague', 'person:other'] as const
  const twice = after([revise(B, others[0]), submitAs(others[0]), approve(B), publish], published)
  const gone = after([withdraw, { ...withdraw, ...act(REVIEWER) }, restore], twice)
  given(...gone).thenState({ draft: expect.objectContaining({ authors: [AUTHOR, others[0]] }) })
  const back = after([submitAs(others[1])], gone)
  for (const author of [AUTHOR, ...others])
    given(...back)
      .when(approve(B, author))
      .thenRefused('reviewer-is-author')
  given(...back)
    .when(approve(B))
    .thenEventTypes('Approved')
})

test('whoever wrote a withdrawn version does not review the draft that is restored with it', () => {
  const other = 'person:colleague'
  const gone = after(
    [withdraw, { ...withdraw, ...act(REVIEWER) }, restore],
    [...after([revise(B, other)], published)],
  )
  given(...after([{ ...submit, actor: other }], gone))
    .when(approve(B, AUTHOR))
    .thenRefused('reviewer-is-author')
})

test('a version that is public again after it was unpublished keeps those who wrote it', () => {
  const gone = after([publish, withdraw, { ...withdraw, ...act(REVIEWER) }, restore], unpublished)
  given(...gone).thenState({ draft: expect.objectContaining({ authors: [AUTHOR] }) })
})

test('a critical doubt prevents publication until it is cleared', () => {
  const raised = by('d', {
    type: 'IntegrityFlagRaised',
    data: { flag: flag('hash_mismatch', 'critical') },
  })
  const cleared = by('d', {
    type: 'IntegrityFlagCleared',
    data: { code: 'hash_mismatch', headnoteSequence: null },
  })
  given(...approved, ...raised)
    .when(publish)
    .thenRefused('integrity-critical')
  given(...unpublished, ...raised)
    .when(publish)
    .thenRefused('integrity-critical')
  given(...approved, ...raised, ...cleared)
    .when(publish)
    .thenEventTypes('VersionPublished')
})

test('a publisher may state the validity of what is published', () => {
  const inForce = { ...publish, validity: days('2025-01-01') } as EditorialCommand
  given(...approved)
    .when(inForce)
    .thenEventTypes('VersionPublished', 'ValidityRecorded')
})

test('the validity that a source stated for a draft is recorded when it is published', () => {
  const events = articleDecider.decide(
    importOf(C, 's1', { publish: false, policy: null, validity: days('2024-07-01') }),
    INITIAL_STATE,
  )
  const facts = after([submit, approve(C)], by('import', ...(events as ArticleEvent[])))
  given(...facts)
    .when(publish)
    .thenEventTypes('VersionPublished', 'ValidityRecorded')
})

test('an imported draft goes through reviewer and publisher like any other', () => {
  const events = articleDecider.decide(
    importOf(C, 's1', { publish: false, policy: null }),
    INITIAL_STATE,
  )
  const facts = after([submit, approve(C), publish], by('import', ...(events as ArticleEvent[])))
  given(...facts).thenState({ publicStatus: 'published' })
  expect(stateOf(facts).versions[0]).toMatchObject({ version: SemVer.parse('1.0.0'), policy: null })
})
