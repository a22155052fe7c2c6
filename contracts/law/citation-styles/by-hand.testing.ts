/**
 * Citations written by hand from the published rules (contracts/conventions/citation-styles.md),
 * before there was code that makes them. `~` is a space that does not break.
 */
import type { JudicialDecisionInput } from '../../decision.ts'
import { JudicialDecision } from '../../decision.ts'
import { Day } from '../../ids.ts'
import type { CitedText } from './cited-text.ts'

export type WrittenCitation = {
  readonly name: string
  readonly text: CitedText
  /** French practice. */
  readonly fr: string
  /** Practice of the Union, in French and in English. */
  readonly eu?: readonly [fr: string, en: string]
  readonly day?: string
}

/** A text that says nothing of itself, for tests to add members to. */
export const BASE: CitedText = {
  slug: 'texte-0a1b2c3d',
  version: '1.0.0',
  sha256Hash: 'ab'.repeat(32),
  title: 'Sans titre',
  language: 'fr',
  jurisdiction: ['FR'],
  contentType: 'doctrine',
  doctrineSubtype: null,
  publishedAt: null,
  judicialDecision: null,
  validity: { validFrom: null, validTo: null },
  provision: null,
}

type Ruling = Omit<JudicialDecisionInput, 'identifiers' | 'decisionDate'> & {
  readonly title?: string
  readonly docket?: string | readonly string[]
  readonly celex?: string
  readonly on?: string
  readonly of?: CitedText['jurisdiction']
}
const ruling = ({ title, docket = [], celex, on, of = ['FR'], ...members }: Ruling): CitedText => ({
  ...BASE,
  title: title ?? 'Décision sans titre',
  contentType: 'jurisprudence',
  jurisdiction: of,
  publishedAt: on ?? null,
  judicialDecision: JudicialDecision.parse({
    ...members,
    decisionDate: on ?? null,
    identifiers: [
      ...[docket].flat().map((value) => ({ scheme: 'docket', value })),
      ...(celex === undefined ? [] : [{ scheme: 'celex', value: celex }]),
    ],
  }),
})

type Law = Partial<CitedText> & {
  readonly work: string
  readonly number?: string
  readonly anchor?: string
  readonly from?: string
  readonly to?: string
}
const law = ({ work, number, anchor, from, to, ...members }: Law): CitedText => ({
  ...BASE,
  title: number === undefined ? work : `${work}, article ${number}`,
  contentType: 'legislation',
  validity: {
    validFrom: from === undefined ? null : Day.parse(from),
    validTo: to === undefined ? null : Day.parse(to),
  },
  provision: { work, number: number ?? null, section: null, anchor: anchor ?? null },
  ...members,
})

const doctrine = (members: Partial<CitedText>): CitedText => ({ ...BASE, ...members })

const GDPR_FR =
  'Règlement (UE) 2016/679 du Parlement européen et du Conseil du 27 avril 2016 relatif à la protection des personnes physiques'
const OJ_GDPR = 'L 119, 4.5.2016, p.~1, ELI: http://data.europa.eu/eli/reg/2016/679/oj'
const JO_GDPR = 'L 119 du 4.5.2016, p.~1, ELI: http://data.europa.eu/eli/reg/2016/679/oj'

