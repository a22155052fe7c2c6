import stemmers from 'snowball-stemmers'
import { fold } from './fold.ts'
import { rememberWords } from './remember.ts'

const snowball = stemmers.newStemmer('french')

/**
 * Endings brought to the form that the stemmer knows. Accents are folded before stemming, because
 * people search without them; that costs the rules for `-ité`, `-ée`, `-ière`, which are given back
 * here. The others join what the stemmer parts: `commission` and `commissions`, `crédit` and
 * `crédits`, `étranger` and `étrangers`, `demandeur` and `demanderesse`. The first one that fits is
 * applied.
 */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/ions$/u, 'ion'],
  [/euses?$/u, 'eur'],
  [/trices?$/u, 'teur'],
  [/nderesses?$/u, 'ndeur'],
  [/(m|qu)ises?$/u, '$1is'],
  [/(u|cr)ites?$/u, '$1its'],
  [/ites?$/u, 'ité'],
  [/it$/u, 'its'],
  [/ees?$/u, 'ée'],
  [/ieres?$/u, 'ière'],
  [/(.g)eres?$/u, '$1er'],
  [/(..[^v])ers$/u, '$1er'],
]

/**
 * Words of the law that the stemmer would confuse (`loyer` with `loi`, `délai` with `délit`,
 * `règlement` with `règle`, `partie` with `part`, `commune` with `communiquer`), and forms that it
 * would part. Each line: the stem, its words.
 */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map(
  `
  armee: armee armees
  bail: bail baux
  commune: commune communes
  communiqu: communication communications communique communiques communiquee communiquees communiquer
  cours: cours
  delai: delai delais
  delit: delit delits
  devis: devis
  dons: don dons
  envoi: envoye envoyes
  fois: fois
  foyer: foyer foyers
  france: france
  francais: francais francaise francaises
  francs: franc francs
  interdit: interdite interdites
  loyer: loyer loyers
  mars: mars
  mere: mere meres
  pacs: pacs pacse pacses pacsee pacsees
  pai: paye payes
  parlement: parlement parlements
  partie: partie parties
  pays: pays
  publi: publication publications publie publies publiee publiees publier
  recusation: recusation recusations
  reglement: reglement reglements
  testament: testament testaments testamentaire testamentaires
  visa: visa visas
  `
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [stem = '', words = ''] = line.trim().split(': ')
      return words.split(' ').map((word): [string, string] => [word, stem])
    }),
)

/**
 * A plural's `s` that the stemmer leaves (`revenus`, `emplois`), not the one of `autoriser` or
 * `classe`.
 */
const LEFT_PLURAL = /(?<=..[^is]|[ao]i)s$/u
/** The `i` of `établi`, `garanti`, `licencié`. */
const LEFT_PARTICIPLE = /(?<=.{5})i$/u

const withKnownEnding = (word: string): string => {
  const rule = ENDINGS.find(([ending]) => ending.test(word))
  return rule === undefined ? word : word.replace(rule[0], rule[1])
}

const computeStem = (word: string): string => {
  const exception = EXCEPTIONS.get(word)
  if (exception !== undefined) return exception
  return fold(snowball.stem(withKnownEnding(word)))
    .replace(LEFT_PLURAL, '')
    .replace(LEFT_PARTICIPLE, '')
}

/** Stemming costs more than all else that is done with a word. */
const MEMORY = { wordsMax: 50_000, lengthMax: 64 } as const

/**
 * The French stem of a folded word, itself folded. Words of other languages pass through the same
 * rules.
 */
export const stem = rememberWords(computeStem, MEMORY)
