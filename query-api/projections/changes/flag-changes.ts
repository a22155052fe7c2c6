/**
 * The changes of colour that facts of the citator make. Each is derived from what the log says up
 * to its fact alone, so that the batches of a run play no part. Pure.
 */
import { changeIdOf } from '#contracts/changes/change.ts'
import type { StatusDerivation } from '#contracts/http/article.ts'
import { type ArticleId, type Instant, Position } from '#contracts/ids.ts'
import { citatorView, supportTextsOf, type SupportText } from '../../citator/text-citator.ts'
import { makeColours } from '../articles/wording-view.ts'
import type { History } from './history.ts'
import type { PositionRange, StoredChange } from './ports.ts'
import { servedFact } from './text-facts.ts'

/** When and by which event a fact of the citator was recorded. */
export type RecordedFact = { readonly eventId: string; readonly time: Instant }

/** How many steps of reliance carry a colour. */
const STEPS = 2

/** A text and those that it relies on, two steps down, by the facts up to `through`. */
const supportedBy = (
  { factsAt }: History,
  id: ArticleId,
  position: Position,
  through: Position,
): ArticleId[] => {
  const found = new Set([id])
  for (let step = 0, from = [id]; step < STEPS; step += 1) {
    from = [...new Set(from.flatMap((one) => supportTextsOf(factsAt(one, position, through))))]
    for (const one of from) found.add(one)
  }
  return [...found]
}

/** The colours of the points of a public text, by the facts of the citator up to `through`. */
const coloursAt = (
  history: History,
  articleId: ArticleId,
  position: Position,
  through: Position,
): ReadonlyMap<number | null, StatusDerivation> => {
  const { textAt, factsAt } = history
  const served = servedFact(textAt(articleId, position))
  if (served === null) return new Map()
  const ids = supportedBy(history, articleId, position, through)
  const texts = ids.flatMap((id): [ArticleId, SupportText][] => {
    const text = textAt(id, position)
    const wording = servedFact(text)
    return wording === null ? [] : [[id, { context: wording.context, changedAt: text.changedAt }]]
  })
  const facts = new Map(ids.map((id) => [id, factsAt(id, position, through)]))
  const { changedAt } = textAt(articleId, position)
  const citator = citatorView(articleId, changedAt, { facts, texts: new Map(texts) })
  const { derivationOf } = makeColours(articleId, { citator, changedAt }, served.context)
  return new Map(served.points.map(({ sequence }) => [sequence, derivationOf(sequence)]))
}

/** Digits with which sequences are in their order. */
const SEQUENCE_DIGITS = 4

/** The changes of colour of one text at one fact. */
const changesAt = (
  history: History,
  articleId: ArticleId,
  position: Position,
  { eventId, time }: RecordedFact,
): StoredChange[] => {
  const served = servedFact(history.textAt(articleId, position))
  if (served === null) return []
  const before = coloursAt(history, articleId, position, Position.parse(position - 1))
  const after = coloursAt(history, articleId, position, position)
  return served.points.flatMap(({ sequence, headnoteId }): StoredChange[] => {
    const [was, derivation] = [before.get(sequence), after.get(sequence)]
    if (was === undefined || derivation === undefined || was.flag === derivation.flag) return []
    const number = sequence === null ? '' : String(sequence).padStart(SEQUENCE_DIGITS, '0')
    return [
      {
        id: changeIdOf(eventId, `${articleId}#${sequence ?? ''}`),
        position,
        subject: `${articleId}#${number}`,
        type: 'headnote.flag_changed',
        occurredAt: time,
        articleId,
        slug: served.slug,
        version: served.version,
        sha256Hash: served.sha256Hash,
        changeClass: null,
        reasons: [],
        replacement: null,
        jurisdictions: [...served.jurisdictions],
        headnote: { headnoteId, sequence, before: was.flag, after: derivation.flag, derivation },
        concept: null,
      },
    ]
  })
}

/** Positions of the facts that can change the colours of a text, each once, ascending. */
export const positionsTouching = (
  history: History,
  articleId: ArticleId,
  { from, through }: PositionRange,
): Position[] => {
  // What a text relied on at any time up to `through`: facts are only ever added.
  const ids = supportedBy(history, articleId, through, through)
  const found = new Set(ids.flatMap((id) => history.touching(id, from, through)))
  return [...found].toSorted((a, b) => a - b)
}

/** The changes of colour of these texts within the range, by text. */
export const flagChanges = (
  history: History,
  texts: readonly ArticleId[],
  range: PositionRange,
  recorded: ReadonlyMap<Position, RecordedFact>,
): StoredChange[] =>
  texts.flatMap((articleId) =>
    positionsTouching(history, articleId, range).flatMap((position) => {
      const fact = recorded.get(position)
      return fact === undefined ? [] : changesAt(history, articleId, position, fact)
    }),
  )
