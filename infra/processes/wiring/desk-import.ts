/** The import, as the desk runs it: files of a signed-in person become drafts. */
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { staffActor } from '#contracts/staff.ts'
import type { ImportDeps } from '#ingest/command-handler/write-deps.ts'
import type { ImportReport, RunImport } from '#ingest/editorial/desk/import-port.ts'
import { makeUploads, type Uploads } from '#ingest/editorial/desk/uploads.ts'
import type { SourceRefusal } from '#ingest/sources/source-item.ts'
import { importCorpus } from '#workflows/import-corpus.ts'
import { openBoundedReader } from '../reading/bounded-reader.ts'
import { now } from './context.ts'

/** Most texts of one upload that are shown. */
const LISTED_MAX = 200

/** Files that editors sent, in the folder of the system for what may go at any time. */
export const deskUploads = (): Uploads =>
  makeUploads(join(tmpdir(), 'pandect-desk'), () => Date.now())

/** Runs imports of the desk in this process; a dry run decides everything and records nothing. */
export const deskImport =
  (deps: ImportDeps): RunImport =>
  async ({ person, folder, members, dryRun }): Promise<ImportReport> => {
    // Few people import at the desk, and the readers of texts are large.
    const { importPaths } = await import('#ingest/import/run.ts')
    const faults: SourceRefusal[] = []
    const notes: SourceRefusal[] = []
    const documents = openBoundedReader()
    try {
      const { listed, texts, newDrafts } = await importPaths({
        paths: [folder],
        members,
        listedMax: LISTED_MAX,
        deps,
        readDocument: documents.readDocument,
        context: {
          actor: staffActor(person.id),
          time: now(),
          correlationId: randomUUID(),
          causationId: null,
        },
        workflow: importCorpus,
        publish: false,
        dryRun,
        onRefusal: (refusal) => faults.push(refusal),
        onNote: (note) => notes.push(note),
      })
      return {
        total: texts,
        drafts: newDrafts,
        texts: listed.map(({ slug, title, hasNewDraft }) => ({
          slug,
          title,
          isUnchanged: !hasNewDraft,
        })),
        faults,
        notes,
      }
    } finally {
      await documents.close()
    }
  }
