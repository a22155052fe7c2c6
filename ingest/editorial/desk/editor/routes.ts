/**
 * The editor: `/desk/new` and `/desk/texts/:slug/edit`. Every button is a form that works without
 * script; what was typed is kept before anything else happens.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { slugFor } from '#contracts/canonical/identity.ts'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { Slug, SLUG_MAX } from '#contracts/ids.ts'
import { serveAssets, serveMadeAsset } from '#contracts/web/serve-assets.ts'
import { type ActOutcome, carryOutAct } from '../../carry-out.ts'
import { type EditorForm, readForm } from '../../scratch/form.ts'
import { contentOfForm, faultsOf, type FormFault } from '../../scratch/form-content.ts'
import { keepWhole } from '../../scratch/keep-whole.ts'
import { scratchOfNew, scratchOfText } from '../../scratch/ports.ts'
import { currentWording } from '../../scratch/recorded.ts'
import {
  type DraftConflict,
  saveDraft,
  saveNewText,
  sourceIdOfNew,
} from '../../scratch/save-draft.ts'
import { readScratch, textOfScratch } from '../../scratch/save-scratch.ts'
import { refusalText, SAVED_ONLY, textPath } from '../pages/parts.ts'
import { orBusy } from '../or-busy.ts'
import { requestedChanges } from '../requested-changes.ts'
import { viewText } from '../../text-view.ts'
import { DESK_PATH, type DeskVisit, type DeskWeb } from '../visit.ts'
import { editorScript, editorStyle } from './assets.ts'
import { closedBy, closedPage } from './closed-page.ts'
import { afterAct, readSent, type SentForm } from './fields.ts'
import { mergePage } from './merge-page.ts'
import { editorPage, type Shown, unsavedPage, writingRefused } from './page.ts'
import {
  besideOf,
  conceptsShown,
  type EditorDeps,
  editorPath,
  forgetRecorded,
  NEW,
  nowOf,
  type Present,
  presentOf,
  previewOf,
  QUERY_CHARACTERS_MAX,
  scratchDeps,
  searchConcepts,
  type Subject,
  TEXT,
  tagOfContent,
} from './present.ts'
import { addScriptRoutes } from './script-routes.ts'
import { editorWords } from './words/words.ts'

const UNSAVED_MAX = 50

const stampOf = (deps: EditorDeps) => ({ time: nowOf(deps), correlationId: randomUUID() })

type ShownOver = Partial<Omit<Shown, 'subject' | 'action' | 'concepts' | 'textSha256'>>

/** What a reviewer asked to change in the text. */
const requestedOf = async (
  { write }: EditorDeps,
  { subject }: Subject['key'],
): Promise<readonly string[]> => {
  if (subject.startsWith(NEW)) return []
  const text = await viewText(write, Slug.parse(subject.slice(TEXT.length)))
  return isRefusal(text) ? [] : (requestedChanges(text)?.reasons ?? [])
}

const shownOf = async (
  deps: EditorDeps,
  visit: DeskVisit,
  { key, action }: Subject,
  present: Pick<Present, 'form' | 'text' | 'base' | 'sequence' | 'leftAt'>,
  over: ShownOver = {},
): Promise<Shown> => ({
  subject: key.subject,
  action,
  ...present,
  // A page cannot show NUL.
  text: present.text.replaceAll('\0', ''),
  textSha256: sha256Hex(present.text),
  window: randomUUID(),
  concepts: await conceptsShown(deps, visit, present.form.concepts),
  found: null,
  faults: [],
  wrong: null,
  done: null,
  canBringBack: false,
  takesOver: false,
  requested: await requestedOf(deps, key),
  panel: null,
  preview: null,
  ...over,
})

const Query = z.object({
  show: z.enum(['preview', 'check']).optional().catch(undefined),
  part: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
  find: z.string().max(QUERY_CHARACTERS_MAX).optional().catch(undefined),
  done: z.enum(['discarded', 'back', 'kept', 'merged']).optional().catch(undefined),
})

const freeSlug = async (
  { write: { slugs } }: EditorDeps,
  form: EditorForm,
  sourceId: string,
): Promise<Slug> => {
  for (let count = 2; count < 20; count += 1) {
    const proposed = Slug.safeParse(`${form.slug.slice(0, SLUG_MAX - 3)}-${count}`)
    if (proposed.success && (await slugs.ownerOf(proposed.data)) === null) return proposed.data
  }
  return slugFor(form.title, sourceId)
}

/** Where the text is shown after it was saved. */
const donePath = (
  { slug }: ActOutcome,
  done: 'revise' | 'submit' | 'merged' | 'unchanged',
): string =>
  done === 'merged' ? `${textPath(slug)}/edit?done=merged` : `${textPath(slug)}?done=${done}`

