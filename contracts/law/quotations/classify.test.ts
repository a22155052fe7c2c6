import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyQuotation, judgedQuotations } from './classify.ts'
import { quotationsIn } from './marks.ts'
import { quotableText } from './quotable-text.ts'
import { measureCpuMs } from '../../../test/cpu-time.ts'

const SOURCE =
  'La Cour rappelle la règle. La victime n’est pas tenue de limiter son préjudice dans l’intérêt du responsable. ' +
  'Le délai de prescription est de cinq ans ; il court du jour où le titulaire a connu les faits. ' +
  'L’expertise ordonnée avant tout procès suspend ce délai, sauf convention contraire des parties.'
const sources = (cited = false) => [{ key: 'a', text: quotableText(SOURCE), cited }]
const classOf = (text: string) => classifyQuotation(text, sources())?.class

const findingIn = (source: string, text: string) =>
  classifyQuotation(text, [{ key: 'a', text: quotableText(source), cited: false }])

describe('quotations in a text', () => {
  test('are found between the marks of French, English and German, outermost only', () => {
    const text = 'Il dit « un "deux" trois » puis “quatre” et „fünf” et "six".'
    expect(quotationsIn(text).map((one) => one.text)).toEqual([
      'un "deux" trois',
      'quatre',
      'fünf',
      'six',
    ])
    for (const { text: quoted, start, end } of quotationsIn(text))
      expect(text.slice(start, end)).toBe(quoted)
  })

  test('an unclosed mark swallows nothing beyond its paragraph', () =>
    expect(quotationsIn('« jamais fermé\n\nUn autre paragraphe »').length).toBe(0))

  test('shorter than thirty characters they are not judged', () =>
    expect(judgedQuotations('Il dit « le mot juste ».')).toEqual([]))
})

describe('a quotation compared with a source', () => {
  test('is exact if the source contains it word for word', () => {
    const text = 'il court du jour où le titulaire a connu les faits'
    const finding = classifyQuotation(text, sources())
    expect(finding?.class).toBe('exact')
    const { start = 0, end = 0 } = finding?.match?.place ?? {}
    expect(SOURCE.slice(start, end)).toBe(text)
  })

  test('is normalized where only typography and the first letter differ', () => {
    expect(classOf("la victime n'est pas tenue de limiter son préjudice")).toBe('normalized')
    expect(classOf('Il court du jour où le titulaire  a connu les faits')).toBe('normalized')
  })

  test('is normalized with an elision that is marked, altered where that hides an exception or a negation', () => {
    expect(classOf('Le délai de prescription […] court du jour où le titulaire')).toBe('normalized')
    expect(classOf("La victime […] tenue de limiter son préjudice dans l'intérêt")).toBe('altered')
  })

  describe('in which `mai` is left out', () => {
    test.each([
      'Le contrat de bail fut signé à Paris le 3 mai 2020 par le bailleur et le preneur.',
      'Le contrat de bail fut signé à Paris le 1er mai par le bailleur et le preneur.',
      'Le contrat de bail fut signé à Paris en mai dernier par le bailleur et le preneur.',
      'Le contrat de bail fut signé à Paris le 3 juin 2020 par le bailleur et le preneur.',
    ])('is normalized, since a month denies nothing: %s', (source) =>
      expect(
        findingIn(source, 'Le contrat de bail fut […] par le bailleur et le preneur.')?.class,
      ).toBe('normalized'),
    )

    test.each([
      [
        'El titular no pot renunciar mai al dret de visita dels fills.',
        'El titular no pot renunciar […] al dret de visita dels fills.',
      ],
      [
        'El titular mai no pot renunciar al dret de visita dels fills.',
        'El titular […] no pot renunciar al dret de visita dels fills.',
      ],
    ])('is altered where it is the Catalan "never": %s', (source, text) => {
      const finding = findingIn(source, text)
      expect(finding?.class).toBe('altered')
      expect(finding?.match?.touches).toEqual(['a negation'])
    })

    test('a month that was changed is a date, the Catalan "never" a negation', () => {
      const month = findingIn(
        'Le contrat de bail fut signé à Paris le 3 mai 2020 par le bailleur et le preneur.',
        'Le contrat de bail fut signé à Paris le 3 juin 2020 par le bailleur et le preneur.',
      )
      expect(month?.match?.touches).toEqual(['a date'])
      const never = findingIn(
        'El titular no pot renunciar mai al dret de visita dels fills menors.',
        'El titular no pot renunciar al dret de visita dels fills menors.',
      )
      expect(never?.match?.touches).toEqual(['a negation'])
    })
  })

  test('is altered where a word changed, and says what was touched', () => {
    const finding = classifyQuotation(
      'La victime est tenue de limiter son préjudice dans l’intérêt du responsable.',
      sources(),
    )
    expect(finding?.class).toBe('altered')
    expect(finding?.match?.touches).toEqual(['a negation'])
    expect(finding?.match?.distance).toBeGreaterThan(0)
    expect(classOf('Le délai de prescription est de six ans ; il court du jour où')).toBe('altered')
  })

  test('is altered where a conjunction changed; an accent on one touches nothing', () => {
    const source = 'Le juge ordonne la confiscation du fonds ou la fermeture de l’établissement.'
    const touches = (text: string) => findingIn(source, text)?.match?.touches
    expect(touches('ordonne la confiscation du fonds et la fermeture de')).toEqual([
      'a conjunction',
    ])
    expect(touches('ordonne la confiscation du fonds où la fermeture de')).toEqual([])
  })

  test('is a frankenquote where pieces from afar are joined', () =>
    expect(
      classOf('La victime n’est pas tenue de limiter sauf convention contraire des parties'),
    ).toBe('frankenquote'))

  test('is misattributed where only another source than the cited one has it', () => {
    const other = {
      key: 'b',
      text: quotableText('Un tout autre texte, qui ne dit rien de tel.'),
      cited: true,
    }
    const finding = classifyQuotation('il court du jour où le titulaire a connu les faits', [
      other,
      ...sources(),
    ])
    expect(finding).toMatchObject({ class: 'misattributed', match: { key: 'a' } })
  })

  test('is not found if the source contains nothing similar', () =>
    expect(classOf('le bailleur restitue le dépôt de garantie sans délai')).toBe('not_found'))
})

const SEED = 20_261_121
describe(`for any slice of a source (seed ${SEED})`, () => {
  test('the slice is exact; with another letter in it, it is not', () => {
    const slice = fc.tuple(fc.nat(SOURCE.length - 60), fc.integer({ min: 40, max: 60 }), fc.nat(30))
    fc.assert(
      fc.property(slice, ([start, length, at]) => {
        const text = SOURCE.slice(start, start + length).trim()
        expect(classOf(text)).toBe('exact')
        const changed = `${text.slice(0, at + 2)}ß${text.slice(at + 3)}`
        expect(['altered', 'frankenquote', 'not_found']).toContain(classOf(changed))
      }),
      { seed: SEED, numRuns: 300 },
    )
  })
})

test('200 quotations against a text of 400,000 characters take less than five seconds', () => {
  const long = quotableText(SOURCE.repeat(1_400))
  const took = measureCpuMs(() => {
    for (let at = 0; at < 200; at += 1)
      classifyQuotation(`Le délai de prescription est de ${at} ans ; il court du jour où`, [
        { key: 'a', text: long, cited: false },
      ])
  })
  expect(took).toBeLessThan(5_000)
})
