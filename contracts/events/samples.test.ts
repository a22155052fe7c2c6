import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { canonicalJson } from '../canonical/canonical.ts'
import { sha256Hex } from '../canonical/hash.ts'
import { EventMetadata, EventName, EVENTS, parseNewEvent } from './event.ts'
import { currentSchemaVersion, upcast } from './upcast.ts'

/**
 * A recorded fact is never edited: each event, in each schema version that was ever written, has a
 * stored sample here, as the store answers it. To change an event, add a schema version with its
 * upcaster, a sample of the new version and its line in `sha256.json`; the old ones stay as they
 * are.
 */
const FOLDER = new URL('samples/', import.meta.url)
const SAMPLE = /^(?<name>[A-Za-z]+)\.v(?<version>\d+)\.json$/

const Sample = EventMetadata.extend({ type: EventName, data: z.record(z.string(), z.unknown()) })
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))
const files = readdirSync(FOLDER).filter((file) => SAMPLE.test(file))
const samples = files.map((file) => {
  const groups = SAMPLE.exec(file)?.groups
  return { file, name: EventName.parse(groups?.['name']), version: Number(groups?.['version']) }
})
const names = EventName.options

test.each(names)('%s has a sample of every schema version', (name) => {
  const versions = samples.filter((one) => one.name === name).map(({ version }) => version)
  const expected = Array.from({ length: currentSchemaVersion(name) }, (_, index) => index + 1)
  const wanted = expected.map((version) => `samples/${name}.v${version}.json`).join(', ')
  expect(
    versions.toSorted((a, b) => a - b),
    `as the store answers them: ${wanted}`,
  ).toEqual(expected)
})

test('no sample was ever edited, and the list has each of them', () => {
  // The hash is of the canonical form, so that a formatter may lay the file out anew.
  const hashes = samples.map(({ file }) => [
    file.replace('.json', ''),
    sha256Hex(canonicalJson(read(file))),
  ])
  expect(
    Object.fromEntries(hashes),
    'a line that is new (+) belongs in samples/sha256.json; a line that changed is an edited sample',
  ).toEqual(read('sha256.json'))
})

describe.each(samples)('$file', ({ file, name, version }) => {
  const sample = Sample.parse(read(file))

  test('matches its file name, and its payload hash is right', () => {
    expect(sample).toMatchObject({ type: name, schemaVersion: version })
    expect(sample.payloadHash, `payloadHash of ${file}`).toBe(sha256Hex(canonicalJson(sample.data)))
  })

  test('is upcast to the current shape without added or lost members', () => {
    const current = upcast(name, version, sample.data)
    expect(parseNewEvent(name, current)).toEqual({ type: name, data: current })
  })

  test('a member that the shape does not know is refused', () => {
    const current = upcast(name, version, sample.data)
    expect(EVENTS[name].safeParse({ ...current, misspelt: 1 }).success).toBe(false)
  })
})

// A changed snapshot is a changed contract: what the log holds may no longer be read. Update it
// (`-u`) only together with a new schema version, or for a change that every recorded event still
// fits.
test.each(names)('the shape of %s has not changed', (name) => {
  const schema = z.toJSONSchema(EVENTS[name], { io: 'input' })
  expect(schema).toMatchSnapshot(`${name} v${currentSchemaVersion(name)}`)
})
