/** The adapter over a scripted server of its own, for one test. */
import { inspect } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import type { Fault } from '#contracts/fault.ts'
import { Position } from '#contracts/ids.ts'
import { documentOf, textOf } from './search-fixtures.ts'
import { type OpenedTypesense, openTypesense } from './typesense-opened.ts'
import { SCRIPTED_KEY, type ScriptedTypesense, startScripted } from './typesense-scripted.ts'

export const CATCH_UP_MS = 10_000
export const at = (position: number): Position => Position.parse(position)

/** Stands in what the scripted server says of itself; no fault may repeat it. */
export const SECRET = 'words of the engine that nobody may read'

export type Side = OpenedTypesense & { readonly server: ScriptedTypesense }

export const openSide = async (options?: { readonly tidied?: boolean }): Promise<Side> => {
  const server = await startScripted()
  const opened = await openTypesense({ url: server.url, key: server.key }, options)
  onTestFinished(async () => {
    server.script = () => null
    await opened.close()
    await server.stop()
  })
  return { ...opened, server }
}

export const applyOne = async (side: Side, position = 1, body = 'bail'): Promise<void> => {
  await side.writer.apply(1, [textOf([documentOf({ text: position, body })])], at(position))
  await side.index.waitFor(at(position), CATCH_UP_MS)
}

/**
 * The Fault of work that fails, which holds neither the key nor a word of the engine, however deep
 * one looks.
 */
export const fails = async (work: Promise<unknown>): Promise<Fault> => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ name: 'Fault' })
  const whole = inspect(error, { depth: 9, showHidden: true })
  expect(whole).not.toContain(SECRET)
  expect(whole).not.toContain(SCRIPTED_KEY)
  return error as Fault
}
