/** The editor: a form that works without script, and what a script does with it. */
import { html } from 'ghtml'
import type { Concept } from '#contracts/concept.ts'
import type { Instant, Sha256Hex } from '#contracts/ids.ts'
import {
  ContentType,
  DoctrineSubtype,
  Jurisdiction,
  LEGAL_DOMAINS,
  LegalRuleType,
} from '#contracts/vocabulary/texts.ts'
import type { Language } from '#contracts/web/language.ts'
import { errorSummary, hiddenCsrf, message, titleOf } from '#contracts/web/parts.ts'
import { type EditorForm, formHash, type TypedHeadnote } from '../../scratch/form.ts'
import type { FormFault, FormField } from '../../scratch/form-content.ts'
import type { ScratchSubject } from '../../scratch/ports.ts'
import { choiceFields, selectField } from '#contracts/web/fields.ts'
import { hiddenField, reasonsList, refusalText } from '../pages/parts.ts'
import { longTime } from '../print.ts'
import { DESK_PATH, type DeskPage, type DeskVisit } from '../visit.ts'
import type { EditorAssets } from './assets.ts'
import { domainName, LABELS } from '#contracts/vocabulary/labels.ts'
import { type EditorWords, editorWords } from './words/words.ts'

export type ShownConcept = { readonly id: string; readonly label: string }

/** What an editor page shows. */
export type Shown = {
  readonly subject: ScratchSubject
  /** Where the form is sent. */
  readonly action: string
  readonly form: EditorForm
  readonly text: string
  readonly textSha256: Sha256Hex
  readonly base: Sha256Hex | null
  readonly window: string
  /** Of the scratch that the page shows. */
  readonly sequence: number
  /** When the scratch that is shown was left; null: there is none. */
  readonly leftAt: Instant | null
  readonly concepts: readonly ShownConcept[]
  readonly found: { readonly query: string; readonly concepts: readonly ShownConcept[] } | null
  readonly faults: readonly FormFault[]
  /** A refusal in words, markup-free. */
  readonly wrong: string | null
  /** A message after something was done. */
  readonly done: string | null
  readonly canBringBack: boolean
  readonly takesOver: boolean
  /** What a reviewer asked to change; none: nobody waits for changes. */
  readonly requested: readonly string[]
  /** Markup. */
  readonly panel: string | null
  readonly preview: string | null
}

const isNew = ({ subject }: Shown): boolean => subject.startsWith('new/')

export const labelOf = ({ prefLabel, externalId }: Concept, language: Language): string =>
  prefLabel[language] ??
  prefLabel['fr'] ??
  prefLabel['en'] ??
  Object.values(prefLabel)[0] ??
  externalId

export const faultText = (
  { wrong }: EditorWords,
  { field, wrong: kind, sequence }: FormFault,
): string => {
  const texts: Readonly<Partial<Record<FormField, string | ((sequence: number) => string)>>> =
    wrong[kind]
  const text = texts[field] ?? wrong.other
  return typeof text === 'string' ? text : text(sequence ?? 0)
}

const faultsSummary = (visit: DeskVisit, { faults, wrong }: Shown): string => {
  const own = editorWords(visit.language)
  if (faults.length === 0) return errorSummary(visit, wrong)
  return html`<div class="message wrong" role="alert" tabindex="-1">
    <h2>${visit.words.errorSummary}</h2>
    <ul id="wrong">
      !${faults.map(
        (one) =>
          html`<li>
            <a href="#${fieldId(one)}">${faultText(own, one)}</a>
          </li>`,
      )}
    </ul>
  </div>`
}

const fieldId = ({ field, sequence }: FormFault): string =>
  sequence === null ? field : `headnote-${sequence}-summary`

const wrongAttributes = ({ faults }: Shown, field: FormField): string =>
  faults.some((one) => one.field === field) ? ' aria-invalid="true" aria-describedby="wrong"' : ''

type LineField = {
  readonly name: 'title' | 'language' | 'licence' | 'author' | 'sourceUrl' | 'publishedAt' | 'slug'
  readonly label: string
  readonly hint?: string
  readonly type?: 'text' | 'date' | 'url'
}

const lineField = (shown: Shown, { name, label, hint, type = 'text' }: LineField): string => {
  const isWrong = shown.faults.some(({ field }) => field === name)
  const described = [hint === undefined ? '' : `${name}-hint`, isWrong ? 'wrong' : '']
    .filter((one) => one !== '')
    .join(' ')
  return html`<div class="field">
    <label for="${name}">${label}</label>
    !${hint === undefined ? '' : html`<span class="hint" id="${name}-hint">${hint}</span>`}
    <input
      id="${name}"
      name="${name}"
      type="${type === 'url' ? 'text' : type}"
      !${type === 'url' ? 'inputmode="url"' : ''}
      dir="auto"
      autocomplete="off"
      value="${shown.form[name]}"
      !${described === '' ? '' : `aria-describedby="${described}"`}
      !${isWrong ? 'aria-invalid="true"' : ''}
    />
  </div>`
}

