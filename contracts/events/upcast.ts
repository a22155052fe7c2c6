import type { EventName } from './event.ts'

type Json = Record<string, unknown>
/** From one schema version to the next. Pure; a stored sample of every version proves it. */
type Upcaster = (data: Json) => Json

/**
 * `UPCASTERS.VersionPublished[1]` turns version 1 into version 2. Empty while every event is at
 * version 1.
 */
export const UPCASTERS: Partial<Record<EventName, Readonly<Record<number, Upcaster>>>> = {}

/** The version that new events of a name are written with: one more than its last upcaster. */
export const currentSchemaVersion = (name: EventName): number =>
  1 + Object.keys(UPCASTERS[name] ?? {}).length

/** Brings stored data to the current shape; data at the current version is returned as it is. */
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