export const addEditor = (area: FastifyInstance, web: DeskWeb, deps: EditorDeps): void => {
  const subjectOfNew = (request: FastifyRequest): Subject | null => {
    const id = z.object({ id: z.uuid() }).safeParse(request.params)
    if (!id.success) return null
    const newId = id.data.id.toLowerCase()
    const key = { person: web.personIn(request).id, subject: scratchOfNew(newId) }
    return { key, newId, slug: null, action: editorPath(key.subject) }
  }
  const subjectOfText = (request: FastifyRequest): Subject | null => {
    const found = z.object({ slug: Slug }).safeParse(request.params)
    if (!found.success) return null
    const { slug } = found.data
    const key = { person: web.personIn(request).id, subject: scratchOfText(slug) }
    return { key, newId: null, slug, action: editorPath(key.subject) }
  }
  const mayWrite = (request: FastifyRequest): boolean =>
    web.personIn(request).scopes.has('editorial:draft')
  const refuseWriting = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refused = 'scope-missing'
    request.failure = { code: refused }
    return web.show(request, reply.code(403), writingRefused(web.visitIn(request), refused))
  }

  const showEditor = async (
    request: FastifyRequest,
    reply: FastifyReply,
    shown: Shown,
  ): Promise<FastifyReply> => {
    const assets = { style: editorStyle, script: await editorScript() }
    return web.show(request, reply, editorPage(web.visitIn(request), assets, shown))
  }

  /** Null: the text takes a new wording, or there is no such text. */
  const showClosed = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { key, slug, action }: Subject,
  ): Promise<FastifyReply | null> => {
    const text = slug === null ? null : await viewText(deps.write, slug)
    const visit = web.visitIn(request)
    const refused = text === null || isRefusal(text) ? null : closedBy(text, visit)
    if (text === null || isRefusal(text) || refused === null) return null
    request.failure = { code: refused }
    const row = await readScratch(deps, key)
    const { done } = Query.parse(request.query)
    const own = editorWords(visit.language)
    const said = { discarded: own.discarded, back: own.broughtBack, kept: null, merged: null }
    const page = closedPage(visit, {
      text,
      refused,
      action,
      unsaved: row === null ? null : await textOfScratch(deps, key, row),
      done: done === undefined ? null : said[done],
      canBringBack: done === 'discarded',
    })
    return web.show(request, reply.code(409), page)
  }

  const showPresent = async (
    request: FastifyRequest,
    reply: FastifyReply,
    subject: Subject | null,
  ): Promise<FastifyReply> => {
    if (!mayWrite(request)) return refuseWriting(request, reply)
    const closed = subject === null ? null : await showClosed(request, reply, subject)
    if (closed !== null) return closed
    const found = subject === null ? null : await presentOf(deps, subject)
    if (subject === null || found === null || isRefusal(found))
      return web.problem(request, reply, 'notFound')
    const present = await forgetRecorded(deps, subject, found)
    const visit = web.visitIn(request)
    const own = editorWords(visit.language)
    const { show, part, find: query, done } = Query.parse(request.query)
    const asShown = done === undefined ? present : { ...present, leftAt: null }
    const said = {
      discarded: own.discarded,
      back: own.broughtBack,
      kept: own.scratchSaved,
      merged: own.merged,
    }
    const shown = await shownOf(deps, visit, subject, asShown, {
      done: done === undefined ? null : said[done],
      canBringBack: done === 'discarded',
      found: query === undefined ? null : await searchConcepts(deps, visit, query),
      panel: show === 'check' ? (await besideOf(deps, visit, present, null)).html : null,
      preview:
        show === 'preview' ? await previewOf(deps, visit, subject.key, present, { part }) : null,
    })
    return showEditor(request, reply, shown)
  }

  /** The page again with everything that was sent, and what is wrong. */
  const showSent = async (
    request: FastifyRequest,
    reply: FastifyReply,
    subject: Subject,
    {
      sent,
      faults = [],
      wrong = null,
      takesOver = false,
    }: {
      readonly sent: SentForm
      readonly faults?: readonly FormFault[]
      readonly wrong?: string | null
      readonly takesOver?: boolean
    },
  ): Promise<FastifyReply> => {
    const row = await readScratch(deps, subject.key)
    const present = {
      form: sent.form,
      text: sent.text,
      base: sent.base,
      sequence: row?.sequence ?? 0,
      leftAt: null,
    }
    const over = { faults, wrong, takesOver, window: sent.window }
    const shown = await shownOf(deps, web.visitIn(request), subject, present, over)
    return showEditor(request, reply.code(422), shown)
  }

  const refuseSent = (
    request: FastifyRequest,
    reply: FastifyReply,
    subject: Subject,
    sent: SentForm,
    refusal: Refusal,
  ): Promise<FastifyReply> => {
    request.failure = { code: refusal.refused }
    const visit = web.visitIn(request)
    const wrong =
      refusal.refused === 'scratch-moved-on'
        ? editorWords(visit.language).movedOn
        : refusalText(visit, refusal)
    const takesOver = refusal.refused === 'scratch-moved-on'
    return showSent(request, reply, subject, { sent, wrong, takesOver })
  }

  const showConflict = (
    request: FastifyRequest,
    reply: FastifyReply,
    { action }: Subject,
    sent: SentForm,
    conflict: DraftConflict,
  ): FastifyReply => {
    request.failure = { code: 'paragraphs-conflict' }
    const { form, text, window, sequence, base, against } = sent
    const page = mergePage(web.visitIn(request), editorStyle, {
      action,
      form,
      text,
      window,
      sequence,
      base: base ?? '',
      conflict,
      act: sent.act === 'submit' ? 'submit' : 'save',
      isWrong: against !== null && against === conflict.theirs,
    })
    return web.show(request, reply.code(409), page)
  }

  /** Submits what was saved; null: it is in review. */
  const submitRefusal = async (
    request: FastifyRequest,
    { slug, status }: ActOutcome,
  ): Promise<string | null> => {
    if (status === 'in_review') return null
    if (status === 'approved' || status === 'scheduled') return 'already-approved'
    const person = web.personIn(request)
    const submitted = await orBusy(
      carryOutAct(deps.write, person, slug, { act: 'submit' }, stampOf(deps)),
    )
    return isRefusal(submitted) ? submitted.refused : null
  }

  const submitAfter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    sent: SentForm,
    outcome: ActOutcome,
    isMerged: boolean,
  ): Promise<FastifyReply> => {
    const isDraft = outcome.status !== 'published' && outcome.status !== 'unpublished'
    if (!isDraft) return reply.redirect(donePath(outcome, 'unchanged'), 303)
    if (sent.act !== 'submit')
      return reply.redirect(donePath(outcome, isMerged ? 'merged' : 'revise'), 303)
    const refused = await submitRefusal(request, outcome)
    const merged = isMerged ? '&merged=1' : ''
    if (refused === null) return reply.redirect(`${donePath(outcome, 'submit')}${merged}`, 303)
    request.failure = { code: refused }
    const path = textPath(outcome.slug)
    return reply.redirect(`${path}?done=${SAVED_ONLY}&refused=${refused}`, 303)
  }

  const saveNew = async (
    request: FastifyRequest,
    reply: FastifyReply,
    subject: Subject,
    sent: SentForm,
    newId: string,
  ): Promise<FastifyReply> => {
    const person = web.personIn(request)
    const outcome = await orBusy(
      saveNewText({ write: deps.write }, person, newId, sent, stampOf(deps)),
    )
    if (!isRefusal(outcome)) return forget(request, reply, subject, sent, outcome, false)
    if (outcome.refused === 'slug-taken') {
      const own = editorWords(web.visitIn(request).language)
      const free = await freeSlug(deps, sent.form, sourceIdOfNew(newId))
      request.failure = { code: outcome.refused }
      const proposed = { ...sent, form: { ...sent.form, slug: free } }
      return showSent(request, reply, subject, { sent: proposed, wrong: own.slugTaken(free) })
    }
    // The form was sent twice: the text is there.
    if (outcome.refused === 'text-exists') {
      const content = contentOfForm(sent.form, sent.text, {
        content: null,
        sourceId: sourceIdOfNew(newId),
      })
      const again = { ...subject, slug: content.slug }
      return saveText(request, reply, again, { ...sent, base: tagOfContent(content) }, content.slug)
    }
    return refuseSent(request, reply, subject, sent, outcome)
  }

  const saveText = async (
    request: FastifyRequest,
    reply: FastifyReply,
    subject: Subject,
    sent: SentForm,
    slug: Slug,
  ): Promise<FastifyReply> => {
    const current = sent.base === null ? await currentWording(deps.write, slug) : null
    if (current !== null && isRefusal(current)) return web.problem(request, reply, 'notFound')
    const base = sent.base ?? current?.tag
    if (base === undefined) return web.problem(request, reply, 'invalid')
    const { form, text, choices, against } = sent
    const draft = {
      slug,
      base,
      draft: { form, text },
      choices: against === null ? null : { ...choices, against },
    }
    const ports = { write: deps.write, merge: deps.work.merge }
    const saved = await orBusy(saveDraft(ports, web.personIn(request), draft, stampOf(deps)))
    if (isRefusal(saved)) {
      // A text that was deleted before its publication has no wording, and is no unknown one.
      const view = await viewText(deps.write, slug)
      const closed = isRefusal(view) ? null : closedBy(view, web.visitIn(request))
      const refusal = closed === null ? saved : refusalByCode(closed)
      return refuseSent(request, reply, subject, sent, refusal)
    }
    if ('conflict' in saved) return showConflict(request, reply, subject, sent, saved.conflict)
    return forget(request, reply, subject, sent, saved.outcome, saved.isMerged)
  }

  /** What became a fact need not be kept. */
  const forget = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { key }: Subject,
    sent: SentForm,
    outcome: ActOutcome,
    isMerged: boolean,
  ): Promise<FastifyReply> => {
    const row = await deps.scratches.read(key)
    if (row?.window === sent.window) await deps.scratches.remove(key, row.sequence)
    return submitAfter(request, reply, sent, outcome, isMerged)
  }

  const save = async (
    request: FastifyRequest,
    reply: FastifyReply,
    subject: Subject,
    sent: SentForm,
  ): Promise<FastifyReply> => {
    const faults = faultsOf(sent.form, sent.text, subject.newId !== null)
    if (faults.length > 0) {
      request.failure = { code: 'draft-incomplete' }
      return showSent(request, reply, subject, { sent, faults })
    }
    if (subject.newId !== null) return saveNew(request, reply, subject, sent, subject.newId)
    return subject.slug === null
      ? web.problem(request, reply, 'notFound')
      : saveText(request, reply, subject, sent, subject.slug)
  }

  const receive = async (
    request: FastifyRequest,
    reply: FastifyReply,
    subject: Subject | null,
  ): Promise<FastifyReply> => {
    if (!mayWrite(request)) return refuseWriting(request, reply)
    if (subject === null) return web.problem(request, reply, 'notFound')
    const { act } = z
      .object({ act: z.string().catch('') })
      .catch({ act: '' })
      .parse(request.body)
    if (act === 'discard' || act === 'bring-back') {
      if (act === 'discard') await deps.scratches.discard(subject.key, nowOf(deps))
      else await deps.scratches.bringBack(subject.key)
      const done = act === 'discard' ? 'discarded' : 'back'
      return reply.redirect(`${subject.action}?done=${done}`, 303)
    }
    const sent = readSent(request)
    if (sent === null) return web.problem(request, reply, 'invalid')
    const changed = afterAct(sent.form, sent.act)
    const kept = await keepWhole(
      scratchDeps(deps),
      subject.key,
      { ...sent, form: changed ?? sent.form },
      nowOf(deps),
    )
    if (isRefusal(kept)) return refuseSent(request, reply, subject, sent, kept)
    const going = (query: string, place = ''): FastifyReply =>
      reply.redirect(`${subject.action}?${query}${place}`, 303)
    if (changed !== null)
      return going('done=kept', sent.act.includes('concept') ? '#concepts' : '#headnotes')
    switch (sent.act) {
      case 'preview':
        return going('show=preview', '#preview')
      case 'check':
        return going('show=check', '#beside')
      case 'find-concept':
        return going(new URLSearchParams({ find: sent.conceptQuery }).toString(), '#concepts')
      default:
        return save(request, reply, subject, { ...sent, base: kept.base })
    }
  }

  area.get('/new', async (request, reply) => {
    if (!mayWrite(request)) return refuseWriting(request, reply)
    const listed = await deps.scratches.list(web.personIn(request).id, UNSAVED_MAX)
    const unsaved = listed.filter(({ subject }) => subject.startsWith(NEW))
    if (unsaved.length === 0) return reply.redirect(`${DESK_PATH}/new/${randomUUID()}`, 303)
    const texts = unsaved.map(({ subject, members, changedAt }) => ({
      id: subject.slice(NEW.length),
      title: readForm(members).title,
      changedAt,
    }))
    return web.show(request, reply, unsavedPage(web.visitIn(request), texts, randomUUID()))
  })
  area.get('/new/:id', (request, reply) => showPresent(request, reply, subjectOfNew(request)))
  area.post('/new/:id', (request, reply) => receive(request, reply, subjectOfNew(request)))
  area.get('/texts/:slug/edit', (request, reply) =>
    showPresent(request, reply, subjectOfText(request)),
  )
  area.post('/texts/:slug/edit', (request, reply) =>
    receive(request, reply, subjectOfText(request)),
  )
  area.register(async (scope) => {
    await serveAssets(scope, DESK_PATH, [editorStyle])
    await serveMadeAsset(scope, DESK_PATH, editorScript)
  })
  addScriptRoutes(area, web, deps)
}
