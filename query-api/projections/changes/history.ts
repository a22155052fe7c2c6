/** Texts and facts of the citator as they were at any position. Pure. */
import type { ArticleId, Position } from '#contracts/ids.ts'
import { aboutText, type CitatorFact } from '#contracts/law/treatment-log.ts'
import { isMeant } from '../surroundings.ts'
import type { NamedFact } from '../treatments/ports.ts'
import {
  afterFact,
  namesOfPublic,
  NEVER_PUBLIC,
  type PublicText,
  type TextFact,
} from './text-facts.ts'

/** Everything known of some texts, in log order, also of later positions. */
export type Known = {
  readonly texts: ReadonlyMap<ArticleId, readonly TextFact[]>
  readonly about: ReadonlyMap<ArticleId, readonly CitatorFact[]>
  /** Facts about any of the names that the text ever had. */
  readonly stated: ReadonlyMap<ArticleId, readonly NamedFact[]>
}

export type History = {
  /** The text after all of its facts up to `position`. */
  readonly textAt: (id: ArticleId, position: Position) => PublicText
  /** The facts about a text up to `through`, by the names that it has at `position`. */
  readonly factsAt: (id: ArticleId, position: Position, through: Position) => readonly CitatorFact[]
  /** Positions of facts that can be about a text, within both bounds. */
  readonly touching: (id: ArticleId, from: Position, through: Position) => readonly Position[]
}

const last = <T extends { readonly position: Position }>(
  list: readonly T[],
  position: Position,
): T | null => list.findLast((one) => one.position <= position) ?? null

export const makeHistory = ({ texts, about, stated }: Known): History => {
  const folded = new Map<ArticleId, { readonly position: Position; readonly text: PublicText }[]>()
  const statesOf = (id: ArticleId) => {
    const known = folded.get(id)
    if (known !== undefined) return known
    let text = NEVER_PUBLIC
    const states = (texts.get(id) ?? []).map((fact) => {
      text = afterFact(text, fact)
      return { position: fact.position, text }
    })
    folded.set(id, states)
    return states
  }
  const textAt = (id: ArticleId, position: Position): PublicText =>
    last(statesOf(id), position)?.text ?? NEVER_PUBLIC
  return {
    textAt,
    factsAt: (id, position, through) => {
      const named = stated.get(id) ?? []
      const own = (about.get(id) ?? []).filter((fact) => fact.position <= through)
      if (named.length === 0) return own
      const names = namesOfPublic(textAt(id, position))
      const meant = named.filter((one) => one.fact.position <= through && isMeant(one, names))
      return [...own, ...meant.map(({ fact }) => aboutText(fact, id))].toSorted(
        (a, b) => a.position - b.position,
      )
    },
    touching: (id, from, through) => {
      const own = (about.get(id) ?? []).map(({ position }) => position)
      const named = (stated.get(id) ?? []).map(({ fact }) => fact.position)
      return [...own, ...named].filter((position) => position >= from && position <= through)
    },
  }
}
