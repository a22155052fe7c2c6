/** Saved searches: list, save, read, change, delete, and what they came to match. */
import { z } from 'zod'
import { isRefusal } from '#contracts/fault.ts'
import {
  NewSavedSearch,
  SAVED_SEARCH_LIMITS,
  SavedSearch,
  SavedSearchChange,
  SavedSearchList,
  SavedSearchParams,
  SearchNewsList,
  SearchNewsQuery,
} from '#contracts/http/saved-searches.ts'
import { defineEndpoint, errorAnswer, INVALID_BODY, jsonAnswer } from '../../http/endpoint.ts'
import type { SavedSearchAdmin } from '../../saved-searches/admin.ts'
import { send } from '../webhooks/problems.ts'
import { NO_SEARCH, refuse, targetIn } from './problems.ts'

type Deps = { readonly savedSearches: SavedSearchAdmin }

const COMMON = {
  scope: 'webhooks:manage',
  price: null,
  tag: 'Saved searches',
  answerHeaders: {},
} as const

export const listSavedSearchesEndpoint = ({ savedSearches }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'listSavedSearches',
    method: 'GET',
    path: '/saved-searches',
    summary: 'List the saved searches of the account',
    description: 'Each with how many texts match it, and with the path of its feed. Free.',
    note: ': searches of which the account is told (free)',
    answers: { 200: jsonAnswer('The saved searches.', SavedSearchList) },
    handle: async (request, reply) =>
      send(reply, { searches: await savedSearches.list(targetIn(request, '').accountId) }),
  })

export const saveSearchEndpoint = ({ savedSearches }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'saveSearch',
    method: 'POST',
    path: '/saved-searches',
    summary: 'Save a search',
    description: `From now on the account is told when a text begins or ceases to match: by webhooks of type \`search.matched\` and \`search.unmatched\`, by an Atom feed, and in \`GET /saved-searches/{id}/news\`. A text matches if it passes the filters and, where the search has words, holds all of them (\`words: any\`: one of them), or is what a citation in the text names. Nearness in meaning matches nothing. Name and search are kept sealed. An account has ${SAVED_SEARCH_LIMITS.searchesMax} saved searches at most, and each matches ${SAVED_SEARCH_LIMITS.textsMax} texts at most. Free.`,
    note: ': be told when a text begins or ceases to match a search (free)',
    body: NewSavedSearch,
    answers: { 201: jsonAnswer('The saved search.', SavedSearch), 400: INVALID_BODY },
    handle: async (request, reply) => {
      const { accountId, actor } = targetIn(request, '')
      const outcome = await savedSearches.save({ accountId, actor }, request.body)
      return isRefusal(outcome) ? refuse(request, reply, outcome) : send(reply, outcome, 201)
    },
  })

export const savedSearchEndpoint = ({ savedSearches }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'getSavedSearch',
    method: 'GET',
    path: '/saved-searches/:id',
    summary: 'Read a saved search',
    description: 'One saved search of the account. Free.',
    note: ': one saved search (free)',
    params: SavedSearchParams,
    answers: { 200: jsonAnswer('The saved search.', SavedSearch), 404: NO_SEARCH },
    handle: async (request, reply) => {
      const outcome = await savedSearches.one(targetIn(request, request.params.id))
      return isRefusal(outcome) ? refuse(request, reply, outcome) : send(reply, outcome)
    },
  })

export const changeSavedSearchEndpoint = ({ savedSearches }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'changeSavedSearch',
    method: 'PATCH',
    path: '/saved-searches/:id',
    summary: 'Rename, pause or resume a saved search',
    description:
      'Members that are absent stay as they are. What a search asks does not change: save another one. Nothing is told of a paused search; once resumed it begins with the texts that match at that moment. Free.',
    note: ': rename, pause or resume (free)',
    params: SavedSearchParams,
    body: SavedSearchChange,
    answers: {
      200: jsonAnswer('The saved search as it is now.', SavedSearch),
      400: INVALID_BODY,
      404: NO_SEARCH,
    },
    handle: async (request, reply) => {
      const target = targetIn(request, request.params.id)
      const outcome = await savedSearches.change(target, request.body)
      return isRefusal(outcome) ? refuse(request, reply, outcome) : send(reply, outcome)
    },
  })

export const renewSearchFeedEndpoint = ({ savedSearches }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'renewSearchFeed',
    method: 'POST',
    path: '/saved-searches/:id/feed',
    summary: 'Give the feed of a saved search another path',
    description:
      'For when the path of the feed came into wrong hands: it ends at once, and `feed` has another one. Free.',
    note: ': another path for its feed; the old one ends (free)',
    params: SavedSearchParams,
    answers: {
      200: jsonAnswer('The saved search as it is now.', SavedSearch),
      400: errorAnswer('`validation_failed`: a header is malformed or sent twice.'),
      404: NO_SEARCH,
    },
    handle: async (request, reply) => {
      const outcome = await savedSearches.renewFeed(targetIn(request, request.params.id))
      return isRefusal(outcome) ? refuse(request, reply, outcome) : send(reply, outcome)
    },
  })

const Deleted = z
  .object({ id: z.uuid(), deleted: z.literal(true).describe('It is gone.') })
  .meta({ id: 'DeletedSavedSearch' })

export const deleteSavedSearchEndpoint = ({ savedSearches }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'deleteSavedSearch',
    method: 'DELETE',
    path: '/saved-searches/:id',
    summary: 'Delete a saved search',
    description: 'Its news and its feed are deleted with it. Free.',
    note: ': delete a saved search with its news (free)',
    params: SavedSearchParams,
    answers: {
      200: jsonAnswer('It is deleted.', Deleted),
      400: errorAnswer('`validation_failed`: a header is malformed or sent twice.'),
      404: NO_SEARCH,
    },
    handle: async (request, reply) => {
      const outcome = await savedSearches.remove(targetIn(request, request.params.id))
      return isRefusal(outcome)
        ? refuse(request, reply, outcome)
        : send(reply, { id: outcome.searchId, deleted: true })
    },
  })

export const searchNewsEndpoint = ({ savedSearches }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'listSearchNews',
    method: 'GET',
    path: '/saved-searches/:id/news',
    summary: 'List what a saved search came to match',
    description: `Texts that began or ceased to match since it was saved, newest first, without words of any text. The last ${SAVED_SEARCH_LIMITS.newsKept} are kept. Free.`,
    note: ': texts that began or ceased to match (free)',
    params: SavedSearchParams,
    querystring: SearchNewsQuery,
    answers: { 200: jsonAnswer('A page of news.', SearchNewsList), 404: NO_SEARCH },
    handle: async (request, reply) => {
      const { limit, before } = request.query
      const page = { limit, before: before === undefined ? null : Number(before) }
      const outcome = await savedSearches.news(targetIn(request, request.params.id), page)
      return isRefusal(outcome) ? refuse(request, reply, outcome) : send(reply, outcome)
    },
  })
