/** The kinds of resources, in the order of the list. */
import type { ChangesReader } from '../../changes/ports.ts'
import type { ArticleReader } from '../../ports.ts'
import type { PublicTexts } from '../../public/ports.ts'
import { articleResources } from './articles.ts'
import { changeResources } from './changes.ts'
import type { ResourceKind } from './resource.ts'

export type ResourceParts = {
  readonly articles: Pick<ArticleReader, 'bySlug'>
  readonly texts: Pick<PublicTexts, 'after'>
  readonly changes: ChangesReader
  /** Signs the cursors of the list. */
  readonly cursorSecret: string
}

export const resourcesOf = ({
  articles,
  texts,
  changes,
  cursorSecret,
}: ResourceParts): readonly ResourceKind[] => [
  changeResources(changes),
  articleResources(articles, texts, cursorSecret),
]
