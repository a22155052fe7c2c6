/** The public texts that cite a text: those whom a change of it concerns. */
import type { ArticleContent } from '#contracts/content.ts'
import type { Slug } from '#contracts/ids.ts'
import { namesOfText } from '#contracts/law/citations/names.ts'
import type { CitingTexts } from '../../groundedness/ports.ts'
import type { CitedTexts } from '../../ports.ts'

/** Citing texts that a page names. */
const SHOWN_MAX = 50

export type CitingDeps = {
  readonly citing: CitingTexts
  readonly cited: Pick<CitedTexts, 'read'>
}

export type CitingText = { readonly slug: Slug; readonly title: string }

/** Texts that cite any of these wordings, by title; `SHOWN_MAX` at most. */
export const whoCites = async (
  { citing, cited }: CitingDeps,
  contents: readonly ArticleContent[],
): Promise<readonly CitingText[]> => {
  const [first] = contents
  if (first === undefined) return []
  const names = [...new Set(contents.flatMap((one) => namesOfText(one).map(({ name }) => name)))]
  if (names.length === 0) return []
  const found = await citing.citing(
    { names, jurisdiction: first.jurisdiction[0] ?? null },
    { after: null, limit: SHOWN_MAX, among: 'all' },
  )
  const slugs = found.map(({ slug }) => slug).filter((slug) => slug !== first.slug)
  const titles = await cited.read(slugs)
  return titles.map(({ slug, title }) => ({ slug, title }))
}