const CASSATION: readonly WrittenCitation[] = [
  {
    name: 'a chamber with ECLI',
    text: ruling({
      courtCode: 'fr.ccass',
      courtName: { fr: 'Cour de cassation' },
      chamber: 'civ2',
      type: 'arret',
      on: '2020-03-12',
      docket: '18-23456',
      ecli: 'ECLI:FR:CCASS:2020:C200123',
    }),
    fr: 'Cass. 2e civ., 12 mars 2020, n°~18-23.456, ECLI:FR:CCASS:2020:C200123',
    eu: [
      'Cour de cassation (France), arrêt du 12 mars 2020, n°~18-23.456, ECLI:FR:CCASS:2020:C200123',
      'Cour de cassation (France), judgment of 12 March 2020, No~18-23.456, ECLI:FR:CCASS:2020:C200123',
    ],
  },
  {
    name: 'the plenary assembly',
    text: ruling({ courtCode: 'fr.ccass', chamber: 'pl', on: '2006-10-06', docket: '05-13.255' }),
    fr: 'Cass. ass. plén., 6 oct. 2006, n°~05-13.255',
    eu: [
      'Cour de cassation (France), 6 octobre 2006, n°~05-13.255',
      'Cour de cassation (France), 6 October 2006, No~05-13.255',
    ],
  },
  {
    name: 'a mixed chamber',
    text: ruling({ courtCode: 'fr.ccass', chamber: 'mi', on: '2017-02-24', docket: '15-20.411' }),
    fr: 'Cass. ch. mixte, 24 févr. 2017, n°~15-20.411',
  },
  {
    name: 'the commercial chamber',
    text: ruling({ courtCode: 'fr.ccass', chamber: 'comm', on: '1996-10-22', docket: '93-18.632' }),
    fr: 'Cass. com., 22 oct. 1996, n°~93-18.632',
  },
  {
    name: 'the social chamber',
    text: ruling({
      courtCode: 'fr.ccass',
      chamber: 'soc',
      on: '2020-03-04',
      docket: '19-13.316',
      ecli: 'ECLI:FR:CCASS:2020:SO00374',
    }),
    fr: 'Cass. soc., 4 mars 2020, n°~19-13.316, ECLI:FR:CCASS:2020:SO00374',
  },
  {
    name: 'the criminal chamber',
    text: ruling({
      courtCode: 'fr.ccass',
      chamber: 'cr',
      on: '2020-11-25',
      docket: '18-86.955',
      ecli: 'ECLI:FR:CCASS:2020:CR02333',
    }),
    fr: 'Cass. crim., 25 nov. 2020, n°~18-86.955, ECLI:FR:CCASS:2020:CR02333',
  },
  {
    name: 'the first of a month',
    text: ruling({ courtCode: 'fr.ccass', chamber: 'civ1', on: '2020-07-01', docket: '19-10.123' }),
    fr: 'Cass. 1re civ., 1er juill. 2020, n°~19-10.123',
    eu: [
      'Cour de cassation (France), 1er juillet 2020, n°~19-10.123',
      'Cour de cassation (France), 1 July 2020, No~19-10.123',
    ],
  },
  {
    name: 'two joined appeals',
    text: ruling({
      courtCode: 'fr.ccass',
      chamber: 'civ3',
      on: '2024-03-14',
      docket: ['22-99002', '22-99001'],
    }),
    fr: 'Cass. 3e civ., 14 mars 2024, nos~22-99.001 et 22-99.002',
    eu: [
      'Cour de cassation (France), 14 mars 2024, nos~22-99.001 et 22-99.002',
      'Cour de cassation (France), 14 March 2024, Nos~22-99.001 and 22-99.002',
    ],
  },
  {
    name: 'many joined appeals in one value',
    text: ruling({
      courtCode: 'fr.ccass',
      chamber: 'soc',
      on: '2020-11-25',
      docket: '19-60.222, 19-60.223, 19-60.224 et 19-60.225',
    }),
    fr: 'Cass. soc., 25 nov. 2020, n°~19-60.222 et a.',
    eu: [
      'Cour de cassation (France), 25 novembre 2020, n°~19-60.222 e.a.',
      'Cour de cassation (France), 25 November 2020, No~19-60.222 and Others',
    ],
  },
  {
    name: 'a chamber that only the ECLI names',
    text: ruling({
      courtCode: 'fr.ccass',
      courtName: { fr: 'Cour de cassation' },
      on: '2020-09-16',
      docket: '19-15.818',
      ecli: 'ECLI:FR:CCASS:2020:C100522',
    }),
    fr: 'Cass. 1re civ., 16 sept. 2020, n°~19-15.818, ECLI:FR:CCASS:2020:C100522',
  },
  {
    name: 'no chamber',
    text: ruling({ courtCode: 'fr.ccass', on: '2023-10-03', docket: '23-80251' }),
    fr: 'Cass., 3 oct. 2023, n°~23-80.251',
  },
  {
    name: 'an opinion',
    text: ruling({ courtCode: 'fr.ccass', type: 'avis', on: '2007-10-08', docket: '07-00.011' }),
    fr: 'Cass., avis, 8 oct. 2007, n°~07-00.011',
    eu: [
      'Cour de cassation (France), avis du 8 octobre 2007, n°~07-00.011',
      'Cour de cassation (France), opinion of 8 October 2007, No~07-00.011',
    ],
  },
  {
    name: 'a constitutional question',
    text: ruling({
      courtCode: 'fr.ccass',
      chamber: 'cr',
      type: 'qpc',
      on: '2023-06-13',
      docket: '23-80.251',
    }),
    fr: 'Cass. crim., QPC, 13 juin 2023, n°~23-80.251',
  },
  {
    name: 'an order of the first president',
    text: ruling({ courtCode: 'fr.ccass', chamber: 'ordo', on: '2021-01-05', docket: '20-12.345' }),
    fr: 'Cass. ord. 1er prés., 5 janv. 2021, n°~20-12.345',
  },
  {
    name: 'a day without a number',
    text: ruling({ courtCode: 'fr.ccass', chamber: 'creun', on: '1930-02-13' }),
    fr: 'Cass. ch. réun., 13 févr. 1930',
  },
  {
    name: 'a number without a day',
    text: ruling({ courtCode: 'fr.ccass', chamber: 'soc', docket: '19-13.316' }),
    fr: 'Cass. soc., n°~19-13.316',
    eu: ['Cour de cassation (France), n°~19-13.316', 'Cour de cassation (France), No~19-13.316'],
  },
  {
    name: 'an appeal of a court that the source leaves out',
    text: ruling({ on: '2020-03-04', docket: '19-13.316' }),
    fr: 'Cass., 4 mars 2020, n°~19-13.316',
  },
  {
    name: 'an ECLI alone',
    text: ruling({ ecli: 'ECLI:FR:CCASS:2020:SO00374' }),
    fr: 'Cass. soc., ECLI:FR:CCASS:2020:SO00374',
    eu: [
      'Cour de cassation (France), ECLI:FR:CCASS:2020:SO00374',
      'Cour de cassation (France), ECLI:FR:CCASS:2020:SO00374',
    ],
  },
  {
    name: 'a court and nothing else',
    text: ruling({ title: 'Arrêt Perruche', courtCode: 'fr.ccass', chamber: 'pl' }),
    fr: 'Arrêt Perruche',
    eu: ['Arrêt Perruche', 'Arrêt Perruche'],
  },
  {
    name: 'nothing but a title',
    text: ruling({ title: 'Affaire du Grand-Hornu' }),
    fr: 'Affaire du Grand-Hornu',
    eu: ['Affaire du Grand-Hornu', 'Affaire du Grand-Hornu'],
  },
]

