/**
 * Why the points of a text have their colours, at any moment, and what a treatment would change.
 */
import type { Treatment } from '#contracts/events/others.ts'
import type { Article, StatusDerivation } from '#contracts/http/article.ts'
import type { ArticleId, Slug } from '#contracts/ids.ts'
import { colourOfText, colourWithSupports, derivationOf } from './colour.ts'
import type { AsOf, CitatorFact, PointKey } from '#contracts/law/treatment-log.ts'
import type { ArticleReader } from '../ports.ts'
import type { CitatorReader } from './ports.ts'
import {
  type CitatorFacts,
  contextOf,
  makeSupports,
  pointFactsOf,
  pointOf,
  supportsOf,
  supportTextsOf,
  treatmentsOf,
} from './text-citator.ts'

/** Texts that a what-if looks at, at most. */
export const EXPLAIN = { textsMax: 2_000 } as const

export type CitatorDeps = {
  readonly articles: Pick<ArticleReader, 'byId'>
  readonly citator: CitatorReader
}

/** A point as people name it. */
export type NamedPoint = { readonly slug: Slug | null; readonly sequence: number | null }

/** A point with its colour, what was done to it, and what it relies on. */
export type PointExplained = {
  readonly point: NamedPoint
  readonly legalRuleType: string | null
  readonly derivation: StatusDerivation
  readonly treatments: readonly Treatment[]
  readonly reliesOn: readonly NamedPoint[]
}

/** `colour`: of the text, the worst of its points. */
type TextExplained = {
  readonly slug: Slug
  readonly colour: StatusDerivation
  readonly points: readonly PointExplained[]
}

type Texts = ReadonlyMap<ArticleId, Article>

const readTexts = async (
  { articles }: CitatorDeps,
  ids: Iterable<ArticleId>,
): Promise<Map<ArticleId, Article>> => {
  const texts = new Map<ArticleId, Article>()
  for (const id of ids) {
    const { article } = await articles.byId(id)
    if (article !== null) texts.set(id, JSON.parse(article.json) as Article)
  }
  return texts
}

/** The served texts with their facts, and two steps of what they rely on. */
export const gather = async (
  deps: CitatorDeps,
  ids: readonly ArticleId[],
): Promise<{ readonly all: CitatorFacts; readonly texts: Texts }> => {
  const facts = new Map(await deps.citator.factsOf(ids))
  const seen = new Set(ids)
  for (let step = 0, from: readonly ArticleId[] = ids; step < 2; step += 1) {
    const next = [...new Set(from.flatMap((id) => supportTextsOf(facts.get(id) ?? [])))]
    const unread = next.filter((id) => !seen.has(id))
    for (const [id, own] of await deps.citator.factsOf(unread)) facts.set(id, own)
    for (const id of unread) seen.add(id)
    from = next
  }
  const texts = await readTexts(deps, seen)
  const contexts = [...texts].map(
    ([id, article]) => [id, { context: contextOf(article), changedAt: null }] as const,
  )
  return { all: { facts, texts: new Map(contexts) }, texts }
}

const named = (key: PointKey, texts: Texts): NamedPoint => {
  const { articleId, headnoteSequence } = pointOf(key)
  return { slug: texts.get(articleId)?.slug ?? null, sequence: headnoteSequence }
}

/** Every point of a served text at a moment; a text without headnotes is one point itself. Pure. */
const explainText = (
  article: Article,
  all: CitatorFacts,
  texts: Texts,
  asOf: AsOf,
): TextExplained => {
  const { citatorOf, coloursOf } = makeSupports(all, asOf)
  const text = citatorOf(article.id)
  const explained = (sequence: number | null, legalRuleType: string | null): PointExplained => {
    const facts = pointFactsOf(text, sequence, contextOf(article))
    const supports = supportsOf(text, sequence)
    return {
      point: { slug: article.slug, sequence },
      legalRuleType,
      derivation: derivationOf(
        colourWithSupports(facts, supports.map(coloursOf)),
        facts,
        asOf.validAt,
      ),
      treatments: treatmentsOf(text, sequence),
      reliesOn: supports.map((key) => named(key, texts)),
    }
  }
  const whole = explained(null, null)
  const points = article.headnotes.map((one) => ({
    explained: explained(one.sequence, one.legalRuleType),
    legalRuleType: one.legalRuleType,
  }))
  return {
    slug: article.slug,
    colour: colourOfText(
      points.map((one) => ({ ...one, derivation: one.explained.derivation })),
      whole.derivation,
    ),
    points: points.length === 0 ? [whole] : points.map((one) => one.explained),
  }
}

/** Explains a served text. */
export const explain = async (
  deps: CitatorDeps,
  article: Article,
  asOf: AsOf,
): Promise<TextExplained> => {
  const { all, texts } = await gather(deps, [article.id])
  return explainText(article, all, texts, asOf)
}

/** A point before and after; `sequence` null: the whole text. */
export type Change = NamedPoint & {
  readonly before: StatusDerivation
  readonly after: StatusDerivation
}

/** The texts that a change at one can reach: two steps of reliance back. */
const reachedFrom = async (
  { citator }: CitatorDeps,
  id: ArticleId,
): Promise<{ readonly ids: ArticleId[]; readonly more: boolean }> => {
  const first = await citator.reliersOf([id], EXPLAIN.textsMax + 1)
  const second = await citator.reliersOf(first, EXPLAIN.textsMax + 1)
  const ids = [...new Set([id, ...first, ...second])]
  return { ids: ids.slice(0, EXPLAIN.textsMax), more: ids.length > EXPLAIN.textsMax }
}

/**
 * What a treatment would change, point by point; nothing is recorded. `more`: a bound cut the texts
 * looked at.
 */
export const whatIf = async (
  deps: CitatorDeps,
  treatment: CitatorFact & { readonly type: 'TreatmentRecorded' },
  asOf: AsOf,
): Promise<{ readonly changes: Change[]; readonly more: boolean }> => {
  const target = treatment.data.treatment.target.articleId
  const { ids, more } = await reachedFrom(deps, target)
  const { all, texts } = await gather(deps, ids)
  const facts = new Map(all.facts).set(target, [...(all.facts.get(target) ?? []), treatment])
  const changes = ids.flatMap((id) => {
    const article = texts.get(id)
    if (article === undefined) return []
    const before = explainText(article, all, texts, asOf)
    const after = explainText(article, { ...all, facts }, texts, asOf)
    const whole = { slug: article.slug, sequence: null, before: before.colour, after: after.colour }
    const points = before.points.flatMap(({ point, derivation }, index) => {
      const next = after.points[index]?.derivation
      return point.sequence === null || next === undefined
        ? []
        : [{ ...point, before: derivation, after: next }]
    })
    return [whole, ...points]
  })
  return { changes, more }
}
