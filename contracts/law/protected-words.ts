import { fold } from './analysis/fold.ts'

/**
 * Words that carry a rule by themselves: a correction that touches one is never a PATCH.
 * contracts/conventions/versions.md names negations and dates; obligation, exception and counted
 * time are kept with them, because `peut` for `doit` or `mois` for `jours` changes a conclusion as
 * surely, and so do `et` for `ou`, `avant` for `après`, and `moins` for `plus`. A party is who must
 * act, and a court who decides. French, English, Catalan, German; folded as
 * `ingest/domain/article/versions/tokens.ts` folds tokens.
 */
const WORDS: Record<string, string> = {
  'a negation':
    'ne n pas point jamais aucun aucune aucuns aucunes nul nulle nuls nulles ni non rien guère nullement ' +
    'not no never nor neither none cannot without no cap sense tampoc res ' +
    'nicht kein keine keinen keiner keines nie niemals ohne weder',
  'an exception':
    'sauf hors hormis excepté exceptée sans uniquement seulement seul seule seuls seules toutefois ' +
    'unless except only however tret llevat excepte només nur ausser',
  'an obligation or a permission':
    'doit doivent devra devront devait peut peuvent pourra pourront pouvait interdit interdite ' +
    'interdits interdites obligatoire facultatif facultative ' +
    'must shall may can should might deu deuen pot poden ha han muss müssen kann können darf dürfen soll',
  'a date':
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre ' +
    'january february march april may june july august september october november december ' +
    'gener febrer març abril maig juny juliol agost setembre octubre desembre ' +
    'januar februar märz juni juli oktober dezember ' +
    'lundi mardi mercredi jeudi vendredi samedi dimanche ' +
    'monday tuesday wednesday thursday friday saturday sunday ' +
    'dilluns dimarts dimecres dijous divendres dissabte diumenge ' +
    'montag dienstag mittwoch donnerstag freitag samstag sonntag ' +
    'heure heures jour jours semaine semaines mois an ans année années ' +
    'quinzaine huitaine ' +
    'hour hours day days week weeks month months year years dia dies setmana mes mesos any anys ' +
    'fortnight quarter quarters tag tage tagen woche wochen monat monate monaten jahr jahre jahren',
  'a number':
    'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente ' +
    'quarante cinquante soixante cent cents mille million millions milliard milliards premier première ' +
    'second seconde deuxième troisième moitié demi tiers quart double triple ' +
    'zéro septante huitante octante nonante quatrième cinquième sixième septième huitième neuvième ' +
    'dixième onzième douzième quinzième vingtième trentième centième dizaine dizaines douzaine ' +
    'vingtaine trentaine quarantaine cinquantaine soixantaine centaine centaines millier milliers ' +
    'plusieurs several ' +
    'two three four five seven eight nine ten twelve twenty thirty hundred thousand first third half ' +
    'zero eleven thirteen fourteen fifteen sixteen seventeen eighteen nineteen forty fifty sixty ' +
    'seventy eighty ninety fourth fifth sixth tenth dozen million ' +
    'dos dues tres quatre cinc sis set vuit nou deu cent mil bis ter quater quinquies ' +
    'onze dotze tretze catorze quinze setze disset divuit dinou vint trenta quaranta cinquanta ' +
    'seixanta setanta vuitanta noranta segon segona tercer tercera ' +
    'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreissig vierzig fünfzig ' +
    'hundert tausend zweite zweiten dritte dritten',
  'a unit':
    'euro euros dollar dollars franc francs mètre mètres kilomètre kilomètres gramme grammes ' +
    'kilogramme kilogrammes tonne tonnes litre litres hectare hectares ' +
    'metre metres kilometre kilometres gram grams kilogram kilograms litres',
  'a conjunction': 'et ou and or i o und oder',
  'an order in time': 'avant après before after abans després vor nach',
  'a limit':
    'plus moins more less most least fewer més menys mehr weniger mindestens höchstens maximum minimum',
  'a court':
    'tribunal tribunaux cour juridiction juridictions chambre chambres conseil cassation appel ' +
    'assises prud court courts tribunals chamber jutjat jutjats batllia tribunals sala ' +
    'gericht gerichts gerichte gerichtshof kammer',
  'a party':
    'demandeur demandeurs demanderesse demanderesses défendeur défendeurs défenderesse défenderesses ' +
    'requérant requérante requérants requérantes appelant appelante appelants appelantes ' +
    'intimé intimée intimés intimées intervenant intervenante prévenu prévenue prévenus ' +
    'accusé accusée accusés victime victimes caution cautions créancier créancière créanciers ' +
    'débiteur débitrice débiteurs bailleur bailleresse bailleurs preneur preneurs locataire ' +
    'locataires propriétaire propriétaires vendeur vendeurs acheteur acheteurs acquéreur acquéreurs ' +
    'employeur employeurs salarié salariée salariés salariées assuré assurée assurés assureur ' +
    'assureurs mandant mandataire prêteur emprunteur donateur donataire testateur légataire héritier ' +
    'héritiers adverse ' +
    'claimant claimants defendant defendants plaintiff plaintiffs appellant appellants respondent ' +
    'respondents applicant applicants tenant tenants landlord landlords lessor lessee employer ' +
    'employers employee employees creditor creditors debtor debtors seller buyer lender borrower ' +
    'insurer insured guarantor ' +
    'demandant demandants demandat demandats demandada actora deutor arrendador arrendatari venedor ' +
    'comprador ' +
    'kläger klägerin beklagte beklagten beklagter schuldner gläubiger mieter vermieter käufer ' +
    'verkäufer arbeitgeber arbeitnehmer',
  'the number of an article':
    'article articles art alinéa alinéas al paragraphe chapitre section annexe titre',
}