const ADMINISTRATIVE: readonly WrittenCitation[] = [
  {
    name: 'chambers of the Conseil d’État together',
    text: ruling({
      title: "Conseil d'État, 5ème - 6ème chambres réunies, 04/12/2017, 403447",
      courtCode: 'fr.ce',
      courtName: { fr: "Conseil d'État" },
      on: '2017-12-04',
      docket: '403447',
    }),
    fr: 'CE, 5e et 6e ch. réunies, 4 déc. 2017, n°~403447',
    eu: [
      "Conseil d'État (France), 4 décembre 2017, n°~403447",
      "Conseil d'État (France), 4 December 2017, No~403447",
    ],
  },
  {
    name: 'the assembly of the Conseil d’État',
    text: ruling({
      title: "Conseil d'État, Assemblée, 21/03/2016, 368082, Publié au recueil Lebon",
      courtCode: 'fr.ce',
      type: 'decision',
      on: '2016-03-21',
      docket: '368082',
      ecli: 'ECLI:FR:CEASS:2016:368082.20160321',
    }),
    fr: 'CE, ass., 21 mars 2016, n°~368082, ECLI:FR:CEASS:2016:368082.20160321',
    eu: [
      "Conseil d'État (France), décision du 21 mars 2016, n°~368082, ECLI:FR:CEASS:2016:368082.20160321",
      "Conseil d'État (France), decision of 21 March 2016, No~368082, ECLI:FR:CEASS:2016:368082.20160321",
    ],
  },
  {
    name: 'the section of the Conseil d’État',
    text: ruling({
      title: 'Conseil d’État, Section, 06/12/2013, 363290',
      courtCode: 'fr.ce',
      on: '2013-12-06',
      docket: '363290',
    }),
    fr: 'CE, sect., 6 déc. 2013, n°~363290',
  },
  {
    name: 'sub-sections together',
    text: ruling({
      title: "Conseil d'État, 10ème et 9ème sous-sections réunies, 13 janvier 2010, 318500",
      courtCode: 'fr.ce',
      on: '2010-01-13',
      docket: '318500',
    }),
    fr: 'CE, 10e et 9e sous-sect. réunies, 13 janv. 2010, n°~318500',
  },
  {
    name: 'a judge of urgent applications',
    text: ruling({
      title: "Conseil d'État, Juge des référés, 18/05/2020, 440442, Inédit au recueil Lebon",
      courtCode: 'fr.ce',
      on: '2020-05-18',
      docket: '440442',
    }),
    fr: 'CE, réf., 18 mai 2020, n°~440442',
  },
  {
    name: 'no formation',
    text: ruling({ courtCode: 'fr.ce', on: '2020-07-03', docket: 'n° 424293' }),
    fr: 'CE, 3 juill. 2020, n°~424293',
  },
  {
    name: 'an administrative court of appeal in capitals',
    text: ruling({
      title: 'CAA de PARIS, 4ème chambre, 07/07/2017, 16PA01234, Inédit au recueil Lebon',
      courtCode: 'fr.caa',
      courtName: { fr: 'CAA de PARIS' },
      seat: 'PARIS',
      on: '2017-07-07',
      docket: '16PA01234',
    }),
    fr: 'CAA Paris, 4e ch., 7 juill. 2017, n°~16PA01234',
    eu: [
      "Cour administrative d'appel de Paris (France), 7 juillet 2017, n°~16PA01234",
      "Cour administrative d'appel de Paris (France), 7 July 2017, No~16PA01234",
    ],
  },
  {
    name: 'a chamber of three judges',
    text: ruling({
      title: 'CAA de LYON, 2ème chambre - formation à 3, 18/03/2021, 19LY01234',
      courtCode: 'fr.caa',
      seat: 'LYON',
      on: '2021-03-18',
      docket: '19LY01234',
    }),
    fr: 'CAA Lyon, 2e ch., 18 mars 2021, n°~19LY01234',
  },
  {
    name: 'an administrative court',
    text: ruling({ courtCode: 'fr.ta', seat: 'Montreuil', on: '2021-03-03', docket: '2012345' }),
    fr: 'TA Montreuil, 3 mars 2021, n°~2012345',
  },
  {
    name: 'the Tribunal des conflits',
    text: ruling({ courtCode: 'fr.tc', on: '2013-06-17', docket: '3911' }),
    fr: 'T. confl., 17 juin 2013, n°~3911',
  },
  {
    name: 'a sanction of the CNIL',
    text: ruling({
      title: 'CNIL, formation restreinte, 21 janvier 2019, délibération n° SAN-2019-001',
      courtCode: 'fr.cnil',
      type: 'deliberation',
      on: '2019-01-21',
      docket: 'SAN-2019-001',
    }),
    fr: 'CNIL, form. restreinte, délib. n°~SAN-2019-001, 21 janv. 2019',
  },
  {
    name: 'a decision of the competition authority',
    text: ruling({
      courtCode: 'fr.autconc',
      type: 'decision',
      on: '2020-03-16',
      docket: '20-D-04',
    }),
    fr: 'Aut. conc., déc. n°~20-D-04, 16 mars 2020',
  },
]

