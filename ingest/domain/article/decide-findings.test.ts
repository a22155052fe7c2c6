import { describe, test } from 'vitest'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import { given as givenDecider } from '../../../test/decider-spec.ts'
import { A, by, flag, hashOf, recordOf, TEXTS, TIME } from './articles.testing.ts'
import type { ArticleCommand, ArticleRequest } from './commands.ts'
import { articleDecider } from './decide.ts'
import type { ArticleFact } from './state.ts'

const given = (...events: readonly (ArticleEvent | ArticleFact)[]) =>
  givenDecider(articleDecider, events)
const ask = (request: ArticleRequest): ArticleCommand => ({
  ...request,
  actor: 'person:editor',
  time: TIME,
  texts: TEXTS,
})

const drafted: ArticleEvent = { type: 'Drafted', data: { content: recordOf(A) } }
const deleted = by('person:editor', { type: 'Deleted', data: { reason: 'doublon' } })

const [RENT, LEASE] = ['rent', 'lease'].map((name) => conceptIdOf(`http://example.org/${name}`))
const found = (...ids: readonly (typeof RENT)[]) =>
  ids.flatMap((id) => (id === undefined ? [] : [{ id, relevancePercent: 50 }]))
const match = (...ids: readonly (typeof RENT)[]) =>
  ask({ type: 'MatchConcepts', method: 'label-match@1', concepts: found(...ids) })
const matched = (
  concepts: ReturnType<typeof found>,
  barred: (typeof RENT)[] = [],
): ArticleEvent => ({
  type: 'ConceptsMatched',
  data: { method: 'label-match@1', concepts, barred: barred.flatMap((id) => id ?? []) },
})
const editorial = (type: 'BarConcept' | 'UnbarConcept', id = RENT) =>
  ask({ type, id } as ArticleRequest)

describe('concepts that a machine matched', () => {
  test('are recorded if they changed', () => {
    given(drafted).when(match()).thenNothing()
    given(drafted)
      .when(match(RENT))
      .thenEvents(matched(found(RENT)))
    given(drafted, matched(found(RENT)))
      .when(match(RENT))
      .thenNothing()
    given(drafted, matched(found(RENT)))
      .when(match())
      .thenEvents(matched([]))
  })
  test('leave out what an editor barred, until an editor assigns it again', () => {
    const both = matched(found(RENT, LEASE))
    const barred = matched(found(LEASE), [RENT])
    given(drafted, both).when(editorial('BarConcept')).thenEvents(barred)
    given(drafted, barred).when(match(RENT, LEASE)).thenNothing()
    given(drafted, barred).when(editorial('BarConcept')).thenNothing()
    given(drafted, barred)
      .when(editorial('UnbarConcept'))
      .thenEvents(matched(found(LEASE)))
    given(drafted, both).when(editorial('UnbarConcept')).thenNothing()
  })
})

describe('proposed headnotes', () => {
  const proposal = {
    id: '0a1b2c3d-0000-5000-8000-000000000000',
    summary: 'Le délai est de trente jours.',
    sourceText: 'trente jours',
    legalRuleType: null,
  }
  const data = { method: 'test@1', textSha256: hashOf(A), proposals: [proposal] }
  const proposed: ArticleEvent = { type: 'HeadnotesProposed', data }
  const settle = (outcome: 'accepted' | 'rejected') =>
    ask({ type: 'SettleProposal', id: proposal.id, outcome, reason: null })
  const settled: ArticleEvent = {
    type: 'HeadnoteProposalSettled',
    data: { id: proposal.id, outcome: 'rejected', reason: null },
  }

  test('are recorded once, even after a decision', () => {
    given(drafted)
      .when(ask({ type: 'ProposeHeadnotes', ...data }))
      .thenEvents(proposed)
    for (const events of [[proposed], [proposed, settled]])
      given(drafted, ...events)
        .when(ask({ type: 'ProposeHeadnotes', ...data }))
        .thenNothing()
  })
  test('are settled once', () => {
    given(drafted, proposed).when(settle('rejected')).thenEvents(settled)
    given(drafted, proposed, settled).when(settle('accepted')).thenRefused('proposal-settled')
    given(drafted).when(settle('accepted')).thenRefused('proposal-unknown')
  })
  test('of a deleted text are not settled: no event follows a deletion', () => {
    given(drafted, proposed, ...deleted)
      .when(settle('rejected'))
      .thenRefused('text-deleted')
  })
})

describe('an assessment of groundedness', () => {
  const counts = {
    supported: 1,
    partial: 0,
    contradicted: 0,
    notSupported: 0,
    unverifiable: 0,
    checkable: 1,
    method: 'test@1',
    assessedAt: TIME,
    assessedHash: hashOf(A),
  }
  const doubt = flag('claim_contradicted', 'critical', 'groundedness@1')
  const assess = (score: number, flags: (typeof doubt)[] = []) =>
    ask({
      type: 'RecordAssessment',
      assessment: {
        assessed: { score, groundedness: counts },
        integrity: { detectors: ['groundedness'], flags },
      },
    })
  const assessed: ArticleEvent = {
    type: 'GroundednessAssessed',
    data: { score: 100, groundedness: counts },
  }
  const raised: ArticleEvent = { type: 'IntegrityFlagRaised', data: { flag: doubt } }

  test('is recorded if its result changed', () => {
    given(drafted).when(assess(100)).thenEvents(assessed)
    given(drafted, assessed).when(assess(100)).thenNothing()
    given(drafted, assessed).when(assess(50)).thenEventTypes('GroundednessAssessed')
  })
  test('raises and clears its flags', () => {
    given(drafted, assessed)
      .when(assess(100, [doubt]))
      .thenEvents(raised)
    given(drafted, assessed, raised).when(assess(100)).thenEventTypes('IntegrityFlagCleared')
  })
})
