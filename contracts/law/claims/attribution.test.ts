import { describe, expect, test } from 'vitest'
import { numberedAuthorities } from './authorities.ts'
import { withoutAttribution } from './attribution.ts'

const RULE = "le consommateur dispose d'un délai de quatorze jours."
const of = (text: string): string => withoutAttribution(text, numberedAuthorities(text))

describe('what a sentence attributes to a text', () => {
  test.each([
    `Selon l'article L. 221-18 du code de la consommation, ${RULE}`,
    `Aux termes de l’article L. 221-18, ${RULE}`,
    `L'article L. 221-18 du code de la consommation dispose que ${RULE}`,
    `L’article L. 221-18 énonce que « ${RULE.slice(0, -1)} ».`,
  ])('is the rule alone: %s', (text) => {
    expect(of(text)).toBe(RULE)
  })

  test.each([
    "Le délai de l'article L. 221-18 dispose que rien n'est dû.",
    "L'article L. 221-18 fixe un délai de quatorze jours.",
    'Le consommateur dispose de quatorze jours selon la loi.',
  ])('is the sentence itself where it attributes nothing: %s', (text) => {
    expect(of(text)).toBe(text)
  })
})
