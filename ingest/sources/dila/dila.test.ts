import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { codes, readAll, readSample } from '../registry/testing.ts'

const sample = (name: string): Promise<string> =>
  readFile(new URL(`./samples/${name}`, import.meta.url), 'utf8')
const altered = async (name: string, from: string | RegExp, to: string) => {
  const text = await sample(name)
  expect(text).toMatch(from)
  return readAll(text.replace(from, to))
}

const citations = async (...texts: readonly string[]) => {
  const written = texts.map(
    (text) => `<LIEN cidtexte="" id="" sens="source" typelien="CITATION">${text}</LIEN>`,
  )
  const { records, items } = await altered('cass.xml', /<LIEN .*<\/LIEN>/, written.join('\n'))
  const links = items[0] !== undefined && 'facts' in items[0] ? items[0].facts?.links : undefined
  expect(links?.slice(0, -2).map(({ text }) => text)).toEqual(records[0]?.citations?.slice(0, -1))
  return records[0]?.citations?.slice(0, -1)
}
const DIRECTIVE = `Article 27 de la Charte des droits inventés ; article 5 de la directive du ${'très '.repeat(34)}long 11 mars 2002 `
const CODE = 'Article L. 9999-2 du code du commerce.'
const cutAt256 = (text: string): readonly [string, string] => [text.slice(0, 256), text.slice(256)]

