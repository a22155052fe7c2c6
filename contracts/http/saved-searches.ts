/** Searches that an account keeps, and what they came to match since. */
import { z } from 'zod'
import { ArticleId, Instant, SemVer, Sha256Hex, Slug } from '../ids.ts'
import { integerParameter } from './query.ts'
import { NAME, NO_CONTROL, trimmedOf } from './request-text.ts'
import { SearchFilters, SearchRequest } from './search.ts'

export const SAVED_SEARCH_LIMITS = {
  /** Searches that one account may keep. */
  searchesMax: 100,
  nameCharactersMax: 200,
  citesCharactersMax: 300,
  /** A search that matches more texts is too broad to be followed. */
  textsMax: 10_000,
  /** Entries that hold a word of the search, or pass its filters, when it is saved. */
  entriesMax: 50_000,
  newsMax: 100,
  /** Older news of a search are forgotten. */
  newsKept: 200,
} as const

const name = trimmedOf(SAVED_SEARCH_LIMITS.nameCharactersMax)
  .regex(new RegExp(NO_CONTROL, 'u'), { error: 'must have no control characters' })
  .meta({ pattern: NAME, description: 'A name of your own.' })

/** How many of its words a text has to hold. */
export const WordsAsked = z.enum(['all', 'any']).meta({
  id: 'WordsAsked',
  description:
    '`all`: a hit holds each word of the text, or what it stands for; `any`: at least one, as `total` of a search without meaning counts.',
})
export type WordsAsked = z.infer<typeof WordsAsked>

/** The members of `POST /search` that decide what is found, without those of a page. */
export const SavedQuery = z
  .strictObject({
    text: SearchRequest.shape.text,
    filters: SearchRequest.shape.filters,
    includeHeadnotes: SearchRequest.shape.includeHeadnotes,
  })
  .superRefine(({ filters }, context) => {
    if (filters.inForce !== true || filters.asOf !== undefined) return
    context.addIssue({
      code: 'custom',
      path: ['filters', 'inForce'],
      message: 'what is in force changes with the day alone: name the day in asOf',
      params: { code: 'day_missing' },
    })
  })
  .meta({ id: 'SavedQuery' })
export type SavedQuery = z.infer<typeof SavedQuery>

/** The same in an answer. */
const ShownQuery = z
  .object({
    text: SearchRequest.shape.text,
    filters: z.object(SearchFilters.shape).meta({ id: 'SavedFilters' }).describe('As in a search.'),
    includeHeadnotes: SearchRequest.shape.includeHeadnotes,
  })
  .meta({ id: 'ShownQuery' })

/** Why a search is not followed. */
export const PausedCause = z.enum(['owner', 'too_broad'])
export type PausedCause = z.infer<typeof PausedCause>

export const SavedSearch = z
  .object({
    id: z.uuid(),
    name,
    search: ShownQuery.describe('What is searched.'),
    words: WordsAsked.describe('How many of its words a text has to hold.'),
    enabled: z.boolean().describe('Whether it is followed.'),
    pausedAt: Instant.nullable().describe('Since when it is not followed; null: it is.'),
    pausedCause: PausedCause.nullable().describe(
      '`owner`: you paused it; `too_broad`: it came to match more texts than a saved search may.',
    ),
    matches: z.int().nonnegative().describe('Texts that match it now.'),
    followsAfter: z
      .string()
      .regex(/^\d{15}$/)
      .describe('Texts that begin or cease to match above this position are told.'),
    feed: z
      .string()
      .describe(
        'Path of its Atom feed at this service. Whoever has the path can read it: keep it to yourself.',
      ),
    createdAt: Instant.describe('When it was saved.'),
  })
  .meta({ id: 'SavedSearch' })
export type SavedSearch = z.infer<typeof SavedSearch>

export const SavedSearchList = z
  .object({ searches: z.array(SavedSearch).describe('Oldest first.') })
  .meta({ id: 'SavedSearchList' })

export const NewSavedSearch = z
  .strictObject({
    name,
    search: SavedQuery.optional().describe(
      'As in `POST /search`, without the members of a page. Or give `cites`.',
    ),
    cites: trimmedOf(SAVED_SEARCH_LIMITS.citesCharactersMax)
      .optional()
      .describe(
        'Texts that cite this: a citation (`article 1240 du code civil`), or its name (`article:code-civil:1240`).',
      ),
    words: WordsAsked.default('all').describe('How many of its words a text has to hold.'),
  })
  .superRefine(({ search, cites }, context) => {
    if ((search === undefined) !== (cites === undefined)) return
    context.addIssue({
      code: 'custom',
      path: ['search'],
      message: 'give either search or cites',
      params: { code: 'search_or_cites' },
    })
  })
  .meta({
    id: 'NewSavedSearch',
    oneOf: [{ required: ['search'] }, { required: ['cites'] }],
  })
export type NewSavedSearch = z.infer<typeof NewSavedSearch>

export const SavedSearchChange = z
  .strictObject({
    name: name.optional(),
    enabled: z
      .boolean()
      .optional()
      .describe('`false`: nothing is told until it is `true` again; it then begins anew.'),
  })
  .meta({ id: 'SavedSearchChange' })
export type SavedSearchChange = z.infer<typeof SavedSearchChange>

export const MatchState = z.enum(['matched', 'unmatched'])
export type MatchState = z.infer<typeof MatchState>

const members = {
  articleId: ArticleId.describe('Id of the text.'),
  slug: Slug.describe('Slug of the text; of one that is gone its last one.'),
  version: SemVer.nullable().describe(
    'The version that is served; null: nothing is served of the text any more.',
  ),
  sha256Hash: Sha256Hex.nullable().describe('Hash of that version.'),
  position: z
    .string()
    .regex(/^\d{15}$/)
    .describe('Position of the log up to which the corpus was known.'),
}

/** That a text began or ceased to match. */
export const SearchNews = z
  .object({
    id: z.uuid().describe('The same in each delivery.'),
    state: MatchState.describe('`matched`: it began to match; `unmatched`: it ceased to.'),
    at: Instant.describe('When it was found.'),
    ...members,
  })
  .meta({ id: 'SearchNews' })
export type SearchNews = z.infer<typeof SearchNews>

export const SearchNewsList = z
  .object({
    news: z.array(SearchNews).describe('Newest first.'),
    next: z.string().nullable().describe('`before` of the next page; null: there is none.'),
  })
  .meta({ id: 'SearchNewsList' })
export type SearchNewsList = z.infer<typeof SearchNewsList>

export const SearchNewsQuery = z.strictObject({
  limit: integerParameter(z.int().min(1).max(SAVED_SEARCH_LIMITS.newsMax))
    .default(20)
    .meta({ default: 20, description: 'News at most.' }),
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('`next` of the page before.'),
})

export const SavedSearchParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'Id of the saved search.' }),
})

/** What a message of `search.matched` or `search.unmatched` says: no words of search or text. */
export const SearchNotice = z.object({
  id: z.uuid(),
  searchId: z.uuid(),
  ...members,
  links: z
    .object({ article: z.string().nullable(), page: z.string().nullable() })
    .describe('Paths at this service; null where nothing is served any more.'),
})
export type SearchNotice = z.infer<typeof SearchNotice>
