/** Saves, renames, pauses and deletes searches, of the user's own account only. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import {
  NewSavedSearch,
  SAVED_SEARCH_LIMITS,
  type SavedSearch,
  SavedSearchChange,
} from '#contracts/http/saved-searches.ts'
import type { Slug } from '#contracts/ids.ts'
import { MailLanguage, Rhythm } from '#contracts/mail.ts'
import { field } from '#contracts/web/forms.ts'
import { originOf } from '../../routes/pages/origin.ts'
import { urlOf } from '../../routes/pages/frame.ts'
import { conceptLabels } from '../../public/concept-labels.ts'
import type { PublicTexts } from '../../public/ports.ts'
import {
  readAddress,
  requestOf,
  type SearchAddress,
  withFilter,
} from '../../public/search-address.ts'
import type { MailAdmin } from '../../mail/admin.ts'
import type { SavedSearchAdmin } from '../../saved-searches/admin.ts'
import type { SearchTarget } from '../../saved-searches/ports.ts'
import type { ConceptReader } from '../../vocabularies/ports.ts'
import {
  deleteSavedSearchPage,
  savedSearchPage,
  type SavedSearchState,
} from '../pages/saved-search.ts'
import type { MailState } from '../pages/mail.ts'
import { newSavedSearchPage, type SavedSearchForm } from '../pages/saved-search-form.ts'
import { SAVED_SEARCHES_PATH } from '../pages/saved-search-parts.ts'
import { savedSearchesPage } from '../pages/saved-searches.ts'
import { type Visit, type Web, type Wrong, wrongOf } from '../web.ts'
import { actorOf } from './keys.ts'

export type SavedSearchRouteDeps = {
  readonly savedSearches: SavedSearchAdmin
  /** null: the service sends no mail. */
  readonly mail: MailAdmin | null
  /** Titles of the texts that news are about. */
  readonly texts: Pick<PublicTexts, 'cards'>
  readonly concepts: Pick<ConceptReader, 'byId'>
}

const NEWS_SHOWN = 20
/** A search has at most 20 values of each filter. */
const FILTERS_CHARACTERS_MAX = 12_000
const DONE = [
  'saved',
  'renamed',
  'paused',
  'resumed',
  'renewed',
  'deleted',
  'mailed',
  'reminded',
] as const

const Before = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
})

/** The confirmation of an action that redirected here, from a closed list. */
const doneOf = ({ words: { searches } }: Visit, request: FastifyRequest): string | null => {
  const { done } = request.query as { readonly done?: unknown }
  const known = DONE.find((one) => one === done)
  return known === undefined ? null : searches.done[known]
}

/** What is in force on the day of the search changes by itself: a saved search names the day. */
const withoutToday = (address: SearchAddress): SearchAddress =>
  address.filters.has('inForce') && !address.filters.has('asOf')
    ? withFilter(address, 'inForce', [])
    : address

const isId = (text: string): boolean => z.uuid().safeParse(text).success
const UNKNOWN: Refusal = refusalByCode('saved-search-unknown')
const idIn = (text: string): string => (z.uuid().safeParse(text).success ? text : randomUUID())

/** The form as it was sent. Its filters are the query of a search. */
const formIn = (request: FastifyRequest): SavedSearchForm => {
  const query = field(request, 'filters', FILTERS_CHARACTERS_MAX)
  const { filters } = readAddress(new URL(`?${query}`, 'http://page.invalid'))
  const words = field(request, 'text').trim()
  return {
    searchId: idIn(field(request, 'searchId')),
    name: field(request, 'name').trim(),
    address: { words, filters, sort: null, page: 1, language: null },
    cites: field(request, 'cites').trim(),
    words: field(request, 'words') === 'any' ? 'any' : 'all',
  }
}

type WrongCode = keyof Visit['words']['searches']['wrong']

/** What a form asks for, or what is wrong with it. */
const wantedBy = ({ name, address, cites, words }: SavedSearchForm): NewSavedSearch | WrongCode => {
  const isCiting = cites !== ''
  if (isCiting && (address.words !== '' || address.filters.size > 0)) return 'search_or_cites'
  const request = requestOf(address, {})
  if ('wrong' in request) return 'filters'
  const { text, filters, includeHeadnotes } = request
  const asked = isCiting ? { cites } : { search: { text, filters, includeHeadnotes } }
  const wanted = NewSavedSearch.safeParse({ name, words, ...asked })
  if (wanted.success) return wanted.data
  const [issue] = wanted.error.issues
  if (issue?.path[0] === 'name') return 'name'
  return issue?.path.at(-1) === 'inForce' ? 'day_missing' : 'filters'
}

