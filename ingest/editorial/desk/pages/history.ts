/** Versions of a text, and who did what when. */
import { html } from 'ghtml'
import { ErasureGround } from '#contracts/events/article.ts'
import { Instant } from '#contracts/ids.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { message, scrolling } from '#contracts/web/parts.ts'
import { wantedText } from '../erasures/parts.ts'
import { erasureWords } from '../erasures/words.ts'
import { type Changes, isUnchanged } from '../changes.ts'
import type { ConceptNames } from '../code-names.ts'
import type { Names } from '../names.ts'
import { longTime, shortTime } from '../print.ts'
import { reasonIn } from '../reasons.ts'
import type { DeskPage, DeskVisit } from '../visit.ts'
import { changesList } from './changes.ts'
import { selectField } from '#contracts/web/fields.ts'
import { moment, refusalText, shortHash, textPath, textTitle } from './parts.ts'
import type { DeskText } from '../../text-view.ts'

const versionRow = (
  visit: DeskVisit,
  names: Names,
  { version, bump, reasons, sha256Hash, recordedAt, by, erased }: DeskText['versions'][number],
): string => {
  const { words, language } = visit
  const why = erased
    ? html`<span class="badge">${erasureWords(visit).erasedVersion}</span>`
    : reasons.map((reason) => html`${reasonIn(words, language, reason)}<br />`).join('')
  return html`<tr role="row">
    <th scope="row" role="rowheader" class="nowrap">
      ${version} <span class="hint">${words.bumps[bump]}</span>
    </th>
    <td role="cell" data-label="${words.text.why}">
      <div>!${why}</div>
    </td>
    <td role="cell" data-label="${words.text.when}">!${moment(visit, recordedAt)}</td>
    <td role="cell" data-label="${words.text.publishedBy}">${names(by)}</td>
    !${
      sha256Hash === null
        ? '<td role="cell"></td>'
        : html`<td role="cell" data-label="${words.text.hash}">!${shortHash(sha256Hash)}</td>`
    }
  </tr>`
}

export const versionsTable = (visit: DeskVisit, names: Names, { versions }: DeskText): string => {
  const { text } = visit.words
  if (versions.length === 0) return ''
  return scrolling(
    text.versions,
    html`<table class="stacks" role="table">
      <caption class="unseen">
        ${text.versions}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">${text.number}</th>
          <th scope="col" role="columnheader">${text.why}</th>
          <th scope="col" role="columnheader">${text.when}</th>
          <th scope="col" role="columnheader">${text.publishedBy}</th>
          <th scope="col" role="columnheader">${text.hash}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        !${versions.toReversed().map((one) => versionRow(visit, names, one))}
      </tbody>
    </table>`,
  )
}

const ERASURE = /^(?<versions>[^:]+): (?<code>[a-z0-9-]+), (?<request>.*)$/s

/** Versions, ground and reference of an erasure, in words. */
const erasureSaid = (visit: DeskVisit, detail: string): string => {
  const { versions = '', code, request = '' } = ERASURE.exec(detail)?.groups ?? {}
  const ground = ErasureGround.safeParse(code)
  if (!ground.success) return detail
  const words = erasureWords(visit)
  const [whole, thread] = [versions === 'all', versions === 'comment' ? '' : null]
  const what = wantedText(visit, { versions: versions.split(', '), whole, thread })
  return words.said(what, words.grounds[ground.data], request)
}

/** Why a schedule ended, in the reader’s language. */
const scheduleEndedText = (visit: DeskVisit, refused: string): string =>
  visit.words.scheduleEnded[refused] ?? refusalText(visit, { refused })

const HOUR = /^(?<hour>\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)(?<colon>: )?/

/** What a person said; the hour of a scheduled publication begins it. */
const detailIn = (
  visit: DeskVisit,
  { type, detail, refused }: DeskText['history'][number],
): string => {
  if (detail === null) return ''
  if (refused !== undefined) return scheduleEndedText(visit, refused)
  if (type === 'VersionPublished')
    return detail
      .split('\n')
      .map((reason) => reasonIn(visit.words, visit.language, reason))
      .join(' ')
  if (type === 'ErasureRequested' || type === 'WordingErased') return erasureSaid(visit, detail)
  return detail.replace(HOUR, (written, hour: string, colon?: string) => {
    const at = Instant.safeParse(hour)
    if (!at.success) return written
    return `${longTime(visit.language, at.data)}${colon === undefined ? '' : visit.words.colon}`
  })
}

