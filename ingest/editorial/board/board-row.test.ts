import { expect, test } from 'vitest'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { SemVer, Slug } from '#contracts/ids.ts'
import { StaffId } from '#contracts/staff.ts'
import { A, B, flag, hashOf, recordOf } from '../../domain/article/articles.testing.ts'
import { GROUNDEDNESS_DETECTOR } from '../../domain/article/integrity-events.ts'
import { boardRowOf, mayHaveRow } from './board-row.ts'
import { stateOfText } from './text-events.ts'
import { type Acted, minutesAfter, stored } from './text-events.testing.ts'

const [AUTHOR, REVIEWER, PUBLISHER] = ['staff:a', 'staff:r', 'staff:p'] as const
const HASH = hashOf(A)

const drafted: ArticleEvent = { type: 'Drafted', data: { content: recordOf(A) } }
const revised: ArticleEvent = { type: 'Revised', data: { content: recordOf(B) } }
const submitted: ArticleEvent = { type: 'Submitted', data: { sha256Hash: HASH } }
const approved: ArticleEvent = { type: 'Approved', data: { sha256Hash: HASH, policy: null } }
const scheduled: ArticleEvent = {
  type: 'PublicationScheduled',
  data: { sha256Hash: HASH, at: minutesAfter(60), reason: null },
}
const publishedBy = (policy: string | null): ArticleEvent => ({
  type: 'VersionPublished',
  data: {
    version: SemVer.parse('1.0.0'),
    sha256Hash: HASH,
    hashProfile: 'article/1',
    bump: 'initial',
    changeClass: null,
    reasons: [],
    policy,
    publishedAt: null,
    content: recordOf(A),
  },
})
const stopped: ArticleEvent = {
  type: 'ScheduleCancelled',
  data: { reason: 'un doute', code: 'cited-turned-red' },
}

const rowOf = (...acted: readonly Acted[]): ReturnType<typeof boardRowOf> => {
  const events = stored(...acted)
  return boardRowOf(stateOfText(events), events, HASH)
}

test('a text that a policy published has no row until a person acts on it', () => {
  const official = [
    ['import', drafted],
    ['import', publishedBy('official-import')],
  ] as const
  expect(rowOf(...official)).toBeNull()
  const unpublished: ArticleEvent = { type: 'Unpublished', data: { reason: 'erreur' } }
  expect(rowOf(...official, [PUBLISHER, unpublished])).toMatchObject({
    status: 'unpublished',
    changedBy: PUBLISHER,
  })
  expect(rowOf([AUTHOR, drafted], [PUBLISHER, publishedBy(null)])).toMatchObject({
    status: 'published',
    authors: [AUTHOR],
    sha256Hash: null,
    version: '1.0.0',
  })
})

const types = (...names: ArticleEvent['type'][]): boolean =>
  mayHaveRow(names.map((type) => ({ type })))

test('the types of events tell which texts may have a row', () => {
  expect(types('Drafted', 'VersionPublished')).toBe(false)
  expect(types('RevisionOpened', 'Revised', 'VersionPublished')).toBe(false)
  expect(types('VersionPublished', 'IntegrityFlagRaised')).toBe(false)
  expect(types('Drafted')).toBe(true)
  expect(types('VersionPublished', 'RevisionOpened')).toBe(true)
  expect(types('CommentAdded')).toBe(true)
  expect(types('Drafted', 'Submitted', 'Approved', 'VersionPublished')).toBe(true)
})

test('a scheduled draft has its hour; a refusal at it is shown until somebody acts', () => {
  const before = [
    [AUTHOR, drafted],
    [AUTHOR, submitted],
    [REVIEWER, approved],
    [PUBLISHER, scheduled],
  ] as const
  expect(rowOf(...before)).toMatchObject({
    status: 'scheduled',
    scheduledAt: minutesAfter(60),
    stopped: null,
    sha256Hash: HASH,
  })
  expect(rowOf(...before, ['system', stopped])).toMatchObject({
    status: 'approved',
    scheduledAt: null,
    stopped: { code: 'cited-turned-red', at: minutesAfter(4) },
  })
  expect(rowOf(...before, ['system', stopped], [AUTHOR, revised])).toMatchObject({
    status: 'in_review',
    stopped: null,
  })
})

const comment = (own: string, inReplyTo: string | null): ArticleEvent => ({
  type: 'CommentAdded',
  data: { id: own, inReplyTo, sha256Hash: HASH, body: 'À revoir.', target: null },
})

test('findings of machines are shown and do not count as a change; settled comments are not open', () => {
  const person = StaffId.parse('6f1f9c52-4a8f-4a0e-9f0a-6a1d7c0f2b11')
  const id = '0b0f5a0e-51f0-4a8e-8f3b-64b7f0f0a001'
  const events = [
    [AUTHOR, drafted],
    [REVIEWER, { type: 'Assigned', data: { person } }],
    [REVIEWER, comment(id, null)],
    [AUTHOR, comment('0b0f5a0e-51f0-4a8e-8f3b-64b7f0f0a002', id)],
    [
      'assessor',
      { type: 'IntegrityFlagRaised', data: { flag: flag('low_groundedness', 'warning') } },
    ],
  ] as const
  expect(rowOf(...events)).toMatchObject({
    assignedTo: person,
    openComments: 1,
    flags: [{ code: 'low_groundedness', severity: 'warning' }],
    changedBy: AUTHOR,
    changedAt: minutesAfter(3),
    position: 5,
  })
  expect(rowOf(...events, [REVIEWER, { type: 'CommentResolved', data: { id } }])).toMatchObject({
    openComments: 0,
  })
})

const codesOf = (row: ReturnType<typeof boardRowOf>) => row?.flags.map(({ code }) => code)

test('doubts about the claims of the published wording are no doubts about the draft beside it', () => {
  const doubted = {
    ...flag('claim_contradicted', 'critical'),
    detector: GROUNDEDNESS_DETECTOR,
    evidence: { assessedHash: HASH },
  }
  const events = [
    [AUTHOR, drafted],
    [PUBLISHER, publishedBy(null)],
    ['assessor', { type: 'IntegrityFlagRaised', data: { flag: doubted } }],
    ['assessor', { type: 'IntegrityFlagRaised', data: { flag: flag('encoding_suspect', 'info') } }],
  ] as const
  expect(codesOf(rowOf(...events))).toEqual(['claim_contradicted', 'encoding_suspect'])
  const beside = stored(...events, [AUTHOR, revised])
  expect(codesOf(boardRowOf(stateOfText(beside), beside, hashOf(B)))).toEqual(['encoding_suspect'])
})

test('a request waits for a second person; a deleted draft keeps its title', () => {
  const asked: ArticleEvent = { type: 'DeletionRequested', data: { reason: 'doublon' } }
  expect(rowOf([AUTHOR, drafted], [PUBLISHER, asked])).toMatchObject({ pending: 'deletion' })
  const deleted: ArticleEvent = { type: 'Deleted', data: { reason: 'doublon' } }
  expect(rowOf([AUTHOR, drafted], [PUBLISHER, asked], [REVIEWER, deleted])).toMatchObject({
    status: 'deleted',
    pending: null,
    title: A.title,
    slug: Slug.parse(A.slug),
  })
})
