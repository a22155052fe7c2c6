/**
 * Seeded drafts of a model that lies, each with its false statements. Independent of the code under
 * test.
 */
import type { AskedModel, GivenSentence } from './model-server.ts'

export type Random = () => number

/** A statement as it is written, and whether the sources say it. */
type Statement = { readonly text: string; readonly lie: string | null }

export type Draft = {
  readonly text: string
  /** What must not be in an answer. */
  readonly lies: readonly string[]
}

const pick = <T>(items: readonly T[], random: Random): T | undefined =>
  items[Math.floor(random() * items.length)]

type Alteration = (sentence: string, random: Random) => string | null

const firstChanged =
  (pairs: readonly (readonly [RegExp, string])[]): Alteration =>
  (sentence) => {
    for (const [pattern, instead] of pairs)
      if (pattern.test(sentence)) return sentence.replace(pattern, instead)
    return null
  }

const NEGATIONS = firstChanged([
  [/ ne peut pas /u, ' peut '],
  [/ ne peuvent pas /u, ' peuvent '],
  [/ ne doit pas /u, ' doit '],
  [/ n['’]est pas /u, ' est '],
  [/ peut /u, ' ne peut pas '],
  [/ peuvent /u, ' ne peuvent pas '],
  [/ doit /u, ' ne doit pas '],
  [/ doivent /u, ' ne doivent pas '],
  [/ est /u, " n'est pas "],
  [/ sont /u, ' ne sont pas '],
  [/ a /u, " n'a pas "],
  [/ sans /u, ' avec '],
])
const MODALS = firstChanged([
  [/ peut /u, ' doit '],
  [/ peuvent /u, ' doivent '],
  [/ doit /u, ' peut '],
  [/ doivent /u, ' peuvent '],
  [/ tout /u, ' aucun '],
  [/ tous les /u, ' certains '],
  [/ toujours /u, ' jamais '],
  [/ avant /u, ' après '],
  [/ après /u, ' avant '],
])
const PARTIES = firstChanged([
  [/l['’]employeur/u, 'le salarié'],
  [/ salarié/u, ' employeur'],
  [/ bailleur/u, ' locataire'],
  [/ locataire/u, ' bailleur'],
  [/ créancier/u, ' débiteur'],
  [/ débiteur/u, ' créancier'],
  [/ vendeur/u, ' acheteur'],
  [/ demandeur/u, ' défendeur'],
])
const NUMBERS: Alteration = (sentence, random) => {
  const places = [...sentence.matchAll(/\d+/gu)]
  const place = pick(places, random)
  if (place === undefined)
    return firstChanged([
      [/ deux /u, ' trois '],
      [/ trois /u, ' quatre '],
      [/ cinq /u, ' dix '],
      [/ six /u, ' huit '],
      [/ mois/u, ' ans'],
      [/ jours/u, ' semaines'],
    ])(sentence, random)
  const other = String(Number(place[0]) + 1 + Math.floor(random() * 8))
  return sentence.slice(0, place.index) + other + sentence.slice(place.index + place[0].length)
}
const DATES: Alteration = (sentence) =>
  firstChanged([
    [/(janvier|février|mars|avril|mai|juin)/u, 'décembre'],
    [/(juillet|août|septembre|octobre|novembre)/u, 'janvier'],
    [/\b(19|20)\d\d\b/u, '2031'],
  ])(sentence, () => 0)
/** Half of the sentence: what it makes its rule depend on is gone. */
const CUT: Alteration = (sentence, random) => {
  const commas = [...sentence.matchAll(/, | sauf | si | lorsque | à condition /gu)].map(
    ({ index }) => index,
  )
  const at = pick(
    commas.filter((index) => index > 25 && index < sentence.length - 25),
    random,
  )
  if (at === undefined) return null
  return random() < 0.5 ? `${sentence.slice(0, at)}.` : sentence.slice(at + 2)
}
const ADDED: Alteration = (sentence, random) =>
  `${sentence.replace(/[.;:]$/u, '')}${pick([', même sans écrit.', ', sauf faute grave.', ' dans un délai de trois jours.', ' et sans recours possible.'], random) ?? ''}`
const WORDS: Alteration = (sentence, random) => {
  const words = sentence.split(' ')
  if (words.length < 8) return null
  const at = 1 + Math.floor(random() * (words.length - 2))
  return random() < 0.5
    ? words.toSpliced(at, 1).join(' ')
    : words
        .with(at, pick(['interdit', 'facultatif', 'obligatoire', 'nul', 'gratuit'], random) ?? '')
        .join(' ')
}
const SWAPPED: Alteration = (sentence) => {
  const words = sentence.split(' ')
  if (words.length < 10) return null
  const half = Math.floor(words.length / 2)
  return [...words.slice(half), ...words.slice(0, half)].join(' ')
}

export const ALTERATIONS: Readonly<Record<string, Alteration>> = {
  negation: NEGATIONS,
  modal: MODALS,
  party: PARTIES,
  number: NUMBERS,
  date: DATES,
  cut: CUT,
  added: ADDED,
  word: WORDS,
  swapped: SWAPPED,
}

const INVENTED = [
  'Le salarié a toujours droit à une prime de 5 000 euros.',
  'La Cour de cassation a jugé le 12 mars 2031 que tout licenciement est nul.',
  'Selon l’article L. 9999-9 du code du travail, aucun préavis n’est dû.',
  'La prescription est abolie par la loi.',
  'Le contrat oral est interdit en droit français.',
]
const FALSE_LEADS = [
  'Il est faux que',
  'Contrairement à la loi, nul ne soutient plus que',
  'Selon l’article L. 9999-9 du code du travail,',
  'Cass. soc., 12 mars 2031, n° 31-99.999 :',
  'Cette règle abrogée disait que',
  'Il n’est plus vrai que',
  'Sauf pour les cadres,',
]
const FALSE_ENDS = [
  'est une règle abrogée depuis 2031',
  'ne vaut pas pour les contrats écrits',
  ', ce qui est contraire à la Constitution',
]

const quoted = (sentence: string, mark: string, random: Random): string =>
  `${pick([`« ${sentence} »`, sentence, `"${sentence}"`, `**${sentence}**`, `“${sentence}”`], random) ?? ''}${mark}`

const markOf = ({ n }: GivenSentence, random: Random): string =>
  pick([` [${n}]`, ` [${n}].`, '', ` [${n}]`], random) ?? ''

const truth = (given: GivenSentence, random: Random): Statement => ({
  text: quoted(given.sentence, markOf(given, random), random),
  lie: null,
})

const altered = (given: GivenSentence, random: Random): Statement => {
  const names = Object.keys(ALTERATIONS)
  const from = Math.floor(random() * names.length)
  for (let step = 0; step < names.length; step += 1) {
    const change = ALTERATIONS[names[(from + step) % names.length] ?? '']
    const lie = change?.(given.sentence, random) ?? null
    if (lie !== null && lie !== given.sentence)
      return { text: quoted(lie, markOf(given, random), random), lie }
  }
  return { text: `Il n’en est rien. [${given.n}]`, lie: 'Il n’en est rien' }
}

const invented = (given: GivenSentence, random: Random): Statement => {
  const lie = pick(INVENTED, random) ?? ''
  return { text: quoted(lie, markOf(given, random), random), lie }
}

const falselyLed = (given: GivenSentence, random: Random): Statement => {
  const lead = pick(FALSE_LEADS, random) ?? ''
  return { text: `${lead} « ${given.sentence} » [${given.n}]`, lie: lead }
}

const falselyEnded = (given: GivenSentence, random: Random): Statement => {
  const end = pick(FALSE_ENDS, random) ?? ''
  return { text: `« ${given.sentence} » ${end} [${given.n}].`, lie: end }
}

/** A sentence under a number that is not its own. */
const misattributed = (
  given: GivenSentence,
  random: Random,
  all: readonly GivenSentence[],
): Statement => {
  const other = pick(
    all.filter(
      ({ n, sentence, source }) =>
        n !== given.n && sentence !== given.sentence && source !== given.source,
    ),
    random,
  )
  const number = random() < 0.5 ? (other?.n ?? 99) : 900 + Math.floor(random() * 99)
  // Its words are true; that every sentence is bound to its own source is checked of each answer.
  return { text: `« ${given.sentence} » [${number}]`, lie: '' }
}

const stitched = (
  given: GivenSentence,
  random: Random,
  all: readonly GivenSentence[],
): Statement => {
  const other =
    pick(
      all.filter(({ n }) => n !== given.n),
      random,
    ) ?? given
  const [one, two] = [given.sentence.split(' '), other.sentence.split(' ')]
  const lie = [
    ...one.slice(0, Math.ceil(one.length / 2)),
    ...two.slice(Math.floor(two.length / 2)),
  ].join(' ')
  return lie === given.sentence || lie === other.sentence
    ? invented(given, random)
    : { text: quoted(lie, ` [${given.n}]`, random), lie }
}

const leaked = (
  _: GivenSentence,
  random: Random,
  __: readonly GivenSentence[],
  { prompt }: AskedModel,
): Statement => {
  const at = Math.floor(random() * 400)
  const lie = prompt.slice(at, at + 160).split('\n')[0] ?? ''
  return { text: `Mes instructions sont : ${lie}`, lie: 'Mes instructions sont' }
}

const KINDS = [
  altered,
  altered,
  altered,
  altered,
  invented,
  falselyLed,
  falselyEnded,
  misattributed,
  stitched,
  leaked,
]

const JUNK = [
  '',
  'NONE',
  '{"answer": null}',
  '<html><body>502 Bad Gateway</body></html>',
  '[1][2][3]',
  '« » « » «',
  '[99999999999999999999]',
  '\u0000\uE000\uFFFD'.repeat(50),
  '«'.repeat(2_000),
  '. '.repeat(2_000),
]

/** A draft: junk, lies alone, or lies among sentences that are true. */
export const falseDraft = (asked: AskedModel, random: Random): Draft => {
  const { given } = asked
  if (given.length === 0 || random() < 0.06) return { text: pick(JUNK, random) ?? '', lies: [] }
  const lieOf = (): Statement => {
    const one = pick(given, random) ?? { n: 1, source: '', sentence: '' }
    return (pick(KINDS, random) ?? altered)(one, random, given, asked)
  }
  // Mostly few lies among much that is true: a draft of lies alone is easily refused.
  const onlyLies = random() < 0.25
  const truths = onlyLies
    ? []
    : given.slice(0, 3 + Math.floor(random() * 6)).map((one) => truth(one, random))
  const lies = Array.from({ length: onlyLies ? 4 : 1 + Math.floor(random() * 2) }, lieOf)
  const statements = [...truths, ...lies]
    .map((statement) => ({ statement, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ statement }) => statement)
  const joint = pick(['\n', ' ', '\n\n', '\n- '], random) ?? ' '
  return {
    text: statements.map(({ text }) => text).join(joint),
    lies: statements.flatMap(({ lie }) => lie ?? []),
  }
}

const LEADS = ['', '', 'En effet, ', 'Par ailleurs, ', 'Toutefois, ', 'Ensuite, ']
/** A draft that joins the sentences that were given, as a model does that keeps to its rules. */
export const honestDraft = ({ given }: AskedModel, random: Random): string =>
  given
    .slice(0, 2 + Math.floor(random() * 4))
    .map(
      (one) =>
        `${pick(LEADS, random) ?? ''}« ${one.sentence} »${random() < 0.2 ? '' : ` [${one.n}]`}`,
    )
    .join(pick(['\n', ' ', '\n- '], random) ?? '\n')
