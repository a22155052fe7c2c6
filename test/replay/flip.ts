/** A fault for tests: one bit of one document of a build comes out wrong. */
import type { TextReadModel } from '#contracts/read-model.ts'
import type { Generation, ReadModelStore, SearchWriter } from '#query-api/ports.ts'

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

type Writers = { readonly store: ReadModelStore; readonly search: SearchWriter }

/** The same writers, one bit of which is wrong in every generation but `good`. */
export const withFlippedBit = (
  { store, search }: Writers,
  where: Flip,
  good: Generation,
): Writers => {
  const articles = spoilOne(withFlippedArticle)
  const documents = spoilOne(withFlippedDocument)
  return {
    store: {
      ...store,
      save: (generation, texts, reaching) => {
        const spoil = where === 'article' && generation !== good
        return store.save(generation, spoil ? articles(texts) : texts, reaching)
      },
    },
    search: {
      ...search,
      apply: (generation, texts, position) => {
        const spoil = where === 'search' && generation !== good
        return search.apply(generation, spoil ? documents(texts) : texts, position)
      },
    },
  }
}