const LOWER: readonly WrittenCitation[] = [
  {
    name: 'a chamber of a division of Paris',
    text: ruling({
      title: "Cour d'appel de Paris, Pôle 5 - Chambre 4, 3 février 2021, 19/01234",
      courtCode: 'fr.ca',
      courtName: { fr: "Cour d'appel de Paris" },
      seat: 'Paris',
      type: 'arret',
      on: '2021-02-03',
      docket: '19/01234',
    }),
    fr: 'CA Paris, pôle 5, ch. 4, 3 févr. 2021, n°~19/01234',
    eu: [
      "Cour d'appel de Paris (France), arrêt du 3 février 2021, n°~19/01234",
      "Cour d'appel de Paris (France), judgment of 3 February 2021, No~19/01234",
    ],
  },
  {
    name: 'a social chamber in a demonstration',
    text: ruling({
      title:
        "Cour d'appel de Lyon, chambre sociale, 11 janvier 2023, n° 20/99042 (décision de démonstration)",
      courtCode: 'fr.ca',
      courtName: { fr: "Cour d'appel de Lyon" },
      seat: 'Lyon',
      chamber: 'soc',
      on: '2023-01-11',
      docket: '20/99042',
    }),
    fr: 'CA Lyon, ch. soc., 11 janv. 2023, n°~20/99042 (décision de démonstration)',
  },
  {
    name: 'a seat in capitals',
    text: ruling({
      title: "Cour d'appel de Douai, 12 septembre 2023, 21/09901",
      courtCode: 'fr.ca',
      seat: 'DOUAI',
      on: '2023-09-12',
      docket: '21/09901',
    }),
    fr: 'CA Douai, 12 sept. 2023, n°~21/09901',
  },
  {
    name: 'a numbered civil chamber',
    text: ruling({
      title: "Cour d'appel d'Aix-en-Provence, 1ère chambre civile, 1er avril 2022, 21/00001",
      courtCode: 'fr.ca',
      seat: 'AIX-EN-PROVENCE',
      on: '2022-04-01',
      docket: '21/00001',
    }),
    fr: 'CA Aix-en-Provence, 1re ch. civ., 1er avr. 2022, n°~21/00001',
    eu: [
      "Cour d'appel d'Aix-en-Provence (France), 1er avril 2022, n°~21/00001",
      "Cour d'appel d'Aix-en-Provence (France), 1 April 2022, No~21/00001",
    ],
  },
  {
    name: 'a judicial court',
    text: ruling({
      title: 'Tribunal judiciaire de Bordeaux, 14 mai 2024, n° 22/99105 : vice caché',
      courtCode: 'fr.tj',
      courtName: { fr: 'Tribunal judiciaire de Bordeaux' },
      seat: 'Bordeaux',
      type: 'jugement',
      on: '2024-05-14',
      docket: '22/99105',
    }),
    fr: 'TJ Bordeaux, 14 mai 2024, n°~22/99105',
    eu: [
      'Tribunal judiciaire de Bordeaux (France), jugement du 14 mai 2024, n°~22/99105',
      'Tribunal judiciaire de Bordeaux (France), judgment of 14 May 2024, No~22/99105',
    ],
  },
  {
    name: 'its predecessor until 2019',
    text: ruling({
      courtCode: 'fr.tj',
      courtName: { fr: 'Tribunal de grande instance de Nanterre' },
      seat: 'Nanterre',
      on: '2019-01-05',
      docket: '18/00012',
    }),
    fr: 'TGI Nanterre, 5 janv. 2019, n°~18/00012',
  },
  {
    name: 'a commercial court',
    text: ruling({
      courtCode: 'fr.tcom',
      courtName: { fr: 'Tribunal de commerce de Nanterre' },
      seat: 'Nanterre',
      on: '2018-12-05',
      docket: '2018F00123',
    }),
    fr: 'T. com. Nanterre, 5 déc. 2018, n°~2018F00123',
  },
  {
    name: 'a section of a labour court',
    text: ruling({
      title:
        "Conseil de prud'hommes de Nantes, section commerce, 3 décembre 2024, n° F 24/99007 : inaptitude (décision de démonstration)",
      courtCode: 'fr.cph',
      seat: 'Nantes',
      on: '2024-12-03',
      docket: 'F 24/99007',
    }),
    fr: "Cons. prud'h. Nantes, sect. commerce, 3 déc. 2024, n°~F 24/99007 (décision de démonstration)",
  },
  {
    name: 'a constitutional question answered',
    text: ruling({
      title: 'Décision 2015-470 QPC - 29 mai 2015 - Société SAUR',
      courtCode: 'fr.cc',
      type: 'qpc',
      on: '2015-05-29',
      docket: '2015-470',
    }),
    fr: 'Cons. const., 29 mai 2015, n°~2015-470 QPC',
    eu: [
      'Conseil constitutionnel (France), 29 mai 2015, n°~2015-470 QPC',
      'Conseil constitutionnel (France), 29 May 2015, No~2015-470 QPC',
    ],
  },
  {
    name: 'an act reviewed before promulgation',
    text: ruling({
      courtCode: 'fr.cc',
      type: 'dc',
      on: '2020-05-11',
      docket: '2020-800 DC',
      ecli: 'ECLI:FR:CC:2020:2020.800.DC',
    }),
    fr: 'Cons. const., 11 mai 2020, n°~2020-800 DC, ECLI:FR:CC:2020:2020.800.DC',
  },
  {
    name: 'a court that no table knows',
    text: ruling({
      courtName: { fr: 'Tribunal maritime commercial de Brest' },
      on: '1990-03-03',
    }),
    fr: 'Tribunal maritime commercial de Brest, 3 mars 1990',
    eu: [
      'Tribunal maritime commercial de Brest (France), 3 mars 1990',
      'Tribunal maritime commercial de Brest (France), 3 March 1990',
    ],
  },
]

