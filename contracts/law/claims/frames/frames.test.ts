/** The frames of sentences, and what sets a claim apart from its source. */
import { describe, expect, test } from 'vitest'
import { claimSource } from '../claim-source.ts'
import { judgeClaim } from '../judge.ts'
import type { Difference } from './differences.ts'
import { type ClauseKind, readFrame } from './frame.ts'
import { meaningsOf } from './meanings.ts'
import { tagWords } from './tagging.ts'
import { baseOfTerm } from './word-forms.ts'

const judged = (source: string, claim: string) =>
  judgeClaim(claim, [
    { key: 'a', source: claimSource({ title: '', contentClean: source, headnotes: [] }) },
  ])

const REVISION =
  'À défaut d’accord dans un délai raisonnable, le juge peut réviser le contrat ou y mettre fin, à la date et aux conditions qu’il fixe.'
const DAMAGES =
  'La rupture du contrat à durée déterminée par l’employeur ouvre droit pour le salarié à des dommages et intérêts.'
const LEAVE =
  'La salariée peut suspendre son contrat pendant six semaines avant la date présumée de la naissance et dix semaines après cette date.'
const NULLITY = 'La nullité est absolue lorsque la règle violée protège l’intérêt général.'
const SILENCE = 'Le silence gardé pendant deux mois par l’administration vaut acceptation.'

describe('a claim near its source in words and apart in meaning', () => {
  test.each<[string, string, string, readonly Difference['kind'][]]>([
    ['must for may', REVISION, 'Le juge doit réviser le contrat ou y mettre fin.', ['modality']],
    [
      'another beneficiary',
      DAMAGES,
      'La rupture du contrat à durée déterminée par l’employeur ouvre droit pour l’employeur à des dommages et intérêts.',
      ['bearer'],
    ],
    [
      'numbers exchanged',
      LEAVE,
      'La salariée peut suspendre son contrat pendant dix semaines avant la date présumée de la naissance et six semaines après cette date.',
      ['number'],
    ],
    [
      'another sanction',
      NULLITY,
      'La nullité est relative lorsque la règle violée protège l’intérêt général.',
      ['term', 'scope'],
    ],
    [
      'the opposite decision',
      SILENCE,
      'Le silence gardé pendant deux mois par l’administration vaut décision de rejet.',
      ['term'],
    ],
  ])('is not supported, and the difference is named: %s', (_, source, claim, kinds) => {
    const { verdict, differences } = judged(source, claim)
    expect(verdict).not.toBe('supported')
    expect(differences.some(({ kind }) => kinds.includes(kind))).toBe(true)
  })

  test.each([REVISION, DAMAGES, LEAVE, NULLITY, SILENCE])(
    'while its source itself is supported without a difference: %s',
    (source) =>
      expect(judged(source, source)).toMatchObject({ verdict: 'supported', differences: [] }),
  )

  test('names the words of both sides', () => {
    expect(judged(LEAVE, LEAVE.replace('six', 'dix').replace('et dix', 'et six'))).toMatchObject({
      differences: expect.arrayContaining([
        { kind: 'number', said: 'dix semaines', source: 'six semaines' },
      ]),
    })
    expect(judged(SILENCE, SILENCE.replace('acceptation', 'décision de rejet'))).toMatchObject({
      differences: expect.arrayContaining([{ kind: 'term', said: 'rejet', source: 'acceptation' }]),
    })
  })

  test('names no month of a citation among its words: dates are compared as such', () => {
    const source =
      'Arrêt du 3 juin 2020.\n\nEn cas de démission, le salarié respecte un préavis de trois mois.'
    const rule = 'En cas de démission, le salarié respecte un préavis de trois mois'
    const wordings = (claim: string) =>
      judged(source, claim)
        .differences.filter(({ kind }) => kind === 'wording')
        .map(({ said }) => said)
    expect(wordings(`${rule} (Cass. soc., 3 juin 2020).`)).toEqual(['Cass', 'Cass, soc'])
    expect(wordings(`${rule} (Cass. soc., 4 mars 2021).`)).toEqual([
      '4 mars 2021',
      'Cass',
      'Cass, soc',
    ])
    expect(wordings(`${rule} (loi du 3 juin 2020).`)).toEqual([])
    expect(wordings(`${rule} depuis le 3 juin 2020.`)).toEqual(['juin'])
    expect(wordings(`${rule} en juin.`)).toEqual(['juin'])
  })

  test.each([
    ['Le bailleur peut résilier le bail, ', 'à moins qu’il n’ait commis une faute grave', '.'],
    ['Le bailleur peut résilier le bail, ', 'sauf si le preneur n’a pas commis de faute', '.'],
    [
      'Le bailleur peut résilier le bail ',
      'sauf si l’acquéreur reprend la dette qui reste due',
      '.',
    ],
    [
      'Le bailleur peut résilier le bail, ',
      'sauf si le(s) preneur(s) (ou l’un d’eux) a payé',
      ' ; ',
    ],
    ['Le bailleur peut résilier le bail (', 'sauf si le preneur n’ait payé', ').'],
    ['', 'S’il n’y a pas d’accord', ', le bailleur peut résilier le bail.'],
  ])('shows a clause that it leaves out whole: %s%s%s', (before, clause, behind) => {
    const source = `${before}${clause}${behind}`
    const { differences } = judged(source, 'Le bailleur peut résilier le bail.')
    const shown = differences.filter(({ kind }) => kind === 'exception' || kind === 'condition')
    expect(shown.map((one) => one.source)).toEqual([clause])
  })

  test('shows a restriction that it leaves out beyond an abbreviation', () => {
    const source =
      'Le bailleur ne peut résilier le bail qu’après avoir entendu le locataire visé à l’art. 1709 du code civil.'
    expect(judged(source, 'Le bailleur peut résilier le bail.').differences).toEqual([
      {
        kind: 'condition',
        said: null,
        source: 'après avoir entendu le locataire visé à l’art. 1709 du code civil',
      },
    ])
  })

  test('that leaves out an exception on its own matter, or adds a condition, is not supported', () => {
    const rule = 'Le bailleur peut résilier le bail, sauf si le preneur a payé le loyer.'
    expect(judged(rule, 'Le bailleur peut résilier le bail.').differences).toContainEqual({
      kind: 'exception',
      said: null,
      source: 'sauf si le preneur a payé le loyer',
    })
    expect(judged(rule, 'Le bailleur peut résilier le bail.').verdict).not.toBe('supported')
    const added = 'Le bailleur peut résilier le bail en cas de force majeure.'
    expect(judged('Le bailleur peut résilier le bail.', added).verdict).not.toBe('supported')
  })
})