/** A textarea loses the first line end of its content. */
const area = (
  shown: Shown,
  field: FormField,
  {
    id,
    label,
    hint,
    lines,
    value,
  }: {
    readonly id: string
    readonly label: string
    readonly hint?: string
    readonly lines: number
    readonly value: string
  },
): string => {
  const attributes = wrongAttributes(shown, field)
  // While it reads a page, a browser looks for the direction of such a field again and again:
  // 2 MB took ten times as long. The style sheet gives the text its direction.
  const direction = field === 'text' ? '' : 'dir="auto"'
  const described =
    hint === undefined || attributes !== '' ? attributes : ` aria-describedby="${id}-hint"`
  return html`<div class="field">
    <label for="${id}">${label}</label>
    !${hint === undefined ? '' : html`<span class="hint" id="${id}-hint">${hint}</span>`}
    <textarea id="${id}" name="${id}" rows="${lines}" !${direction} spellcheck="true" !${described}>
${value}</textarea>
  </div>`
}

const actButton = (act: string, label: string, kind = 'quiet small'): string =>
  html`<button type="submit" class="${kind}" name="act" value="${act}">${label}</button>`

const headnoteFields = (
  { language }: DeskVisit,
  own: EditorWords,
  shown: Shown,
  { sequence, summary, sourceText, legalRuleType }: TypedHeadnote,
): string => {
  const { headnotes: all } = shown.form
  const [isFirst, isLast] = [all[0], all.at(-1)].map((one) => one?.sequence === sequence)
  return html`
    <fieldset class="headnote" id="headnote-${sequence}">
      <legend>${own.headnote(sequence)}</legend>
      !${area(shown, 'headnotes', {
        id: `headnote-${sequence}-summary`,
        label: own.summary,
        lines: 4,
        value: summary,
      })}
      !${area(shown, 'headnotes', {
        id: `headnote-${sequence}-sourceText`,
        label: own.sourceText,
        lines: 3,
        value: sourceText,
      })}
      !${selectField(
        `headnote-${sequence}-legalRuleType`,
        own.legalRuleType,
        [
          { value: '', text: own.noRule },
          ...LegalRuleType.options.map((value) => ({
            value,
            text: LABELS[language].legalRuleTypes[value],
          })),
        ],
        legalRuleType,
      )}
      <p class="actions">
        !${isFirst ? '' : actButton(`headnote-up:${sequence}`, own.up(sequence))}
        !${isLast ? '' : actButton(`headnote-down:${sequence}`, own.down(sequence))}
        !${actButton(`remove-headnote:${sequence}`, own.removeHeadnote(sequence))}
      </p>
    </fieldset>
  `
}

const headnotes = (visit: DeskVisit, own: EditorWords, shown: Shown): string => html`
  <section id="headnotes">
    <h2>${own.headnotes}</h2>
    !${shown.form.headnotes.map((one) => headnoteFields(visit, own, shown, one))}
    <p class="actions">!${actButton('add-headnote', own.addHeadnote, 'quiet')}</p>
  </section>
`

/** Concepts that a search found; a script asks for the same markup while somebody types. */
export const foundConcepts = (
  own: EditorWords,
  { query, concepts }: NonNullable<Shown['found']>,
): string =>
  query === ''
    ? ''
    : html`<h3>${own.foundConcepts(query)}</h3>
        !${
          concepts.length === 0
            ? html`<p class="soft">${own.nothingFound}</p>`
            : html`<ul class="plain">
                !${concepts.map(
                  ({ id, label }) =>
                    html`<li>!${actButton(`add-concept:${id}`, own.addConcept(label))}</li>`,
                )}
              </ul>`
        }`

const concepts = (own: EditorWords, shown: Shown): string => html`
  <section id="concepts">
    <h2>${own.concepts}</h2>
    !${
      shown.concepts.length === 0
        ? html`<p class="soft">${own.noConcepts}</p>`
        : html`<ul class="plain">
            !${shown.concepts.map(
              ({ id, label }) =>
                html`<li>
                  !${hiddenField('concepts', id)} ${label}
                  !${actButton(`remove-concept:${id}`, own.removeConcept(label))}
                </li>`,
            )}
          </ul>`
    }
    <div class="field">
      <label for="conceptQuery">${own.findConcepts}</label>
      <input
        id="conceptQuery"
        name="conceptQuery"
        type="search"
        autocomplete="off"
        value="${shown.found?.query ?? ''}"
        data-found="found-concepts"
      />
    </div>
    <p class="actions">!${actButton('find-concept', own.find)}</p>
    <div id="found-concepts" aria-live="polite">
      !${shown.found === null ? '' : foundConcepts(own, shown.found)}
    </div>
  </section>
`

