import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JudicialDecision } from '../../decision.ts'
import { NAMED_LAWS } from '../../vocabulary/codes.ts'
import type { Jurisdiction } from '../../vocabulary/texts.ts'
import { namesOfTarget, namesOfText } from '../citations/names.ts'
import { recogniseCitations } from '../citations/recognise.ts'
import { BASE, WRITTEN_CITATIONS } from './by-hand.testing.ts'
import type { CitationOptions, CitedText } from './cited-text.ts'
import { abbreviationOf } from './codes.ts'
import { frenchCitation } from './french.ts'
import { longDay } from './print.ts'

const ownNames = ({ jurisdiction, provision, judicialDecision }: CitedText): string[] =>
  namesOfText({
    jurisdiction,
    provision,
    judicialDecision: judicialDecision === null ? null : JudicialDecision.parse(judicialDecision),
    source: { id: 'x', url: null },
  }).map(({ name }) => name)

/** The names that the text's citation in French practice is read as. */
const readBack = (text: CitedText, options: Partial<CitationOptions> = {}): string[] => {
  const address = 'https://example.org/t/texte'
  const citation = frenchCitation(text, { language: 'fr', address, ...options })
  const [jurisdiction = 'FR'] = text.jurisdiction
  return recogniseCitations(citation, { jurisdiction }).flatMap(({ targets }) =>
    targets.flatMap(namesOfTarget),
  )
}

const expectReadBack = (text: CitedText, options: Partial<CitationOptions> = {}): void => {
  const read = readBack(text, options)
  const own = new Set(ownNames(text))
  expect(read, `${text.provision?.work ?? text.title} ${text.provision?.number}`).not.toEqual([])
  for (const name of read) expect(own).toContain(name)
}

const provision = (work: string, number: string, jurisdiction: Jurisdiction): CitedText => ({
  ...BASE,
  contentType: 'legislation',
  jurisdiction: [jurisdiction],
  provision: { work, number, section: null, anchor: null },
})

// ───────── generated texts ─────────

