import { describe, expect, test } from 'vitest'
import { measureCpuMs } from '../../../test/cpu-time.ts'
import { HOSTILE } from './hostile.testing.ts'
import { preview, PREVIEW_LIMITS } from './preview.ts'

const TAGS =
  /^(?:p|h[3-6]|em|strong|code|pre|blockquote|ul|ol|li|hr|br|table|thead|tbody|tr|th|td|a|span|sup|section)$/
const ATTRIBUTES =
  /^(?:href|rel|class|id|start|align|title|aria-label|data-footnotes|data-footnote-ref|data-footnote-backref)$/
const TAG = /<(\/?)([^\s>/]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)\s*\/?>/g
const ATTRIBUTE = /\s([^\s=>"]+)(?:="([^"]*)")?/g

/** Every `<` of the HTML begins a tag that cannot run a script. */
const expectHarmless = (html: string): void => {
  const tags = [...html.matchAll(TAG)]
  expect(html.split('<').length - 1).toBe(tags.length)
  for (const [, , name = '', attributes = ''] of tags) {
    expect(name).toMatch(TAGS)
    for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      expect(attribute).toMatch(ATTRIBUTES)
      if (attribute === 'href') expect(value).toMatch(/^(?:https?:|mailto:|[#/?.]|[^:]*$)/i)
    }
  }
}
const BOUND_MS = 8_000
const WORDS = { notes: 'Notes', backToText: 'Retour au texte' }
const shown = (text: string): string => preview(text, null, WORDS).html

describe('hostile manuscripts', () => {
  test.each(HOSTILE)('%s: no script, no word lost, in time', (_, manuscript) => {
    let html = ''
    expect(measureCpuMs(() => (html = shown(manuscript)))).toBeLessThan(BOUND_MS)
    expectHarmless(html)
    expect(html).toContain('Sentinelle')
  })

  test('there are at least 30', () => expect(HOSTILE.length).toBeGreaterThanOrEqual(30))
})

test('raw HTML is shown as it was written', () => {
  expect(shown('Un <b onclick="x()">mot</b>.')).toBe(
    '<p>Un &lt;b onclick=&quot;x()&quot;&gt;mot&lt;/b&gt;.</p>',
  )
})

test('an image is its description', () => {
  expect(shown('![Le plan](http://example.org/plan.png)')).toBe(
    '<p><span class="image">Le plan</span></p>',
  )
})

test('links open without a way back, and only on the web, by mail or here', () => {
  expect(shown('[a](https://example.org/?a=1&b=2)')).toBe(
    '<p><a rel="noopener noreferrer" href="https://example.org/?a=1&amp;b=2">a</a></p>',
  )
  expect(shown('[a](#note)')).toContain('href="#note"')
  for (const target of ['irc://a', 'xmpp:a@b', 'file:///etc/passwd', 'blob:x'])
    expect(shown(`[a](${target})`)).toBe('<p><a>a</a></p>')
})

test('tables and footnotes', () => {
  expect(shown('|a|b|\n|-|-|\n|1|2|')).toContain('<td>2</td>')
  const notes = shown('Un mot[^1].\n\n[^1]: La note.')
  expect(notes).toContain('La note.')
  expect(notes).toContain('<h4 class="sr-only">Notes</h4>')
})

test('a note is found from far away', () => {
  const far = `Un mot[^1].\n\n${'Un alinéa.\n\n'.repeat(3_000)}[^1]: La note lointaine.`
  expect(shown(far).indexOf('La note lointaine.')).toBeLessThan(PREVIEW_LIMITS.chunkUnitsMax * 3)
})

test('of 2 MB the part around the place of typing is shown', () => {
  const filler = 'Un alinéa.\n\n'.repeat(100_000)
  const { html, part } = preview(`${filler}Ici.\n\n${filler}`, filler.length, WORDS)
  expect(html).toContain('<p>Ici.</p>')
  expect(part).not.toBeNull()
})
