/** Import in the desk: choose files, see what is wrong line by line, then make drafts. */
import { LABELS } from '#contracts/vocabulary/labels.ts'
import { basename } from 'node:path'
import { html } from 'ghtml'
import { saidInSentences } from '#contracts/errors/in-language.ts'
import { ContentType, Jurisdiction } from '#contracts/vocabulary/texts.ts'
import { errorSummary, hiddenCsrf, scrolling } from '#contracts/web/parts.ts'
import type { SourceRefusal } from '../../../sources/source-item.ts'
import type { ImportReport } from '../import-port.ts'
import { UPLOAD_LIMITS } from '../uploads.ts'
import { codeName } from '../code-names.ts'
import { DESK_PATH, type DeskPage, type DeskVisit } from '../visit.ts'
import { selectField, textField } from '#contracts/web/fields.ts'
import { hiddenField, linkButton, textPath } from './parts.ts'

export const IMPORT_PATH = `${DESK_PATH}/import`
const MEGABYTE = 1024 * 1024
/** Languages of the corpus. */
const LANGUAGES = ['fr', 'en', 'de', 'ca', 'es', 'it'] as const
const LINES_MAX = 200

/** The metadata that the form asks for, as typed. */
export type TypedMembers = {
  readonly title: string
  readonly author: string
  readonly contentType: string
  readonly language: string
  readonly jurisdiction: string
  readonly licence: string
}
export const NO_MEMBERS: TypedMembers = {
  title: '',
  author: '',
  contentType: '',
  language: '',
  jurisdiction: '',
  licence: '',
}

export type ImportState = {
  readonly typed: TypedMembers
  readonly wrong: string | null
  /** Of files that were checked and are kept. */
  readonly checked: { readonly id: string; readonly report: ImportReport } | null
  /** Of drafts that were made. */
  readonly made: ImportReport | null
}

const FROM_FILE = { value: '', text: '—' }

const metadataFields = ({ words, language }: DeskVisit, typed: TypedMembers): string => {
  const { members, text, imports, optional } = words
  const { contentTypes } = LABELS[language]
  return html`<fieldset>
    <legend>${imports.metadata}</legend>
    <p class="hint">${imports.metadataHint}</p>
    <div class="fields">
      !${textField({ name: 'title', label: `${members['title'] ?? ''} (${optional})`, value: typed.title })}
      !${textField({ name: 'author', label: `${members['author'] ?? ''} (${optional})`, value: typed.author })}
      !${selectField(
        'contentType',
        text.type,
        [FROM_FILE, ...ContentType.options.map((value) => ({ value, text: contentTypes[value] }))],
        typed.contentType,
      )}
      !${selectField(
        'language',
        text.language,
        [
          FROM_FILE,
          ...LANGUAGES.map((value) => ({ value, text: codeName({ language }, 'language', value) })),
        ],
        typed.language,
      )}
      !${selectField(
        'jurisdiction',
        text.jurisdiction,
        [
          FROM_FILE,
          ...Jurisdiction.options.map((value) => ({
            value,
            text: codeName({ language }, 'jurisdiction', value),
          })),
        ],
        typed.jurisdiction,
      )}
      !${textField({
        name: 'licence',
        label: `${text.licence} (${optional})`,
        hint: imports.licenceHint,
        value: typed.licence,
      })}
    </div>
  </fieldset>`
}

const faultRow = ({ language, words: { imports } }: DeskVisit, fault: SourceRefusal): string => {
  const { reason, hint } = saidInSentences(language, fault)
  return html`<tr role="row">
    <th scope="row" role="rowheader" class="long">
      ${basename(fault.file)} <span class="hint">${imports.line(fault.line)}</span>
    </th>
    <td role="cell" class="long">
      <p class="fault">${reason}</p>
      <p>${hint}</p>
    </td>
  </tr>`
}

const linesTable = (visit: DeskVisit, caption: string, lines: readonly SourceRefusal[]): string => {
  const { imports } = visit.words
  if (lines.length === 0) return ''
  const more = lines.length - LINES_MAX
  return html`!${scrolling(
    caption,
    html`<table class="stacks" role="table">
      <caption>
        ${caption}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">${imports.file}</th>
          <th scope="col" role="columnheader">${imports.result}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        !${lines.slice(0, LINES_MAX).map((one) => faultRow(visit, one))}
      </tbody>
    </table>`,
  )}
  !${more > 0 ? html`<p class="soft">${imports.more(more)}</p>` : ''}`
}