const paragraph = fc.option(fc.constantFrom('1', '2', '12-14'), { nil: null })
const day = fc
  .date({ min: new Date('1958-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const NUMBERS =
  '1er|9|1240|39 A|209 B|150-0 B ter|80 duodecies|235 ter ZD|L16 B|L1221-1|R*133-1|LO 127|préliminaire|Article 17|Art. 2.'
const number = fc.constantFrom(...NUMBERS.split('|'))
const plainNumber = fc.constantFrom('1er', '5', '12', '17', '710-1', '9 bis')
const small = fc.integer({ min: 1, max: 1999 })

/** Running text means other things by it, so only queries read it. */
const NOT_READ = 'CCP'
const named = fc
  .record({
    law: fc.constantFrom(
      ...NAMED_LAWS.filter((law) => {
        const short = abbreviationOf(law)
        return law.kind !== 'act' && short !== null && short !== NOT_READ
      }),
    ),
    number,
  })
  .map(({ law, number: stated }) => provision(law.name, stated, law.jurisdiction))

const nationalAct = fc
  .record({
    kind: fc.constantFrom('Loi', 'Ordonnance', 'Décret', 'Arrêté', 'Loi organique', 'Décret-loi'),
    serial: small,
    on: day,
    stated: plainNumber,
    subject: fc.constantFrom('', ' relative au travail', ' portant réforme des contrats'),
  })
  .map(({ kind, serial, on, stated, subject }) =>
    provision(
      `${kind} n° ${on.slice(0, 4)}-${serial} du ${longDay('fr', on)}${subject}`,
      stated,
      'FR',
    ),
  )
const datedAct = fc
  .record({
    kind: fc.constantFrom(
      'Loi',
      'Règlement grand-ducal',
      'Règlement ministériel',
      'Arrêté grand-ducal',
    ),
    on: day,
    stated: plainNumber,
    subject: fc.constantFrom('concernant les sociétés', 'portant création', 'relatif aux armes'),
  })
  .map(({ kind, on, stated, subject }) =>
    provision(`${kind} du ${longDay('fr', on)} ${subject}`, stated, 'LU'),
  )
const monegasqueAct = fc
  .record({
    kind: fc.constantFrom('Loi', 'Ordonnance souveraine'),
    serial: fc.integer({ min: 1000, max: 9999 }),
    on: day,
    stated: plainNumber,
  })
  .map(({ kind, serial, on, stated }) => {
    const written = `${Math.floor(serial / 1000)}.${String(serial % 1000).padStart(3, '0')}`
    return provision(`${kind} n° ${written} du ${longDay('fr', on)}`, stated, 'MC')
  })
const unionAct = fc
  .record({
    kind: fc.constantFrom(
      'Règlement (UE) Y/N',
      'Directive Y/N/UE',
      'Règlement délégué (UE) Y/N',
      "Règlement d'exécution (UE) Y/N",
    ),
    year: fc.integer({ min: 2015, max: 2030 }),
    serial: small,
    on: day,
    stated: plainNumber,
  })
  .map(({ kind, year, serial, on, stated }) => {
    const act = kind.replace('Y', String(year)).replace('N', String(serial))
    return provision(
      `${act} du Parlement européen et du Conseil du ${longDay('fr', on)} relatif aux données`,
      stated,
      'EU',
    )
  })

const DOCKETS: Readonly<Record<string, readonly string[]>> = {
  'fr.ccass': ['18-23456', '19-60.222', '22-99001, 22-99002'],
  'fr.ce': ['403447'],
  'fr.cc': ['2020-999', '2010-14/22', '2015-470 QPC'],
  'fr.caa': ['17LY01234'],
  'fr.ca': ['21/00001'],
  'fr.ta': ['1901234'],
  'fr.tj': ['19/01234'],
  'fr.tcom': ['19/01234'],
  'fr.cph': ['F 24/99007'],
  'fr.cnil': ['SAN-2019-001'],
  'fr.autconc': ['20-D-04'],
  'lu.ccass': ['CAS-2019-00060'],
  'lu.ca': ['CAL-2022-00015'],
  'mc.ts': ['TS 2023-15'],
  'ad.tsj': ['TSJC-9901/2023'],
  'eu.cj': ['C-362/14'],
  'eu.gc': ['T-816/17'],
  'coe.echr': ['60798/10'],
}
const SEATED = new Set(['fr.caa', 'fr.ca', 'fr.ta', 'fr.tj', 'fr.tcom', 'fr.cph'])
const decision = fc
  .constantFrom(
    ...Object.entries(DOCKETS).flatMap(([court, all]) => all.map((one) => [court, one] as const)),
  )
  .chain(([courtCode, value]) =>
    fc.record({
      courtCode: fc.constant(courtCode),
      seat: SEATED.has(courtCode)
        ? fc.constantFrom(
            'Paris',
            'LYON',
            'Aix-en-Provence',
            'Le Havre',
            'La Réunion',
            'Les Sables-d’Olonne',
          )
        : fc.constant(null),
      chamber:
        courtCode === 'fr.ccass'
          ? fc.constantFrom(null, 'civ1', 'civ2', 'comm', 'cr', 'soc', 'pl', 'mi')
          : fc.constant(null),
      type:
        courtCode === 'fr.cc'
          ? fc.constantFrom('dc', 'qpc')
          : fc.constantFrom(null, 'arret', 'ordonnance', 'avis'),
      decisionDate: day,
      value: fc.constant(value),
    }),
  )
  .map(({ value, ...members }): CitedText => ({
    ...BASE,
    title: 'Décision',
    contentType: 'jurisprudence',
    jurisdiction: [members.courtCode.startsWith('lu') ? 'LU' : 'FR'],
    judicialDecision: JudicialDecision.parse({
      ...members,
      identifiers: [{ scheme: 'docket', value }],
    }),
  }))

const KINDS = {
  'articles of codes': named,
  'national acts': nationalAct,
  'acts of Luxembourg': datedAct,
  'acts of Monaco': monegasqueAct,
  'acts of the Union': unionAct,
  decisions: decision,
}
test.each(Object.entries(KINDS))(
  'the French citation of any text is read as that text: %s',
  (_, texts) => {
    fc.assert(
      fc.property(texts, paragraph, (text: CitedText, one) =>
        expectReadBack(text, { paragraph: one }),
      ),
      { numRuns: 400 },
    )
  },
)

/** What is cited by a title that no table has can't be read. */
const BY_TITLE = /^Convention collective/u
test('the citations written by hand are read as their texts', () => {
  for (const { text } of WRITTEN_CITATIONS) {
    if (ownNames(text).length === 0 || BY_TITLE.test(text.title)) continue
    expectReadBack(text)
  }
})
