import { describe, expect, test } from 'vitest'
import { type Case, content, type Input } from './classify.testing.ts'
import { classify } from './classify.ts'
import { measureCpuMs } from '../../../../test/cpu-time.ts'

const FILLER =
  'Le juge apprécie souverainement la valeur des éléments de preuve qui lui sont soumis. '
const LONG = FILLER.repeat(100).trim()
/** Most characters that a correction of LONG may change. */
const ROOM = Math.floor(LONG.length * 0.005)

const to = (contentClean: string, over: Input = {}): Input => ({ contentClean, ...over })
const LAW: Input = { contentType: 'legislation' }

const TYPOGRAPHY: Case[] = [
  ['white space and dashes', to('a - b\nc'), to('a – b\n\nc'), 'patch', /typography/],
  [
    'no-break spaces and quotation marks',
    to('« non » : oui'),
    to('"non": oui'),
    'patch',
    /typography/,
  ],
  [
    'ligatures and capitals',
    to('Œuvre, straße, ﬁn'),
    to('OEUVRE, STRASSE, FIN'),
    'patch',
    /typography/,
  ],
  ['a thin space in a number', to('10 000 euros'), to('10\u202F000 euros'), 'patch', /typography/],
  [
    'what nobody sees in a word or a number',
    to('un con\u00ADtrat de 10\u2060\u00A0000 euros'),
    to('un contrat de 10 000 euros'),
    'patch',
    /typography/,
  ],
  [
    'a line that ends in a name that was taken out',
    to('Mme [X], [Adresse 3], demande'),
    to('Mme [X], [Adresse\n3], demande'),
    'patch',
    /typography/,
  ],
  ['a bar of a fraction', to('les ¾ du prix'), to('les 3/4 du prix'), 'patch', /typography/],
  ['the level of a heading', to('# Objet\n\nUn.'), to('### Objet\n\nUn.'), 'patch', /typography/],
  ['a decimal comma lost', to('1,5 euro'), to('15 euro'), 'major', /a number/],
  [
    'an article number that loses its hyphen',
    to('art. L. 122-1'),
    to('art. L. 1221'),
    'major',
    /a number/,
  ],
  [
    'a hyphen that becomes a dot in a number',
    to('art. 122-1'),
    to('art. 122.1'),
    'major',
    /a number/,
  ],
  ['two joined numbers', to('articles 1 et 2 3'), to('articles 1 et 23'), 'major', /a number/],
  ['a per cent sign lost', to('5 % du prix'), to('5 du prix'), 'major', /a number counts/],
]