describe('a decision of the Cour de cassation', () => {
  test('paragraphs of a summary and titles of themes keep their words apart', async () => {
    const { records } = await altered(
      'cass.xml',
      /<SCT ID="2".*<\/SCT>\n<ANA ID="2">.*<\/ANA>/,
      '<SCT ID="2">PRESCRIPTION -<br/>Terme</SCT><ANA ID="2">Le terme est échu.<br/>Il est inventé.<p>Rien ne suit.</p></ANA>',
    )
    expect(records[0]?.headnotes?.[1]?.summary).toBe(
      'Le terme est échu.\nIl est inventé.\nRien ne suit.',
    )
    expect(records[0]?.judicialDecision?.['themes']).toContainEqual(['PRESCRIPTION', 'Terme'])
  })

  const REFERENCES: readonly (readonly [string, string, readonly string[][]])[] = [
    [
      'a heading in capitals that no other path begins with',
      'TRAVAIL - Modèle - Portée VALEURS MOBILIERES - Fonds commun de placement',
      [
        ['TRAVAIL', 'Modèle', 'Portée'],
        ['VALEURS MOBILIERES', 'Fonds commun de placement'],
      ],
    ],
    [
      'a heading with its particulars in brackets, and one after an article',
      'TRAVAIL - Article 9 ASSURANCE (règles générales) - Garantie - Exclusion MANDAT - Révocation',
      [
        ['TRAVAIL', 'Article 9'],
        ['ASSURANCE (règles générales)', 'Garantie', 'Exclusion'],
        ['MANDAT', 'Révocation'],
      ],
    ],
    [
      'a heading of several words with an apostrophe and a comma',
      "TRAVAIL - Conditions MESURES D'INSTRUCTION - Référé CONTRAT DE TRAVAIL, RUPTURE - Cause",
      [
        ['TRAVAIL', 'Conditions'],
        ["MESURES D'INSTRUCTION", 'Référé'],
        ['CONTRAT DE TRAVAIL, RUPTURE', 'Cause'],
      ],
    ],
    [
      'no abbreviation, no name after a little word, and nothing at the end',
      "TRAVAIL - Régime de la CAISSE NATIONALE - Convention SYNTEC - Cotisations dues à l'URSSAF - Société PAPIER PEINT",
      [
        [
          'TRAVAIL',
          'Régime de la CAISSE NATIONALE',
          'Convention SYNTEC',
          "Cotisations dues à l'URSSAF",
          'Société PAPIER PEINT',
        ],
      ],
    ],
  ]
  for (const [what, reference, themes] of REFERENCES)
    test(`a reference is parted before a heading: ${what}`, async () => {
      const { records } = await altered(
        'cass.xml',
        /<SCT ID="1" TYPE="REFERENCE">.*<\/SCT>/,
        `<SCT ID="1" TYPE="REFERENCE">${reference}</SCT>`,
      )
      expect(records[0]?.judicialDecision?.['themes']).toEqual([
        ['CONTRAT DE TRAVAIL', 'Exemple', 'Portée'],
        ...themes,
        ['PRESCRIPTION', 'Point de départ'],
      ])
    })

  test('a main path is never parted before a heading that stands nowhere else', async () => {
    const { records } = await altered(
      'cass.xml',
      /<SCT ID="2" TYPE="PRINCIPAL">.*<\/SCT>/,
      '<SCT ID="2" TYPE="PRINCIPAL">PRESCRIPTION - Point VALEURS MOBILIERES - Fin</SCT>',
    )
    expect(records[0]?.judicialDecision?.['themes']).toContainEqual([
      'PRESCRIPTION',
      'Point VALEURS MOBILIERES',
      'Fin',
    ])
  })

  test('a citation that the publisher cut at 256 characters is one again', async () => {
    const whole = `${DIRECTIVE}établissant un cadre dans la Communauté européenne.`
    const [first, rest] = cutAt256(whole)
    expect([first.length, rest.length > 0, /\S$/.test(first)]).toEqual([256, true, true])
    expect(await citations(CODE, first, rest)).toEqual([CODE, whole])
    expect(await citations(first, rest, CODE)).toEqual([whole, CODE])
  })

  test('the rest of a cut citation may stand before it, and may repeat its point', async () => {
    const whole = `${DIRECTIVE}établissant un cadre du code de la pêche maritime.`
    const [first, rest] = cutAt256(`Sur le numéro 2 : ${whole}`)
    const repeated = `Sur le numéro 2 : ${rest}`
    const made = `Sur le numéro 2 : ${whole}`
    expect(await citations(CODE, repeated, first)).toEqual([CODE, made])
    expect(await citations(repeated, first, CODE)).toEqual([made, CODE])
  })

  test('a blank at the cut is kept, also where the publisher left it out', async () => {
    const first = DIRECTIVE.slice(0, 20) + 'x'.repeat(235)
    const whole = `${first} la pêche maritime.`
    expect(await citations(`${first} `, 'la pêche maritime.')).toEqual([whole])
    expect(await citations(first, 'la pêche maritime.')).toEqual([whole])
  })

  test('three pieces are one citation', async () => {
    const whole = `${DIRECTIVE.padEnd(500, 'x')}yz de la fin.`
    const [first, rest] = cutAt256(whole)
    expect(await citations(first, ...cutAt256(rest))).toEqual([whole])
  })

  test('citations that are whole stay apart, however long', async () => {
    const long = `${'Article 5 de la loi'.padEnd(255, 'x')}.`
    expect(await citations(long, CODE)).toEqual([long, CODE])
    const short = 'Article 1 de la loi'
    expect(await citations(short, 'et la fin.')).toEqual([short, 'et la fin.'])
    const cut = 'Article 5 de la loi'.padEnd(256, 'x')
    expect(await citations(cut, CODE, 'article 9 du même code.')).toEqual([
      cut,
      CODE,
      'article 9 du même code.',
    ])
  })

  test('line ends count in capitals too', async () => {
    const { records } = await altered('cass.xml', 'la Cour :<br/>CASSE', 'la Cour :<BR/>CASSE')
    expect(records[0]?.text).toMatch(/la Cour :\nCASSE/)
  })

  test('has all members that the file states', async () => {
    const { items, notes } = await readSample('dila', 'cass.xml')
    expect(items).toMatchObject([
      {
        record: {
          title: expect.stringContaining('22-99.001'),
          text: expect.stringMatching(
            /^LA COUR DE CASSATION.*: \n\n1\. Le salarié.*\n\nPAR CES MOTIFS, la Cour :\nCASSE et ANNULE\.$/s,
          ),
          publishedAt: '2024-03-14',
          headnotes: [
            { sequence: 1, summary: expect.stringContaining('atelier inventé') },
            { sequence: 2, summary: expect.stringContaining('prescription') },
          ],
          judicialDecision: {
            ecli: 'ECLI:FR:CCASS:2024:SO99001',
            identifiers: [
              { scheme: 'docket', value: '22-99001' },
              { scheme: 'docket', value: '22-99002' },
              { scheme: 'ruling_number', value: '52499001' },
              { scheme: 'ecli', value: 'ECLI:FR:CCASS:2024:SO99001' },
              { scheme: 'juritext', value: 'JURITEXT000099000001' },
              { scheme: 'dila_former_id', value: 'JURITEXT000099000000' },
            ],
            courtCode: 'fr.ccass',
            chamber: 'soc',
            type: 'arret',
            solution: 'cassation_partielle',
            publication: ['b'],
            themes: [
              ['CONTRAT DE TRAVAIL', 'Exemple', 'Portée'],
              ['TRAVAIL', 'Modèle', 'Applications diverses'],
              ['CONTRAT DE TRAVAIL', 'Autre'],
              ['PRESCRIPTION', 'Point de départ'],
            ],
            procedure: {
              completeness: 'partial',
              chronology: [
                {
                  relation: 'cassation_of',
                  target: { date: '2022-01-18' },
                  certainty: 'official',
                  evidence: "Cour d'appel de Nîmes, 2022-01-18",
                },
              ],
            },
          },
          citations: [
            'Article L. 9999-1 du code du travail.',
            'A rapprocher : Soc., 1er juin 2022, pourvoi n° 20-99.003.',
          ],
          source: { id: 'JURITEXT000099000001', licence: 'Licence Ouverte 2.0' },
        },
        facts: {
          persons: [
            { name: 'Mme Exemple (conseillère doyenne)', office: 'president' },
            { name: 'Mme Type', office: 'rapporteur' },
            { name: 'M. Modèle', office: 'advocate_general' },
            { name: 'SCP Un, Deux et Trois', office: 'lawyers' },
            { name: 'SARL Quatre', office: 'lawyers' },
          ],
          links: [
            { type: 'CITATION', direction: 'out', targetId: 'LEGIARTI000099000009' },
            { type: 'RAPPROCHEMENT', direction: 'out', targetId: null },
            {
              type: 'DECISION_ATTAQUEE',
              text: "Cour d'appel de Nîmes, 2022-01-18",
              decision: { courtCode: 'fr.ca', seat: 'Nîmes', docket: null, day: '2022-01-18' },
            },
          ],
        },
      },
    ])
    expect(codes(notes)).toEqual(['element-unknown'])
    expect(notes[0]?.reason).toContain('NOUVEAUTE')
  })

  test('is refused without a date, with two dates, without an identity, and without a text', async () => {
    const cases = [
      [/<DATE_DEC>.*<\/DATE_DEC>/, '', 'decision-date-missing'],
      [/<DATE_DEC>/, '<DATE_DEC>2024-03-15</DATE_DEC><DATE_DEC>', 'decision-date-twice'],
      [/<DATE_DEC>2024-03-14/, '<DATE_DEC>2024-02-30', 'date-invalid'],
      [/<ID>.*<\/ID>/, '', 'member-missing'],
      [/<CONTENU>LA COUR[\s\S]*?<\/CONTENU>/, '<CONTENU/>', 'text-missing'],
    ] as const
    for (const [from, to, code] of cases) {
      const { refusals, records } = await altered('cass.xml', from, to)
      expect(codes(refusals)).toEqual([code])
      expect(records).toEqual([])
    }
  })

  test('with another day in its title is noted, and keeps the stated day', async () => {
    const { records, notes } = await altered('cass.xml', '14 mars 2024', '15 mars 2024')
    expect(records[0]?.publishedAt).toBe('2024-03-14')
    expect(codes(notes)).toContain('decision-dates-disagree')
  })

  test('absent is not none: without an attacked decision there is no procedure', async () => {
    const { records } = await altered(
      'cass.xml',
      /<FORM_DEC_ATT>.*<\/DATE_DEC_ATT>/,
      '<FORM_DEC_ATT/><DATE_DEC_ATT/>',
    )
    expect(records[0]?.judicialDecision).not.toHaveProperty('procedure')
  })

  test('an outcome and a chamber without a code keep their words and are noted', async () => {
    const { records, notes } = await altered(
      'cass.xml',
      'Cassation partielle sans renvoi',
      'Oracle',
    )
    expect(records[0]?.judicialDecision).toMatchObject({
      solution: null,
      solutionLabel: { fr: 'Oracle' },
    })
    expect(codes(notes)).toContain('value-unmapped')
  })
})

