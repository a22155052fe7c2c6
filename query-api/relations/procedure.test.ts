import { expect, test } from 'vitest'
import type { Treatment } from '#contracts/events/others.ts'
import { JudicialDecisionShape } from '#contracts/decision.ts'
import type { Article } from '#contracts/http/article.ts'
import { ArticleId, Day, Slug, TreatmentId } from '#contracts/ids.ts'
import { procedureOf } from './procedure.ts'

const ID = '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0002'
const COURT = Slug.parse('cour-de-cassation')
const treatment = (
  type: Treatment['type'],
  status: Treatment['status'],
  day: string,
): Treatment => ({
  id: TreatmentId.parse(ID),
  type,
  source: {
    slug: COURT,
    ecli: null,
    courtCode: 'fr.ccass',
    formation: null,
    pinpoint: null,
    quote: 'CASSE ET ANNULE',
  },
  target: { articleId: ArticleId.parse(ID), headnoteSequence: null },
  polarity: 'negative',
  effectiveDate: Day.parse(day),
  status,
  confidencePercent: null,
  by: 'test',
})
const decision = (procedure: object = {}): Pick<Article, 'judicialDecision'> => ({
  judicialDecision: {
    id: ArticleId.parse(ID),
    ...JudicialDecisionShape.parse({ procedure }),
  },
})

test('a decision that was quashed says so, though its source could not know', () => {
  const quashed = treatment('quashed', 'confirmed', '2024-06-12')
  expect(procedureOf(decision(), [quashed], [])).toEqual({
    completeness: 'partial',
    chronology: [
      {
        relation: 'quashed_by',
        target: { ecli: null, docket: null, slug: COURT, date: '2024-06-12' },
        certainty: 'extracted',
        evidence: 'CASSE ET ANNULE',
      },
    ],
    fate: {
      status: 'quashed',
      by: { ecli: null, docket: null, slug: COURT, date: '2024-06-12' },
      asOf: '2024-06-12',
    },
  })
})

test('the decision that quashed names the one it quashed', () => {
  const given = [{ treatment: treatment('quashed', 'confirmed', '2024-06-12'), targetSlug: COURT }]
  expect(procedureOf(decision(), [], given)).toMatchObject({
    chronology: [{ relation: 'cassation_of', target: { slug: COURT } }],
    fate: { status: 'unknown' },
  })
})

test('what the source states wins, and nothing stands there twice', () => {
  const chronology = [{ relation: 'appeal_of', target: { slug: COURT }, certainty: 'official' }]
  const stated = decision({ completeness: 'complete', chronology, fate: { status: 'final' } })
  const found = procedureOf(stated, [treatment('affirmed', 'confirmed', '2024-06-12')], [])
  expect(found).toMatchObject({ completeness: 'complete', fate: { status: 'final' } })
  expect(found?.chronology).toHaveLength(1)
})

test('a suggestion decides no fate, and a comment is no step', () => {
  const found = procedureOf(
    decision(),
    [
      treatment('quashed', 'suggested', '2024-06-12'),
      treatment('followed', 'confirmed', '2025-01-01'),
    ],
    [],
  )
  expect(found).toMatchObject({
    chronology: [{ relation: 'quashed_by', certainty: 'probable' }],
    fate: { status: 'unknown' },
  })
})

test('a text that is no decision has no procedure', () => {
  expect(procedureOf({ judicialDecision: null }, [], [])).toBeNull()
})