const EUROPE: readonly WrittenCitation[] = [
  {
    name: 'the Grand Chamber of the Court of Justice',
    text: ruling({
      of: ['EU'],
      title: 'Arrêt de la Cour (grande chambre), 6 octobre 2015, Schrems, C-362/14',
      courtCode: 'eu.cj',
      type: 'arret',
      on: '2015-10-06',
      docket: 'C-362/14',
      ecli: 'ECLI:EU:C:2015:650',
    }),
    fr: 'CJUE, gde ch., 6 oct. 2015, aff. C-362/14, Schrems, ECLI:EU:C:2015:650',
    eu: [
      'arrêt du 6 octobre 2015, Schrems, C-362/14, EU:C:2015:650',
      'Judgment of 6 October 2015, Schrems, C-362/14, EU:C:2015:650',
    ],
  },
  {
    name: 'joined cases before the Treaty of Lisbon',
    text: ruling({
      of: ['EU'],
      title:
        'Cour de justice des Communautés européennes, 19 novembre 1991, C-6/90 et C-9/90, Francovich',
      courtCode: 'eu.cj',
      celex: '61990CJ0006',
      on: '1991-11-19',
      docket: ['C-6/90', 'C-9/90'],
      ecli: 'ECLI:EU:C:1991:428',
    }),
    fr: 'CJCE, 19 nov. 1991, aff. jtes C-6/90 et C-9/90, Francovich, ECLI:EU:C:1991:428',
    eu: [
      'arrêt du 19 novembre 1991, Francovich, C-6/90 et C-9/90, EU:C:1991:428',
      'Judgment of 19 November 1991, Francovich, C-6/90 and C-9/90, EU:C:1991:428',
    ],
  },
  {
    name: 'the General Court',
    text: ruling({
      of: ['EU'],
      title: 'General Court, 10 November 2021, T-612/17, Google v Commission: abuse',
      courtCode: 'eu.gc',
      type: 'arret',
      on: '2021-11-10',
      docket: 'T-612/17',
      ecli: 'ECLI:EU:T:2021:763',
    }),
    fr: 'Trib. UE, 10 nov. 2021, aff. T-612/17, Google v Commission, ECLI:EU:T:2021:763',
    eu: [
      'arrêt du 10 novembre 2021, Google v Commission, T-612/17, EU:T:2021:763',
      'Judgment of 10 November 2021, Google v Commission, T-612/17, EU:T:2021:763',
    ],
  },
  {
    name: 'an order of the Court',
    text: ruling({
      of: ['EU'],
      courtCode: 'eu.cj',
      celex: '62019CO0113',
      on: '2019-05-14',
      docket: 'C-113/19',
    }),
    fr: 'CJUE, ord., 14 mai 2019, aff. C-113/19',
    eu: ['ordonnance du 14 mai 2019, C-113/19', 'Order of 14 May 2019, C-113/19'],
  },
  {
    name: 'a ruling in a demonstration',
    text: ruling({
      of: ['EU'],
      title:
        "Cour de justice de l'Union européenne, 5 décembre 2024, C-9001/24, Marché Clair : préjudice moral et RGPD (décision de démonstration)",
      courtCode: 'eu.cj',
      type: 'arret',
      on: '2024-12-05',
      docket: 'C-9001/24',
    }),
    fr: 'CJUE, 5 déc. 2024, aff. C-9001/24, Marché Clair (décision de démonstration)',
    eu: [
      'arrêt du 5 décembre 2024, Marché Clair, C-9001/24 (décision de démonstration)',
      'Judgment of 5 December 2024, Marché Clair, C-9001/24 (décision de démonstration)',
    ],
  },
  {
    name: 'a kind that no source states',
    text: ruling({ of: ['EU'], courtCode: 'eu.cj', on: '2015-10-06', ecli: 'ECLI:EU:C:2015:650' }),
    fr: 'CJUE, 6 oct. 2015, ECLI:EU:C:2015:650',
    eu: ['6 octobre 2015, EU:C:2015:650', '6 October 2015, EU:C:2015:650'],
  },
  {
    name: 'the European Court of Human Rights',
    text: ruling({
      of: ['EU'],
      title:
        "Cour européenne des droits de l'homme, 12 juillet 2001, 44759/98, Ferrazzini c. Italie",
      courtCode: 'coe.echr',
      on: '2001-07-12',
      docket: '44759/98',
      ecli: 'ECLI:CE:ECHR:2001:0712JUD004475998',
    }),
    fr: 'CEDH, 12 juill. 2001, n°~44759/98, Ferrazzini c. Italie, ECLI:CE:ECHR:2001:0712JUD004475998',
    eu: [
      'Cour EDH, 12 juillet 2001, Ferrazzini c. Italie, n°~44759/98, CE:ECHR:2001:0712JUD004475998',
      'ECtHR, 12 July 2001, Ferrazzini c. Italie, No~44759/98, CE:ECHR:2001:0712JUD004475998',
    ],
  },
]

const NEIGHBOURS: readonly WrittenCitation[] = [
  {
    name: 'the Cour de cassation of Luxembourg',
    text: ruling({
      of: ['LU'],
      courtCode: 'lu.ccass',
      courtName: { fr: 'Cour de cassation' },
      on: '2024-03-21',
      docket: 'CAS-2023-00008',
    }),
    fr: 'Cass. lux., 21 mars 2024, n°~CAS-2023-00008',
    eu: [
      'Cour de cassation (Luxembourg), 21 mars 2024, n°~CAS-2023-00008',
      'Cour de cassation (Luxembourg), 21 March 2024, No~CAS-2023-00008',
    ],
  },
  {
    name: 'the administrative court of Luxembourg',
    text: ruling({ of: ['LU'], courtCode: 'lu.ta', on: '2024-07-09', docket: '46781' }),
    fr: 'Trib. adm. Luxembourg, 9 juill. 2024, n°~46781 du rôle',
    eu: [
      'Tribunal administratif (Luxembourg), 9 juillet 2024, n°~46781',
      'Tribunal administratif (Luxembourg), 9 July 2024, No~46781',
    ],
  },
  {
    name: 'a chamber of the Cour d’appel of Luxembourg',
    text: ruling({
      of: ['LU'],
      title: "Cour d'appel de Luxembourg, troisième chambre, 15 juin 2023, n° CAL-2022-00015",
      courtCode: 'lu.ca',
      on: '2023-06-15',
      docket: 'CAL-2022-00015',
    }),
    fr: 'CA Luxembourg, 3e ch., 15 juin 2023, n°~CAL-2022-00015',
  },
  {
    name: 'the Tribunal suprême of Monaco',
    text: ruling({ of: ['MC'], courtCode: 'mc.ts', on: '2024-06-20', docket: 'TS 2023-15' }),
    fr: 'Trib. suprême Monaco, 20 juin 2024, n°~TS 2023-15',
    eu: [
      'Tribunal Suprême (Monaco), 20 juin 2024, n°~TS 2023-15',
      'Tribunal Suprême (Monaco), 20 June 2024, No~TS 2023-15',
    ],
  },
  {
    name: 'the Cour de révision of Monaco',
    text: ruling({ of: ['MC'], courtCode: 'mc.crev', on: '2024-10-10', docket: '2024-00003' }),
    fr: 'C. rév. Monaco, 10 oct. 2024, n°~2024-00003',
  },
  {
    name: 'a chamber of the high court of Andorra',
    text: ruling({
      of: ['AD'],
      title:
        "Tribunal Superior de Justícia d'Andorra, sala civil, 15 de maig de 2024, TSJC-9901/2023",
      courtCode: 'ad.tsj',
      courtName: { ca: 'Tribunal Superior de Justícia' },
      on: '2024-05-15',
      docket: 'TSJC-9901/2023',
    }),
    fr: 'TSJ Andorre, ch. civ., 15 mai 2024, n°~TSJC-9901/2023',
    eu: [
      'Tribunal Superior de Justícia (Andorre), 15 mai 2024, n°~TSJC-9901/2023',
      'Tribunal Superior de Justícia (Andorra), 15 May 2024, No~TSJC-9901/2023',
    ],
  },
]

