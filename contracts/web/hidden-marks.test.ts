import { html } from 'ghtml'
import { expect, test } from 'vitest'
import { markHidden } from './hidden-marks.ts'
import { WEB_WORDS } from './words.ts'

const { en, fr } = WEB_WORDS

test('a hidden control gets a mark that names it, and stays in the text', () => {
  const marked = markHidden(html`<p>${'le débiteur \u202e<b>sap\u2069'}</p>`, en)
  expect(marked).toContain('<bdi class="hidden-mark" data-mark="RLO"')
  expect(marked).toContain('data-mark="PDI"')
  expect(marked).toContain('&#60;b&#62;')
  expect(marked.replaceAll(/<[^<>]*>/g, '')).toBe('le débiteur \u202e&#60;b&#62;sap\u2069')
  expect(marked.match(/<bdi[^<>]*>[^<]<\/bdi>/g)).toHaveLength(2)
})

test('the mark is named in the language of the reader', () => {
  expect(markHidden('\u202e', fr)).toContain('sens de l’écriture')
  expect(markHidden('\u202e', en)).toContain('direction of writing')
})

test('attributes, fields and what browsers read as mere text stay as they are', () => {
  const page =
    '<a title="\u202e">x</a><textarea name="text">\u202ea</textarea><option>\u2066</option>'
  expect(markHidden(page, en)).toBe(page)
})

test('what is marked already is not marked again', () => {
  const once = markHidden('<p>a\u202eb</p>', en)
  expect(markHidden(once, en)).toBe(once)
})

test('a text without hidden controls stays as it is', () => {
  expect(markHidden('<p>é</p>', en)).toBe('<p>é</p>')
})
