/** Watches of the user's own account: lists, adds and deletes them. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRefusal } from '#contracts/fault.ts'
import { Article } from '#contracts/http/article.ts'
import { WatchHandle } from '#contracts/http/recall.ts'
import { Slug } from '#contracts/ids.ts'
import { field } from '#contracts/web/forms.ts'
import { textPath } from '../../public/addresses.ts'
import type { PublicTexts } from '../../public/ports.ts'
import type { ArticleReader, StoredArticle } from '../../ports.ts'
import type { RecallAdmin } from '../../recall/admin.ts'
import type { RecallOwner } from '../../recall/ports.ts'
import { slugsOfRecalls } from '../pages/recall-parts.ts'
import {
  deleteWatchPage,
  newWatchPage,
  type WatchForm,
  WATCHES_PATH,
  watchesPage,
} from '../pages/watches.ts'
import { type Visit, type Web, type Wrong, wrongOf } from '../web.ts'
import { actorOf } from './keys.ts'

export type WatchRouteDeps = {
  readonly recall: RecallAdmin
  readonly texts: Pick<PublicTexts, 'cards'>
  /** Which points a text has. */
  readonly articles: Pick<ArticleReader, 'bySlug'>
}

const WATCHES_SHOWN = 50
const RECALLS_SHOWN = 20
const HANDLE_BYTES = 6
const DONE = ['added', 'deleted', 'allDeleted'] as const

/** The confirmation of an action that redirected here, from a closed list. */
const doneOf = ({ words: { watches } }: Visit, request: FastifyRequest): string | null => {
  const { done } = request.query as { readonly done?: unknown }
  const known = DONE.find((one) => one === done)
  return known === undefined ? null : watches.done[known]
}
const doneAt = (done: (typeof DONE)[number]): string => `${WATCHES_PATH}?done=${done}`

/** A handle in the query. */
const handleIn = (request: FastifyRequest, name: string): string | null => {
  const asked = (request.query as Readonly<Record<string, unknown>>)[name]
  return WatchHandle.safeParse(asked).data ?? null
}

/** The text that somebody names by its slug, or by the address of a page of it. */
const textNamed = (written: string): Slug | null => {
  const parsed = URL.canParse(written) ? new URL(written).pathname : written
  const [before, after] = parsed.split(textPath(''))
  const [slug] = (after === undefined ? (before ?? '') : after).split(/[/@]/)
  return Slug.safeParse(slug).data ?? null
}

const pointsOf = ({ json }: StoredArticle): number[] =>
  Article.pick({ headnotes: true })
    .parse(JSON.parse(json))
    .headnotes.map(({ sequence }) => sequence)

const formIn = (request: FastifyRequest): WatchForm => ({
  text: field(request, 'text').trim(),
  point: field(request, 'point').trim(),
  handle: field(request, 'handle').trim(),
})

export const addWatchRoutes = (
  area: FastifyInstance,
  { recall, texts, articles }: WatchRouteDeps,
  web: Web,
): void => {
  const ownerIn = (request: FastifyRequest): RecallOwner => {
    const user = web.personIn(request)
    return { accountId: user.account.accountId, actor: actorOf(user) }
  }

  /** Adds what a form asks for; returns what is wrong with it. */
  const add = async (
    { words }: Visit,
    accountId: string,
    { text, point, handle }: WatchForm,
  ): Promise<Wrong | null> => {
    const wrong = (code: keyof typeof words.watches.wrong): Wrong => ({
      code,
      text: words.watches.wrong[code],
    })
    const slug = textNamed(text)
    if (slug === null) return wrong('text')
    if (!WatchHandle.safeParse(handle).success) return wrong('handle')
    if (!isRefusal(await recall.watch(accountId, handle))) return wrong('taken')
    const headnoteSequence = point === '' ? null : Number(/^[1-9]\d{0,5}$/.exec(point)?.[0] ?? 0)
    if (headnoteSequence !== null) {
      const { article } = await articles.bySlug(slug)
      if (article !== null && !pointsOf(article).includes(headnoteSequence)) return wrong('point')
    }
    const outcome = await recall.watchServed(accountId, handle, { slug, headnoteSequence })
    return isRefusal(outcome) ? wrongOf(words, outcome) : null
  }

  area.get('/watches', async (request, reply) => {
    const { accountId } = ownerIn(request)
    const visit = web.visitIn(request)
    const page = { limit: RECALLS_SHOWN, before: null, of: 'watch' } as const
    const told = await recall.recalls(accountId, page)
    const after = handleIn(request, 'after')
    const state = {
      watched: await recall.watches(accountId, { limit: WATCHES_SHOWN, after }),
      told,
      cards: await texts.cards(slugsOfRecalls(told.recalls)),
      done: doneOf(visit, request),
    }
    return web.show(request, reply, watchesPage(visit, state))
  })

  area.get('/watches/new', (request, reply) => {
    const { text } = request.query as { readonly text?: unknown }
    const visit = web.visitIn(request)
    const handle = `${visit.words.watches.handlePrefix}-${randomBytes(HANDLE_BYTES).toString('hex')}`
    const given = { text: Slug.safeParse(text).data ?? '', point: '', handle }
    return web.show(request, reply, newWatchPage(visit, given, null))
  })

  area.post('/watches', async (request, reply) => {
    const visit = web.visitIn(request)
    const form = formIn(request)
    const wrong = await add(visit, ownerIn(request).accountId, form)
    if (wrong === null) return reply.redirect(doneAt('added'), 303)
    request.failure = { code: wrong.code.includes('-') ? wrong.code : 'validation_failed' }
    return web.show(request, reply.code(422), newWatchPage(visit, form, wrong))
  })

  area.get('/watches/delete', async (request, reply): Promise<FastifyReply> => {
    const handle = handleIn(request, 'handle')
    const found = handle === null ? null : await recall.watch(ownerIn(request).accountId, handle)
    return found === null || isRefusal(found)
      ? web.problem(request, reply, 'notFound')
      : web.show(request, reply, deleteWatchPage(web.visitIn(request), found.handle))
  })

  area.post('/watches/delete', async (request, reply) => {
    const { accountId } = ownerIn(request)
    const outcome = await recall.removeWatch(accountId, field(request, 'handle'))
    return isRefusal(outcome)
      ? web.problem(request, reply, 'notFound')
      : reply.redirect(doneAt('deleted'), 303)
  })

  area.get('/watches/delete-all', (request, reply) =>
    web.show(request, reply, deleteWatchPage(web.visitIn(request), null)),
  )

  area.post('/watches/delete-all', async (request, reply) => {
    await recall.removeWatches(ownerIn(request))
    return reply.redirect(doneAt('allDeleted'), 303)
  })
}
