import type { Interval } from '#contracts/search/document.ts'
import type { Day } from '#contracts/ids.ts'

const DAY_MS = 86_400_000

/** Days that a source claimed for a wording, both inclusive; `null` is open. */
export type ValidityClaim = Interval

/** The timeline that results from the claims of all wordings of a text. */
export type Timeline = {
  /** Index of the current wording; -1 if there is no wording. */
  readonly current: number
  /** By wording: the days on which it is in force. Ascending, disjoint over the whole text. */
  readonly intervals: readonly (readonly Interval[])[]
}

/** A claim in whole days since 1970: `start` inclusive, `end` exclusive. */
type Span = { readonly wording: number; readonly start: number; readonly end: number }

const dayNumber = (day: Day): number => Date.parse(day) / DAY_MS
const dayOf = (number: number): Day | null =>
  Number.isFinite(number) ? (new Date(number * DAY_MS).toISOString().slice(0, 10) as Day) : null

const spanOf = (wording: number, { from, to }: ValidityClaim): Span => ({
  wording,
  start: from === null ? -Infinity : dayNumber(from),
  end: to === null ? Infinity : dayNumber(to) + 1,
})

/** -Infinity - -Infinity is not a number, so a subtraction can't compare open starts. */
const byStartThenWording = (a: Span, b: Span): number =>
  a.start === b.start ? a.wording - b.wording : a.start < b.start ? -1 : 1

const saysSomething = ({ from, to }: ValidityClaim): boolean => from !== null || to !== null

/**
 * A wording without its own claims corrects the previously published one, so it has the same days.
 */
const inherited = (claims: readonly (readonly ValidityClaim[])[]): (readonly ValidityClaim[])[] => {
  const all: (readonly ValidityClaim[])[] = []
  for (const own of claims) {
    const said = own.filter(saysSomething)
    all.push(said.length > 0 ? said : (all.at(-1) ?? []))
  }
  return all
}

/** Cuts the timeline at every boundary; each piece belongs to the last span that covers it. */
const pieces = (spans: readonly Span[]): Span[] => {
  const cuts = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].toSorted((a, b) =>
    a < b ? -1 : 1,
  )
  return cuts.slice(1).flatMap((end, index) => {
    const start = cuts[index] ?? end
    const winner = spans.findLast((span) => span.start <= start && span.end >= end)
    return winner === undefined ? [] : [{ wording: winner.wording, start, end }]
  })
}

const joined = (parts: readonly Span[]): Span[] => {
  const runs: Span[] = []
  for (const part of parts) {
    const last = runs.at(-1)
    if (last?.wording === part.wording && last.end === part.start)
      runs[runs.length - 1] = { ...last, end: part.end }
    else runs.push(part)
  }
  return runs
}

/**
 * Determines which wording is in force on each day, and which is current. `claims` are in the order
 * of publication. On each day the claim that starts last wins, as later law does; ties go to the
 * wording published later. The current wording is the one whose claim starts last, so that an older
 * wording imported late gets its days without becoming current. A claim that ends before it starts
 * is ignored.
 */
export const timelineOf = (claims: readonly (readonly ValidityClaim[])[]): Timeline => {
  const spans = inherited(claims)
    .flatMap((own, wording) => own.map((claim) => spanOf(wording, claim)))
    .filter(({ start, end }) => start < end)
    .toSorted(byStartThenWording)
  const runs = joined(pieces(spans))
  return {
    current: spans.at(-1)?.wording ?? claims.length - 1,
    intervals: claims.map((_, wording) =>
      runs
        .filter((run) => run.wording === wording)
        .map(({ start, end }) => ({ from: dayOf(start), to: dayOf(end - 1) })),
    ),
  }
}
