import { describe, expect, test } from 'vitest'
import type { ContentType } from '../../vocabulary/texts.ts'
import { sentencesOf } from '../claims/sentences.ts'
import { type SentenceKind, sentenceKindsOf } from './sentence-kinds.ts'

const kindsOf = (contentType: ContentType, text: string): [SentenceKind, string][] => {
  const sentences = sentencesOf(text).map(({ start, end, heading }) => ({
    words: text.slice(start, end),
    heading,
  }))
  return sentenceKindsOf(contentType, sentences).map((kind, at) => [
    kind,
    sentences[at]?.words ?? '',
  ])
}

const DECISION = `COUR DE CASSATION

Audience publique du 4 octobre 2023

Faits et procédure

1. Le mandant a notifié la rupture de leurs relations au mandataire le 21 novembre 2013.

Enoncé du moyen

2. La société fait grief à l'arrêt de la condamner à payer une somme, alors « que le mandat peut être révoqué sans préavis ».

Réponse de la Cour

Vu l'article 2004 du code civil :

3. En application de ce texte, un mandat peut être révoqué par le mandant à tout moment.

4. Pour déclarer brutale la rupture, l'arrêt retient qu'un préavis devait être respecté.

5. En statuant ainsi, la cour d'appel a violé le texte susvisé.

PAR CES MOTIFS, la Cour :

CASSE ET ANNULE, en toutes ses dispositions, l'arrêt rendu le 28 janvier 2022 ;`

describe('a decision', () => {
  const kinds = kindsOf('jurisprudence', DECISION)
  const kindOf = (words: string): SentenceKind | undefined =>
    kinds.find(([, sentence]) => sentence.includes(words))?.[0]

  test.each([
    ['Audience publique', 'procedure'],
    ['Faits et procédure', 'heading'],
    ['a notifié la rupture', 'fact'],
    ['fait grief', 'plea'],
    ['En application de ce texte', 'holding'],
    ["l'arrêt retient", 'reasoning'],
    ['En statuant ainsi', 'reasoning'],
    ['CASSE ET ANNULE', 'procedure'],
  ] as const)('%s: %s', (words, kind) => {
    expect(kindOf(words)).toBe(kind)
  })

  test.each([
    ['Moyens des parties', 'La société répond que la marge n’était pas prévisible.', 'plea'],
    ['Faits et rétroactes', 'À sa demande, l’employeur a communiqué les motifs.', 'fact'],
    [
      'Appréciation du tribunal',
      'La date de la décision est sans importance : seule compte celle de la notification.',
      'reasoning',
    ],
    ['Le litige au principal', 'Un client demande la réparation de sa crainte.', 'fact'],
    [
      'Par ces motifs',
      'La Cour dit pour droit : l’article 82 s’oppose à un seuil de gravité.',
      'holding',
    ],
    ['Arguments of the parties', 'The letter was clear from its context.', 'plea'],
    ['Background', 'The association asked the Commission for three reports.', 'fact'],
    [
      'Findings of the Court',
      'The institution must explain how access could undermine the interest.',
      'reasoning',
    ],
    ['Motius del recurs', 'L’apel·lada demana que es confirmi la sentència.', 'plea'],
    ['Antecedents de fet', 'El client va deixar de pagar l’última part del preu.', 'fact'],
    ['Fonaments de dret', 'La bona fe exigeix que el client pagui el preu.', 'reasoning'],
    ['Decisió', 'La sala civil estima en part el recurs i redueix la condemna.', 'procedure'],
  ] as const)('under the title « %s »: %s', (title, sentence, kind) => {
    const found = kindsOf('jurisprudence', `## ${title}\n\n1. ${sentence}`)
    expect(found.at(-1)?.[0]).toBe(kind)
  })

  test('its published abstract holds what it says', () => {
    const abstract =
      "Une notification ne peut faire courir le délai de recours si elle ne précise pas qu'elle se substitue à la première"
    expect(kindsOf('jurisprudence', abstract)).toEqual([['holding', abstract]])
  })
})

describe('what a text says of itself is no law', () => {
  test.each([
    "Le présent texte résume la règle en vigueur ; il n'en reproduit pas la lettre.",
    'La commune de Valbrune est imaginaire.',
    "L'arrêté illustre la forme d'un acte réglementaire local.",
    "_Cette convention est imaginaire : aucune organisation ne l'a signée._",
    'Le présent usage est imaginaire.',
    'Aquest costum i aquesta vall són imaginaris.',
    'This summary is not the text of the regulation.',
  ])('%s', (sentence) => {
    expect(kindsOf('regulation', sentence)).toEqual([['notice', sentence]])
  })

  test.each([
    'Le présent texte est applicable dans les îles Wallis et Futuna.',
    'Le bail consenti à une société fictive est nul.',
    'Sont fictives les sociétés dépourvues de tout associé réel.',
    'Le présent arrêté entre en vigueur le 1er avril 2023.',
  ])('but a rule is: %s', (sentence) => {
    expect(kindsOf('regulation', sentence)).toEqual([['norm', sentence]])
  })
})

describe('a law or a commentary', () => {
  test.each([
    ['legislation', 'Le contrat de travail est exécuté de bonne foi.', 'norm'],
    ['doctrine', '## Comment rompre la période d’essai', 'heading'],
    ['doctrine', 'Quel est le délai de prévenance ?', 'heading'],
    ['doctrine', 'le reclassement du salarié ;', 'fragment'],
    ['legislation', 'Chapitre II', 'heading'],
    ['legislation', 'La créance douteuse', 'fragment'],
  ] as const)('%s: %s', (contentType, text, kind) => {
    expect(kindsOf(contentType, text).map(([found]) => found)).toEqual([kind])
  })
})