const entryOf = (visit: DeskVisit, names: Names, entry: DeskText['history'][number]): string => {
  const { events, text } = visit.words
  const version = entry.version === null ? '' : ` · ${text.version(entry.version)}`
  return html`<li>
    <p class="by">
      !${moment(visit, entry.at)}
      <strong>${events[entry.type] ?? entry.type}${version}</strong>
      ${entry.policy === null ? names(entry.by) : (visit.words.policies[entry.policy] ?? entry.policy)}
      !${entry.sha256Hash === null ? '' : shortHash(entry.sha256Hash)}
    </p>
    !${entry.detail === null ? '' : html`<p class="said" dir="auto">${detailIn(visit, entry)}</p>`}
  </li>`
}

/** Entries, the latest first; `most` of them. */
export const entriesList = (
  visit: DeskVisit,
  names: Names,
  { history }: DeskText,
  most = Number.POSITIVE_INFINITY,
): string =>
  html`<ol class="entries">
    !${history
      .toReversed()
      .slice(0, most)
      .map((one) => entryOf(visit, names, one))}
  </ol>`

export type Comparison = {
  readonly from: string
  readonly to: string
  readonly changes: Changes
  readonly concepts: ConceptNames
}

const compareForm = (
  visit: DeskVisit,
  text: DeskText,
  shown: Comparison | Refusal | null,
): string => {
  const { text: words } = visit.words
  const readable = text.versions.filter(({ erased }) => !erased)
  if (readable.length < 2) return ''
  const options = readable.toReversed().map(({ version, recordedAt }) => ({
    value: version,
    text: `${version} · ${shortTime(visit.language, recordedAt)}`,
  }))
  const [last, before] = options
  const compared = shown === null || isRefusal(shown) ? null : shown
  return html`<section aria-labelledby="compare">
    <h2 id="compare">${words.compare}</h2>
    <form class="filter" method="get" action="${textPath(text.slug)}/history#compare">
      !${selectField('from', words.compareFrom, options, compared?.from ?? before?.value ?? '')}
      !${selectField('to', words.compareTo, options, compared?.to ?? last?.value ?? '')}
      <div class="actions"><button class="quiet" type="submit">${words.compareSubmit}</button></div>
    </form>
    !${shown !== null && isRefusal(shown) ? message('wrong', refusalText(visit, shown)) : ''}
    !${
      compared === null
        ? ''
        : html`<h3>${words.compared(compared.from, compared.to)}</h3>
            !${
              isUnchanged(compared.changes)
                ? html`<p>${words.comparedSame}</p>`
                : changesList(visit, compared.changes, compared.concepts)
            }`
    }
  </section>`
}

/** The whole history of a text. */
export const historyPage = (
  visit: DeskVisit,
  text: DeskText,
  names: Names,
  shown: Comparison | Refusal | null,
): DeskPage => {
  const { text: words, back } = visit.words
  const title = textTitle(visit, text)
  return {
    title: `${words.history} · ${title}`,
    place: 'texts',
    query: shown === null || isRefusal(shown) ? '' : `from=${shown.from}&to=${shown.to}`,
    content: html`
      <p><a href="${textPath(text.slug)}">${back}</a></p>
      <h1>
        ${words.history} <span class="of"><bdi>${title}</bdi></span>
      </h1>
      <p class="soft">${words.historyText}</p>
      !${
        text.versions.length === 0
          ? ''
          : html`<h2>${words.versions}</h2>
              !${versionsTable(visit, names, text)}`
      }
      !${compareForm(visit, text, shown)}
      <section aria-labelledby="entries">
        <h2 id="entries">${words.wholeHistory}</h2>
        !${entriesList(visit, names, text)}
      </section>
    `,
  }
}
