import { describe, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { articleHash } from '#contracts/canonical/article.ts'
import { slugFor } from '#contracts/canonical/identity.ts'
import { Instant } from '#contracts/ids.ts'
import type { ImportRecord } from '../sources/import-record.ts'
import { recordToContent, type RecordContent } from './record-to-content.ts'

const TIME = Instant.parse('2026-01-31T00:00:00.000Z')
const RECORD: ImportRecord = {
  title: 'Code civil, article 1240',
  text: 'Tout fait quelconque de l’homme oblige.',
  contentType: 'legislation',
  source: { id: 'LEGIARTI1' },
}
const outcome = (over: object = {}) => recordToContent({ ...RECORD, ...over }, TIME)
const contentOf = (over: object = {}): RecordContent => {
  const made = outcome(over)
  if (isRefusal(made)) throw new Error(`${made.refused}: ${made.reason}`)
  return made
}
const refusalOf = (over: object): string => {
  const made = outcome(over)
  return isRefusal(made) ? `${made.path}: ${made.refused}: ${made.reason}; ${made.hint}` : 'taken'
}

describe('a record becomes content', () => {
  test('with defaults for missing members', () => {
    expect(contentOf()).toEqual({
      content: {
        slug: slugFor(RECORD.title, 'LEGIARTI1'),
        title: RECORD.title,
        abstract: null,
        contentClean: RECORD.text,
        language: 'fr',
        jurisdiction: [],
        legalDomain: [],
        contentType: 'legislation',
        doctrineSubtype: null,
        headnotes: [],
        concepts: [],
        judicialDecision: null,
        publishedAt: null,
        provision: null,
        citations: [],
        source: { id: 'LEGIARTI1', version: null, url: null },
        licence: null,
      },
      validity: { validFrom: null, validTo: null },
      flags: [],
    })
  })

  test('with sets sorted and unique, headnotes by number, and its own licence', () => {
    const { content } = contentOf({
      jurisdiction: ['LU', 'FR', 'LU'],
      legalDomain: ['tax', 'civil.tort'],
      headnotes: [
        { sequence: 2, summary: 'Deux' },
        { sequence: 1, summary: 'Un', legalRuleType: 'ratio' },
      ],
      source: { id: 'a', licence: 'Licence Ouverte 2.0' },
    })
    expect(content.jurisdiction).toEqual(['FR', 'LU'])
    expect(content.legalDomain).toEqual(['civil.tort', 'tax'])
    expect(content.headnotes.map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(content.licence).toBe('Licence Ouverte 2.0')
  })

  test('with its author, which the hash leaves out, and with a licence of its own', () => {
    const { content } = contentOf({ author: '  Jeanne   Martin ', licence: 'CC BY 4.0' })
    expect(content).toMatchObject({ author: 'Jeanne Martin', licence: 'CC BY 4.0' })
    expect(articleHash(content)).toBe(articleHash(contentOf().content))
    expect(contentOf({ author: ' ' }).content).not.toHaveProperty('author')
  })

  test('with the jurisdiction of its court by default', () => {
    const decision = { courtCode: 'lu.ca', publication: null, id: 'not-ours' }
    const { content } = contentOf({ contentType: 'jurisprudence', judicialDecision: decision })
    expect(content.jurisdiction).toEqual(['LU'])
    expect(content.judicialDecision).toMatchObject({ courtLevel: 'appeal', publication: [] })
  })

  test('with a subtype only where it is doctrine', () => {
    const doctrineSubtype = 'case_note'
    expect(contentOf({ doctrineSubtype }).content.doctrineSubtype).toBeNull()
    const doctrine = contentOf({ doctrineSubtype, contentType: 'doctrine' })
    expect(doctrine.content.doctrineSubtype).toBe('case_note')
  })

  test.each([
    ['2024-05-02', '2024-05-02T00:00:00.000Z'],
    ['2024-05-02T10:00:00Z', '2024-05-02T10:00:00.000Z'],
    ['2024-05-02T01:30:00.5+02:00', '2024-05-01T23:30:00.500Z'],
  ])('published %s is %s', (publishedAt, expected) => {
    expect(contentOf({ publishedAt }).content.publishedAt).toBe(expected)
  })

  test('cleaned alike in its text and its headnotes, so that a quotation stays verbatim', () => {
    const { content, flags } = contentOf({
      title: ' Un  titre\n',
      text: 'Le\tjuge a  dit :\r\n« il a e\u0301te\u0301\u00a0»',
      headnotes: [
        { sequence: 1, summary: 'Le juge\n', sourceText: 'dit :\r\n«  il a été\u00a0»\n' },
      ],
    })
    expect(content.title).toBe('Un titre')
    expect(content.contentClean).toBe('Le juge a dit :\n« il a été\u00a0»')
    expect(content.headnotes[0]?.sourceText).toBe('dit :\n« il a été\u00a0»')
    expect(flags).toEqual([])
  })

  test('with a title on one line, without characters that turn the direction of writing', () => {
    const { content } = contentOf({
      title:
        'Arrêt\r\nde\n\n la\u2028Cour\u2029 \u202Ecassation\u202C \u2066x\u2069\u061C\v\f\u0085y',
      provision: { work: 'Code\ncivil', number: '12\u202E40', section: ['Titre\nI'] },
      citations: ['Cass.\nsoc.'],
    })
    expect(content.title).toBe('Arrêt de la Cour cassation x y')
    expect(content.provision).toMatchObject({
      work: 'Code civil',
      number: '1240',
      section: ['Titre I'],
    })
    expect(content.citations).toEqual(['Cass. soc.'])
  })

  test('with the zones of its decision where they are in the cleaned text', () => {
    const text = 'LA COUR  \t  dit.\r\n\r\nMotifs : oui.'
    const start = text.indexOf('Motifs')
    const zones = [{ name: 'reasons', start, end: text.length }]
    const { content } = contentOf({ text, judicialDecision: { zones } })
    const [zone] = content.judicialDecision?.zones ?? []
    expect(content.contentClean.slice(zone?.start, zone?.end)).toBe('Motifs : oui.')
  })

  test('a text of 4 MiB of UTF-8 is the largest', () => {
    const limit = 4 * 1024 * 1024
    expect(contentOf({ text: 'a'.repeat(limit) }).content.contentClean.length).toBe(limit)
    expect(refusalOf({ text: 'a'.repeat(limit + 1) })).toContain('text: text-too-large')
    expect(refusalOf({ text: 'é'.repeat(limit / 2 + 1) })).toContain('text: text-too-large')
  })
})

describe('doubts', () => {
  test('a source text that the text does not contain is a critical doubt', () => {
    const headnotes = [{ sequence: 3, summary: 'Un', sourceText: 'tout autre chose' }]
    expect(contentOf({ headnotes }).flags).toMatchObject([
      {
        code: 'source_text_not_found',
        severity: 'critical',
        headnoteSequence: 3,
        detectedAt: TIME,
        detector: 'headnote-source@1',
      },
    ])
  })

  test('a damaged encoding is reported for the text and each headnote', () => {
    const headnotes = [{ sequence: 1, summary: 'dÃ©lai' }]
    const { content, flags } = contentOf({ text: 'un\u0007 texte', headnotes })
    expect(content.contentClean).toBe('un texte')
    expect(
      flags.map(({ code, severity, headnoteSequence }) => [code, severity, headnoteSequence]),
    ).toEqual([
      ['encoding_suspect', 'info', null],
      ['encoding_suspect', 'info', 1],
    ])
  })

  test('an anonymisation that a person awaits stops the publication', () => {
    const judicialDecision = { anonymisation: { status: 'pending' } }
    expect(contentOf({ judicialDecision }).flags).toMatchObject([
      { code: 'anonymisation_pending', severity: 'critical' },
    ])
  })
})

describe('a record is refused', () => {
  test.each([
    [{ title: '  ' }, 'title: member-empty'],
    [{ text: '\n \u00a0' }, 'text: member-empty'],
    [{ text: '\u0007' }, 'text: member-empty'],
    [{ source: { id: ' ' } }, 'source.id: member-empty'],
    [
      { contentType: 'legislacion' },
      'contentType: content-type-unknown: contentType has an unknown value: "legislacion"; did you mean legislation?',
    ],
    [
      { jurisdiction: ['FR', 'LUX'] },
      'jurisdiction.1: jurisdiction-unknown: jurisdiction.1 has an unknown value: "LUX"; did you mean LU?',
    ],
    [{ legalDomain: ['civil.contract'] }, 'did you mean civil.contracts?'],
    [{ legalDomain: ['poetry'] }, 'legalDomain.0: legal-domain-unknown'],
    [
      { contentType: 'doctrine', doctrineSubtype: 'note' },
      'doctrineSubtype: doctrine-subtype-unknown',
    ],
    ...['french', 'Français', 'francais'].map((name): [object, string] => [
      { language: name },
      `language: language-unknown: language has an unknown value: "${name}"; did you mean fr?`,
    ]),
    [{ language: 'Kreyòl' }, '(the nearest of 18'],
    [{ language: 'xx' }, 'language: language-unknown'],
    [{ publishedAt: '2 mai 2024' }, 'publishedAt: date-invalid'],
    [{ publishedAt: '2024-02-31T00:00:00Z' }, 'publishedAt: date-invalid'],
    [{ validFrom: '2024-02-01', validTo: '2024-01-31' }, 'validTo: validity-reversed'],
    [{ slug: 'Un slug' }, 'slug: slug-invalid'],
    [
      {
        headnotes: [
          { sequence: 1, summary: 'a' },
          { sequence: 1, summary: 'b' },
        ],
      },
      'headnotes.1.sequence: headnote-sequence-repeated',
    ],
    [{ headnotes: [{ sequence: 1, summary: ' ' }] }, 'headnotes.0.summary: member-empty'],
    [
      { headnotes: [{ sequence: 1, summary: 'a', legalRuleType: 'dicta' }] },
      'headnotes.0.legalRuleType: legal-rule-type-unknown',
    ],
    [
      { judicialDecision: { courtCode: 'fr.cass' } },
      'judicialDecision.courtCode: court-code-unknown: judicialDecision.courtCode has an unknown value: "fr.cass"; did you mean fr.ccass?',
    ],
    [
      { judicialDecision: { decisonDate: '2024-01-01' } },
      'judicialDecision.decisonDate: member-unknown: the member "decisonDate" is not known; did you mean decisionDate?',
    ],
    [
      { judicialDecision: { decisionDate: '01/02/2024' } },
      'judicialDecision.decisionDate: date-invalid',
    ],
    [{ judicialDecision: { solution: 'rejeté' } }, 'judicialDecision.solution: value-unknown'],
    [{ judicialDecision: 'oui' }, 'judicialDecision: member-wrong-type'],
    [
      { judicialDecision: { zones: [{ name: 'facts', start: 0, end: 900 }] } },
      'judicialDecision.zones: zone-outside-text',
    ],
    [{ source: { id: 'a', url: 'legifrance' } }, 'source.url: url-not-web'],
    ...[
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'ftp://example.org/a',
      'https://',
      'https://example.org/a b',
      'https://example.org/<script>',
      'https://example.org/\n',
      '//example.org',
    ].map((url): [object, string] => [{ source: { id: 'a', url } }, 'source.url: url-not-web']),
    [{ title: '\u202E\n' }, 'title: member-empty'],
    [{ title: 'a'.repeat(2_001) }, 'title: member-too-long'],
  ])('%j', (over, expected) => expect(refusalOf(over)).toContain(expected))
})