const conceptsOf = (searches: readonly SavedSearch[]): string[] =>
  searches.flatMap(({ search }) => search.filters.conceptIds ?? [])

const pathOf = ({ searchId }: Pick<SearchTarget, 'searchId'>): string =>
  `${SAVED_SEARCHES_PATH}/${searchId}`

export const addSavedSearchRoutes = (
  area: FastifyInstance,
  { savedSearches, texts, concepts, mail }: SavedSearchRouteDeps,
  web: Web,
): void => {
  const ownerIn = (request: FastifyRequest) => {
    const user = web.personIn(request)
    return { accountId: user.account.accountId, actor: actorOf(user) }
  }
  const targetIn = (request: FastifyRequest): SearchTarget => {
    const { id } = request.params as { readonly id: string }
    return { ...ownerIn(request), searchId: id }
  }
  const labelsOf = ({ language }: Visit, ids: readonly string[]) =>
    conceptLabels(concepts, language, ids)
  const cardsOf = (news: readonly { readonly slug: Slug }[]) =>
    texts.cards([...new Set(news.map(({ slug }) => slug))])

  const readerIn = (request: FastifyRequest) => ({
    ...ownerIn(request),
    userId: web.personIn(request).userId,
  })
  const mailIn = async (request: FastifyRequest): Promise<MailState | null> => {
    if (mail === null) return null
    const choice = await mail.one(readerIn(request), targetIn(request).searchId)
    return isRefusal(choice) ? null : { choice, email: web.personIn(request).email }
  }

  const showForm = async (
    request: FastifyRequest,
    reply: FastifyReply,
    given: SavedSearchForm,
    { notice = null, wrong = null }: { notice?: string | null; wrong?: Wrong | null } = {},
  ): Promise<FastifyReply> => {
    const visit = web.visitIn(request)
    const labels = await labelsOf(visit, given.address.filters.get('conceptIds') ?? [])
    const state = { given, concepts: labels, notice, wrong }
    return web.show(request, reply, newSavedSearchPage(visit, state))
  }

  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    state: Partial<Pick<SavedSearchState, 'wrong' | 'typedName'>> = {},
  ): Promise<FastifyReply> => {
    const target = targetIn(request)
    const search = await savedSearches.one(target)
    const { before } = Before.catch({}).parse(request.query)
    const page = { limit: NEWS_SHOWN, before: before === undefined ? null : Number(before) }
    const news = await savedSearches.news(target, page)
    if (isRefusal(search) || isRefusal(news)) return web.problem(request, reply, 'notFound')
    const visit = web.visitIn(request)
    const about = {
      mail: await mailIn(request),
      news,
      cards: await cardsOf(news.news),
      concepts: await labelsOf(visit, conceptsOf([search])),
      origin: originOf(request),
      done: doneOf(visit, request),
      wrong: null,
      typedName: null,
    }
    return web.show(request, reply, savedSearchPage(visit, search, { ...about, ...state }))
  }
  /** Shows the search with what was wrong, or leads to it with what was done. */
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: object | Refusal,
    done: (typeof DONE)[number],
  ): Promise<FastifyReply> => {
    if (!isRefusal(outcome)) return reply.redirect(`${pathOf(targetIn(request))}?done=${done}`, 303)
    request.failure = { code: outcome.refused }
    return show(request, reply.code(422), { wrong: wrongOf(web.visitIn(request).words, outcome) })
  }

  area.get('/saved-searches', async (request, reply) => {
    const visit = web.visitIn(request)
    const { accountId } = ownerIn(request)
    const listed = await savedSearches.list(accountId)
    const news = await savedSearches.recent(accountId, NEWS_SHOWN)
    const state = {
      listed,
      news,
      cards: await cardsOf(news),
      concepts: await labelsOf(visit, conceptsOf(listed)),
      done: doneOf(visit, request),
    }
    return web.show(request, reply, savedSearchesPage(visit, state))
  })

  area.get('/saved-searches/new', (request, reply) => {
    const { words } = web.visitIn(request)
    const asked = readAddress(urlOf(request))
    const address = withoutToday(asked)
    const name = address.words.slice(0, SAVED_SEARCH_LIMITS.nameCharactersMax)
    const given = { searchId: randomUUID(), name, address, cites: '', words: 'all' }
    const notice = address === asked ? null : words.searches.inForceLeftOut
    return showForm(request, reply, given, { notice })
  })

  area.post('/saved-searches', async (request, reply) => {
    const { words } = web.visitIn(request)
    const owner = ownerIn(request)
    const form = formIn(request)
    const { searchId } = form
    // A form that was sent twice: the search exists.
    const known = await savedSearches.one({ ...owner, searchId })
    if (!isRefusal(known)) return reply.redirect(pathOf({ searchId }), 303)
    const wanted = wantedBy(form)
    if (typeof wanted === 'string') {
      request.failure = { code: 'validation_failed' }
      const wrong = { code: wanted, text: words.searches.wrong[wanted] }
      return showForm(request, reply.code(422), form, { wrong })
    }
    const outcome = await savedSearches.save(owner, wanted, searchId)
    if (!isRefusal(outcome)) return reply.redirect(`${pathOf({ searchId })}?done=saved`, 303)
    request.failure = { code: outcome.refused }
    return showForm(request, reply.code(422), form, { wrong: wrongOf(words, outcome) })
  })

  area.get('/saved-searches/:id', (request, reply) => show(request, reply))

  area.post('/saved-searches/:id', async (request, reply) => {
    const { words } = web.visitIn(request)
    const typedName = field(request, 'name')
    const change = SavedSearchChange.safeParse({ name: typedName })
    if (!change.success) {
      request.failure = { code: 'validation_failed' }
      const wrong = { code: 'name', text: words.searches.wrong.name }
      return show(request, reply.code(422), { wrong, typedName })
    }
    const outcome = await savedSearches.change(targetIn(request), change.data)
    return answer(request, reply, outcome, 'renamed')
  })

  for (const [act, enabled, done] of [
    ['pause', false, 'paused'],
    ['resume', true, 'resumed'],
  ] as const)
    area.post(`/saved-searches/:id/${act}`, async (request, reply) =>
      answer(request, reply, await savedSearches.change(targetIn(request), { enabled }), done),
    )

  area.post('/saved-searches/:id/mail', async (request, reply) => {
    if (mail === null) return web.problem(request, reply, 'notFound')
    const { language } = web.visitIn(request)
    const { searchId } = targetIn(request)
    const wanted = {
      rhythm: Rhythm.safeParse(field(request, 'rhythm')).data ?? null,
      language: MailLanguage.safeParse(field(request, 'language')).data ?? language,
    }
    const outcome = isId(searchId)
      ? await mail.choose(readerIn(request), searchId, wanted)
      : UNKNOWN
    return isRefusal(outcome)
      ? web.problem(request, reply, 'notFound')
      : reply.redirect(`${pathOf({ searchId })}?done=mailed#mail`, 303)
  })

  area.post('/saved-searches/:id/mail/remind', async (request, reply) => {
    if (mail === null) return web.problem(request, reply, 'notFound')
    await mail.remind(readerIn(request))
    return reply.redirect(`${pathOf(targetIn(request))}?done=reminded#mail`, 303)
  })

  area.post('/saved-searches/:id/feed', async (request, reply) =>
    answer(request, reply, await savedSearches.renewFeed(targetIn(request)), 'renewed'),
  )

  area.get('/saved-searches/:id/delete', async (request, reply) => {
    const search = await savedSearches.one(targetIn(request))
    return isRefusal(search)
      ? web.problem(request, reply, 'notFound')
      : web.show(request, reply, deleteSavedSearchPage(web.visitIn(request), search))
  })

  area.post('/saved-searches/:id/delete', async (request, reply) => {
    const outcome = await savedSearches.remove(targetIn(request))
    return isRefusal(outcome)
      ? web.problem(request, reply, 'notFound')
      : reply.redirect(`${SAVED_SEARCHES_PATH}?done=deleted`, 303)
  })
}
