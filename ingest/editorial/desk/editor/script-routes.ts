import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { markHidden } from '#contracts/web/hidden-marks.ts'
import { type ScratchKey, ScratchSubject } from '../../scratch/ports.ts'
import { saveScratch, ScratchSave } from '../../scratch/save-scratch.ts'
import type { DeskWeb } from '../visit.ts'
import { foundConcepts } from './page.ts'
import {
  besideOf,
  type EditorDeps,
  nowOf,
  presentOf,
  previewOf,
  QUERY_CHARACTERS_MAX,
  scratchDeps,
  searchConcepts,
} from './present.ts'
import { editorWords } from './words/words.ts'

/** A text of 4 MiB in JSON, whose escapes may double it. */
const JSON_BYTES_MAX = 10 * 1024 * 1024

const Find = z.object({ find: z.string().max(QUERY_CHARACTERS_MAX).catch('') })
const Subjects = z.object({ subject: ScratchSubject })
const Asked = Subjects.extend({ focus: z.int().nonnegative().nullable().catch(null) })
const Saving = Subjects.extend({ save: ScratchSave })

const keyIn = (web: DeskWeb, request: FastifyRequest, subject: ScratchSubject): ScratchKey => ({
  person: web.personIn(request).id,
  subject,
})

const refuse = (
  request: FastifyRequest,
  reply: FastifyReply,
  { refused }: Refusal,
): FastifyReply => {
  request.failure = { code: refused }
  return reply.code(409).send({ refused })
}

/** What the script of the editor asks for. */
export const addScriptRoutes = (area: FastifyInstance, web: DeskWeb, deps: EditorDeps): void => {
  /** What is typed now, and where; null: the request was refused. */
  const askedIn = async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = Asked.safeParse(request.body)
    if (!asked.success) {
      await reply.code(400).send({ refused: 'invalid' })
      return null
    }
    const { subject, focus } = asked.data
    const key = keyIn(web, request, subject)
    const present = await presentOf(deps, { key, action: '', newId: null, slug: null })
    if (!isRefusal(present)) return { key, focus, present, visit: web.visitIn(request) }
    await refuse(request, reply, present)
    return null
  }

  area.register(async (scope) => {
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: JSON_BYTES_MAX },
      (_request, body, done) => {
        try {
          done(null, JSON.parse(String(body)))
        } catch {
          done(null, null)
        }
      },
    )
    scope.post('/editor/scratch', async (request, reply) => {
      const asked = Saving.safeParse(request.body)
      if (!asked.success) return reply.code(400).send({ refused: 'invalid' })
      const { subject, save } = asked.data
      if (!web.personIn(request).scopes.has('editorial:draft'))
        return refuse(request, reply, refusalByCode('scope-missing'))
      const key = keyIn(web, request, subject)
      const saved = await saveScratch(scratchDeps(deps), key, save, nowOf(deps))
      return isRefusal(saved) ? refuse(request, reply, saved) : reply.send(saved)
    })

    scope.post('/editor/annotations', async (request, reply) => {
      const asked = await askedIn(request, reply)
      if (asked === null) return reply
      const { visit, present, focus } = asked
      const { html, marks } = await besideOf(deps, visit, present, focus)
      return reply.send({ html: markHidden(html, visit.words), marks })
    })

    scope.post('/editor/preview', async (request, reply) => {
      const asked = await askedIn(request, reply)
      if (asked === null) return reply
      const { visit, key, present, focus } = asked
      const html = await previewOf(deps, visit, key, present, { focus: focus ?? 0 })
      return reply.send({ html: markHidden(html, visit.words) })
    })

    scope.get('/editor/concepts', async (request, reply) => {
      const { find } = Find.parse(request.query)
      const visit = web.visitIn(request)
      const found = await searchConcepts(deps, visit, find)
      return reply.send({ html: foundConcepts(editorWords(visit.language), found) })
    })

    /** What a window needs after somebody signed in again. */
    scope.get('/editor/session', (request, reply) =>
      reply.send({ csrf: web.visitIn(request).csrf, person: web.personIn(request).id }),
    )
  })
}
