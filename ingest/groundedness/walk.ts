import { setImmediate as turn } from 'node:timers/promises'
import { isRefusal } from '#contracts/fault.ts'
import type { ArticleId } from '#contracts/ids.ts'
import { isNorm } from '../enrich/groundedness.ts'
import { assessText, type GroundednessDeps } from './assess-text.ts'
import { isUnreadableFault } from '../command-handler/readable-streams.ts'
import type { WriteContext } from '../command-handler/write-deps.ts'
import { untilCurrent } from './caught-up.ts'
import type { PublicTexts } from './ports.ts'
import { preparedSources } from './prepared-sources.ts'

export const WALK = {
  /** Texts of one page, which is one activity of Temporal. */
  textsPerPage: 100,
} as const

export type WalkDeps = GroundednessDeps & {
  readonly texts: PublicTexts
  /** Called before each text; throws to stop the work. */
  readonly throwIfStopped?: () => void
}

/** `read = recorded + unchanged + norms + refused`. */
export type WalkCounts = {
  readonly read: number
  /** Texts with new results; in a dry run: would be recorded. */
  readonly recorded: number
  readonly unchanged: number
  /** Norms, which are not assessed. */
  readonly norms: number
  /** No longer public when the walk reached them, or not readable by this version. */
  readonly refused: number
  /** Texts with a warning or worse. */
  readonly flagged: number
}
export const NOTHING_WALKED: WalkCounts = {
  read: 0,
  recorded: 0,
  unchanged: 0,
  norms: 0,
  refused: 0,
  flagged: 0,
}

export type WalkPage = {
  readonly context: WriteContext
  readonly after: ArticleId | null
  readonly dryRun: boolean
}
/** `after` null: the last page. */
export type WalkedPage = { readonly counts: WalkCounts; readonly after: ArticleId | null }

export const sumOf = (a: WalkCounts, b: WalkCounts): WalkCounts => ({
  read: a.read + b.read,
  recorded: a.recorded + b.recorded,
  unchanged: a.unchanged + b.unchanged,
  norms: a.norms + b.norms,
  refused: a.refused + b.refused,
  flagged: a.flagged + b.flagged,
})

/** Assesses one page of the public texts, by id. Repeated, it records nothing new. */
export const assessPage = async (
  deps: WalkDeps,
  { context, after, dryRun }: WalkPage,
): Promise<WalkedPage> => {
  // Waits once: the events of this walk change no text.
  await untilCurrent(deps.cited)
  const listed = await deps.texts.list(after, WALK.textsPerPage)
  const counts = { ...NOTHING_WALKED, read: listed.length }
  const prepared = deps.prepared ?? preparedSources()
  for (const { slug, contentType } of listed) {
    deps.throwIfStopped?.()
    if (isNorm(contentType)) {
      counts.norms += 1
      continue
    }
    const outcome = await assessText({ ...deps, prepared }, slug, context, {
      dryRun,
      isComplete: true,
    }).catch((error: unknown) => {
      if (isUnreadableFault(error)) return null
      throw error
    })
    if (outcome === null || isRefusal(outcome)) counts.refused += 1
    else {
      if (outcome.result === 'norm') counts.norms += 1
      else counts[outcome.result === 'unchanged' ? 'unchanged' : 'recorded'] += 1
      counts.flagged += Number(outcome.flags.some(({ severity }) => severity !== 'info'))
    }
    await turn()
  }
  const isLast = listed.length < WALK.textsPerPage
  return { counts, after: isLast ? null : (listed.at(-1)?.articleId ?? null) }
}

/** Assesses all pages; `onPage` reports the progress. */
export const assessAll = async (
  deps: WalkDeps,
  { context, dryRun }: Omit<WalkPage, 'after'>,
  onPage: (counts: WalkCounts) => void = () => undefined,
): Promise<WalkCounts> => {
  const prepared = deps.prepared ?? preparedSources()
  let counts = NOTHING_WALKED
  let after: ArticleId | null = null
  do {
    const page: WalkedPage = await assessPage({ ...deps, prepared }, { context, after, dryRun })
    counts = sumOf(counts, page.counts)
    onPage(counts)
    ;({ after } = page)
  } while (after !== null)
  return counts
}
