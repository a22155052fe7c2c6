/** Forms with files as bodies of the editorial API: their fields in the shape of the JSON body. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import { areTooLarge, takeFiles } from '../desk/sent-files.ts'
import { UPLOAD_LIMITS } from '../desk/uploads.ts'

const Fields = z.looseObject({
  members: z.string().default('{}'),
  dryRun: z.string().optional(),
})

const membersIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new RequestInvalid([
      { path: 'members', code: 'invalid_json', message: 'the field is not JSON' },
    ])
  }
}

/** `true` and `false`; the schema of the body refuses everything else. */
const flagOf = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : text)

/** The body as JSON would say it, but for the bytes of the files, which stay beside it. */
const asJson = (request: FastifyRequest): unknown => {
  if (areTooLarge(request))
    throw new RequestInvalid([
      {
        path: 'files',
        code: 'body_too_large',
        message: `the files together may have at most ${UPLOAD_LIMITS.bytesMax} bytes`,
      },
    ])
  const { members, dryRun, files: _, ...others } = Fields.parse(request.body ?? {})
  return {
    ...others,
    members: membersIn(members),
    files: (request.sentFiles ?? []).map(({ name }) => ({ name, text: '' })),
    ...(dryRun === undefined ? {} : { dryRun: flagOf(dryRun) }),
  }
}

/** Takes forms with files in a group of routes, beside JSON. */
export const takeForms = async (api: FastifyInstance): Promise<void> => {
  await takeFiles(api)
  api.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return
    request.sentFiles ??= []
    request.body = asJson(request)
  })
}
