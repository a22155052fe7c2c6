import type { EventName } from './event.ts'

type Json = Record<string, unknown>
/** Converts one schema version to the next. Pure; tested on a stored sample of every version. */
type Upcaster = (data: Json) => Json

/** Threads of comments could not be erased before. */
const withoutThread: Upcaster = (data) => ({ ...data, thread: null })

/**
 * Who retracted was told by the reason alone. Where its words were erased, the retraction is taken
 * for an editor's, which stays.
 */
const withRetracter: Upcaster = (data) => ({
  ...data,
  by: data['reason'] === 'the publisher no longer states it' ? 'publisher' : 'editor',
})

/** `UPCASTERS.VersionPublished[1]` turns version 1 into version 2. */
export const UPCASTERS: Partial<Record<EventName, Readonly<Record<number, Upcaster>>>> = {
  ErasureRequested: { 1: withoutThread },
  TreatmentRetracted: { 1: withRetracter },
  WordingErased: { 1: withoutThread },
}

/** The schema version of new events: one more than the last upcaster. */
export const currentSchemaVersion = (name: EventName): number =>
  1 + Object.keys(UPCASTERS[name] ?? {}).length

/** Upcasts stored data to the current schema version. */
export const upcast = (name: EventName, schemaVersion: number, data: Json): Json => {
  const steps = UPCASTERS[name] ?? {}
  let current = data
  for (let version = schemaVersion; version < currentSchemaVersion(name); version += 1) {
    const step = steps[version]
    if (step === undefined) throw new RangeError(`no upcaster for ${name} v${version}`)
    current = step(current)
  }
  return current
}
