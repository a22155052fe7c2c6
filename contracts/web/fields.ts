/** Fields of forms with their labels and hints. `${…}` is escaped; `!${…}` is markup and is not. */
import { html } from 'ghtml'

type TextField = {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly hint?: string | undefined
  readonly lines?: number
  readonly type?: 'text' | 'date' | 'time'
  /** The keyboard of a phone; such a field is not checked for spelling. */
  readonly inputMode?: 'url'
  readonly charactersMax?: number
  readonly required?: boolean
  /** Whether the browser may offer what was typed before. */
  readonly remembers?: boolean
  readonly isWrong?: boolean
}

const describedBy = ({ name, hint, isWrong }: TextField): string => {
  const ids = [
    hint === undefined ? null : `${name}-hint`,
    isWrong === true ? 'wrong' : null,
  ].filter((id) => id !== null)
  return ids.length === 0 ? '' : `aria-describedby="${ids.join(' ')}"`
}

const attributesOf = (field: TextField): string =>
  [
    field.required === true ? 'required' : '',
    field.charactersMax === undefined ? '' : `maxlength="${field.charactersMax}"`,
    field.inputMode === undefined ? '' : `inputmode="${field.inputMode}" spellcheck="false"`,
    field.remembers === false ? 'autocomplete="off"' : '',
    describedBy(field),
    field.isWrong === true ? 'aria-invalid="true"' : '',
  ].join(' ')

/** `lines` makes it a field of several lines. */
export const textField = (field: TextField): string => {
  const { name, label, value, hint, lines, type = 'text' } = field
  const attributes = attributesOf(field)
  return html`<div class="field">
    <label for="${name}">${label}</label>
    !${hint === undefined ? '' : html`<span class="hint" id="${name}-hint">${hint}</span>`}
    !${
      lines === undefined
        ? html`<input id="${name}" name="${name}" type="${type}" value="${value}" !${attributes} />`
        : html`<textarea id="${name}" name="${name}" rows="${lines}" dir="auto" !${attributes}>
${value}</textarea>`
    }
  </div>`
}

export type Option = { readonly value: string; readonly text: string }

export const selectField = (
  name: string,
  label: string,
  options: readonly Option[],
  chosen: string,
): string => html`
  <div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      !${options.map(
        ({ value, text }) =>
          html`<option value="${value}" !${value === chosen ? 'selected' : ''}>${text}</option>`,
      )}
    </select>
  </div>
`

type Choices = {
  readonly name: string
  readonly legend: string
  readonly hint?: string
  /** Any of them, or exactly one. */
  readonly type: 'checkbox' | 'radio'
  /** `kind` is a class of the style sheet. */
  readonly options: readonly (Option & { readonly kind?: string })[]
  readonly chosen: readonly string[]
}

export const choiceFields = ({
  name,
  legend,
  hint,
  type,
  options,
  chosen,
}: Choices): string => html`
  <fieldset id="${name}" !${hint === undefined ? '' : `aria-describedby="${name}-hint"`}>
    <legend>${legend}</legend>
    !${hint === undefined ? '' : html`<span class="hint" id="${name}-hint">${hint}</span>`}
    <div class="choices">
      !${options.map(
        ({ value, text, kind }) =>
          html`<div class="choice${kind === undefined ? '' : ` ${kind}`}">
            <input
              type="${type}"
              name="${name}"
              id="${name}-${value}"
              value="${value}"
              !${chosen.includes(value) ? 'checked' : ''}
            />
            <label for="${name}-${value}">${text}</label>
          </div>`,
      )}
    </div>
  </fieldset>
`