const metadata = ({ language }: DeskVisit, own: EditorWords, shown: Shown): string => {
  const { form } = shown
  const hasFault = shown.faults.some(({ field }) => field !== 'title' && field !== 'text')
  return html`
    <details class="metadata" id="metadata" !${hasFault || isNew(shown) ? 'open' : ''}>
      <summary>${own.metadata}</summary>
      <div class="together">
        !${selectField(
          'contentType',
          own.contentType,
          ContentType.options.map((value) => ({
            value,
            text: LABELS[language].contentTypes[value],
          })),
          form.contentType,
        )}
        !${selectField(
          'doctrineSubtype',
          own.doctrineSubtype,
          [
            { value: '', text: own.noSubtype },
            ...DoctrineSubtype.options.map((value) => ({
              value,
              text: LABELS[language].doctrineSubtypes[value],
            })),
          ],
          form.doctrineSubtype,
        )}
        !${lineField(shown, { name: 'language', label: own.language, hint: own.languageHint })}
        !${lineField(shown, { name: 'author', label: own.author })}
        !${lineField(shown, { name: 'licence', label: own.licence, hint: own.licenceHint })}
        !${lineField(shown, { name: 'sourceUrl', label: own.sourceUrl, type: 'url' })}
        !${lineField(shown, {
          name: 'publishedAt',
          label: own.publishedAt,
          hint: own.publishedAtHint,
          type: 'date',
        })}
        !${isNew(shown) ? lineField(shown, { name: 'slug', label: own.slug, hint: own.slugHint }) : ''}
      </div>
      !${choiceFields({
        name: 'jurisdiction',
        legend: own.jurisdiction,
        type: 'checkbox',
        options: Jurisdiction.options.map((value) => ({
          value,
          text: LABELS[language].jurisdictions[value],
        })),
        chosen: form.jurisdiction,
      })}
      !${choiceFields({
        name: 'legalDomain',
        legend: own.legalDomain,
        type: 'checkbox',
        options: LEGAL_DOMAINS.map((value) => ({
          value,
          text: domainName(LABELS[language], value),
          ...(value.includes('.') ? {} : { kind: 'root' }),
        })),
        chosen: form.legalDomain,
      })}
    </details>
  `
}

/** Words and addresses of the script. */
const scriptData = (visit: DeskVisit, own: EditorWords, shown: Shown): string => {
  const { state } = own
  const data: Readonly<Record<string, string>> = {
    subject: shown.subject,
    person: visit.person?.id ?? '',
    'text-sha256': shown.textSha256,
    'members-sha256': formHash(shown.form),
    scratch: `${DESK_PATH}/editor/scratch`,
    annotations: `${DESK_PATH}/editor/annotations`,
    preview: `${DESK_PATH}/editor/preview`,
    concepts: `${DESK_PATH}/editor/concepts`,
    session: `${DESK_PATH}/editor/session`,
    'sign-in': `${DESK_PATH}/sign-in`,
    ...Object.fromEntries(
      Object.entries(state).map(([name, text]) => [`say-${name.toLowerCase()}`, text]),
    ),
  }
  return Object.entries(data)
    .map(([name, value]) => html`data-${name}="${value}"`)
    .join(' ')
}

const messages = (visit: DeskVisit, own: EditorWords, shown: Shown): string => html`
  !${faultsSummary(visit, shown)} !${shown.done === null ? '' : message('done', shown.done)}
  !${
    shown.leftAt === null
      ? ''
      : message('note', own.restored(longTime(visit.language, shown.leftAt)))
  }
  !${
    shown.requested.length === 0
      ? ''
      : html`<section class="message note" aria-labelledby="requested">
          <h2 id="requested">${own.requested}</h2>
          !${reasonsList(shown.requested)}
        </section>`
  }
`

const hidden = (visit: DeskVisit, shown: Shown): string => html`
  !${hiddenCsrf(visit)} !${hiddenField('window', shown.window)}
  !${hiddenField('sequence', String(shown.sequence))}
  !${shown.base === null ? '' : hiddenField('base', shown.base)}
  !${shown.takesOver ? hiddenField('takesOver', 'yes') : ''}
`