const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS)
    .toReversed() // a word of two kinds is named by the first one in the table
    .flatMap(([kind, words]) => words.split(' ').map((word): [string, string] => [word, kind])),
)

const YEAR = /^\s*[12]\d{3}$/u
const DAY = /^\s*(?:0?[1-9]|[12]\d|3[01])(?:er|re)?$/u
/** What follows the number of a day: `1er mai`. */
const DAY_ENDING = new Set(['er', 're'])

/** Catalan denies with `no` and `mai` together: `mai no`, `no … mai`. */
const NO_WITHIN = 8
const deniesInCatalan = (words: readonly string[], at: number): boolean => {
  const before = words[at - 1] ?? ''
  const day = DAY_ENDING.has(before) ? (words[at - 2] ?? '') : before
  if (DAY.test(day) || YEAR.test(words[at + 1] ?? '')) return false
  return words[at + 1] === 'no' || words.slice(Math.max(0, at - NO_WITHIN), at).includes('no')
}

/**
 * What the word at a place carries, e.g. `a negation`; null for ordinary words. The words around it
 * tell the Catalan `mai` (never) and the English `may` from the months.
 */
export const protectedKind = (words: readonly string[], at: number): string | null => {
  const word = words[at] ?? ''
  if (word === 'may' && YEAR.test(words[at + 1] ?? '')) return 'a date'
  if (word === 'mai' && deniesInCatalan(words, at)) return 'a negation'
  return KINDS.get(word) ?? null
}

const RESPELT: ReadonlySet<string> = new Set(['a court', 'a party'])
/** Whether a word of this kind may be spelt another way: it names the same party or court. */
export const mayBeRespelt = (kind: string): boolean => RESPELT.has(kind)

const ENDING = /(?<![es])[es]{0,6}$/u
/** Whether two wordings are the same words, but for the ending of a number or gender. */
export const differInEnding = (one: string, other: string): boolean =>
  fold(one).replace(ENDING, '') === fold(other).replace(ENDING, '')

/** Whether two wordings are the same words, written with other accents. */
export const differInAccents = (one: string, other: string): boolean => fold(one) === fold(other)
