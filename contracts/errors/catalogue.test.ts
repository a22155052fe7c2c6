import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TargetResolution } from '../citation-index.ts'
import { HttpErrorCode } from '../http/error.ts'
import { IntegrityCode } from '../vocabulary/integrity.ts'
import { CATALOGUE, ERROR_CODES, isErrorCode } from './codes.ts'
import { FAULTS } from './faults.ts'
import { CITATION_ERRORS, HTTP_ERRORS, HTTP_REASONS, INTEGRITY_FLAGS, RPC_ERRORS } from './http.ts'
import { errorsPage, SECTIONS } from './page.ts'

const ROOT = new URL('../../', import.meta.url)
const PLACES = '{contracts,infra,ingest,query-api,workflows,test}/**/*.{ts,snap,json,jsonl}'
const files = [...globSync(PLACES, { cwd: ROOT }), 'pandect.ts'].filter(
  (path) => !path.startsWith('contracts/errors/'),
)
const isTest = (path: string): boolean => /^test\/|\.test\.|\.testing\.|__snapshots__/.test(path)
const textOf = (paths: readonly string[]): string =>
  paths.map((path) => readFileSync(new URL(path, ROOT), 'utf8')).join('\n')

const sources = textOf(
  files.filter(
    (path) => path.endsWith('.ts') && (!isTest(path) || path.startsWith('test/engines/')),
  ),
)
const tests = textOf(files.filter(isTest))

const modelReasons = Object.keys(HTTP_REASONS).filter((code) => code.startsWith('model_'))
/** Codes that the program composes, and from what. */
const COMPOSED: ReadonlySet<string> = new Set([
  ...modelReasons, // the fault of the model, with _ for -
  ...Object.keys(RPC_ERRORS), // a number
  'cap-mode-unknown', // oneOf(what, …) of the terms of an account
  'plan-unknown',
  'scope-unknown',
  'status-unknown',
  'entailment-model-broken', // `entailment-model-${kind}`
  'entailment-model-missing',
  'cited_authority_orange', // `cited_authority_${statusFlag}`
  'cited_authority_red',
  'invalid_type', // codes of zod
])
/** Whether a test names the code; one that is a plain word counts in quotes only. */
const isNamedIn = (text: string, code: string): boolean => {
  if (code.startsWith('rpc_')) return text.replaceAll('_', '').includes(code.slice('rpc_'.length))
  if (/^[a-z]+$/.test(code)) return new RegExp(`['"\`]${code}['"\`]`).test(text)
  return new RegExp(`(?<![\\w-])${code.replaceAll(/[-_]/g, '[-_]')}(?![\\w-])`).test(text)
}

test('contracts/ERRORS.md is the page of the catalogue (npm run docs:errors)', async () => {
  await expect(errorsPage()).toMatchFileSnapshot('../ERRORS.md')
})

test('each code is on the page once', () => {
  const codes = SECTIONS.flatMap(({ entries }) => Object.keys(entries))
  expect(codes.toSorted()).toEqual(Object.keys(CATALOGUE).toSorted())
})

test('each code of the catalogue is used by the program', () => {
  const named = new Set(sources.match(/\b[a-z][\w-]*(?=['"`:])/g))
  const unused = Object.keys(CATALOGUE).filter((code) => !COMPOSED.has(code) && !named.has(code))
  expect(unused).toEqual([])
})

/** Codes that still want a test. */
const WANTED: ReadonlySet<string> = new Set(['not-json', 'stopped'])

test('each code is reached by a test, or marked internal', () => {
  const unreached = Object.entries(CATALOGUE)
    .filter(
      ([code, [, , reach]]) => reach !== 'internal' && !WANTED.has(code) && !isNamedIn(tests, code),
    )
    .map(([code]) => code)
  expect(unreached).toEqual([])
})

test('an error of the API and an integrity flag have an entry each', () => {
  expect(Object.keys(HTTP_ERRORS).toSorted()).toEqual(HttpErrorCode.options.toSorted())
  expect(Object.keys(INTEGRITY_FLAGS).toSorted()).toEqual(IntegrityCode.options.toSorted())
})

/** Reasons that the program tells apart inside; an answer says them in words. */
const INSIDE: ReadonlySet<string> = new Set(['no_decision'])

test('each code of a fault of a request, and each reason, has an entry', () => {
  const places = [
    /\bparams: \{ code: '([a-z_]+)'/g,
    /\bpath(?:: [^{}\n]*)?,\s*code: '([a-z_]+)'/g,
    /\breason: '([a-z]+_[a-z_]+)'/g,
  ]
  const codes = places.flatMap((place) => [...sources.matchAll(place)].map(([, code = '']) => code))
  expect([...new Set(codes)].filter((code) => !(code in CATALOGUE) && !INSIDE.has(code))).toEqual(
    [],
  )
})

test('each code of a resolved citation has an entry', () => {
  const codes = TargetResolution.shape.code.options.filter((code) => code !== 'resolved')
  const known = { ...CITATION_ERRORS, ...HTTP_ERRORS, ...HTTP_REASONS }
  expect(codes.filter((code) => !(code in known))).toEqual([])
})

test('a model fault has the same code as its reason, with hyphens', () => {
  const faults = Object.keys(FAULTS).filter((code) => code.startsWith('model-'))
  const reasons = modelReasons.map((code) => code.replaceAll('_', '-'))
  expect(faults.filter((code) => code !== 'model-abandoned')).toEqual(reasons)
})

test('a message and a hint are one line without a full stop', () => {
  const texts = Object.values(CATALOGUE).flatMap(([message, hint]) => [message, hint ?? 'none'])
  expect(texts.filter((text) => /\n|\.$|^$/.test(text))).toEqual([])
})

test('isErrorCode knows the codes of faults and refusals, and nothing else', () => {
  expect(ERROR_CODES.every(isErrorCode)).toBe(true)
  expect(['toString', 'not_found', '', null, undefined].some(isErrorCode)).toBe(false)
})