const CODES: readonly WrittenCitation[] = [
  {
    name: 'an article of the Code civil since a day',
    text: law({ work: 'Code civil', number: '1240', from: '2016-10-01' }),
    fr: 'C. civ., art. 1240, version en vigueur depuis le 1er oct. 2016',
    eu: [
      'Code civil (France), article 1240, version en vigueur depuis le 1er octobre 2016',
      'Code civil (France), Article 1240, version in force since 1 October 2016',
    ],
  },
  {
    name: 'a coded article without days',
    text: law({ work: 'Code du travail', number: 'L1225-51' }),
    fr: 'C. trav., art. L. 1225-51',
    eu: [
      'Code du travail (France), article L. 1225-51',
      'Code du travail (France), Article L. 1225-51',
    ],
  },
  {
    name: 'a decree of the Conseil d’État and of ministers',
    text: law({
      work: "Code des relations entre le public et l'administration",
      number: 'R*132-10',
      from: '2016-01-01',
    }),
    fr: 'CRPA, art. R.* 132-10, version en vigueur depuis le 1er janv. 2016',
  },
  {
    name: 'a wording that ended',
    text: law({ work: 'Code civil', number: '1382', from: '1804-02-19', to: '2016-09-30' }),
    fr: 'C. civ., art. 1382, version en vigueur du 19 févr. 1804 au 30 sept. 2016',
    eu: [
      'Code civil (France), article 1382, version en vigueur du 19 février 1804 au 30 septembre 2016',
      'Code civil (France), Article 1382, version in force from 19 February 1804 to 30 September 2016',
    ],
  },
  {
    name: 'the wording of a day',
    text: law({ work: 'Code civil', number: '1134', from: '1804-02-17', to: '2016-09-30' }),
    day: '2010-03-03',
    fr: 'C. civ., art. 1134, version en vigueur au 3 mars 2010',
    eu: [
      'Code civil (France), article 1134, version en vigueur au 3 mars 2010',
      'Code civil (France), Article 1134, version in force on 3 March 2010',
    ],
  },
  {
    name: 'a wording of which only the end is known',
    text: law({ work: 'Code de commerce', number: 'Article L110-1', to: '2020-12-31' }),
    fr: "C. com., art. L. 110-1, version en vigueur jusqu'au 31 déc. 2020",
  },
  {
    name: 'the Constitution',
    text: law({ work: 'Constitution du 4 octobre 1958', number: '61-1' }),
    fr: 'Const., art. 61-1',
    eu: [
      'Constitution du 4 octobre 1958 (France), article 61-1',
      'Constitution du 4 octobre 1958 (France), Article 61-1',
    ],
  },
  {
    name: 'a code of Luxembourg',
    text: law({ jurisdiction: ['LU'], work: 'Code du travail', number: 'L. 124-10' }),
    fr: 'C. trav. lux., art. L. 124-10',
    eu: [
      'Code du travail (Luxembourg), article L. 124-10',
      'Code du travail (Luxembourg), Article L. 124-10',
    ],
  },
  {
    name: 'a code of Monaco',
    text: law({ jurisdiction: ['MC'], work: 'Code civil', number: '1229' }),
    fr: 'C. civ. mon., art. 1229',
  },
  {
    name: 'the Constitution of Andorra',
    text: law({
      jurisdiction: ['AD'],
      language: 'ca',
      title: 'Article 17',
      work: "Constitució del Principat d'Andorra",
      number: 'Article 17',
      from: '1993-05-04',
    }),
    fr: 'Const. and., art. 17, version en vigueur depuis le 4 mai 1993',
    eu: [
      "Constitució del Principat d'Andorra, article 17, version en vigueur depuis le 4 mai 1993",
      "Constitució del Principat d'Andorra, Article 17, version in force since 4 May 1993",
    ],
  },
  {
    name: 'a presentation of an article',
    text: law({
      title: "Texte de démonstration – présentation de l'article 1103 du Code civil",
      work: 'Code civil (présentation de démonstration)',
      number: '1103',
      from: '2016-10-01',
    }),
    fr: 'C. civ., art. 1103, version en vigueur depuis le 1er oct. 2016 (présentation de démonstration)',
    eu: [
      'Code civil (France), article 1103, version en vigueur depuis le 1er octobre 2016 (présentation de démonstration)',
      'Code civil (France), Article 1103, version in force since 1 October 2016 (présentation de démonstration)',
    ],
  },
]