const clauseOf = (text: string, folded: string): ClauseKind | undefined =>
  readFrame(text).words.find((word) => word.folded === folded)?.clauseKind

const relationsOf = (text: string): string[] => {
  const { words, relations } = readFrame(text)
  const base = (at: number) => words[at]?.base
  return relations.map(({ name, head, dependent }) => `${name} ${base(head)} ${base(dependent)}`)
}

const sides = (text: string) => meaningsOf(tagWords(text)).sides.flat()

describe('the frame of a sentence', () => {
  test('has clauses of four kinds', () => {
    const text =
      'Le juge qui est saisi annule le contrat si le prix manque, sauf si l’acheteur paie la différence.'
    expect(clauseOf(text, 'saisi')).toBe('relative')
    expect(clauseOf(text, 'annule')).toBe('main')
    expect(clauseOf(text, 'manque')).toBe('condition')
    expect(clauseOf(text, 'difference')).toBe('exception')
  })

  test.each([
    ['Le juge peut réviser le contrat.', 'reviser', 'may'],
    ['Le juge doit réviser le contrat.', 'reviser', 'must'],
    ['Le juge ne peut réviser le contrat.', 'reviser', 'not'],
    ['Le preneur est tenu de payer le loyer.', 'payer', 'must'],
    ['Le preneur n’est pas tenu de payer le loyer.', 'payer', 'free'],
    ['Le preneur est dispensé de payer le loyer.', 'payer', 'free'],
    ['Il est interdit de céder le bail.', 'ceder', 'not'],
    ['Le juge désigne un mandataire.', 'designe', 'is'],
  ])('gives each verb its force: %s', (text, verb, force) => {
    const { words, predicates } = readFrame(text)
    const found = predicates.find(({ at }) => words[at]?.folded === verb)
    expect(found?.force).toBe(force)
  })

  test('relates a verb to who acts and who is acted on, in either voice', () => {
    expect(relationsOf('Le juge annule le contrat.')).toEqual(
      expect.arrayContaining(['subject annuler juge', 'object annuler contrat']),
    )
    expect(relationsOf('Le contrat est annulé par le juge.')).toEqual(
      expect.arrayContaining(['subject annuler juge', 'object annuler contrat']),
    )
    expect(relationsOf('Le vendeur remet le bien à l’acheteur.')).toContain('to remettre acheteur')
  })

  test('keeps base forms apart where the lexicon lists them', () => {
    expect(baseOfTerm('employeurs')).toBe('employeur')
    expect(baseOfTerm('generaux')).toBe('general')
    expect(tagWords('Le juge a rendu sa décision.').map(({ base }) => base)).toContain('rendre')
    expect(judged('L’employeur paie la prime.', 'L’employé paie la prime.').verdict).not.toBe(
      'supported',
    )
  })

  test('knows the sides of opposites and the clusters of synonyms', () => {
    const [accepted] = sides('acceptation')
    const opposed = sides('rejet').find(({ opposition }) => opposition === accepted?.opposition)
    expect(accepted).toBeDefined()
    expect(opposed?.side).not.toBe(accepted?.side)
  })
})
