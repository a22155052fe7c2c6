import { expect, test } from 'vitest'
import { sortedIdentifiers, JudicialDecision } from './decision.ts'
import { cloudEventType } from './events/cloud-event.ts'
import { SearchRequest } from './http/search.ts'
import { Instant, Position, printPosition } from './ids.ts'
import { HEADERS } from './service.ts'
import { COURTS } from './vocabulary/courts.ts'
import { domainWithAncestors, LEGAL_DOMAINS } from './vocabulary/texts.ts'

test('identifiers are sorted by scheme and value, unique, and dockets carry their dot', () => {
  expect(
    sortedIdentifiers([
      { scheme: 'juritext', value: 'J1' },
      { scheme: 'docket', value: '23-80251' },
      { scheme: 'docket', value: '23-80.251' },
      { scheme: 'celex', value: 'C' },
    ]),
  ).toEqual([
    { scheme: 'celex', value: 'C' },
    { scheme: 'docket', value: '23-80.251' },
    { scheme: 'juritext', value: 'J1' },
  ])
})

test('a decision that says little is complete on the way out, and claims nothing', () => {
  const decision = JudicialDecision.parse({ courtCode: 'fr.ccass' })
  expect(decision.courtLevel).toBe('supreme')
  expect(decision.procedure.completeness).toBe('unknown')
  expect(decision.procedure.fate.status).toBe('unknown')
  expect(Object.values(decision).some((value) => value === undefined)).toBe(false)
})

test('500 astral characters are 500 characters of text, 501 are refused', () => {
  expect(SearchRequest.safeParse({ text: '𝔸'.repeat(500) }).success).toBe(true)
  expect(SearchRequest.safeParse({ text: '𝔸'.repeat(501) }).success).toBe(false)
})

test('a mistyped member of a search is refused, at the top and in the filters', () => {
  expect(SearchRequest.safeParse({ txt: 'a' }).success).toBe(false)
  expect(SearchRequest.safeParse({ filters: { jurisdiction: ['FR'] } }).success).toBe(false)
})

test('event types on the wire are made from the event name', () => {
  expect(cloudEventType('VersionPublished', 1)).toBe('legal.version.published.v1')
  expect(cloudEventType('Unpublished', 2)).toBe('legal.unpublished.v2')
})

test('header names derive from the neutral service word', () => {
  expect(HEADERS.costUsd).toBe('X-Service-Cost-USD')
  expect(HEADERS.corpusPosition).toBe('X-Service-Corpus-Position')
})

test('positions are printed so that text order is log order', () => {
  expect(printPosition(Position.parse(123_456))).toBe('000000000123456')
})

test('an instant has one form only', () => {
  expect(Instant.safeParse('2024-05-02T00:00:00.000Z').success).toBe(true)
  for (const other of ['2024-05-02T00:00:00Z', '2024-02-31T00:00:00.000Z', '2024-05-02']) {
    expect(Instant.safeParse(other).success, other).toBe(false)
  }
})

test('every court has one level, a jurisdiction and a name', () => {
  for (const court of COURTS.values()) expect(court.name).not.toBe(court.code)
  expect(COURTS.get('ad.tsj')?.level).toBe('supreme')
  expect(COURTS.get('coe.echr')?.level).toBe('supranational')
})

test('the root of a legal domain is an ancestor of its leaves', () => {
  expect(domainWithAncestors('civil.contracts')).toEqual(['civil', 'civil.contracts'])
  expect(LEGAL_DOMAINS).toContain('digital.data_protection')
})