const swap = (old: string, next: string, over: Input = {}): [Input, Input] => [
  to(`${LONG} ${old} ${FILLER}`, over),
  to(`${LONG} ${next} ${FILLER}`, over),
]
const CORRECTIONS: Case[] = [
  ['a typo', ...swap('le jugemant rendu', 'le jugement rendu'), 'patch', /corrected in 1 of/],
  [
    'the same in legislation',
    ...swap('le jugemant rendu', 'le jugement rendu', LAW),
    'patch',
    /corrected/,
  ],
  [
    '0.5 % of the characters',
    to(LONG),
    to(LONG.replace('valeur', 'x'.repeat(ROOM))),
    'patch',
    /corrected/,
  ],
  [
    'one character more',
    to(LONG),
    to(LONG.replace('valeur', 'x'.repeat(ROOM + 1))),
    'major',
    /more than 0.5 %/,
  ],
  ['a digit', ...swap('le délai de 30 jours', 'le délai de 60 jours'), 'major', /a number/],
  [
    'what a number counts',
    ...swap('un délai de 3 semestres', 'un délai de 3 trimestres'),
    'major',
    /counts or cites/,
  ],
  [
    'the number of an article in a link',
    ...swap('[Article L. 122-1](https://a.fr/b)', '[Article L. 12-21](https://a.fr/b)'),
    'major',
    /a number is touched/,
  ],
  [
    'a decimal comma in brackets',
    ...swap('le prix [Soit 1,5 euro]', 'le prix [Soit 15 euro]'),
    'major',
    /a name that was taken out/,
  ],
  ['a negation', ...swap('il est tenu', "il n'est tenu"), 'major', /a negation/],
  ['an obligation', ...swap('il peut refuser', 'il doit refuser'), 'major', /an obligation/],
  ['an exception', ...swap('il refuse', 'il refuse sauf accord'), 'major', /an exception/],
  ['a month with its day', ...swap('le 3 mai 2020', 'le 3 juin 2020'), 'major', /a date/],
  [
    'the Catalan never',
    ...swap('no hi ha renunciat mai', 'no hi ha renunciat'),
    'major',
    /a negation/,
  ],
  ['a day of the week', ...swap('le lundi suivant', 'le mardi suivant'), 'major', /a date/],
  ['a fortnight', ...swap('sous quinzaine', 'sous huitaine'), 'major', /a date/],
  ['an ordinal', ...swap('le quatrième rang', 'le cinquième rang'), 'major', /a number/],
  ['about how many', ...swap('une trentaine', 'une vingtaine'), 'major', /a number/],
  ['a currency', ...swap('dix euros', 'dix dollars'), 'major', /a unit/],
  ['a court', ...swap('le conseil statue', 'le tribunal statue'), 'major', /a court/],
  ['a party', ...swap('la caution paie', 'la victime paie'), 'major', /a party/],
  ['an English party', ...swap('the claimant pays', 'the defendant pays'), 'major', /a party/],
  ['a party that is named', ...swap('il paie', 'le vendeur paie'), 'major', /a party/],
  ['a misspelt court', ...swap('le tribnual statue', 'le tribunal statue'), 'patch', /corrected/],
  ['a party in the plural', ...swap('les salarié ont', 'les salariés ont'), 'patch', /corrected/],
  ['a month', ...swap('au mois de mars', 'au mois de mai'), 'major', /a date/],
  ['a name', ...swap('la société Durand vend', 'la société Durant vend'), 'major', /a proper name/],
  [
    'a name in small letters behind its title',
    ...swap('que m. durand vend', 'que m. durant vend'),
    'major',
    /a proper name/,
  ],
  [
    'the same behind a particle',
    ...swap('que mme de la tour vend', 'que mme de la cour vend'),
    'major',
    /a proper name|a court/,
  ],
  [
    'a word behind a pronoun that is written like a title',
    ...swap("il m'a remi le prix, qui me reviant", "il m'a remis le prix, qui me revient"),
    'patch',
    /corrected/,
  ],
  [
    'a point of a list',
    ...swap('aux lettres a) à d)', 'aux lettres a) à e)'),
    'major',
    /the number of a point/,
  ],
  [
    'the letter of an article',
    ...swap('à l’article L. 122', 'à l’article R. 122'),
    'major',
    /a proper name|point/,
  ],
  [
    'a link',
    ...swap('voir https://exemple.fr/a1', 'voir https://exemple.org/b2'),
    'patch',
    /corrected in 0 of/,
  ],
  [
    'a short text has no room for a correction',
    to('un jugemant'),
    to('un jugement'),
    'major',
    /more than 0.5 %/,
  ],
]

const ANONYMISATION: Case[] = [
  [
    'names and an address',
    to('M. Jean Dupont, né le 3 mai 1980, habite 12 rue Haute à Lyon ; il demande.'),
    to('M. [K] [D], né le [Date naissance 1], habite [Adresse 3] ; il demande.'),
    'patch',
    /anonymised.* 3 places/,
  ],
  [
    'initials with dots',
    to('Attendu que M. Dupont a vendu'),
    to('Attendu que M. X... a vendu'),
    'patch',
    /anonymised/,
  ],
  [
    'names that come back',
    to('M. [K] a vendu'),
    to('M. Dupont a vendu'),
    'major',
    /a name that was taken out/,
  ],
  [
    'parties that change places',
    to('[K] doit payer [D] demain'),
    to('[D] doit payer [K] demain'),
    'major',
    /a name that was taken out/,
  ],
  [
    'a placeholder for a rule',
    to('Le juge refuse toute preuve.'),
    to('Le juge [...] preuve.'),
    'major',
    /./,
  ],
]

