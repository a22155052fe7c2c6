/** The heavy work of the editor on its thread. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Instant } from '#contracts/ids.ts'
import { type Editing, openEditing } from '#infra/processes/editing/open.ts'
import { wording } from '#ingest/domain/article/articles.testing.ts'
import { EMPTY_FORM } from '#ingest/editorial/scratch/form.ts'
import { deterministicVerifier } from '#contracts/law/claims/judge.ts'
import { assessWording } from '#ingest/groundedness/assess-text.ts'
import { NOTHING_CITED } from '../import/real.ts'

let editing: Editing
beforeAll(() => {
  editing = openEditing({ cited: NOTHING_CITED, entailment: null })
})
afterAll(() => editing.close())

const FIRST_PART = { judicialDecision: null, language: 'fr', place: { part: 1 } } as const
const draft = (text: string) => ({ form: EMPTY_FORM, text })

test('it previews, annotates and merges', async () => {
  const preview = await editing.work.preview({ ...FIRST_PART, text: '*Un* mot.' })
  expect(preview).toMatchObject({
    markup: expect.stringContaining('<em>Un</em> mot.'),
    part: 1,
    parts: 1,
  })
  const annotations = await editing.work.annotate({
    content: wording('Le bailleur délivre la chose.', { contentType: 'doctrine' }),
    focus: null,
    language: 'fr',
    dismissed: [],
    time: Instant.parse('2026-01-01T00:00:00.000Z'),
  })
  expect(annotations.citations).toEqual([])
  const merged = await editing.work.merge({
    base: draft('Un.\n\nDeux.'),
    mine: draft('Un, corrigé.\n\nDeux.'),
    theirs: draft('Un.\n\nDeux, complété.'),
  })
  expect(merged.text).toEqual([{ kind: 'merged', text: 'Un, corrigé.\n\nDeux, complété.' }])
})

test('a manuscript of 2 MB keeps nobody waiting', async () => {
  const text = '# Titre\n\n'.repeat(200_000)
  let longestMs = 0
  let last = performance.now()
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last)
    last = performance.now()
  }, 20)
  await editing.work.preview({ ...FIRST_PART, text })
  clearInterval(watch)
  expect(longestMs).toBeLessThan(10_000)
})

test('it compares a text with what it cites as the process itself does, and keeps nobody waiting', async () => {
  const text = 'Le bailleur délivre la chose en 2020. '.repeat(40_000)
  const content = wording(text, { contentType: 'doctrine' })
  const time = Instant.parse('2026-01-01T00:00:00.000Z')
  const about = { dismissed: new Set<string>(), publishedAt: null, time, isComplete: true }
  let longestMs = 0
  let last = performance.now()
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last)
    last = performance.now()
  }, 20)
  const there = await editing.assess(content, about)
  clearInterval(watch)
  const here = await assessWording(
    { cited: NOTHING_CITED, verifier: deterministicVerifier },
    content,
    about,
  )
  expect(there).toEqual(here)
  expect(longestMs).toBeLessThan(5_000)
})