const ACTS: readonly WrittenCitation[] = [
  {
    name: 'an article of a numbered act',
    text: law({
      work: "Loi n° 78-17 du 6 janvier 1978 relative à l'informatique, aux fichiers et aux libertés",
      number: '5',
    }),
    fr: 'L. n°~78-17, 6 janv. 1978, art. 5',
    eu: [
      "Loi n° 78-17 du 6 janvier 1978 relative à l'informatique, aux fichiers et aux libertés (France), article 5",
      "Loi n° 78-17 du 6 janvier 1978 relative à l'informatique, aux fichiers et aux libertés (France), Article 5",
    ],
  },
  {
    name: 'the first article of a decree',
    text: law({ work: 'Décret n° 2005-1309 du 20 octobre 2005', number: '1' }),
    fr: 'D. n°~2005-1309, 20 oct. 2005, art. 1er',
    eu: [
      'Décret n° 2005-1309 du 20 octobre 2005 (France), article 1er',
      'Décret n° 2005-1309 du 20 octobre 2005 (France), Article 1',
    ],
  },
  {
    name: 'an ordinance',
    text: law({
      work: 'Ordonnance n° 2016-131 du 10 février 2016 portant réforme du droit des contrats',
      number: 'Article 9',
    }),
    fr: 'Ord. n°~2016-131, 10 févr. 2016, art. 9',
  },
  {
    name: 'an organic act',
    text: law({
      work: "Loi organique n° 2009-1523 du 10 décembre 2009 relative à l'application de l'article 61-1 de la Constitution",
      number: '1er',
    }),
    fr: 'L. org. n°~2009-1523, 10 déc. 2009, art. 1er',
  },
  {
    name: 'a whole act',
    text: law({
      work: 'Loi n° 89-462 du 6 juillet 1989 tendant à améliorer les rapports locatifs',
    }),
    fr: 'L. n°~89-462, 6 juill. 1989',
  },
  {
    name: 'an order without a number keeps its subject',
    text: law({
      work: 'Arrêté du 3 mars 2020 relatif à la sécurité des jouets',
      number: '2',
      contentType: 'regulation',
    }),
    fr: 'Arr. 3 mars 2020 relatif à la sécurité des jouets, art. 2',
    eu: [
      'Arrêté du 3 mars 2020 relatif à la sécurité des jouets (France), article 2',
      'Arrêté du 3 mars 2020 relatif à la sécurité des jouets (France), Article 2',
    ],
  },
  {
    name: 'an act of Luxembourg, which has no number',
    text: law({
      jurisdiction: ['LU'],
      work: 'Version consolidée applicable au 25/11/2025 : Loi du 23 décembre 2016 sur les ventes en soldes et sur trottoir et la publicité trompeuse et comparative.',
      number: 'Art. 1er',
      from: '2018-07-30',
      to: '2021-12-05',
    }),
    fr: 'L. lux. 23 déc. 2016 sur les ventes en soldes et sur trottoir et la publicité trompeuse et comparative, art. 1er, version en vigueur du 30 juill. 2018 au 5 déc. 2021',
    eu: [
      'Loi du 23 décembre 2016 sur les ventes en soldes et sur trottoir et la publicité trompeuse et comparative (Luxembourg), article 1er, version en vigueur du 30 juillet 2018 au 5 décembre 2021',
      'Loi du 23 décembre 2016 sur les ventes en soldes et sur trottoir et la publicité trompeuse et comparative (Luxembourg), Article 1, version in force from 30 July 2018 to 5 December 2021',
    ],
  },
  {
    name: 'a grand-ducal regulation',
    text: law({
      jurisdiction: ['LU'],
      work: "Règlement grand-ducal du 16 décembre 2011 concernant l'emploi des armes et munitions de chasse.",
      number: 'Art. 5.',
    }),
    fr: "Règl. g.-d. 16 déc. 2011 concernant l'emploi des armes et munitions de chasse, art. 5",
  },
  {
    name: 'an annex of an act of Luxembourg',
    text: law({
      jurisdiction: ['LU'],
      title: "Loi du 24 juillet 2001 portant création d'un établissement public., attachment_1",
      work: "Loi du 24 juillet 2001 portant création d'un établissement public.",
      anchor: 'attachment_1',
    }),
    fr: "L. lux. 24 juill. 2001 portant création d'un établissement public, annexe 1",
  },
  {
    name: 'the preamble of an act of Luxembourg in German',
    text: law({
      jurisdiction: ['LU'],
      work: "Loi du 24 juillet 2001 portant création d'un établissement public.",
      number: 'Präambel',
    }),
    fr: "L. lux. 24 juill. 2001 portant création d'un établissement public, préambule",
  },
  {
    name: 'what closes an act of Luxembourg',
    text: law({
      jurisdiction: ['LU'],
      work: "Loi du 24 juillet 2001 portant création d'un établissement public.",
      number: 'Formule finale',
    }),
    fr: "L. lux. 24 juill. 2001 portant création d'un établissement public, formule finale",
  },
  {
    name: 'an act of Monaco',
    text: law({
      jurisdiction: ['MC'],
      work: 'Loi n° 1.565 du 3 décembre 2024 relative à la protection des données personnelles',
      number: '18',
      from: '2024-12-03',
    }),
    fr: 'L. mon. n°~1.565, 3 déc. 2024, art. 18, version en vigueur depuis le 3 déc. 2024',
  },
  {
    name: 'an act of Andorra',
    text: law({
      jurisdiction: ['AD'],
      work: "Llei 29/2021, del 28 d'octubre, qualificada de protecció de dades personals",
      number: '5',
    }),
    fr: 'L. and. n°~29/2021, 28 oct. 2021, art. 5',
  },
]

