/** What is typed as readers will see it, beside the form. */
import { html } from 'ghtml'
import type { ArticleContent } from '#contracts/content.ts'
import { abstractPart, headnotesPart, partLinks, textPart } from '../pages/reading.ts'
import type { DeskVisit } from '../visit.ts'
import type { ShownPart } from '../wording.ts'
import { editorWords } from './words/words.ts'

export const previewPart = (
  visit: DeskVisit,
  content: ArticleContent,
  shown: ShownPart,
  hrefOf: (part: number) => string,
): string => {
  const parts = [
    abstractPart(content),
    headnotesPart(visit, content),
    partLinks(visit, shown, hrefOf),
    shown.markup === '' ? '' : textPart(content, shown.markup),
  ]
  return parts.every((one) => one === '')
    ? html`<p class="soft">${editorWords(visit.language).noPreview}</p>`
    : parts.join('')
}
