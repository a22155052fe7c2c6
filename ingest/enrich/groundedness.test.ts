import { describe, expect, test } from 'vitest'
import { Instant, type Sha256Hex } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import { deterministicVerifier, makeVerifier } from '#contracts/law/claims/judge.ts'
import { CLAIM_METHOD } from '#contracts/law/claims/method.ts'
import { prepareSource } from '#contracts/law/claims/sentence-check.ts'
import {
  type AssessedText,
  type Assessment,
  assessGroundedness,
  type ResolvedCitation,
} from './groundedness.ts'
import { type FlagRound, groundednessFlags, itemsOfFlag } from './groundedness-flags.ts'
import { impactOfChange } from '../groundedness/impact.ts'

const SOURCE = prepareSource('arret', {
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
/** All citations of the docket. */
const citing = (content: string): ResolvedCitation[] =>
  [...content.matchAll(/n° 23-99\.166/gu)].map(({ index }) => ({
    start: index,
    end: index + 12,
    keys: ['arret'],
    dead: false,
    ambiguous: false,
  }))
const assessed = (content: string) =>
  assessGroundedness(text(content), [SOURCE], citing(content), deterministicVerifier)

/** The verdict of a sentence next to one with a citation. */
const uncited = async (sentence: string) =>
  (await assessed(`${TRUE} ${sentence}`)).sentences.at(-1)?.verdict

const TRUE = 'Selon l’arrêt n° 23-99.166, la victime n’est pas tenue de limiter son préjudice.'
const FALSE = 'Selon l’arrêt n° 23-99.166, la victime est tenue de limiter son préjudice.'

/** The verdict of an abstract of a commentary that cites the ruling. */
const abstractVerdict = async (abstract: string) => {
  const own = text(TRUE, { abstract })
  const { sentences } = await assessGroundedness(own, [SOURCE], citing(TRUE), deterministicVerifier)
  return sentences[0]?.verdict
}

describe('groundedness', () => {
  test('counts what is supported of what can be checked, half up', async () => {
    expect(await assessed(`${TRUE}\n\n${FALSE}`)).toMatchObject({
      score: 50,
      method: CLAIM_METHOD,
      counts: { supported: 1, contradicted: 1, checkable: 2 },
    })
  })

  test('an author’s own statement is not compared with sources', async () =>
    expect(
      await assessed(`${TRUE}\n\nLe rédacteur doit veiller à la clarté de chaque clause du bail.`),
    ).toMatchObject({
      score: 100,
      counts: { unverifiable: 1, checkable: 1 },
    }))

  test('a sentence without citation counts if a source clearly supports or contradicts it', async () => {
    expect(await uncited('L’auteur du dommage doit en réparer toutes les conséquences.')).toBe(
      'supported',
    )
    expect(
      await uncited('L’auteur du dommage ne doit pas en réparer toutes les conséquences.'),
    ).toBe('contradicted')
    expect(await uncited('L’auteur du dommage doit avertir la victime par écrit.')).toBe(
      'unverifiable',
    )
    // In another paragraph it may concern another case, but support counts anywhere.
    const OPPOSED = 'L’auteur du dommage ne doit pas en réparer toutes les conséquences.'
    expect(await uncited(`\n\n${OPPOSED}`)).toBe('unverifiable')
    expect(await uncited(`\n\n${OPPOSED.replace('ne doit pas', 'doit')}`)).toBe('supported')
  })

  test('statements of a court without citation, and its quotations of parties, are not compared', async () => {
    const content = `${TRUE} L’auteur du dommage ne doit pas en réparer toutes les conséquences.\n\nLe demandeur soutient que « la victime peut limiter son préjudice dans son propre intérêt exclusif » (n° 23-99.166).`
    const decision = await assessGroundedness(
      text(content, { contentType: 'jurisprudence' }),
      [SOURCE],
      citing(content),
      deterministicVerifier,
    )
    expect(decision.sentences.map(({ verdict }) => verdict).slice(0, 2)).toEqual([
      'supported',
      'unverifiable',
    ])
    expect(decision.sentences.flatMap(({ quotes }) => quotes)).toEqual([])
  })

  test('pleas, facts and orders of a decision are not compared, even with what they cite', async () => {
    const content = [
      '## Moyens des parties',
      '1. La société reproche à la cour d’appel d’avoir réduit l’indemnité et invoque l’arrêt n° 23-99.166.',
      '## Motifs',
      `2. ${FALSE}`,
      '## Par ces motifs',
      'La Cour casse et annule, au vu de l’arrêt n° 23-99.166, le jugement qui lui est déféré.',
    ].join('\n\n')
    const ruling = text(content, { contentType: 'jurisprudence' })
    const { counts } = await assessGroundedness(
      ruling,
      [SOURCE],
      citing(content),
      deterministicVerifier,
    )
    expect(counts).toMatchObject({ contradicted: 1, checkable: 1 })
  })

  test('is null where nothing can be checked, and for norms', async () => {
    const alone = await assessGroundedness(text(TRUE), [], [], deterministicVerifier)
    expect(alone.score).toBeNull()
    const norm = text(TRUE, { contentType: 'legislation' })
    const ofNorm = await assessGroundedness(norm, [SOURCE], [], deterministicVerifier)
    expect(ofNorm.score).toBeNull()
  })

  test('a headnote is supported by its decision; no other part of a text is evidence for itself', async () => {
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
    const { sentences } = await assessGroundedness(decision, [], [], deterministicVerifier)
    expect(sentences.map(({ where, verdict }) => [where, verdict])).toEqual([
      ['abstract', 'unverifiable'],
      ['headnote', 'supported'],
      ['text', 'unverifiable'],
    ])
  })

  test('a headnote answers to its passage, not to what the decision says elsewhere', async () => {
    const passage =
      'La clause de limitation, acceptée entre professionnels, doit recevoir application dès lors qu’aucune faute lourde n’est établie.'
    const content = [
      '4. L’appelante soutient que la clause est licite et que la panne ne révèle aucune faute lourde. L’intimée répond que la clause vide de sens l’engagement de conserver la marchandise au froid.',
      `6. Sur le montant, la cour relève que l’article 1231-3 n’écarte la limite de réparation que pour la faute lourde ou dolosive. ${passage}`,
    ].join('\n\n')
    const summary =
      'La clause qui limite l’indemnité due par l’entrepositaire, acceptée entre professionnels, reçoit application en l’absence de faute lourde.'
    const { sentences } = await assessGroundedness(
      text(content, {
        contentType: 'jurisprudence',
        headnotes: [{ sequence: 1, summary, sourceText: passage, legalRuleType: 'ratio' }],
      }),
      [],
      [],
      deterministicVerifier,
    )
    const headnote = sentences.find(({ where }) => where === 'headnote')
    expect(headnote?.verdict).not.toBe('contradicted')
  })

  test('an abstract or headnote of a commentary is its author’s own, unless a source contradicts it', async () => {
    expect(
      await abstractVerdict('L’assureur doit avertir la victime par écrit dans le mois.'),
    ).toBe('unverifiable')
    expect(
      await abstractVerdict(
        'La victime est tenue de limiter son préjudice dans l’intérêt du responsable.',
      ),
    ).toBe('contradicted')
  })

  test.each([
    'Pour une application, voir Civ. 2e, 21 novembre 2024, n° 23-99.166.',
    'En ce sens, v. l’arrêt n° 23-99.166, rendu pour un dommage corporel.',
    'La juridiction de renvoi demande si l’arrêt n° 23-99.166 s’oppose à un tel seuil.',
  ])('a reference or a reported question states nothing: %s', async (sentence) =>
    expect((await assessed(`${TRUE}\n\n${sentence}`)).sentences).toHaveLength(1),
  )

  test('a source in another language lowers no score, but can contradict', async () => {
    const foreign = new Set(['arret'])
    const note = 'Under judgment n° 23-99.166, the injured person may refuse to reduce the loss.'
    const inEnglish = async (words: string) => {
      const { sentences } = await assessGroundedness(
        text(words),
        [SOURCE],
        citing(words),
        deterministicVerifier,
        { foreign },
      )
      return sentences[0]?.verdict
    }
    expect((await assessed(note)).sentences[0]?.verdict).not.toBe('unverifiable')
    expect(await inEnglish(note)).toBe('unverifiable')
    expect(await inEnglish(FALSE)).toBe('contradicted')
  })

  test('a model that fails ends the assessment, so that rules alone are never recorded', async () => {
    const verifier = makeVerifier({
      model: 'test@0',
      compare: () => Promise.reject(new Error('broken model')),
    })
    await expect(assessGroundedness(text(TRUE), [SOURCE], citing(TRUE), verifier)).rejects.toThrow(
      'broken model',
    )
  })

  test('is the same on three runs', async () => {
    const runs = await Promise.all(
      [1, 2, 3].map(async () => JSON.stringify(await assessed(`${TRUE}\n\n${FALSE}`))),
    )
    expect(new Set(runs).size).toBe(1)
  })
})

const HASH = 'a'.repeat(64) as Sha256Hex
const instant = (day: string) => Instant.parse(`${day}T00:00:00.000Z`)
const SOURCE_STATE = {
  key: 'arret',
  sha256Hash: 'b'.repeat(64) as Sha256Hex,
  statusFlag: 'gray',
  stoppedBy: [],
  isNorm: false,
  validity: { validFrom: null, validTo: null },
} as const
const flagsOf = async (
  contentClean: string,
  over: Partial<FlagRound> = {},
  assessment?: Assessment,
): Promise<IntegrityFlag[]> =>
  groundednessFlags(assessment ?? (await assessed(contentClean)), {
    key: 'commentaire',
    contentClean,
    citations: citing(contentClean),
    sourceStates: [SOURCE_STATE],
    assessedHash: HASH,
    publishedAt: instant('2025-01-01'),
    detectedAt: instant('2026-01-01'),
    isComplete: true,
    dismissed: new Set(),
    ...over,
  })
const codesOf = (flags: readonly IntegrityFlag[]) => flags.map(({ code }) => code).toSorted()

const doubtsOf = async (state: Partial<FlagRound['sourceStates'][number]>) =>
  codesOf(await flagsOf(TRUE, { sourceStates: [{ ...SOURCE_STATE, ...state }] }))
const days = (validFrom: string | null, validTo: string | null) => ({
  isNorm: true,
  validity: { validFrom, validTo } as FlagRound['sourceStates'][number]['validity'],
})

describe('the doubts of an assessment', () => {
  const LOST = `Selon l’arrêt n° 23-99.166, « la victime peut limiter son préjudice dans son propre intérêt exclusif ».`
  const DEAD = { start: 0, end: 4, keys: [], dead: true, ambiguous: false }

  test('are one flag of each code, with detector, wording and places', async () => {
    const both = `${FALSE}\n\n${LOST}`
    const flags = await flagsOf(both, { citations: [...citing(both), DEAD] })
    expect(flags.map(({ code, severity }) => [code, severity])).toEqual([
      ['claim_contradicted', 'critical'],
      ['quote_not_found', 'critical'],
      ['citation_unresolved', 'warning'],
      ['low_groundedness', 'warning'],
    ])
    for (const { detector, evidence } of flags) {
      expect(detector).toBe('groundedness@1')
      expect(evidence['assessedHash']).toBe(HASH)
    }
    expect(flags[0]?.evidence['sentences']).toMatchObject([
      { where: 'text', start: 0, end: FALSE.length, sources: ['arret'], conflicts: ['polarity'] },
    ])
  })

  test('quote no word of the text', async () => {
    const flags = JSON.stringify(await flagsOf(`${FALSE}\n\n${LOST}`))
    for (const word of ['victime', 'préjudice', 'exclusif']) expect(flags).not.toContain(word)
  })

  test('of missing texts are not raised while the read models lag', async () => {
    const over = { citations: [...citing(LOST), DEAD], isComplete: false }
    expect(codesOf(await flagsOf(LOST, over))).toEqual(['low_groundedness'])
  })

  test('do not cover a quotation whose source is not in the corpus', async () => {
    const elsewhere = `${LOST} Voir aussi CE, 6 déc. 2019, n° 391000.`.replace(
      'exclusif ».',
      'exclusif » et CE n° 391000.',
    )
    const unheld = {
      start: elsewhere.indexOf('CE n°'),
      end: elsewhere.indexOf('CE n°') + 12,
      keys: [],
      dead: false,
      ambiguous: false,
    }
    const citations = [...citing(elsewhere), unheld]
    const assessment = await assessGroundedness(
      text(elsewhere),
      [SOURCE],
      citations,
      deterministicVerifier,
    )
    expect(codesOf(await flagsOf(elsewhere, { citations }, assessment))).not.toContain(
      'quote_not_found',
    )
  })

  test('that a person dismissed are not raised again, until the sentence or its source changes', async () => {
    const [flag] = await flagsOf(FALSE)
    const dismissed = new Set(flag === undefined ? [] : itemsOfFlag(flag))
    expect(dismissed.size).toBe(1)
    expect(codesOf(await flagsOf(FALSE, { dismissed }))).toEqual(['low_groundedness'])
    expect(codesOf(await flagsOf(`${TRUE}\n\n${FALSE}`, { dismissed }))).not.toContain(
      'claim_contradicted',
    )
    const changed = [{ ...SOURCE_STATE, sha256Hash: 'c'.repeat(64) as Sha256Hex }]
    expect(codesOf(await flagsOf(FALSE, { dismissed, sourceStates: changed }))).toContain(
      'claim_contradicted',
    )
    const reworded = FALSE.replace('limiter', 'réduire ou de limiter')
    expect(codesOf(await flagsOf(reworded, { dismissed }))).toContain('claim_contradicted')
  })

  test('do not name a quashed judgment where the quashing ruling speaks, or is cited beside it', async () => {
    const red = { statusFlag: 'red', stoppedBy: ['cassation'] } as const
    const cassation = { ...SOURCE_STATE, key: 'cassation' }
    const quashed = { ...SOURCE_STATE, ...red }
    expect(codesOf(await flagsOf(TRUE, { sourceStates: [quashed] }))).toEqual([
      'cited_authority_red',
    ])
    expect(codesOf(await flagsOf(TRUE, { sourceStates: [quashed, cassation] }))).toEqual([])
    expect(codesOf(await flagsOf(TRUE, { key: 'cassation', sourceStates: [quashed] }))).toEqual([])
    const twice = { ...quashed, stoppedBy: ['cassation', 'loi'] }
    expect(codesOf(await flagsOf(TRUE, { sourceStates: [twice, cassation] }))).toEqual([
      'cited_authority_red',
    ])
  })

  test('name cited authorities by colour, and law that changed after the text appeared', async () => {
    expect(await doubtsOf({})).toEqual([])
    expect(await doubtsOf({ statusFlag: 'red' })).toEqual(['cited_authority_red'])
    expect(await doubtsOf({ statusFlag: 'orange' })).toEqual(['cited_authority_orange'])
    expect(await doubtsOf({ statusFlag: 'yellow' })).toEqual([])
    expect(await doubtsOf(days('2025-06-01', null))).toEqual(['stale_law'])
    expect(await doubtsOf(days('2020-01-01', '2025-06-01'))).toEqual(['stale_law'])
    // Changed before it appeared, or not yet.
    expect(await doubtsOf(days('2024-12-31', null))).toEqual([])
    expect(await doubtsOf(days('2010-01-01', '2024-12-31'))).toEqual([])
    expect(await doubtsOf(days('2026-06-01', null))).toEqual([])
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
