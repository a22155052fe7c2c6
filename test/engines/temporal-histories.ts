/**
 * Histories of real runs, kept so that every change of a workflow is replayed against what it once
 * did.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import type { Client } from '@temporalio/client'
import protocol from '@temporalio/proto'

const FOLDER = join(import.meta.dirname, '../../workflows/histories')
/**
 * The server's own binary form: the library's JSON form needs one copy of its parser, and npm may
 * install several.
 */
const EXTENSION = '.pb'
const { History } = protocol.temporal.api.history.v1

/** Folders, process and host of the recording machine are not part of a workflow's history. */
const withoutPlaces = (value: unknown): unknown => {
  if (typeof value === 'string') {
    return value
      .replaceAll(process.cwd(), '/checkout')
      .replaceAll(/\d+@[\w.-]*/g, 'worker')
      .replaceAll(new RegExp(`-?${hostname()}`, 'g'), '')
  }
  if (value instanceof Uint8Array) {
    return Buffer.from(String(withoutPlaces(Buffer.from(value).toString('utf8'))))
  }
  if (Array.isArray(value)) return value.map(withoutPlaces)
  if (typeof value !== 'object' || value === null || 'unsigned' in value) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutPlaces(one)]))
}

/** Keeps the history of a workflow under a name, if the run was started with RECORD_HISTORIES=1. */
export const recordHistory = async (
  client: Client,
  workflowId: string,
  name: string,
  which: 'last-run' | 'first-run' = 'last-run',
): Promise<void> => {
  if (process.env['RECORD_HISTORIES'] !== '1') return
  const { raw } = await client.workflow.getHandle(workflowId).describe()
  const runId =
    which === 'last-run' ? undefined : (raw.workflowExecutionInfo?.firstRunId ?? undefined)
  const fetched = await client.workflow.getHandle(workflowId, runId).fetchHistory()
  const history = History.fromObject(
    withoutPlaces(History.toObject(History.fromObject(fetched))) as object,
  )
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, `${name}${EXTENSION}`), History.encode(history).finish())
}

/** All that are kept. */
export const keptHistories = async () => {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith(EXTENSION))
  const names = files.map((file) => basename(file, EXTENSION)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const history = History.decode(await readFile(join(FOLDER, `${name}${EXTENSION}`)))
      const started = history.events[0]?.workflowExecutionStartedEventAttributes
      // Its own id, since the ids of its children follow from it.
      return { name, history, workflowId: started?.workflowId ?? name }
    }),
  )
}
