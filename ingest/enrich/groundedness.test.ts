import { describe, expect, test } from 'vitest'
import { Instant } from '#contracts/ids.ts'
import { checkedSource } from '#contracts/law/claims/statement.ts'
import {
  type AssessedText,
  assessGroundedness,
  groundednessFlags,
  type ResolvedCitation,
} from './groundedness.ts'
import { impactOfChange } from './groundedness-impact.ts'

const SOURCE = checkedSource('arret', {
  title: 'Civ. 2e, 21 novembre 2024, n° 23-99.166',
  contentClean:
    'La victime n’est pas tenue de limiter son préjudice dans l’intérêt du responsable. L’auteur du dommage doit en réparer toutes les conséquences.',
  headnotes: [],
})
const text = (contentClean: string, changes: Partial<AssessedText> = {}): AssessedText => ({
  title: 'Commentaire',
  abstract: null,
  contentClean,
  contentType: 'doctrine',
  headnotes: [],
  ...changes,
})
/** Every place where the docket stands, as cited. */
const citing = (content: string): ResolvedCitation[] =>
  [...content.matchAll(/n° 23-99\.166/gu)].map(({ index }) => ({
    start: index,
    end: index + 12,
    keys: ['arret'],
    dead: false,
  }))
const assessed = (content: string) => assessGroundedness(text(content), [SOURCE], citing(content))

const TRUE = 'Selon l’arrêt n° 23-99.166, la victime n’est pas tenue de limiter son préjudice.'
const FALSE = 'Selon l’arrêt n° 23-99.166, la victime est tenue de limiter son préjudice.'

describe('groundedness', () => {
  test('counts what is supported of what can be checked, half up', () => {
    expect(assessed(`${TRUE}\n\n${FALSE}`)).toMatchObject({
      score: 50,
      method: 'det-1',
      counts: { supported: 1, contradicted: 1, checkable: 2 },
    })
  })

  test('an author’s own word is held against nothing', () =>
    expect(
      assessed(`${TRUE}\n\nLe rédacteur doit veiller à la clarté de chaque clause du bail.`),
    ).toMatchObject({
      score: 100,
      counts: { unverifiable: 1, checkable: 1 },
    }))

  test('is null where nothing can be checked, and for norms', () => {
    expect(assessGroundedness(text(TRUE), [], []).score).toBeNull()
    const norm = text(TRUE, { contentType: 'legislation' })
    expect(assessGroundedness(norm, [SOURCE], []).score).toBeNull()
  })

  test('a headnote is borne out by its decision; nothing else of a text is its own evidence', () => {
    const decision = text('Le bail doit être écrit, à peine de nullité du contrat conclu.', {
      contentType: 'jurisprudence',
      abstract: 'Le bail doit être écrit à peine de nullité.',
      headnotes: [
        {
          sequence: 1,
          summary: 'Le bail doit être écrit à peine de nullité.',
          sourceText: null,
          legalRuleType: 'ratio',
        },
      ],
    })
    const { sentences } = assessGroundedness(decision, [], [])
    expect(sentences.map(({ where, verdict }) => [where, verdict])).toEqual([
      ['abstract', 'unverifiable'],
      ['headnote', 'supported'],
      ['text', 'unverifiable'],
    ])
  })

  test('raises one flag of each code, with the sentences and the detector', () => {
    const quoted = `${FALSE}\n\n« la victime peut limiter son préjudice dans son propre intérêt exclusif » (n° 23-99.166).`
    const assessment = assessed(quoted)
    const flags = groundednessFlags(
      assessment,
      [{ start: 0, end: 4, keys: [], dead: true }],
      Instant.parse('2026-01-01T00:00:00.000Z'),
    )
    expect(flags.map(({ code, severity }) => [code, severity])).toEqual(
      expect.arrayContaining([
        ['claim_contradicted', 'critical'],
        ['citation_unresolved', 'warning'],
        ['low_groundedness', 'warning'],
      ]),
    )
    expect(new Set(flags.map(({ code }) => code)).size).toBe(flags.length)
    for (const flag of flags) expect(flag.detector).toBe('groundedness@1')
  })

  test('is the same on three runs', () => {
    const runs = [1, 2, 3].map(() => JSON.stringify(assessed(`${TRUE}\n\n${FALSE}`)))
    expect(new Set(runs).size).toBe(1)
  })
})

test('the impact of a change names the texts and the sentences that cite it', () => {
  const contentClean = `Une introduction. ${TRUE}\n\nUne conclusion.`
  const [impact, ...others] = impactOfChange([
    { id: 'a', contentClean, citations: citing(contentClean) },
    { id: 'b', contentClean: 'Rien ici.', citations: [] },
  ])
  expect(others).toEqual([])
  expect(impact?.id).toBe('a')
  expect(impact?.sentences.map(({ start, end }) => contentClean.slice(start, end))).toEqual([TRUE])
})
