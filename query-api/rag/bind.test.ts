import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { articleOf } from '../../test/claims/held.ts'
import { currentTexts } from '../../test/claims/demonstration.ts'
import { bindDraft, mayLeadIn, onlyJoins } from './bind.ts'
import { cutDraft, wantedForm } from './draft.ts'
import type { Passage } from './candidates.ts'

const TEXTS = currentTexts().map(({ content }) => articleOf(content))
const passageOf = (words: string, at = 0): Passage => {
  const [first] = TEXTS.slice(at)
  if (first === undefined) throw new Error('no text')
  const contentClean = `Avant. ${words} Après.`
  const start = contentClean.indexOf(words)
  return {
    article: { ...first, contentClean, headnotes: [] },
    headnote: null,
    words,
    start,
    end: start + words.length,
  }
}
const A = 'Le bailleur doit délivrer au preneur la chose louée en bon état de réparations.'
const B = 'Le preneur ne peut sous-louer sans l’accord écrit du bailleur, sauf clause contraire.'
const LIST =
  'Le preneur répond :\n- des dégradations ;\n- des pertes qui arrivent pendant sa jouissance.'
const CPU_MICROSECONDS_MAX = 2_000_000
const given = [passageOf(A), passageOf(B, 1), passageOf(LIST, 2)]
const boundTo = (draft: string): string[] =>
  bindDraft(draft, given).sentences.map(({ lead, passage }) => `${lead}|${passage.words}`)

describe('what is bound', () => {
  test.each([
    [`« ${A} » [1]`, [`|${A}`]],
    [`${A} [1] ${B} [2]`, [`|${A}`, `|${B}`]],
    [`${A} ${B}`, [`|${A}`, `|${B}`]],
    [`1. "${A}" [1]\n2. **${B}** [2].`, [`|${A}`, `|${B}`]],
    [`${A.replaceAll(' ', '  ')}\n\n${B.replaceAll('’', "'")}`, [`|${A}`, `|${B}`]],
    [`En effet, « ${A} » [1]\nToutefois, « ${B} » [2]`, [`En effet,|${A}`, `Toutefois,|${B}`]],
    [`En effet, le ${A.slice(3)}`, [`En effet,|${A}`]],
    [`« ${LIST} » [3]`, [`|${LIST}`]],
    [`« ${LIST.replaceAll('\n', ' ')} » [3]`, [`|${LIST}`]],
    [`« ${A} » [1] « ${A} » [1]`, [`|${A}`]],
    [`« ${B} » [2] « ${A} » [1]`, [`|${B}`, `|${A}`]],
  ])('%j', (draft, expected) => {
    expect(boundTo(draft)).toEqual(expected)
  })

  test('what is words are the words of the source, whatever marks the draft has', () => {
    const [sentence] = bindDraft(`“${B.replace('’', "'").replace('.', '')}” [2]`, given).sentences
    expect(sentence?.passage.words).toBe(B)
  })
})

describe('what is dropped, and counted', () => {
  test.each([
    ['a negation', A.replace('doit', 'ne doit pas')],
    ['a negation that is gone', B.replace('ne peut', 'peut')],
    ['a modal', A.replace('doit', 'peut')],
    ['a cut', B.replace(', sauf clause contraire', '')],
    ['an addition', A.replace('.', ' à ses frais.')],
    ['a party', A.replace('bailleur', 'vendeur')],
    ['another number', `« ${A} » [2]`],
    ['a number of nothing', `« ${A} » [1, 77]`],
    ['words of the model', 'Le juge peut réduire le loyer. [1]'],
    ['half of one and half of another', `${A.slice(0, 40)}${B.slice(40)}`],
  ])('%s', (_, draft) => {
    expect(bindDraft(draft, given)).toEqual({ sentences: [], dropped: 1, score: 0 })
  })

  test.each([
    `Il est faux que « ${A} » [1]`,
    `Contrairement à ce que dit la loi, « ${A} » [1]`,
    `Selon l'article 9999 du code civil, « ${A} » [1]`,
  ])('a lead that states something goes, the quotation stays: %s', (draft) => {
    const { sentences } = bindDraft(draft, given)
    expect(sentences).toMatchObject([{ lead: '', passage: { words: A } }])
  })

  test('the score is the share of supported statements', () => {
    const draft = `« ${A} » [1]\n« ${B} » [2]\nLe bail est conclu pour neuf ans. [1]`
    expect(bindDraft(draft, given)).toMatchObject({ dropped: 1, score: 67 })
  })

  test.each(['', 'NONE', '[1][2]', '« »', '«'.repeat(3_000), '. '.repeat(3_000), '\uE000\u0000'])(
    'junk states nothing: %j',
    (draft) => {
      expect(bindDraft(draft, given)).toEqual({ sentences: [], dropped: 0, score: null })
    },
  )

  test('a long draft of junk is cut in a moment', () => {
    const begun = process.cpuUsage()
    bindDraft(`« ${'a [1] b. « » '.repeat(2_400)}`, given)
    expect(process.cpuUsage(begun).user).toBeLessThan(CPU_MICROSECONDS_MAX)
  })
})

test('any draft yields only given sentences, each once, with leads that join', () => {
  const words = fc.constantFrom(
    A,
    B,
    LIST,
    A.slice(0, 30),
    A.slice(20),
    B.slice(10, 60),
    '« ',
    ' »',
    ' [1]',
    ' [2]',
    ' [3]',
    ' [9]',
    '. ',
    '\n',
    ' ',
    ', ',
    '"',
    'En effet, ',
    'ne ',
    'jamais',
    'Selon l’article 1240,',
    '\uE000',
  )
  const draft = fc.array(fc.oneof(words, fc.string({ maxLength: 12 })), { maxLength: 14 })
  fc.assert(
    fc.property(draft, (parts) => {
      const { sentences, score } = bindDraft(parts.join(''), given)
      for (const { lead, passage } of sentences) {
        expect(given.map((one) => one.words)).toContain(passage.words)
        expect(mayLeadIn(lead, passage.article)).toBe(true)
      }
      expect(new Set(sentences.map(({ passage }) => passage.words)).size).toBe(sentences.length)
      expect(score === null || (score >= 0 && score <= 100)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

describe('leads', () => {
  const article = TEXTS.find(({ provision }) => provision?.number != null)
  test.each(['', 'En effet,', 'Par ailleurs :', 'However,', 'Selon ce texte,'])(
    '%j joins',
    (lead) => {
      expect(article !== undefined && mayLeadIn(lead, article)).toBe(true)
    },
  )
  test.each(['Jamais', 'Il n’est pas vrai que', 'Sauf', 'Le juge dit que', 'En 2031,', 'sans'])(
    '%j states',
    (lead) => {
      expect(onlyJoins(lead)).toBe(false)
    },
  )
})

test('a piece ends with its sentence, its line, and its numbers', () => {
  const wanted = [{ id: 0, normal: wantedForm(A) }]
  expect(cutDraft(`Oui. ${A} Non [1] et puis\nfin`, wanted)).toEqual([
    { lead: 'Oui', found: [], rest: '', marks: [] },
    { lead: '', found: [0], rest: '', marks: [] },
    { lead: 'Non', found: [], rest: '', marks: [1] },
    { lead: 'et puis', found: [], rest: '', marks: [] },
    { lead: 'fin', found: [], rest: '', marks: [] },
  ])
})
