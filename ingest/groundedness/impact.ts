import { isRefusal } from '#contracts/fault.ts'
import type { ArticleId, Slug } from '#contracts/ids.ts'
import { sentencesOf, type Span } from '#contracts/law/claims/sentences.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import { loadText } from '../command-handler/text-handler.ts'
import type { WriteDeps } from '../command-handler/write-deps.ts'
import { citedAs } from './changed-texts.ts'
import type { CitingTexts } from './ports.ts'
import type { CitedTexts } from '../ports.ts'

/** A citing text with the places of its citations (UTF-16 units of contentClean). */
type CitingText<Id> = {
  readonly id: Id
  readonly contentClean: string
  readonly citations: readonly Span[]
}
/** A text and its sentences that must be assessed again. */
type Impact<Id> = { readonly id: Id; readonly sentences: readonly Span[] }

const overlaps = (one: Span, other: Span): boolean => one.start < other.end && one.end > other.start

/** A citation is never in two sentences: `(Cass. soc., 25 nov. 2020)` does not end at `nov.`. */
const joined = (sentences: readonly Span[], citations: readonly Span[]): Span[] => {
  const whole: Span[] = []
  for (const { start, end } of sentences) {
    const last = whole.at(-1)
    const goesOn =
      last !== undefined &&
      citations.some((one) => overlaps(one, last) && overlaps(one, { start, end }))
    if (goesOn) whole[whole.length - 1] = { start: last.start, end }
    else whole.push({ start, end })
  }
  return whole
}

/** The sentences that cite a changed text, in the order of the texts and of their sentences. */
export const impactOfChange = <Id>(citing: readonly CitingText<Id>[]): Impact<Id>[] =>
  citing.flatMap(({ id, contentClean, citations }) => {
    const affected = sentencesOf(contentClean).filter((sentence) =>
      citations.some((one) => overlaps(one, sentence)),
    )
    const sentences = joined(affected, citations)
    return sentences.length === 0 ? [] : [{ id, sentences }]
  })

/** Bounds of an impact list. */
export const IMPACT = { perPage: 50, articlesMax: 10_000 } as const

export type ImpactDeps = Pick<WriteDeps, 'slugs' | 'store'> & {
  readonly citing: CitingTexts
  readonly cited: Pick<CitedTexts, 'read'>
}

/** An article with the words of its affected sentences. */
export type ImpactedText = Impact<Slug> & {
  readonly title: string
  readonly words: readonly string[]
}

export type ImpactList = {
  readonly slug: Slug
  readonly impacted: readonly ImpactedText[]
  /** The list was cut at its limit. */
  readonly more: boolean
}

const impactOfPage = async (
  { citing, cited }: ImpactDeps,
  text: Parameters<CitingTexts['citing']>[0],
  after: ArticleId | null,
): Promise<{ readonly impacted: ImpactedText[]; readonly after: ArticleId | null }> => {
  const found = await citing.citing(text, { after, limit: IMPACT.perPage, among: 'all' })
  const texts = new Map(
    (await cited.read(found.map(({ slug }) => slug))).map((one) => [one.slug, one]),
  )
  const list = found.flatMap(({ slug, citations }) => {
    const contentClean = texts.get(slug)?.contentClean
    return contentClean === undefined ? [] : [{ id: slug, contentClean, citations }]
  })
  const impacted = impactOfChange(list).map((impact) => {
    const { title = '', contentClean = '' } = texts.get(impact.id) ?? {}
    const words = impact.sentences.map(({ start, end }) => contentClean.slice(start, end))
    return { ...impact, title, words }
  })
  const isLast = found.length < IMPACT.perPage
  return { impacted, after: isLast ? null : (found.at(-1)?.articleId ?? null) }
}

/**
 * The public articles that cite a text, and the citing sentences, by slug; also for a text that is
 * no longer public. Refusals `text-unknown`, `never-published`.
 */
export const impactOf = async (
  deps: ImpactDeps,
  slug: Slug,
): Promise<ImpactList | DomainRefusal> => {
  const text = await loadText(deps, slug)
  if (isRefusal(text)) return text
  const [changed] = await citedAs(deps.store, [text.streamId])
  if (changed === undefined) return refuse('never-published')
  const impacted: ImpactedText[] = []
  let after: ArticleId | null = null
  do {
    const page: Awaited<ReturnType<typeof impactOfPage>> = await impactOfPage(deps, changed, after)
    impacted.push(...page.impacted)
    ;({ after } = page)
  } while (after !== null && impacted.length < IMPACT.articlesMax)
  return {
    slug,
    impacted: impacted
      .filter(({ id }) => id !== slug)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, IMPACT.articlesMax),
    more: after !== null,
  }
}
