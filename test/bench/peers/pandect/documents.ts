import { createHash } from 'node:crypto'
import { terms } from '#contracts/law/analysis/analyse.ts'
import { SearchDocument } from '#contracts/search/document.ts'
import type { TextReadModel } from '#query-api/ports.ts'
import { uuid } from '../../../contract/search-fixtures.ts'
import type { Passage } from '../peer.ts'

const NO_TAGS = {
  conceptIds: [],
  courtLevels: [],
  statusFlags: ['gray'],
  legalRuleTypes: [],
  doctrineSubtypes: [],
  legalDomains: [],
  treatmentTypes: [],
  courts: [],
  chambers: [],
  solutions: [],
  languages: ['fr'],
  cites: [],
  provisions: [],
} as const

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const slugOf = (id: number): string => `texte-${id}`
export const idOf = (slug: string): number => Number(slug.slice('texte-'.length))

/** A passage as a text of the index, analysed as the projection does. */
const documentOf = (passage: Passage, model: string): SearchDocument => {
  const { id, title, text, jurisdiction, contentType, day } = passage
  const hash = sha256(`${id} ${text}`)
  return SearchDocument.parse({
    id: `${uuid(id)}@1.0.0`,
    kind: 'article',
    articleId: uuid(id),
    slug: slugOf(id),
    sequence: 0,
    version: '1.0.0',
    current: true,
    validity: [],
    date: day,
    tags: {
      ...NO_TAGS,
      jurisdictions: [jurisdiction],
      contentTypes: [contentType],
      identifiers: [],
      years: [day.slice(0, 4)],
    },
    authority: 0,
    identifiers: [],
    titleTerms: terms(title).join(' '),
    bodyTerms: terms(text).join(' '),
    passages: [{ ordinal: 0, start: 0, end: text.length, textSha256: hash, heading: null }],
    model,
    contentSha256: hash,
    display: {
      title,
      abstract: null,
      jurisdiction: [jurisdiction],
      contentType,
      publishedAt: `${day}T00:00:00.000Z`,
      version: '1.0.0',
      sha256Hash: hash,
      statusFlag: 'gray',
      headnote: null,
    },
  })
}

export const textOf = (passage: Passage, model: string): TextReadModel => {
  const document = documentOf(passage, model)
  const { articleId } = document
  return { articleId, streamVersion: 1, article: null, documents: [document] }
}
