import { type Change, GONE_CHANGES } from '#contracts/changes/change.ts'
import { Slug } from '#contracts/ids.ts'
import { RESOURCE_URIS, RESOURCES_PER_PAGE } from '#contracts/mcp/resources.ts'
import { slugPages } from '../../http/cursors.ts'
import type { ArticleReader } from '../../ports.ts'
import type { PublicTexts } from '../../public/ports.ts'
import type { ListedResource, ResourceKind } from './resource.ts'

const JSON_TYPE = 'application/json'
const TTL_MS = 60_000

const uriOf = (slug: string): string => `${RESOURCE_URIS.articles}${slug}`

/** Whether a change adds a text to the list or takes one from it. */
export const changesTheList = ({ type }: Change): boolean =>
  type === 'article.published' || GONE_CHANGES.has(type)

/** Public texts, each as `GET /articles/{slug}` answers it. */
export const articleResources = (
  articles: Pick<ArticleReader, 'bySlug'>,
  texts: Pick<PublicTexts, 'after'>,
  cursorSecret: string,
): ResourceKind => {
  const pages = slugPages(cursorSecret, 'resources')
  return {
    scope: 'articles:read',
    operation: 'article',
    ttlMs: TTL_MS,
    template: {
      uriTemplate: `${RESOURCE_URIS.articles}{slug}`,
      name: 'article',
      title: 'Text of the corpus',
      description:
        'One published text (law, decision, doctrine) whole, with version, hash, validity, headnotes and colour of the citator. Costs what reading an article costs.',
      mimeType: JSON_TYPE,
    },
    listed: [],
    page: async (cursor) => {
      const after = cursor === null ? null : pages.slugOf(cursor)
      const found = await texts.after(after, RESOURCES_PER_PAGE + 1)
      const shown = found.slice(0, RESOURCES_PER_PAGE)
      const resources = shown.map(({ slug, title, updatedAt }): ListedResource => ({
        uri: uriOf(slug),
        name: slug,
        title,
        mimeType: JSON_TYPE,
        annotations: { lastModified: updatedAt },
      }))
      const last = found.length > shown.length ? shown.at(-1) : undefined
      return { resources, next: last === undefined ? null : pages.cursorAfter(last.slug) }
    },
    named: (uri) => {
      if (!uri.startsWith(RESOURCE_URIS.articles)) return null
      const slug = Slug.safeParse(uri.slice(RESOURCE_URIS.articles.length)).data
      if (slug === undefined) return null
      return {
        read: async () => {
          const { article, position } = await articles.bySlug(slug)
          if (article === null) return null
          return { contents: { uri, mimeType: JSON_TYPE, text: article.json }, position }
        },
        concerns: (change) => change.slug === slug,
        after: null,
      }
    },
  }
}
