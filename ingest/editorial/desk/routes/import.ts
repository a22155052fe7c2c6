/** Import in the desk. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { field } from '#contracts/web/forms.ts'
import type { RunImport } from '../import-port.ts'
import { importPage, type ImportState, NO_MEMBERS, type TypedMembers } from '../pages/import.ts'
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

const PAGE: ImportState = { typed: NO_MEMBERS, wrong: null, checked: null, made: null }

export const addImport = async (
  area: FastifyInstance,
  web: DeskWeb,
  { runImport, uploads }: ImportDeps,
): Promise<void> => {
  await takeFiles(area)

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
    const folder = await uploads.folderOf(person.id, id)
    if (folder === null) return refused(request, reply, 'upload-expired', typed)
    const made = await runImport({ person, folder, members: membersOf(typed), dryRun: false })
    await uploads.remove(person.id, id)
    return web.show(request, reply, importPage(visit, { ...PAGE, made }))
  })
}
