/** What a question of law asks for, which decides what counts as an answer. Pure. */
import { foldedText } from './folded.ts'

export const QUESTION_KINDS = [
  'how-long',
  'how-much',
  'who',
  /** What follows from something: a sanction, a consequence, a right. */
  'what-if',
  /** Whether something is allowed. */
  'may',
  /** Whether something is required. */
  'must',
  'what-is',
  'when',
  'where',
  'why',
  'how',
  /** Another question that yes or no answers. */
  'whether',
  'what',
  /** No question: words, or a statement. */
  'topic',
] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

const TIME = '(?:temps|jours?|mois|semaines?|annees?|ans?|heures?)'
const OPENS = "(?:^|[,;:.?!] ?|et |^[\\w' ]{0,40}\\b)"

/** The first that matches decides; in small letters without accents. */
const MARKS: readonly (readonly [QuestionKind, RegExp])[] = [
  ['why', /\bpourquoi\b|\bwhy\b|\bper que\b/u],
  ['who', /^(?:a |par |avec |de |d'|envers |contre |pour |chez |aupres de )?qui\b(?! est-ce que)/u],
  [
    'how-long',
    new RegExp(
      `\\bcombien de ${TIME}\\b|\\b(?:quel|quelle|quels|quelles)\\b[^?]{0,30}\\b(?:delais?|durees?|preavis|periode)\\b|` +
        `\\b(?:pendant|depuis|en|sous) combien\\b|\\bjusqu'a quand\\b|\\bhow (?:long|many (?:days|weeks|months|years))\\b|\\bquant (?:de )?temps\\b|\\bquin termini\\b|` +
        `\\b(?:delai|duree)\\b[^?]{0,60}\\?$`,
      'u',
    ),
  ],
  [
    'how-much',
    /\bcombien\b|\bquel(?:le)?s? (?:est |sont )?(?:le |la |les |l')?(?:\w+ )?(?:montants?|taux|prix|plafonds?|age|nombre|somme|pourcentage|seuils?|amendes?|indemnites?|remuneration|salaire|peines?|cout)\b|\ba quel age\b|\bde quel (?:montant|taux)\b|\bhow (?:much|many)\b|\bquants?\b/u,
  ],
  [
    'what-if',
    /\b(?:que se passe-t-il|qu'arrive-t-il|que faire|que risque|que risquent|que devien(?:t|nent)|que vaut|que valent|qu'advient-il|a quoi s'expose|a quoi (?:a|ont) droit|que peut (?:faire|obtenir|demander)|what happens|what if|que passa si)\b|\bquel(?:le)?s? (?:est |sont )?(?:le |la |les |l')?(?:effets?|consequences?|sanctions?|suites?|recours|sort)\b|^(?:que|et) .{0,60}\bsi\b|\b(?:que|quelle|quelles|quoi)\b.{0,40}\ben cas d/u,
  ],
  [
    'what-is',
    /\bqu'est[- ]ce (?:que|qu')|\bc'est quoi\b|\b(?:definition|definit|definir|definie?s?)\b|\ben quoi consiste(?:nt)?\b|\bque signifie(?:nt)?\b|\bque (?:veut|faut-il entendre)\b|\bqu'entend-on\b|\bquelle est la difference\b|\bwhat (?:is|are)\b|\bque es\b/u,
  ],
  ['when', /^(?:quand|a quel moment|des quand|when)\b/u],
  ['how', /^(?:comment|how)\b(?!.*\bdefini)/u],
  [
    'may',
    /\b(?:peut|peux|puis|peuvent|pouvons|pouvez|pourrait|pouvait)-(?:on|je|il|elle|ils|elles|nous|vous|tu)\b|\b(?:est-il|est-elle|est-ce|sont-ils|sont-elles) (?:permise?s?|possible|interdite?s?|autorisee?s?|licite|legal|legale|valable|valables|admis|prohibe)\b|\ba-t-(?:on|il|elle) le droit\b|\bai-je le droit\b|\best-ce qu[e'] ?.{0,60}\bpeu(?:t|x|vent)\b|^(?:can|may|is it (?:allowed|possible|legal))\b|^es pot\b|\?$(?<=\bpeut\b[^?]{0,600}\?)/u,
  ],
  [
    'must',
    /\b(?:doit|dois|doivent|devons|devez|faut)-(?:on|je|il|elle|ils|elles|nous|vous|tu)\b|\b(?:est-il|est-elle|est-ce|sont-ils|sont-elles) (?:obligatoires?|necessaires?|tenue?s?|requise?s?|exigee?s?|obligee?s?)\b|\best-ce qu[e'] ?.{0,60}\b(?:doit|doivent|faut)\b|\bsuis-je (?:oblige|tenu)e?\b|^must\b/u,
  ],
  [
    'who',
    new RegExp(
      `${OPENS}(?:a |par |avec |de |d'|envers |contre |pour |chez |aupres de )?qui\\b|\\bquel(?:le)?s? (?:est |sont )?(?:le |la |les |l')?(?:personnes?|entites?|autorites?|juge|juridiction|tribunal|associations?|salaries?|employeurs?|organismes?|entreprises?)\\b|\\bwho\\b|^qui\\b`,
      'u',
    ),
  ],
  [
    'when',
    /\bquand\b|\ba quel(?:le)?s? (?:moment|date|conditions?|condition)\b|\bdans quels? (?:cas|hypotheses?|circonstances)\b|\ba partir de quand\b|\bdes quand\b|\bwhen\b|\bsous quelles? conditions?\b|\bquelles? (?:est|sont) (?:la|les) conditions?\b/u,
  ],
  [
    'where',
    /(?:^|\b(?:et|d')\s?)ou (?:est|sont|se|doit|peut|saisir|dois|puis|faut|habite)\b|\bwhere\b|\ba quel endroit\b|\bdevant quel(?:le)?\b/u,
  ],
  [
    'how',
    /\bcomment\b|\bde quelle (?:maniere|facon)\b|\bselon quel(?:le)?s?\b|\bsous quelle forme\b|\bpar quel(?:s)? moyens?\b|\bhow\b|^com\b/u,
  ],
  ['whether', /-(?:t-)?(?:on|il|elle|ils|elles|je|ce)\b|\best-ce que\b|^(?:is|are|does|do)\b/u],
  ['what', /\bquel(?:le)?s?\b|\bque\b|\bqu'|\bquoi\b|\bwhat\b|\bwhich\b/u],
]
const ASKS =
  /\?|^(?:que|qu'|quel|qui|quand|comment|combien|pourquoi|ou|dans quel|est-ce|peut|doit|what|who|when|how|is|can|may|must|which|where|why|a qui|a quel|en quoi|par qui)\b/u

/** The kind of a question, by the words that form it. */
export const questionKindOf = (question: string): QuestionKind => {
  const folded = foldedText(question).trim()
  const asks = ASKS.test(folded)
  const found = MARKS.find(([kind, marks]) => marks.test(folded) && (asks || kind !== 'what'))
  return asks ? (found?.[0] ?? 'what') : 'topic'
}
