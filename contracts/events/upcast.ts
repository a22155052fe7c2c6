import type { EventName } from './event.ts'

type Json = Record<string, unknown>
/** Converts one schema version to the next. Pure; tested on a stored sample of every version. */
type Upcaster = (data: Json) => Json

/**
 * `UPCASTERS.VersionPublished[1]` turns version 1 into version 2. Empty while every event is at
 * version 1.
 */
export const UPCASTERS: Partial<Record<EventName, Readonly<Record<number, Upcaster>>>> = {}

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
