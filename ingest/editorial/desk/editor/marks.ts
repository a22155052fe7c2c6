/** What the script shows in the text itself; the panel says the same to everybody. */
import type { AnnotatedCitation, AnnotatedClaim, Annotations } from '../../annotate/annotate.ts'
import type { DeskVisit } from '../visit.ts'
import { colourOfCitation, VERDICT_COLOURS } from './panel.ts'
import { type EditorWords, editorWords } from './words/words.ts'

/** Enough of the words to find them again in a text that was typed on. */
const WORDS_MAX = 80

export type Mark = {
  readonly kind: 'citation' | 'claim'
  /** UTF-16 offsets; `end` is exclusive. */
  readonly start: number
  readonly end: number
  /** What the text begins with there. */
  readonly words: string
  readonly look: (typeof VERDICT_COLOURS)[keyof typeof VERDICT_COLOURS]
  readonly reason: string
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
/** Turns code points into UTF-16 offsets; rising ones in one pass. */
const unitsIn = (text: string): ((points: number) => number) => {
  let [at, points] = [0, 0]
  return (asked) => {
    if (asked < points) [at, points] = [0, 0]
    for (; points < asked && at < text.length; points += 1)
      at += isHigh(text.charCodeAt(at)) ? 2 : 1
    return at
  }
}

const reasonOfCitation = (
  { print }: Pick<DeskVisit, 'print'>,
  own: EditorWords,
  one: AnnotatedCitation,
): string =>
  one.texts.length === 0
    ? own.states[one.state]
    : one.texts
        .map(({ colour, title, because, validTo }) =>
          [
            `${title}${own.colon}${own.colours[colour]}`,
            because.length === 0 ? '' : own.because(because.map((by) => by.title).join(', ')),
            validTo === null ? '' : own.until(print.date(validTo)),
          ]
            .filter((part) => part !== '')
            .join(', '),
        )
        .join('\n')

const reasonOfClaim = (
  own: EditorWords,
  { verdict, differences, evidence }: AnnotatedClaim,
): string => {
  const said = evidence[0]
  return [
    verdict === null ? own.notYet : own.verdicts[verdict],
    ...differences,
    ...(said === undefined ? [] : [`${own.says} (${said.title})`]),
  ].join(' · ')
}

/** In the order of the text. Sentences that nothing could bear out are not marked. */
export const marksOf = (
  visit: Pick<DeskVisit, 'language' | 'print'>,
  text: string,
  { citations, claims }: Annotations,
): readonly Mark[] => {
  const own = editorWords(visit.language)
  const found = [
    ...citations.map((one) => ({
      kind: 'citation' as const,
      span: one.span,
      look: colourOfCitation(one),
      reason: reasonOfCitation(visit, own, one),
    })),
    ...claims.flatMap((one) =>
      one.where !== 'text' || one.verdict === null || one.verdict === 'unverifiable'
        ? []
        : [
            {
              kind: 'claim' as const,
              span: one.span,
              look: VERDICT_COLOURS[one.verdict],
              reason: reasonOfClaim(own, one),
            },
          ],
    ),
  ].toSorted((one, other) => one.span.start - other.span.start)
  const startOf = unitsIn(text)
  const endOf = unitsIn(text)
  return found.map(({ span, ...mark }) => {
    const start = startOf(span.start)
    const end = endOf(span.end)
    return { ...mark, start, end, words: text.slice(start, Math.min(end, start + WORDS_MAX)) }
  })
}
