/** The form of an erasure: its fields, and how they are read. */
import type { FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { z } from 'zod'
import { selectField, textField } from '#contracts/web/fields.ts'
import { ERASED_VERSIONS_MAX, ErasureGround } from '#contracts/events/article.ts'
import { SemVer } from '#contracts/ids.ts'
import { field, fields } from '#contracts/web/forms.ts'
import type { ErasureWanted } from '../../../domain/article/commands.ts'
import type { ErasureView } from '../../erasure/overview.ts'
import { hiddenField } from '../pages/parts.ts'
import { shortTime } from '../print.ts'
import type { DeskVisit } from '../visit.ts'
import { erasureWords } from './words.ts'

/** Stands for the whole text among the versions. */
const ALL = 'all'

/** A thread of comments is asked for elsewhere; here it is confirmed. */
const threadIn = (value: unknown): string | null => z.uuid().safeParse(value).data ?? null

const versionsIn = (values: readonly string[]): ErasureWanted['versions'] =>
  values.includes(ALL) ? ALL : values.flatMap((one) => SemVer.safeParse(one).data ?? [])

/** What was typed; the domain says what of it is wrong. */
export const wantedIn = (request: FastifyRequest): ErasureWanted => ({
  versions: versionsIn(fields(request, 'versions', ERASED_VERSIONS_MAX + 1)),
  thread: threadIn(field(request, 'thread')),
  ground: ErasureGround.catch('court-occultation').parse(field(request, 'ground')),
  request: field(request, 'request'),
})

const listOf = (value: unknown): string[] => (typeof value === 'string' ? value.split(',') : [])

/** What an address asks for, such as that of a proposal. */
export const wantedInQuery = (query: unknown): ErasureWanted => {
  const { versions, ground, request } = Object(query) as Record<string, unknown>
  return {
    versions: versionsIn(listOf(versions)),
    ground: ErasureGround.catch('court-occultation').parse(ground),
    request: typeof request === 'string' ? request : '',
  }
}

const valuesOf = ({ versions }: ErasureWanted): readonly string[] =>
  versions === ALL ? [ALL] : versions

/** The address of the form, filled in. */
export const queryOf = (wanted: ErasureWanted): string =>
  new URLSearchParams({
    versions: valuesOf(wanted).join(','),
    ground: wanted.ground,
    ...(wanted.request === '' ? {} : { request: wanted.request }),
  }).toString()

export const hiddenWanted = (wanted: ErasureWanted): string =>
  [
    ...valuesOf(wanted).map((version) => hiddenField('versions', version)),
    ...(wanted.thread == null ? [] : [hiddenField('thread', wanted.thread)]),
    hiddenField('ground', wanted.ground),
    hiddenField('request', wanted.request),
  ].join('')

type Choice = {
  readonly value: string
  readonly label: string
  /** Why it can't be chosen. */
  readonly kept: string | null
}

const choice = ({ value, label, kept }: Choice, isChecked: boolean): string => {
  const id = `version-${value}`
  return html`<div class="choice">
    <input
      type="checkbox"
      name="versions"
      id="${id}"
      value="${value}"
      !${kept === null ? '' : html`disabled aria-describedby="${id}-kept"`}
      !${isChecked && kept === null ? 'checked' : ''}
    />
    <div>
      <label for="${id}">${label}</label>
      !${kept === null ? '' : html`<span class="hint" id="${id}-kept">${kept}</span>`}
    </div>
  </div>`
}

/** What of the form a refusal is about. */
export type WrongField = 'versions' | 'request'
export const wrongFieldOf = (code: string): WrongField =>
  code === 'erasure-reference-invalid' ? 'request' : 'versions'

/** Whether nothing of a text can be chosen. */
export const isClosed = ({ versions, wholeKept }: ErasureView): boolean =>
  wholeKept !== null && versions.every(({ kept }) => kept !== null)

export const formFields = (
  visit: DeskVisit,
  { versions, wholeKept }: ErasureView,
  wanted: ErasureWanted,
  wrong: WrongField | null,
): string => {
  const words = erasureWords(visit)
  const chosen = new Set<string>(valuesOf(wanted))
  const choices: Choice[] = [
    ...versions.toReversed().map(({ version, recordedAt, kept }) => ({
      value: version,
      label: words.version(version, shortTime(visit.language, recordedAt)),
      kept: kept === null ? null : words.kept[kept],
    })),
    {
      value: ALL,
      label: words.whole,
      kept: wholeKept === null ? null : words.kept[wholeKept],
    },
  ]
  return html`<fieldset !${wrong === 'versions' ? 'aria-describedby="wrong"' : ''}>
      <legend>${words.versions}</legend>
      !${choices.map((one) => choice(one, chosen.has(one.value)))}
    </fieldset>
    !${selectField(
      'ground',
      words.ground,
      ErasureGround.options.map((ground) => ({ value: ground, text: words.grounds[ground] })),
      wanted.ground,
    )}
    !${textField({
      name: 'request',
      label: words.request,
      hint: words.requestHint,
      value: wanted.request,
      required: true,
      isWrong: wrong === 'request',
    })}`
}
