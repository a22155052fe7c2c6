/**
 * Extracts points of law that a French decision states, verbatim from the answer of the court.
 * Deterministic; a person decides which become headnotes.
 */
import { URL_NAMESPACE, uuidV5 } from '#contracts/canonical/hash.ts'
import type { ArticleContent } from '#contracts/content.ts'
import type { HeadnoteProposal } from '#contracts/events/article.ts'

/** Name and version of the method: it changes with everything below that changes a proposal. */
export const PROPOSAL_METHOD = 'extract-fr@1'

export const PROPOSALS = {
  /** Most proposals of one decision. */
  max: 3,
  /** UTF-16 units of one proposal; longer ones lose the text before the conclusion. */
  lengthMax: 1_600,
  lengthMin: 60,
} as const

const NUMBER = String.raw`(?:\d{1,3}\.\s+)?`
const ATTENDU = String.raw`(?:Attendu,?\s+(?:qu['’]|que\s+))?(?:D['’]autre part,\s+|D['’]une part,\s+|Or,\s+|Enfin,\s+)?`
const FOLLOWS = String.raw`il\s+(?:en\s+|s['’]en\s+|se\s+|s['’])?(?:résulte|ressort|découle|déduit|ensuit|évince|infère)\b`
/** A conclusion of the court from the law. */
const PRINCIPLE = new RegExp(`^${NUMBER}${ATTENDU}${FOLLOWS}`, 'iu')
const LAW = String.raw`(?:articles?|textes?|loi|codes?|directive|règlement|convention|décret|Constitution|dispositions?|principes?|jurisprudence|Charte)`
/** A rule of law, restated by the court. */
const RULE = new RegExp(
  `^${NUMBER}${ATTENDU}(?:selon|aux\\s+termes\\s+d|en\\s+application\\s+d|en\\s+vertu\\s+d|conformément\\s+à|au\\s+sens\\s+d|par\\s+application\\s+d)[^.]{0,120}?\\b${LAW}\\b`,
  'iu',
)
/** The case itself: its courts, its parties, its pleas. */
const OF_THE_CASE =
  /\bcours?\s+d['’]appel\b|\bl['’]arrêt\s+(?:attaqué|retient|relève|énonce|constate)|\bmoyens?\b|\ba\s+violé\b|\bayant\s+(?:constaté|relevé|retenu)|\ben\s+l['’]espèce\b|\bgriefs?\b|\[[A-Z]{1,2}\]|\bpourvoi\b|\bdemanderesse?\b/iu

const ANSWER = /^\s*Réponse\s+de\s+la\s+Cour\b/iu
const ANSWER_ENDS =
  /^\s*(?:Sur\s+l[ea]s?\s|Mais\s+sur\s|Et\s+sur\s|É?Enoncé|Énoncé|Examen\s|PAR\s+CES\s+MOTIFS|Portée\s|Mise\s+hors|Demande\s|Faits\s+et)/u

type Paragraph = { readonly start: number; readonly end: number; readonly text: string }

const BETWEEN = /\n\s*\n/gu
const paragraphsOf = (text: string): Paragraph[] => {
  const ends = [...text.matchAll(BETWEEN)].map((match) => [
    match.index,
    match.index + match[0].length,
  ])
  const bounds = [[0, 0], ...ends, [text.length, text.length]]
  return bounds.slice(1).flatMap(([end = 0], index) => {
    const from = bounds[index]?.[1] ?? 0
    const slice = text.slice(from, end)
    const start = from + (slice.length - slice.trimStart().length)
    const own = slice.trim()
    return own === '' ? [] : [{ start, end: start + own.length, text: own }]
  })
}

/**
 * The paragraphs of the court's answers; in a decision of the older style, without headings, all
 * reasons.
 */
const answersOf = (paragraphs: readonly Paragraph[]): Paragraph[][] => {
  const answers: Paragraph[][] = []
  let isOpen = false
  for (const paragraph of paragraphs) {
    if (ANSWER.test(paragraph.text)) {
      isOpen = true
      answers.push([])
    } else if (isOpen && ANSWER_ENDS.test(paragraph.text)) isOpen = false
    else if (isOpen) answers.at(-1)?.push(paragraph)
  }
  if (answers.length > 0) return answers
  return [paragraphs.filter(({ text }) => /^(?:Attendu|Mais attendu|Vu\s)/iu.test(text))]
}

type Kind = 'principle' | 'rule' | 'visa' | null
const VISA = new RegExp(`^${NUMBER}Vu\\s[^\\n]{5,600}$`, 'u')
const kindOf = ({ text }: Paragraph): Kind => {
  if (OF_THE_CASE.test(text)) return null
  if (PRINCIPLE.test(text)) return 'principle'
  if (RULE.test(text)) return 'rule'
  return VISA.test(text) ? 'visa' : null
}

type Group = {
  readonly paragraphs: readonly Paragraph[]
  readonly principles: number
  readonly order: number
}

/** Groups of paragraphs that state law, in order, each with the provisions cited before it. */
const groupsOf = (answers: readonly Paragraph[][]): Group[] => {
  const groups: (Group & { paragraphs: Paragraph[]; isLaw: boolean; principles: number })[] = []
  for (const answer of answers) {
    let open: (typeof groups)[number] | null = null
    for (const paragraph of answer) {
      const kind = kindOf(paragraph)
      if (kind === null) {
        open = null
        continue
      }
      if (open === null) {
        open = { paragraphs: [], isLaw: false, principles: 0, order: groups.length }
        groups.push(open)
      }
      open.paragraphs.push(paragraph)
      open.isLaw ||= kind !== 'visa'
      if (kind === 'principle') open.principles += 1
    }
  }
  const law = groups.filter(({ isLaw }) => isLaw)
  // If the court draws a conclusion from a rule, the rule alone is not proposed.
  const stated = law.filter(({ principles }) => principles > 0)
  return stated.length > 0 ? stated : law
}

/** The span of all paragraphs; if it is too long, the text before the conclusion is dropped. */
const spanOf = ({ paragraphs }: Group): readonly [start: number, end: number] | null => {
  const end = paragraphs.at(-1)?.end ?? 0
  const first = paragraphs.find(({ start }) => end - start <= PROPOSALS.lengthMax)
  return first === undefined || end - first.start < PROPOSALS.lengthMin ? null : [first.start, end]
}

const PARAGRAPH_NUMBER = /(^|(?<=\S[^\S\n]*)\n)\s*\d{1,3}\.\s+/gu
const summaryOf = (sourceText: string): string =>
  sourceText
    .replaceAll(PARAGRAPH_NUMBER, '$1')
    .replaceAll(/(?<![ \t\u00A0])[ \t\u00A0]*\n\s*/gu, '\n')
    .replaceAll(/[ \t]+/gu, ' ')
    .trim()

/** The same words of the same text give the same id. */
const proposalId = (sourceId: string, sourceText: string): string =>
  uuidV5(URL_NAMESPACE, `headnote-proposal:${sourceId}:${sourceText}`)

type ProposedFrom = Pick<ArticleContent, 'contentClean' | 'contentType' | 'language' | 'source'>

/**
 * Proposes at most `PROPOSALS.max` headnotes of a French decision, in the order of the text.
 * `sourceText` is verbatim in `contentClean`. A conclusion is a `ratio`; a restated rule has no
 * rank.
 */
export const proposeHeadnotes = ({
  contentClean,
  contentType,
  language,
  source,
}: ProposedFrom): HeadnoteProposal[] => {
  if (contentType !== 'jurisprudence' || !language.startsWith('fr')) return []
  const groups = groupsOf(answersOf(paragraphsOf(contentClean)))
  const found = groups
    .toSorted((a, b) => b.principles - a.principles || a.order - b.order)
    .flatMap((group) => {
      const span = spanOf(group)
      return span === null ? [] : [{ group, span }]
    })
    .slice(0, PROPOSALS.max)
    .toSorted((a, b) => a.group.order - b.group.order)
  return found.map(({ group, span: [start, end] }) => {
    const sourceText = contentClean.slice(start, end)
    return {
      id: proposalId(source.id, sourceText),
      summary: summaryOf(sourceText),
      sourceText,
      legalRuleType: group.principles > 0 ? 'ratio' : null,
    }
  })
}