/** What may not go with a name: the reason names it. */
const HIDDEN: Case[] = [
  [
    'a negation',
    to('Le bailleur Durand ne peut expulser'),
    to('Le bailleur [X] peut expulser'),
    'major',
    /a negation is touched/,
  ],
  [
    'an exception',
    to('Nul ne peut entrer, sauf Durand'),
    to('Nul ne peut entrer, [X]'),
    'major',
    /an exception is touched/,
  ],
  [
    'an exception that begins a sentence',
    to('Il vend. Sauf Durand, nul ne peut entrer'),
    to('Il vend. [X], nul ne peut entrer'),
    'major',
    /an exception is touched/,
  ],
  [
    'a prohibition',
    to('Il est interdit à Durand de vendre'),
    to('Il est [...] de vendre'),
    'major',
    /an obligation or a permission is touched/,
  ],
  [
    'an award',
    to('La cour condamne M. Dupont à payer 5 000 euros de dommages'),
    to('La cour condamne [X]'),
    'major',
    /a number is touched/,
  ],
  [
    'an award without a number',
    to('La cour condamne Jean Dupont à payer Mme Martin'),
    to('La cour condamne [X]'),
    'major',
    /a proper name is touched/,
  ],
  [
    'an award that begins a line',
    to('Par ces motifs\nCondamne M. Dupont aux dépens'),
    to('Par ces motifs\n[X] aux dépens'),
    'major',
    /a proper name is touched/,
  ],
  [
    'the date of an act',
    to('Le bail fut signé le 3 mai 2020 à Paris'),
    to('Le bail fut signé le [...] à Paris'),
    'major',
    /a number is touched/,
  ],
  ['a sum', to('Il doit 5 000 à Durand'), to('Il doit [X] à Durand'), 'major', /a number/],
  ['a time limit', to('Il a 30 jours'), to('Il a [X] jours'), 'major', /a number/],
]

/** Names, addresses and dates of people, which a placeholder may stand for. */
const TAKEN_OUT: Case[] = [
  [
    'a surname that is a protected word',
    to('M. Point a vendu à Mme Jeanne Mai'),
    to('M. [X] a vendu à Mme [Y]'),
    'patch',
    /anonymised.* 2 places/,
  ],
  [
    'a couple with particles',
    to('Vu la requête de M. Pierre de La Tour et Mme Anne Durand, épouse Martin,'),
    to('Vu la requête de [X],'),
    'patch',
    /anonymised/,
  ],
  [
    'a date of birth',
    to('né le 3 mai 1980 à Lyon'),
    to('né le [...] à Lyon'),
    'patch',
    /anonymised/,
  ],
  ['a year of birth', to('née en 1980 à Lyon'), to('née en [X] à Lyon'), 'patch', /anonymised/],
  ['a date in digits', to('née le 03/05/1980, elle'), to('née le [...], elle'), 'patch', /anonym/],
  [
    'an English date of birth',
    to('born on 12 May 1980 in Lyon'),
    to('born on [X] in Lyon'),
    'patch',
    /anonymised/,
  ],
  [
    'an address in small letters',
    to('demeurant 12 bis, rue des lilas blancs, 75011 Paris, demande'),
    to('demeurant [Adresse 1], demande'),
    'patch',
    /anonymised/,
  ],
  ['a town', to('demeurant à 75011 Paris, il'), to('demeurant à [X], il'), 'patch', /anonymised/],
  [
    'a date that the placeholder names',
    to('décédé le 3 mai 2001 à Lyon'),
    to('décédé le [Date décès 1] à Lyon'),
    'patch',
    /anonymised/,
  ],
]

/** A rule of some length, as the limit of a correction needs. */
const reversal = (old: string, next: string): [Input, Input] => swap(old, next, LAW)
const REVERSALS: Case[] = [
  [
    'recevable',
    ...reversal('la demande est recevable', 'la demande est irrecevable'),
    'major',
    /replaced by its opposite/,
  ],
  [
    'licite',
    ...reversal('la clause est licite', 'la clause est illicite'),
    'major',
    /its opposite/,
  ],
  ['plurals', ...reversal('les clauses licites', 'les clauses illicites'), 'major', /its opposite/],
  ['rejeté', ...reversal('le pourvoi est accueilli', 'le pourvoi est rejeté'), 'major', /opposite/],
  ['résilié', ...reversal('le bail est renouvelé', 'le bail est résilié'), 'major', /opposite/],
  ['abrogé', ...reversal('le texte est maintenu', 'le texte est abrogé'), 'major', /opposite/],
  ['majeur', ...reversal('le preneur majeur', 'le preneur mineur'), 'major', /its opposite/],
  [
    'avant',
    ...reversal('avant la livraison', 'après la livraison'),
    'major',
    /an order in time is touched/,
  ],
  ['au plus', ...reversal('au plus tard', 'au moins tard'), 'major', /a limit is touched/],
  [
    'ou',
    ...reversal('confiscation ou fermeture', 'confiscation et fermeture'),
    'major',
    /a conjunction is touched/,
  ],
  [
    'a word before it',
    ...reversal('la demande est fondée', 'la demande est mal fondée'),
    'major',
    /its opposite/,
  ],
  [
    'a prefix',
    ...reversal('une cause vraisemblable', 'une cause invraisemblable'),
    'major',
    /opposite/,
  ],
  ['an English one', ...reversal('the act is lawful', 'the act is unlawful'), 'major', /opposite/],
  [
    'a misspelling beside its opposite is corrected',
    ...reversal('le vandeur et l’acheteur', 'le vendeur et l’acheteur'),
    'patch',
    /corrected/,
  ],
  [
    'the gender of an opposite is corrected',
    ...reversal('la demande est mal fondé', 'la demande est mal fondée'),
    'patch',
    /corrected/,
  ],
  [
    'an accent is corrected',
    ...reversal('le jour ou apres lequel', 'le jour où après lequel'),
    'patch',
    /corrected/,
  ],
]

