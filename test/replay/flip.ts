/** A fault for tests: one bit of one document of a build comes out wrong. */
import type { Position } from '#contracts/ids.ts'
import type { Generation, TextReadModel } from '#query-api/ports.ts'
import type { ProjectedText } from '#query-api/projections/articles/ports.ts'
import type { Projection } from '#query-api/projections/projection.ts'

export type Flip = 'article' | 'search'

const flipped = (text: string): string =>
  String.fromCharCode(text.charCodeAt(0) ^ 1) + text.slice(1)

const withFlippedArticle = <Text extends TextReadModel>(text: Text): Text =>
  text.article === null
    ? text
    : { ...text, article: { ...text.article, title: flipped(text.article.title) } }

const withFlippedDocument = <Text extends TextReadModel>(text: Text): Text => ({
  ...text,
  documents: text.documents.map((document, index) =>
    index === 0 ? { ...document, bodyTerms: flipped(document.bodyTerms) } : document,
  ),
})

/** Spoils the first text that is built, and the same one each time it is written again. */
const spoilOne = (flip: <Text extends TextReadModel>(text: Text) => Text) => {
  let spoiled: string | null = null
  return <Text extends TextReadModel>(texts: readonly Text[]): Text[] =>
    texts.map((text) => {
      if (text.documents.length > 0) spoiled ??= text.articleId
      return text.articleId === spoiled ? flip(text) : text
    })
}

/** The same projections, one bit of which is wrong in every generation but `good`. */
export const withFlippedBit = (
  projections: readonly Projection[],
  where: Flip,
  good: Generation,
): Projection[] => {
  const articles = spoilOne(withFlippedArticle)
  const documents = spoilOne(withFlippedDocument)
  return projections.map((one): Projection => {
    if (where === 'article' && one.name === 'articles' && one.handles === 'texts')
      return {
        ...one,
        apply: (generation: Generation, texts: readonly ProjectedText[]) =>
          one.apply(generation, generation === good ? texts : articles(texts)),
      }
    if (where === 'search' && one.handles === 'committed texts')
      return {
        ...one,
        apply: (generation: Generation, texts: readonly TextReadModel[], position: Position) =>
          one.apply(generation, generation === good ? texts : documents(texts), position),
      }
    return one
  })
}
