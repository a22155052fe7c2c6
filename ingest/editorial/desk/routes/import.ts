/** Import in the desk. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignedPerson } from '#contracts/staff.ts'
import { field } from '#contracts/web/forms.ts'
import { z } from 'zod'
import type { ImportReport, RunImport } from '../import-port.ts'
import {
  IMPORT_PATH,
  importPage,
  type ImportState,
  NO_MEMBERS,
  type TypedMembers,
} from '../pages/import.ts'
import { areTooLarge, takeFiles } from '../sent-files.ts'
import { UPLOAD_LIMITS, type Uploads } from '../uploads.ts'
import { type DeskWeb, personOf } from '../visit.ts'

export type ImportDeps = { readonly runImport: RunImport; readonly uploads: Uploads }

const STATUS_REFUSED = 422

const typedIn = (request: FastifyRequest): TypedMembers => ({
  title: field(request, 'title').trim(),
  author: field(request, 'author').trim(),
  contentType: field(request, 'contentType'),
  language: field(request, 'language'),
  jurisdiction: field(request, 'jurisdiction'),
  licence: field(request, 'licence').trim(),
})

/** What was typed; what was not is left to the files. */
const membersOf = ({ jurisdiction, ...typed }: TypedMembers): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')),
  ...(jurisdiction === '' ? {} : { jurisdiction: [jurisdiction] }),
})

const Params = z.object({ id: z.uuid() })

const PAGE: ImportState = { typed: NO_MEMBERS, wrong: null, checked: null, made: null }

export const addImport = async (
  area: FastifyInstance,
  web: DeskWeb,
  { runImport, uploads }: ImportDeps,
): Promise<void> => {
  await takeFiles(area)

  /** Imports under way, by upload: a form that was sent twice waits for the first one. */
  const making = new Map<string, Promise<boolean>>()
  const make = async (person: SignedPerson, id: string, typed: TypedMembers): Promise<boolean> => {
    if ((await uploads.reportOf(person.id, id)) !== null) return true
    const folder = await uploads.folderOf(person.id, id)
    if (folder === null) return false
    const made = await runImport({ person, folder, members: membersOf(typed), dryRun: false })
    await uploads.finish(person.id, id, JSON.stringify(made))
    return true
  }
  /** False: the files are not kept any more. */
  const makeOnce = (person: SignedPerson, id: string, typed: TypedMembers): Promise<boolean> => {
    const key = `${person.id} ${id}`
    const known = making.get(key)
    if (known !== undefined) return known
    const made = make(person, id, typed).finally(() => making.delete(key))
    making.set(key, made)
    return made
  }

  const refused = (
    request: FastifyRequest,
    reply: FastifyReply,
    code: string,
    typed: TypedMembers,
  ): FastifyReply => {
    request.failure = { code: 'desk_import_refused' }
    const wrong = web.visitIn(request).words.refusals[code] ?? code
    const page = importPage(web.visitIn(request), { ...PAGE, typed, wrong })
    return web.show(request, reply.code(STATUS_REFUSED), page)
  }

  area.get('/import', (request, reply) =>
    web.show(request, reply, importPage(web.visitIn(request), PAGE)),
  )

  area.post('/import', { bodyLimit: UPLOAD_LIMITS.bytesMax }, async (request, reply) => {
    const visit = web.visitIn(request)
    const person = personOf(visit)
    const typed = typedIn(request)
    const files = request.sentFiles ?? []
    if (!person.scopes.has('editorial:draft'))
      return refused(request, reply, 'scope-missing', typed)
    if (areTooLarge(request)) return refused(request, reply, 'files-too-large', typed)
    if (files.length === 0) return refused(request, reply, 'files-missing', typed)
    const id = await uploads.keep(person.id, files)
    const folder = await uploads.folderOf(person.id, id)
    if (folder === null) return refused(request, reply, 'upload-expired', typed)
    const report = await runImport({ person, folder, members: membersOf(typed), dryRun: true })
    return web.show(request, reply, importPage(visit, { ...PAGE, typed, checked: { id, report } }))
  })

  area.post('/import/drafts', async (request, reply) => {
    const visit = web.visitIn(request)
    const person = personOf(visit)
    const typed = typedIn(request)
    if (!person.scopes.has('editorial:draft'))
      return refused(request, reply, 'scope-missing', typed)
    const id = field(request, 'upload')
    const isMade = await makeOnce(person, id, typed)
    if (!isMade) return refused(request, reply, 'upload-expired', typed)
    return reply.redirect(`${IMPORT_PATH}/made/${id}`, 303)
  })

  /** A page of its own, so that people come back to it and nothing is sent again. */
  area.get('/import/made/:id', async (request, reply) => {
    const params = Params.safeParse(request.params)
    const visit = web.visitIn(request)
    const report = params.success
      ? await uploads.reportOf(personOf(visit).id, params.data.id)
      : null
    if (report === null) return reply.redirect(IMPORT_PATH, 303)
    const made = JSON.parse(report) as ImportReport
    return web.show(request, reply, importPage(visit, { ...PAGE, made }))
  })
}
