import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'
import { inlineWords, printBlocks } from './markup.ts'

const print = (text: string): string =>
  printBlocks(text, blocksOf({ contentClean: text, judicialDecision: null }), {
    linksIn: () => [],
    linked: (_, words) => words,
    leadOf: () => '',
    attributesOf: () => '',
    zoneOf: () => '',
  })

const TAG = /<\/?([a-z][a-z\d]*)((?: [a-z]+="[^"<>]*")*)(?: \/)?>/gu
const TAGS =
  /^(?:div|p|ul|li|span|blockquote|hr|h[3-6]|strong|em|sup|a|table|thead|tbody|tr|th|td)$/u
const ATTRIBUTE = / ([a-z]+)="([^"]*)"/gu
const ATTRIBUTES = /^(?:class|id|scope|href|rel)$/u

/** Every `<` and `>` is of a tag that shows a text and runs nothing, and all tags are closed. */
const expectHarmless = (markup: string): void => {
  const open: string[] = []
  const rest = markup.replaceAll(TAG, (tag: string, name: string, attributes: string) => {
    expect(name).toMatch(TAGS)
    for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      expect(attribute).toMatch(ATTRIBUTES)
      if (attribute === 'href') expect(value).toMatch(/^(?:#p\d+|https?:\/\/)/u)
    }
    if (tag.startsWith('</')) expect(open.pop()).toBe(name)
    else if (name !== 'hr') open.push(name)
    return ''
  })
  expect(open).toEqual([])
  expect(rest).not.toMatch(/[<>"]/u)
}

const SCRIPT = '<script>alert(1)</script>'

test.each([
  ['a heading', `## ${SCRIPT}`],
  ['a list', `- ${SCRIPT}\n- <img src=x onerror=alert(1)>`],
  ['a mark of a list', `<b>) ${SCRIPT}`],
  ['a table', `| ${SCRIPT} | b |\n| - | - |\n| "onload="x | <svg onload=x> |`],
  ['a quote', `> ${SCRIPT}\n>> <b>\n><i>\n> > > > </blockquote>`],
  ['a rule', `---${SCRIPT}\n--- onclick=x\n***`],
  ['emphasis', `*${SCRIPT}* **<b>*<i>*</b>** _<u>_ *"onload="x*`],
  ['a note', `Un mot[^<b>].[^">]\n[^<b>]: ${SCRIPT}\n[^">]: x`],
  ['a link', `[${SCRIPT}](https://a.example/"onclick="x) [a](https://a.example/<b>)`],
  ['a link to a script', '[a](javascript:alert(1)) *[b](JaVaScRiPt:x)* [c](data:text/html,x)'],
  ['a link over signs', '[*a](https://a.example)* **[b](https://b.example** x)'],
  ['entities', '> &lt;script&gt; *&#60;b&#62;* &amp;lt;'],
])('%s with markup in it stays text', (_, text) => {
  const markup = print(text)
  expectHarmless(markup)
  expect(markup).not.toMatch(/<(?:script|img|svg|b|i|u)\b/u)
  expectHarmless(inlineWords(text))
})

test('whatever stands in a text, nothing of it becomes a tag', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '> ',
          '- ',
          '| ',
          ' | ',
          '---',
          '*',
          '**',
          '_',
          '[^1]',
          '[^1]: ',
          '## ',
          '\n',
          '\n\n',
          '<b>',
          '"',
          "'",
          '&',
          'onclick=x',
          '[a](https://b.c/"x)',
          'mot',
          ' ',
          '&lt;',
        ),
        { maxLength: 40 },
      ),
      (parts) => {
        expectHarmless(print(parts.join('')))
      },
    ),
  ))

test('a quote holds what it would hold elsewhere', () => {
  expect(
    print('> Le juge *statue*.\n> | a | b |\n> | - | - |\n> | 1 | 2 |\n\n---\n\n**fin *là* ici**'),
  ).toBe(
    '<blockquote><div class="paragraph" id="p1"><p>Le juge <em>statue</em>.</p></div>' +
      '<div class="table"><table><thead><tr id="p2"><th scope="col">a</th><th scope="col">b</th></tr></thead>' +
      '<tbody id="p3"><tr id="p4"><td>1</td><td>2</td></tr></tbody></table></div></blockquote>' +
      '<hr id="p5" /><div class="paragraph" id="p6"><p><strong>fin </strong><strong>là</strong><strong> ici</strong></p></div>',
  )
})