describe('other bases', () => {
  test('JADE: the docket, the recueil, paragraphs and tables', async () => {
    const { records, items } = await readSample('dila', 'jade.xml')
    expect(records).toMatchObject([
      {
        text: expect.stringContaining('Année | Montant\n2018 | 12 euros'),
        headnotes: [{ sequence: 1, summary: expect.stringContaining('intérêt à agir') }],
        judicialDecision: {
          ecli: 'ECLI:FR:CEASS:2019:399001.20191206',
          courtCode: 'fr.ce',
          chamber: null,
          solution: 'rejet',
          publication: ['A'],
          identifiers: expect.arrayContaining([
            { scheme: 'docket', value: '399001' },
            { scheme: 'cetatext', value: 'CETATEXT000099000001' },
          ]),
        },
        source: { url: 'https://www.legifrance.gouv.fr/ceta/id/CETATEXT000099000001' },
      },
    ])
    expect(items[0]).toMatchObject({
      facts: {
        persons: expect.arrayContaining([{ name: 'M. Public', office: 'advocate_general' }]),
      },
    })
  })

  test('CONSTIT: kind, NOR, outcome', async () => {
    const { records } = await readSample('dila', 'constit.xml')
    expect(records).toMatchObject([
      {
        judicialDecision: {
          courtCode: 'fr.cc',
          type: 'dc',
          solution: 'non_conformite',
          identifiers: expect.arrayContaining([
            { scheme: 'docket', value: '2020-999' },
            { scheme: 'nor', value: 'CSCL9999999S' },
          ]),
        },
      },
    ])
  })

  test('CAPP: the seat, and the court below', async () => {
    const { records } = await readSample('dila', 'capp.xml')
    expect(records).toMatchObject([
      {
        judicialDecision: {
          courtCode: 'fr.ca',
          seat: 'DOUAI',
          ecli: null,
          publication: ['n'],
          solution: 'infirmation_partielle',
          procedure: {
            chronology: [
              { relation: 'appeal_of', evidence: 'Tribunal judiciaire, Lille, 2021-05-04' },
            ],
          },
        },
      },
    ])
  })
})

