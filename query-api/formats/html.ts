/** A document as one file of HTML: no script runs in it, and it loads nothing. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html } from 'ghtml'
import { PRODUCT } from '#contracts/service.ts'
import type { PrintedBlock, PrintedDocument, PrintedRow, PrintedRun } from './ports.ts'

const STYLE = readFileSync(new URL('document.css', import.meta.url), 'utf8')
const STYLE_TAG = `<style>${STYLE}</style>`

/** The policy of an answer that is such a document. */
export const HTML_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const TAGS = { plain: null, strong: 'strong', emphasis: 'em' } as const

const runOf = ({ text, style, href, title, isNote }: PrintedRun): string => {
  const tag = TAGS[style]
  const words = html`${text}`
  const marked = tag === null ? words : `<${tag}>${words}</${tag}>`
  const raised = isNote ? `<sup>${marked}</sup>` : marked
  if (href === null) return raised
  return html`<a href="${href}" !${title === null ? '' : html`title="${title}"`}>!${raised}</a>`
}

const runsOf = (runs: readonly PrintedRun[]): string => runs.map(runOf).join('')

const idOf = (id: string | null): string => (id === null ? '' : html` id="${id}"`)

const rowOf = (row: PrintedRow, cell: 'td' | 'th'): string => {
  const scope = cell === 'th' ? ' scope="col"' : ''
  return `<tr>${row.map((runs) => `<${cell}${scope}>${runsOf(runs)}</${cell}>`).join('')}</tr>`
}

const CLASSES = { text: '', lead: ' class="lead"', quote: '', small: ' class="small"' } as const

// Without blanks between the tags, so that copied words are those of the text.
const blockOf = (block: PrintedBlock): string => {
  const lang = block.language === undefined ? '' : html` lang="${block.language}"`
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}${idOf(block.id)}${lang}>${html`${block.text}`}</h${block.level}>`
    case 'paragraph': {
      const paragraph = `<p${idOf(block.id)}${CLASSES[block.role]}${lang}>${runsOf(block.runs)}</p>`
      return block.role === 'quote' ? `<blockquote>${paragraph}</blockquote>` : paragraph
    }
    case 'list':
      return `<ul class="marked"${lang}>${block.items
        .map(
          ({ mark, runs }) =>
            `<li><span class="mark">${html`${mark}`} </span><span>${runsOf(runs)}</span></li>`,
        )
        .join('')}</ul>`
    case 'table': {
      const head = block.head === null ? '' : `<thead>${rowOf(block.head, 'th')}</thead>`
      const body = block.rows.map((row) => rowOf(row, 'td')).join('')
      return `<table${lang}>${head}<tbody>${body}</tbody></table>`
    }
    case 'facts':
      return `<dl${lang}>${block.facts
        .map(([name, value]) => `<div><dt>${html`${name}`}</dt><dd>${runsOf(value)}</dd></div>`)
        .join('')}</dl>`
    case 'code':
      return `<pre${lang} tabindex="0">${html`${block.lines.join('\n')}`}</pre>`
    default:
      return block satisfies never
  }
}

const meta = (name: string, content: string): string =>
  content === '' ? '' : html`<meta name="${name}" content="${content}" />`

/** `data`: a `script` element with structured data (JSON-LD), which no browser runs. */
export const htmlOf = (document: PrintedDocument, data: string): string => {
  const { title, language, author, keywords, address, version, sha256Hash, changedAt } = document
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${PRODUCT}</title>
        <link rel="canonical" href="${address}" />
        !${meta('generator', PRODUCT)} !${meta('author', author ?? '')}
        !${meta('keywords', keywords.join(', '))} !${meta('dcterms.hasVersion', version)}
        !${meta('dcterms.modified', changedAt)}
        !${meta('dcterms.identifier', `sha256:${sha256Hash}`)} !${STYLE_TAG} !${data}
      </head>
      <body>
        <main>!${document.blocks.map(blockOf).join('\n')}</main>
        <footer><p>${document.foot}</p></footer>
      </body>
    </html> `
}