/** Enter in a field presses the first button of a form: it saves, or searches the vocabularies. */
const firstButton = (own: EditorWords): string =>
  html`<button type="submit" class="unseen" name="act" value="enter" tabindex="-1">
    ${own.save}
  </button>`

const editorForm = (visit: DeskVisit, own: EditorWords, shown: Shown): string => html`
  <form
    method="post"
    action="${shown.action}"
    class="editor"
    id="editor"
    aria-label="${own.form}"
    !${scriptData(visit, own, shown)}
  >
    !${hidden(visit, shown)} !${firstButton(own)}
    !${lineField(shown, { name: 'title', label: own.title })}
    !${area(shown, 'text', {
      id: 'text',
      label: own.text,
      hint: own.textHint,
      lines: 24,
      value: shown.text,
    })}
    <p class="state" id="editor-state" role="status" data-state=""></p>
    <p class="actions save">
      !${actButton('save', own.save, '')} !${actButton('submit', own.submit, 'quiet')}
      !${actButton('preview', own.preview, 'quiet')} !${actButton('check', own.check, 'quiet')}
      !${shown.leftAt === null ? '' : actButton('discard', own.discard, 'quiet')}
      !${shown.canBringBack ? actButton('bring-back', own.bringBack, 'quiet') : ''}
    </p>
    !${area(shown, 'abstract', {
      id: 'abstract',
      label: own.abstract,
      lines: 5,
      value: shown.form.abstract,
    })}
    !${headnotes(visit, own, shown)} !${concepts(own, shown)} !${metadata(visit, own, shown)}
    <p class="actions">!${actButton('save', own.save, '')}</p>
  </form>
`

/** Without script it is shown on demand; a script shows it while somebody types. */
const previewSection = (own: EditorWords, { preview }: Shown): string =>
  html`<section
    class="preview"
    id="preview"
    aria-labelledby="preview-title"
    !${preview === null ? 'hidden' : ''}
  >
    <h2 id="preview-title">${own.preview}</h2>
    <p class="soft">${own.previewText}</p>
    <div id="previewed">!${preview ?? ''}</div>
  </section>`

export const editorPage = (visit: DeskVisit, assets: EditorAssets, shown: Shown): DeskPage => {
  const own = editorWords(visit.language)
  const title = isNew(shown) ? own.newTitle : own.editTitle(shown.form.title)
  const isWrong = shown.faults.length > 0 || shown.wrong !== null
  return {
    title: titleOf(visit.words, title, isWrong ? '' : null),
    place: isNew(shown) ? 'new' : 'texts',
    once: isWrong,
    content: html`
      <link rel="stylesheet" href="${assets.style.path}" />
      <script type="module" src="${assets.script.path}"></script>
      <h1>${title}</h1>
      !${messages(visit, own, shown)}
      <div class="editor-page">
        !${editorForm(visit, own, shown)}
        <aside class="beside" id="beside" aria-label="${own.panel}" tabindex="-1">
          !${previewSection(own, shown)}
          <h2>${own.panel}</h2>
          <div id="panel">!${shown.panel ?? html`<p class="soft">${own.panelEmpty}</p>`}</div>
        </aside>
      </div>
    `,
  }
}

/** Says that this person does not write, and what to do. */
export const writingRefused = (visit: DeskVisit, refused: string): DeskPage => {
  const { problems } = visit.words
  return {
    title: problems.notAllowed,
    content: html`
      <h1>${problems.notAllowed}</h1>
      <p>${refusalText(visit, { refused })}</p>
      <p><a href="${DESK_PATH}">${problems.home}</a></p>
    `,
  }
}

export type UnsavedText = {
  readonly id: string
  readonly title: string
  readonly changedAt: Instant
}

/** New texts that the person began and did not save. */
export const unsavedPage = (
  visit: DeskVisit,
  unsaved: readonly UnsavedText[],
  next: string,
): DeskPage => {
  const own = editorWords(visit.language)
  return {
    title: own.newTitle,
    place: 'new',
    content: html`
      <h1>${own.newTitle}</h1>
      <section>
        <h2>${own.unsavedTitle}</h2>
        <p>${own.unsavedText}</p>
        <ul>
          !${unsaved.map(
            ({ id, title, changedAt }) =>
              html`<li>
                <a href="${DESK_PATH}/new/${id}">${title === '' ? own.untitled : title}</a>
                <span class="soft">${own.changedAt} ${longTime(visit.language, changedAt)}</span>
              </li>`,
          )}
        </ul>
      </section>
      <p class="actions"><a class="button" href="${DESK_PATH}/new/${next}">${own.another}</a></p>
    `,
  }
}
