/** The fields of an endpoint of webhooks, for a new one and for changes. */
import { html } from 'ghtml'
import { WEBHOOK_LIMITS, WebhookType } from '#contracts/http/webhooks.ts'
import { Jurisdiction } from '#contracts/vocabulary/texts.ts'
import { TARGET_CHARACTERS_MAX } from '#contracts/webhooks/target.ts'
import { choiceFields, textField } from '#contracts/web/fields.ts'
import type { Visit, Wrong } from '../web.ts'

/** Values of the form, submitted or initial. */
export type WebhookForm = {
  readonly url: string
  readonly description: string
  readonly types: readonly string[]
  readonly jurisdictions: readonly string[]
}

export const EMPTY_WEBHOOK: WebhookForm = {
  url: '',
  description: '',
  types: [],
  jurisdictions: [],
}

export const webhookFields = (visit: Visit, given: WebhookForm, wrong: Wrong | null): string => {
  const { webhooks } = visit.words
  return html`
    !${textField({
      name: 'url',
      label: webhooks.url,
      hint: webhooks.urlHint,
      value: given.url,
      inputMode: 'url',
      charactersMax: TARGET_CHARACTERS_MAX,
      required: true,
      remembers: false,
      isWrong: wrong?.code === 'webhook-target-invalid',
    })}
    !${textField({
      name: 'description',
      label: webhooks.description,
      value: given.description,
      charactersMax: WEBHOOK_LIMITS.descriptionCharactersMax,
      remembers: false,
    })}
    !${choiceFields({
      name: 'types',
      legend: webhooks.types,
      hint: webhooks.typesHint,
      type: 'checkbox',
      options: WebhookType.options.map((value) => ({ value, text: webhooks.typeNames[value] })),
      chosen: given.types,
    })}
    !${choiceFields({
      name: 'jurisdictions',
      legend: webhooks.jurisdictions,
      hint: webhooks.jurisdictionsHint,
      type: 'checkbox',
      options: Jurisdiction.options.map((value) => ({
        value,
        text: webhooks.jurisdictionNames[value],
      })),
      chosen: given.jurisdictions,
    })}
  `
}
