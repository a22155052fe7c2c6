/** Imports over HTTP: files become drafts, or a report of what is wrong with them. */
import { basename } from 'node:path'
import { z } from 'zod'
import { refusalIn } from '#contracts/errors/in-language.ts'
import { Fault } from '#contracts/fault.ts'
import { Slug } from '#contracts/ids.ts'
import type { Language } from '#contracts/web/language.ts'
import type { SourceRefusal } from '../../../sources/source-item.ts'
import { UPLOAD_LIMITS } from '../../desk/uploads.ts'
import type { EditorialDeps } from '../deps.ts'
import { defineRead, type Endpoint } from '../endpoint.ts'
import { languageOf } from '../language.ts'

const SentFile = z
  .strictObject({
    name: z.string().min(1).max(200).describe('With its extension, which says what it is.'),
    text: z.string().optional().describe('Of a text file.'),
    base64: z.base64().optional().describe('Of any file, such as Word or PDF.'),
  })
  .refine(({ text, base64 }) => (text === undefined) !== (base64 === undefined), {
    error: 'give either text or base64',
    params: { code: 'one_of' },
  })

const ImportBody = z.strictObject({
  files: z.array(SentFile).min(1).max(UPLOAD_LIMITS.filesMax),
  members: z
    .record(z.string().max(60), z.unknown())
    .default({})
    .describe('Members of the record for files that do not state them.'),
  dryRun: z.boolean().default(true).describe('Decide everything, record nothing.'),
})

const Line = z
  .object({
    file: z.string(),
    line: z.int().nullable(),
    code: z.string(),
    reason: z.string(),
    hint: z.string(),
  })
  .meta({ id: 'ImportLine' })

const Report = z
  .object({
    texts: z
      .array(
        z.object({
          slug: Slug,
          title: z.string().nullable(),
          isUnchanged: z.boolean().describe('Whether the files write no draft of it.'),
        }),
      )
      .describe('The texts of the files, in their order.'),
    faults: z.array(Line).describe('Everything that is wrong, each with its file and line.'),
    notes: z.array(Line).describe('What was left out or repaired.'),
    dryRun: z.boolean(),
  })
  .meta({ id: 'ImportReport' })

/** The answer does not reveal where the files were kept. */
const lineIn =
  (language: Language) =>
  (refusal: SourceRefusal): z.infer<typeof Line> => ({
    file: basename(refusal.file),
    line: refusal.line,
    code: refusal.refused,
    ...refusalIn(language, refusal),
  })

const bytesOf = ({ text, base64 }: z.infer<typeof SentFile>): Buffer =>
  base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64')

const importTexts = ({ uploads, runImport }: EditorialDeps): Endpoint =>
  defineRead({
    operationId: 'importTexts',
    method: 'POST',
    path: '/imports',
    scopes: ['editorial:draft'],
    summary: 'Import files as drafts',
    description:
      'Markdown, Word, PDF, JSON lines, tar archives and the formats of publishers, as `pandect import` reads them, in JSON or as a form with files (`multipart/form-data`). A dry run (the default) says line by line what is wrong. Nothing is published. A state that is recorded already is left alone, so the same files may be sent again and need no Idempotency-Key.',
    tag: 'Texts',
    body: ImportBody,
    form: {
      type: 'object',
      required: ['files'],
      properties: {
        files: {
          type: 'array',
          maxItems: UPLOAD_LIMITS.filesMax,
          items: { type: 'string', contentMediaType: 'application/octet-stream' },
          description: 'Each with its name, whose extension says what it is; 64 MiB together.',
        },
        members: {
          type: 'string',
          contentMediaType: 'application/json',
          description: 'As `members` of the JSON body.',
        },
        dryRun: { type: 'string', enum: ['true', 'false'], default: 'true' },
      },
    },
    answer: Report,
    refusals: {},
    handle: async ({ person, headers, files: ofForm, body: { files, members, dryRun } }) => {
      const language = languageOf({ headers })
      const sent = ofForm ?? files.map((file) => ({ name: file.name, bytes: bytesOf(file) }))
      const id = await uploads.keep(person.id, sent)
      try {
        const folder = await uploads.folderOf(person.id, id)
        if (folder === null) throw new Fault('aborted')
        const { texts, faults, notes } = await runImport({ person, folder, members, dryRun })
        return {
          headers: { 'Content-Language': language },
          body: {
            texts: [...texts],
            faults: faults.map(lineIn(language)),
            notes: notes.map(lineIn(language)),
            dryRun,
          },
        }
      } finally {
        await uploads.remove(person.id, id)
      }
    },
  })

export const IMPORTS = [importTexts] as const
