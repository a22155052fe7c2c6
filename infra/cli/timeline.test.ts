import { expect, test } from 'vitest'
import { Instant, Position } from '#contracts/ids.ts'
import type { HistoryLine } from '#ingest/editorial/text-view.ts'
import { eventLines, namedEvents } from './timeline.ts'

const approval = (policy: string | null): HistoryLine => ({
  at: Instant.parse('2026-03-01T09:00:00.000Z'),
  by: 'staff:1',
  policy,
  type: 'Approved',
  position: Position.parse(3),
  version: null,
  sha256Hash: null,
  detail: null,
})

test('a policy approved what it approved, and not the person who ran the import', () => {
  const lines = namedEvents([approval('official-import'), approval(null)], () => 'Hélène Roussel')
  expect(lines.flatMap(eventLines)).toEqual([
    '2026-03-01 09:00 UTC  official-import approved it',
    '2026-03-01 09:00 UTC  Hélène Roussel approved it',
  ])
})