describe('LEGI', () => {
  test('one record per wording, named by the oldest one, with both days inclusive', async () => {
    const { items } = await readSample('dila', 'legi-article.xml')
    expect(items).toMatchObject([
      {
        record: {
          title: 'Code inventé, article L9999-1',
          text: "L'exemple est libre.\n\nIl obéit :\n1° à la loi ;\n2° au lecteur.\n\nNOTA : Conformément à une loi inventée, cet article est abrogé le 1er juillet 2027.",
          contentType: 'legislation',
          validFrom: '2021-01-01',
          validTo: '2027-06-30',
          provision: {
            work: 'Code inventé',
            number: 'L9999-1',
            section: ['Première partie : Des exemples', 'Chapitre unique'],
            anchor: 'LEGIARTI000099000022',
          },
          citations: ['Code inventé - art. L9999-2'],
          source: { id: 'LEGIARTI000099000021', version: 'LEGIARTI000099000022' },
        },
        facts: {
          state: 'ABROGE_DIFF',
          links: [
            { type: 'MODIFIE', direction: 'in' },
            { type: 'CITATION', direction: 'out' },
          ],
        },
      },
    ])
  })

  test('a wording never in force is noted, and what was recorded of it ends', async () => {
    const stillborn = await altered(
      'legi-article.xml',
      /<ETAT>.*<\/ETAT>/,
      '<ETAT>MODIFIE_MORT_NE</ETAT>',
    )
    const reversed = await altered(
      'legi-article.xml',
      '<DATE_FIN>2027-07-01',
      '<DATE_FIN>2021-01-01',
    )
    const id = 'LEGIARTI000099000022'
    for (const { items, notes } of [stillborn, reversed]) {
      expect(items).toMatchObject([
        { removal: { kind: 'document', id, path: null, at: null, isNeverInForce: true } },
      ])
      expect(codes(notes)).toEqual(['wording-never-in-force'])
    }
    const text = (await sample('legi-article.xml')).replace(id, 'L1')
    const unnamed = await readAll(text.replace(/<ETAT>.*<\/ETAT>/, '<ETAT>MODIFIE_MORT_NE</ETAT>'))
    expect(unnamed.items).toEqual([])
    expect(codes(unnamed.notes)).toEqual(['wording-never-in-force'])
  })

  test('a wording without end has no last day', async () => {
    const open = await altered('legi-article.xml', '<DATE_FIN>2027-07-01', '<DATE_FIN>2999-01-01')
    expect(open.records[0]?.validTo).toBeUndefined()
  })

  test('a file that only orders articles gives no record, only a note', async () => {
    const { items, notes } = await readSample('dila', 'legi-section.xml')
    expect(items).toEqual([])
    expect(codes(notes)).toEqual(['context-only'])
  })
})

const refusalCodes = async (content: string) => codes((await readAll(content)).refusals)

describe('bad XML', () => {
  test('entities, depth, a cut-off file, broken tags and other documents are refused, each with its code', async () => {
    const text = await sample('cass.xml')
    const withEntity = text.replace(
      '<TEXTE_JURI_JUDI>',
      '<!DOCTYPE TEXTE_JURI_JUDI [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<TEXTE_JURI_JUDI>',
    )
    expect(await refusalCodes(withEntity)).toEqual(['xml-entity'])
    expect(await refusalCodes(text.replace('inventé', '&inconnue;'))).toEqual(['xml-entity'])
    expect(await refusalCodes(text.slice(0, text.indexOf('</TEXTE>')))).toEqual(['xml-cut-off'])
    expect(await refusalCodes(text.replace('</META>', '</METTA>'))).toEqual(['xml-broken'])
    expect(await refusalCodes('<?xml version="1.0"?><facture/>')).toEqual(['xml-unknown'])
    const deep = `${'<i>'.repeat(300)}x${'</i>'.repeat(300)}`
    expect(await refusalCodes(text.replace('inventé', deep))).toEqual(['xml-too-deep'])
  })

  test('a DTD is ignored with a note', async () => {
    const { records, notes } = await altered(
      'cass.xml',
      '<TEXTE_JURI_JUDI>',
      '<!DOCTYPE TEXTE_JURI_JUDI SYSTEM "http://example.org/juri.dtd"><TEXTE_JURI_JUDI>',
    )
    expect(records).toHaveLength(1)
    expect(codes(notes)).toContain('xml-doctype')
  })
})
