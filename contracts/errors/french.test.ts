import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { refusalByCode } from '#contracts/fault.ts'
import { CATALOGUE } from './codes.ts'
import { FAULTS } from './faults.ts'
import { FRENCH } from './french.ts'
import { INTEGRITY_FLAGS, LOG_CODES, RPC_ERRORS } from './http.ts'
import { asSentence, refusalIn, refusalSentences } from './in-language.ts'

const ROOT = new URL('../../', import.meta.url)
/** What answers people of the team, and what it calls. */
const PLACES = '{ingest,contracts/web,contracts/http}/**/*.ts'
const sources = globSync(PLACES, { cwd: ROOT })
  .filter((path) => !/\.test\.|\.testing\./.test(path))
  .map((path) => readFileSync(new URL(path, ROOT), 'utf8'))
  .join('\n')

/** Answers to faults are `internal_error`; flags and the log have words of their own or none. */
const UNSAID: ReadonlySet<string> = new Set(
  [FAULTS, INTEGRITY_FLAGS, LOG_CODES, RPC_ERRORS].flatMap(Object.keys),
)
const ofQueryApi = /^(model_|spend_cap|too_many_repeats|ambiguous|conflicting_sources)/

test('each code that the desk or the editorial API can show has a French text', () => {
  const shown = Object.keys(CATALOGUE).filter(
    (code) =>
      !UNSAID.has(code) &&
      !ofQueryApi.test(code) &&
      new RegExp(`['"\`]${code}['"\`]|^\\s*${code}: \\[`, 'm').test(sources),
  )
  expect(shown.length).toBeGreaterThan(200)
  expect(shown.filter((code) => FRENCH[code] === undefined)).toEqual([])
})

test('a French text belongs to a code, and has a hint where the English one has', () => {
  const codes = Object.keys(FRENCH)
  expect(codes.filter((code) => !(code in CATALOGUE))).toEqual([])
  const hinted: Readonly<Record<string, readonly unknown[]>> = CATALOGUE
  expect(codes.filter((code) => (FRENCH[code]?.[1] ?? null) === null && hinted[code]?.[1])).toEqual(
    [],
  )
})

test('a French text is one line, has no full stop, and uses the apostrophe of print', () => {
  const texts = Object.values(FRENCH).flatMap((entry) => entry ?? [])
  expect(texts.filter((text) => text !== null && /\n|\.$|^$|'/.test(text))).toEqual([])
})

test('a refusal names its member, what was given and what is meant', () => {
  const refusal = {
    ...refusalByCode('content-type-unknown'),
    about: {
      member: 'contentType',
      value: '"doctrin"',
      allowed: ['doctrine'],
      closest: 'doctrine',
    },
  }
  expect(refusalIn('fr', refusal)).toEqual({
    reason: 'contentType\u00A0: ce type de contenu n’existe pas ("doctrin")',
    hint: 'vouliez-vous dire «\u00A0doctrine\u00A0»\u202F? (doctrine)',
  })
  expect(refusalIn('en', refusal).reason).toBe('there is no such content type')
  expect(refusalSentences('fr', refusalByCode('file-empty'))).toBe(
    'Ce fichier est vide. Retirez-le, ou cherchez pourquoi rien n’y a été écrit.',
  )
  expect(asSentence('did you mean x?')).toBe('Did you mean x?')
  // A member is typed as it is written.
  expect(refusalSentences('fr', refusal)).toMatch(/^contentType\u00A0: /)
  const reason = 'language has an unknown value: "q"'
  const english = { ...refusal, reason, about: { member: 'language' } }
  expect(refusalSentences('en', english)).toMatch(/^language has an unknown value: "q"\. /)
  const other = { ...english, reason: 'languages differ' }
  expect(refusalSentences('en', other)).toMatch(/^Languages differ\. /)
})
