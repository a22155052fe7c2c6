/** A wording as readers see it: its abstract, its headnotes and the part of its text. */
import { html } from 'ghtml'
import type { ArticleContent } from '#contracts/content.ts'
import { inlineWords } from '#contracts/law/reading/markup.ts'
import { LABELS } from '#contracts/vocabulary/labels.ts'
import type { DeskVisit } from '../visit.ts'

type ReadContent = Pick<ArticleContent, 'abstract' | 'headnotes' | 'language'>

export const abstractPart = ({ abstract, language }: ReadContent): string =>
  abstract === null
    ? ''
    : html`<p class="abstract" lang="${language}" dir="auto">!${inlineWords(abstract)}</p>`

export const headnotesPart = (
  { words, language }: DeskVisit,
  { headnotes, language: textLanguage }: ReadContent,
): string =>
  headnotes.length === 0
    ? ''
    : html`<details class="headnotes" open>
        <summary>${words.text.headnotes} <span class="count">${headnotes.length}</span></summary>
        <ol>
          !${headnotes.map(
            ({ sequence, summary, legalRuleType }) =>
              html`<li value="${sequence}" dir="auto">
                <span lang="${textLanguage}">!${inlineWords(summary)}</span>
                !${legalRuleType === null ? '' : html`<span class="hint">${LABELS[language].legalRuleTypes[legalRuleType]}</span>`}
              </li>`,
          )}
        </ol>
      </details>`

/** `markup`: the text, or the part of it that is shown. */
export const textPart = ({ language }: ReadContent, markup: string, attributes = ''): string =>
  html`<div class="wording reading" lang="${language}" !${attributes}>!${markup}</div>`

/** Leads to the neighbours of a part of a long text. */
export const partLinks = (
  { words: { text } }: DeskVisit,
  { part, parts }: { readonly part: number; readonly parts: number },
  hrefOf: (part: number) => string,
): string => {
  if (parts === 1) return ''
  const to = (number: number, name: string, rel: string): string =>
    html`<a class="button quiet" rel="${rel}" href="${hrefOf(number)}">${name}</a>`
  return html`<nav class="actions" aria-label="${text.parts}">
    !${part > 1 ? to(part - 1, text.before, 'prev') : ''} <span>${text.part(part, parts)}</span>
    !${part < parts ? to(part + 1, text.after, 'next') : ''}
  </nav>`
}