const UNION: readonly WrittenCitation[] = [
  {
    name: 'an article of a regulation that the source names in English',
    text: law({
      jurisdiction: ['EU'],
      contentType: 'regulation',
      work: 'GDPR — Regulation (EU) 2016/679',
      number: 'Article 17',
      from: '2016-05-04',
    }),
    fr: 'Règl. (UE) 2016/679, 27 avr. 2016, art. 17, version du 4 mai 2016',
    eu: [
      `Règlement (UE) 2016/679 du Parlement européen et du Conseil du 27 avril 2016, article 17 (JO ${JO_GDPR}), version du 4 mai 2016`,
      `Regulation (EU) 2016/679 of the European Parliament and of the Council of 27 April 2016, Article 17 (OJ ${OJ_GDPR}), version of 4 May 2016`,
    ],
  },
  {
    name: 'the first article of a regulation that the source names in full',
    text: law({ jurisdiction: ['EU'], work: GDPR_FR, number: 'Article premier' }),
    fr: 'Règl. (UE) 2016/679, 27 avr. 2016, art. 1er',
    eu: [
      `Règlement (UE) 2016/679 du Parlement européen et du Conseil du 27 avril 2016, article 1er (JO ${JO_GDPR})`,
      `Regulation (EU) 2016/679 of the European Parliament and of the Council of 27 April 2016, Article 1 (OJ ${OJ_GDPR})`,
    ],
  },
  {
    name: 'a delegated regulation that no table knows',
    text: law({
      jurisdiction: ['EU'],
      work: 'Règlement délégué (UE) 2017/565 de la Commission du 25 avril 2016 complétant la directive 2014/65/UE',
      number: '5',
    }),
    fr: 'Règl. délégué (UE) 2017/565, 25 avr. 2016, art. 5',
    eu: [
      'Règlement délégué (UE) 2017/565 de la Commission du 25 avril 2016 complétant la directive 2014/65/UE, article 5',
      'Règlement délégué (UE) 2017/565 de la Commission du 25 avril 2016 complétant la directive 2014/65/UE, Article 5',
    ],
  },
  {
    name: 'a directive of the Communities',
    text: law({
      jurisdiction: ['EU'],
      work: 'Directive 95/46/CE du Parlement européen et du Conseil, du 24 octobre 1995, relative à la protection des personnes physiques',
      number: '7',
    }),
    fr: 'Dir. 95/46/CE, 24 oct. 1995, art. 7',
  },
  {
    name: 'a regulation without its day',
    text: law({ jurisdiction: ['EU'], work: 'Regulation (EU) 2021/23', number: '3' }),
    fr: 'Règl. (UE) 2021/23, art. 3',
    eu: ['Regulation (EU) 2021/23, article 3', 'Regulation (EU) 2021/23, Article 3'],
  },
  {
    name: 'the Treaty on the Functioning of the Union',
    text: law({
      jurisdiction: ['EU'],
      work: "Traité sur le fonctionnement de l'Union européenne",
      number: '101',
    }),
    fr: 'TFUE, art. 101',
    eu: [
      "Traité sur le fonctionnement de l'Union européenne, article 101 (JO C 202 du 7.6.2016, p.~47)",
      'Treaty on the Functioning of the European Union, Article 101 (OJ C 202, 7.6.2016, p.~47)',
    ],
  },
  {
    name: 'the Charter as a whole',
    text: law({
      jurisdiction: ['EU'],
      work: 'Charter of Fundamental Rights of the European Union',
    }),
    fr: 'Charte dr. fond. UE',
    eu: [
      "Charte des droits fondamentaux de l'Union européenne (JO C 202 du 7.6.2016, p.~389)",
      'Charter of Fundamental Rights of the European Union (OJ C 202, 7.6.2016, p.~389)',
    ],
  },
  {
    name: 'the European Convention on Human Rights',
    text: law({
      jurisdiction: ['EU'],
      work: "Convention européenne des droits de l'homme",
      number: '6',
    }),
    fr: 'Conv. EDH, art. 6',
  },
]

const OTHERS: readonly WrittenCitation[] = [
  {
    name: 'a practice note',
    text: doctrine({
      title: 'Le contrat à durée indéterminée de chantier',
      doctrineSubtype: 'practice_note',
      publishedAt: '2020-04-29T00:00:00.000Z',
    }),
    fr: '«~Le contrat à durée indéterminée de chantier~», fiche pratique, 29 avr. 2020',
    eu: [
      '«~Le contrat à durée indéterminée de chantier~», fiche pratique, 29 avril 2020',
      '‘Le contrat à durée indéterminée de chantier’, practice note, 29 April 2020',
    ],
  },
  {
    name: 'a note with its author and a quotation in its title',
    text: doctrine({
      title: 'Le « délai raisonnable » : note sous Soc., 15 mai 2024',
      doctrineSubtype: 'case_note',
      author: 'Claire Moreau',
      publishedAt: '2024-06-24',
    }),
    fr: 'Claire Moreau, «~Le “délai raisonnable” : note sous Soc., 15 mai 2024~», note de jurisprudence, 24 juin 2024',
    eu: [
      'Claire Moreau, «~Le “délai raisonnable” : note sous Soc., 15 mai 2024~», note de jurisprudence, 24 juin 2024',
      'Claire Moreau, ‘Le « délai raisonnable » : note sous Soc., 15 mai 2024’, case note, 24 June 2024',
    ],
  },
  {
    name: 'doctrine without genre, author and day',
    text: doctrine({ title: 'Si le salarié est malade pendant ses congés' }),
    fr: '«~Si le salarié est malade pendant ses congés~»',
    eu: [
      '«~Si le salarié est malade pendant ses congés~»',
      '‘Si le salarié est malade pendant ses congés’',
    ],
  },
  {
    name: 'an article of a collective agreement',
    text: law({
      contentType: 'convention_collective',
      work: 'Convention collective nationale de la librairie',
      number: '12',
      from: '2022-01-01',
    }),
    fr: 'Convention collective nationale de la librairie, art. 12, version en vigueur depuis le 1er janv. 2022',
  },
  {
    name: 'soft law',
    text: doctrine({
      contentType: 'soft_law',
      title: 'Charte de déontologie des éditeurs juridiques',
      publishedAt: '2024-01-15T00:00:00.000Z',
    }),
    fr: 'Charte de déontologie des éditeurs juridiques, 15 janv. 2024',
    eu: [
      'Charte de déontologie des éditeurs juridiques, 15 janvier 2024',
      'Charte de déontologie des éditeurs juridiques, 15 January 2024',
    ],
  },
  {
    name: 'a custom without a day',
    text: doctrine({ contentType: 'custom', title: 'Usage de place : mesurage du bois en grume' }),
    fr: 'Usage de place : mesurage du bois en grume',
  },
  {
    name: 'a statute that no work is stated for',
    text: doctrine({
      contentType: 'legislation',
      title: 'Loi n° 2018-287 du 20 avril 2018 ratifiant l’ordonnance n° 2016-131',
    }),
    fr: 'L. n°~2018-287, 20 avr. 2018',
  },
]

export const WRITTEN_CITATIONS: readonly WrittenCitation[] = [
  ...CASSATION,
  ...ADMINISTRATIVE,
  ...LOWER,
  ...EUROPE,
  ...NEIGHBOURS,
  ...CODES,
  ...ACTS,
  ...UNION,
  ...OTHERS,
]
