/** What changed in cited texts, and the sentences that cite them. */
import { html } from 'ghtml'
import { TreatmentType } from '#contracts/vocabulary/citator.ts'
import { LABELS } from '#contracts/vocabulary/labels.ts'
import { hiddenCsrf } from '#contracts/web/parts.ts'
import type { ImpactNotice, ImpactPage } from '../../impact/ports.ts'
import type { Names } from '../names.ts'
import { printCount } from '../print.ts'
import { DESK_PATH, type DeskPage, type DeskVisit } from '../visit.ts'
import { emptyState, linkButton, moment, textPath } from './parts.ts'

const PATH = `${DESK_PATH}/impact`
export const IMPACT_VIEWS = ['open', 'settled', 'all'] as const
export type ImpactView = (typeof IMPACT_VIEWS)[number]

export type ImpactState = {
  readonly view: ImpactView
  readonly page: ImpactPage
  readonly names: Names
  /** Of the texts that ended the authority of others, by address. */
  readonly titles: ReadonlyMap<string, string>
  /** Markup about a notice that was just settled. */
  readonly done: string | null
}

const settleForm = (visit: DeskVisit, { id, citing }: ImpactNotice): string => {
  const { impact } = visit.words
  return html`<form method="post" action="${PATH}/${id}/settle">
    !${hiddenCsrf(visit)}
    <button class="quiet" type="submit" aria-label="${impact.settleOne(citing.title)}">
      ${impact.settle}
    </button>
  </form>`
}

const citingOf = (visit: DeskVisit, names: Names, notice: ImpactNotice): string => {
  const { impact } = visit.words
  const { citing, sentences, settled } = notice
  return html`<li class="concerned">
    <h3>
      <a href="${textPath(citing.slug)}"><bdi>${citing.title}</bdi></a>
    </h3>
    !${sentences.map(
      ({ words }) => html`<blockquote class="quote own" dir="auto"><p>${words}</p></blockquote>`,
    )}
    <div class="actions">
      !${linkButton(`${textPath(citing.slug)}/edit`, impact.edit)}
      !${
        settled === null
          ? settleForm(visit, notice)
          : html`<span class="hint"
              >${impact.settledBy(names(`staff:${settled.by}`))} !${moment(visit, settled.at)}</span
            >`
      }
    </div>
  </li>`
}

type Group = { readonly first: ImpactNotice; readonly notices: readonly ImpactNotice[] }

/** Notices of one change of one text belong together. */
const groupsOf = (notices: readonly ImpactNotice[]): readonly Group[] => {
  const groups = Map.groupBy(notices, ({ at, cause, cited }) => `${at} ${cause} ${cited.slug}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ first, notices: group }]
  })
}

/** A longer wording is folded, so that the sentences concerned stay in view. */
const UNFOLDED_MAX = 400

const wordingBox = (title: string, words: string): string => {
  const quote = html`<blockquote class="quote" dir="auto"><p>${words}</p></blockquote>`
  return words.length > UNFOLDED_MAX
    ? html`<details class="half">
        <summary>${title}</summary>
        !${quote}
      </details>`
    : html`<div class="half">
        <h3>${title}</h3>
        !${quote}
      </div>`
}

/** The treatment that turned a text red, and the text that it comes from. */
export const treatmentIn = ({
  cause,
  detail,
}: Pick<ImpactNotice, 'cause' | 'detail'>): { type: TreatmentType; by: string } | null => {
  const [code = '', ...by] = cause === 'turned-red' ? (detail ?? '').split(' ') : []
  const type = TreatmentType.safeParse(code)
  return type.success ? { type: type.data, by: by.join(' ') } : null
}

/** The reason that was given, or the treatment in words. */
const detailPart = (
  { language }: DeskVisit,
  { titles }: Pick<ImpactState, 'titles'>,
  notice: ImpactNotice,
): string => {
  const treatment = treatmentIn(notice)
  if (treatment === null)
    return notice.detail === null ? '' : html`<p dir="auto">${notice.detail}</p>`
  const { type, by } = treatment
  const title = titles.get(by)
  const source =
    title === undefined ? html`${by}` : html`<a href="${textPath(by)}"><bdi>${title}</bdi></a>`
  return html`<p>${LABELS[language].treatments[type]} !${source}</p>`
}

const groupOf = (
  visit: DeskVisit,
  state: ImpactState,
  { first, notices }: Group,
  index: number,
): string => {
  const { impact } = visit.words
  const { cause, cited, at, before, after } = first
  const versions =
    cited.oldVersion === null || cited.newVersion === null || cited.oldVersion === cited.newVersion
      ? ''
      : ` (${impact.versions(cited.oldVersion, cited.newVersion)})`
  return html`<section class="change" aria-labelledby="change-${index}">
    <h2 id="change-${index}">
      <a href="${textPath(cited.slug)}"><bdi>${cited.title}</bdi></a>
      ${impact.causes[cause]}${versions}
    </h2>
    <p class="hint">!${moment(visit, at)}</p>
    !${detailPart(visit, state, first)}
    !${
      before === null && after === null
        ? ''
        : html`<div class="halves">
            !${before === null ? '' : wordingBox(impact.before, before)}
            !${after === null ? '' : wordingBox(impact.after, after)}
          </div>`
    }
    <ul class="plain">
      !${notices.map((one) => citingOf(visit, state.names, one))}
    </ul>
  </section>`
}

export const impactPage = (visit: DeskVisit, state: ImpactState): DeskPage => {
  const { view, page, done } = state
  const { impact } = visit.words
  const { notices, next, total } = page
  return {
    title: impact.title,
    place: 'impact',
    query: `show=${view}`,
    content: html`
      <h1>${impact.title}</h1>
      <p>${impact.text}</p>
      !${done ?? ''}
      <p class="tabs">
        !${IMPACT_VIEWS.map(
          (one) =>
            html`<a href="${PATH}?show=${one}" !${one === view ? 'aria-current="true"' : ''}
              >${impact[one]}</a
            >`,
        )}
        <span class="soft">${impact.count(total, printCount(visit.language, total))}</span>
      </p>
      !${
        notices.length === 0
          ? emptyState(impact.none[view], impact.noneNext, [
              linkButton(DESK_PATH, visit.words.problems.home, 'quiet'),
            ])
          : groupsOf(notices)
              .map((group, index) => groupOf(visit, state, group, index))
              .join('')
      }
      !${
        next === null
          ? ''
          : html`<p>
              <a class="button quiet" rel="next" href="${PATH}?show=${view}&after=${next}"
                >${impact.more}</a
              >
            </p>`
      }
    `,
  }
}
