/** Ports of the public pages, in addition to those of the API. */
import type { Instant, Slug } from '#contracts/ids.ts'
import type { Article } from '#contracts/http/article.ts'

/** What a link to a text shows of it. */
export type TextCard = Pick<
  Article,
  | 'slug'
  | 'title'
  | 'contentType'
  | 'version'
  | 'licence'
  | 'statusFlag'
  | 'statusDerivation'
  | 'publishedAt'
  | 'validity'
>

/** A text as the map of the site lists it. */
export type ListedText = { readonly slug: Slug; readonly updatedAt: Instant }

/** A text as a list of all texts names it. */
export type NamedText = ListedText & { readonly title: string }

/** The read side of the read tables as pages need it, always of the live generation. */
export type PublicTexts = {
  /** Cards of these texts by slug; a text that is not public is absent. */
  cards(slugs: readonly Slug[]): Promise<ReadonlyMap<Slug, TextCard>>
  /** When a text of each part was last changed, part by part; every part but the last is full. */
  parts(size: number): Promise<readonly Instant[]>
  /** The texts of one part (from 0) by slug; empty: there is no such part. */
  part(index: number, size: number): Promise<readonly ListedText[]>
  /** Texts whose slugs follow this one, in an order that stays the same; null: from the first. */
  after(slug: Slug | null, limit: number): Promise<readonly NamedText[]>
}