/** What is wrong, and what was left out or repaired. */
const linesOf = (visit: DeskVisit, { faults, notes }: ImportReport): string => {
  const { imports } = visit.words
  return (
    linesTable(visit, imports.faults(faults.length), faults) +
    linesTable(visit, imports.notes(notes.length), notes)
  )
}

const textsList = (
  { words: { imports } }: DeskVisit,
  { texts, total }: ImportReport,
  hasPages: boolean,
): string =>
  html`<ul class="links">
    !${texts.map(({ slug, title, isUnchanged }) => {
      const shown = html`<bdi>${title ?? slug}</bdi>`
      const name = hasPages ? html`<a href="${textPath(slug)}">!${shown}</a>` : shown
      return html`<li class="long">
        !${name} !${isUnchanged ? html`<span class="hint">${imports.unchanged}</span>` : ''}
      </li>`
    })}
    !${total > texts.length ? html`<li class="soft">${imports.more(total - texts.length)}</li>` : ''}
  </ul>`

const checkedPart = (visit: DeskVisit, { checked, typed }: ImportState): string => {
  if (checked === null) return ''
  const { imports } = visit.words
  const { id, report } = checked
  const count = report.drafts
  return html`<section aria-labelledby="report">
    <h2 id="report">${imports.report}</h2>
    !${
      report.texts.length + report.faults.length === 0
        ? html`<p>${imports.nothing}</p>`
        : html`<p role="status">
            <strong>
              ${count + report.faults.length === 0 ? imports.nothingNew : imports.ready(count)}
            </strong>
          </p>`
    }
    !${textsList(visit, report, false)} !${linesOf(visit, report)}
    !${report.faults.length === 0 ? '' : html`<p>${imports.again}</p>`}
    !${
      count === 0
        ? ''
        : html`<form method="post" action="${IMPORT_PATH}/drafts">
            !${hiddenCsrf(visit)} !${hiddenField('upload', id)}
            !${Object.entries(typed).map(([name, value]) => hiddenField(name, value))}
            !${report.faults.length === 0 ? '' : html`<p class="soft">${imports.skipped}</p>`}
            <button type="submit">${imports.make(count)}</button>
            <span class="hint">${imports.keep}</span>
          </form>`
    }
  </section>`
}

const madePart = (visit: DeskVisit, { made }: ImportState): string => {
  if (made === null) return ''
  const { imports, places } = visit.words
  const count = made.drafts
  return html`<div class="message done" role="status"><p>${imports.made(count)}</p></div>
    !${textsList(visit, made, true)} !${linesOf(visit, made)}
    <p>!${linkButton(`${DESK_PATH}/texts?status=draft`, places.texts, 'quiet')}</p>`
}

export const importPage = (visit: DeskVisit, state: ImportState): DeskPage => {
  const { words } = visit
  const { imports } = words
  const { typed, wrong, checked, made } = state
  return {
    title: wrong === null ? imports.title : `${words.error}: ${imports.title}`,
    place: 'import',
    once: wrong !== null || checked !== null,
    content: html`
      <h1>${imports.title}</h1>
      <p>${imports.text}</p>
      !${errorSummary(visit, wrong)} !${madePart(visit, state)} !${checkedPart(visit, state)}
      !${checked === null && made === null ? '' : html`<h2>${imports.others}</h2>`}
      <form class="import-form" method="post" action="${IMPORT_PATH}" enctype="multipart/form-data">
        !${hiddenCsrf(visit)}
        <div class="field drop">
          <label for="files">${imports.files}</label>
          <span class="hint" id="files-hint"
            >${imports.filesHint(UPLOAD_LIMITS.filesMax, UPLOAD_LIMITS.bytesMax / MEGABYTE)}</span
          >
          <input
            type="file"
            id="files"
            name="files"
            multiple
            required
            accept=".md,.markdown,.docx,.pdf,.jsonl,.ndjson,.yaml,.yml"
            aria-describedby="files-hint"
          />
        </div>
        !${metadataFields(visit, typed)}
        <button type="submit">${imports.check}</button>
      </form>
    `,
  }
}