const GROWTH: Case[] = [
  [
    'a paragraph at the end',
    to('Un.\n\nDeux.'),
    to('Un.\n\nDeux.\n\nTrois.'),
    'minor',
    /gained 1 paragraph,/,
  ],
  [
    'paragraphs in between',
    to('Un.\nDeux.'),
    to('Zéro.\nUn.\nEt demi.\nDeux.'),
    'minor',
    /gained 2 paragraphs,/,
  ],
  ['a sentence after the last one', to('Un.\nDeux.'), to('Un. Bis.\nDeux.'), 'minor', /gained/],
  [
    'new and old with other typography',
    to("L'un.\nDeux."),
    to('L’un.\nDeux.\nTrois.'),
    'minor',
    /gained/,
  ],
  [
    'a paragraph, in legislation',
    to('Un.\nDeux.', LAW),
    to('Un.\nDeux.\nTrois.', LAW),
    'major',
    /of legislation gained/,
  ],
  [
    'a word in a sentence',
    to('Il est tenu de payer.'),
    to('Il est tenu de tout payer.'),
    'major',
    /more than/,
  ],
  [
    'a line in the middle of a sentence',
    to('Le vendeur\nest tenu.'),
    to('Le vendeur\nde bonne foi\nest tenu.'),
    'major',
    /./,
  ],
  [
    'a tail on a sentence without its full stop',
    to('Il est tenu'),
    to('Il est tenu par le prix'),
    'major',
    /./,
  ],
  ['a number that grows', to('Article 5.'), to('Article 5.2 nouveau.'), 'major', /./],
  ['a paragraph removed', to(`${LONG}\n\nFin.`), to(LONG), 'major', /a paragraph was removed/],
  [
    'a short paragraph added to a long text',
    to(LONG),
    to(`${LONG}\n\nfin du texte`),
    'minor',
    /gained/,
  ],
]

const groups: [string, Case[]][] = [
  ['typography', TYPOGRAPHY],
  ['corrections', CORRECTIONS],
  ['anonymisation', ANONYMISATION],
  ['a placeholder hides more than a name', HIDDEN],
  ['a placeholder for a person', TAKEN_OUT],
  ['a reversal of meaning in a long text', REVERSALS],
  ['growth', GROWTH],
]
for (const [group, cases] of groups) {
  describe(group, () => {
    test.each(cases)('%s', (_, old, next, bump, reason) => {
      const result = classify(content(old), content(next))
      expect(result.bump, result.reasons.join(' ')).toBe(bump)
      expect(result.reasons.join(' ')).toMatch(reason)
    })
  })
}

const TIME_LIMIT_MS = 15_000
test('two megabytes are compared in bounded time after any change', () => {
  const big = `${LONG}\n`.repeat(230)
  const bump = (next: string): string =>
    classify(content({ contentClean: big }), content({ contentClean: next })).bump
  const took = measureCpuMs(() => {
    expect(bump(big.replace('souverainement', 'souverainemant'))).toBe('patch')
    expect(bump(`${big}\nFin.`)).toBe('minor')
    expect(bump(big.replaceAll('.', ' .'))).toBe('patch')
    expect(bump(big.replaceAll('juge', 'arbitre'))).toBe('major')
  })
  expect(took).toBeLessThan(TIME_LIMIT_MS)
})
