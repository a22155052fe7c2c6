/** All erasures, and one with what follows it. */
import { html } from 'ghtml'
import { isErrorCode } from '#contracts/errors/codes.ts'
import { message } from '#contracts/web/parts.ts'
import type { DoneErasure, ErasureEntry } from '../../erasure/overview.ts'
import { type ErasureFinishing, ErasureStep, type FinishedErasures } from '../../erasure/ports.ts'
import type { ErasureProposal } from '../../erasure/proposals.ts'
import type { Names } from '../names.ts'
import { emptyState, linkButton, moment } from '../pages/parts.ts'
import { longTime, printCount } from '../print.ts'
import { DESK_PATH, type DeskPage, type DeskVisit, personOf } from '../visit.ts'
import { queryOf } from './form.ts'
import {
  askedFact,
  entriesTable,
  ERASURES_PATH,
  erasurePath,
  headedTable,
  stateBadge,
  stateOf,
  subjectText,
  wantedFacts,
  wantedText,
} from './parts.ts'
import { erasureWords } from './words.ts'

/** Where the form of a proposed erasure is, filled in. */
const proposalPath = ({ slug, earlier, ground }: ErasureProposal): string =>
  `${erasurePath(slug)}?${queryOf({ versions: earlier, ground, request: '' })}`

/** Names that publishers took out, with the form to erase what has them. */
export const proposalsPart = (visit: DeskVisit, proposals: readonly ErasureProposal[]): string => {
  if (proposals.length === 0) return ''
  const { inbox } = visit.words
  return html`<section class="message note" aria-labelledby="proposals">
    <h2 id="proposals">${inbox.erasures}</h2>
    <p>${inbox.erasuresText}</p>
    <ul>
      !${proposals.map(
        (one) =>
          html`<li>
            <a href="${proposalPath(one)}"><bdi>${one.slug}</bdi></a
            >${visit.words.colon}${inbox.erasure(one.version, one.earlier)},
            !${moment(visit, one.recordedAt)}
          </li>`,
      )}
    </ul>
  </section>`
}

/** Requests of others that wait for this person. */
export const requestsPart = (
  visit: DeskVisit,
  names: Names,
  requests: readonly ErasureEntry[],
): string => {
  if (requests.length === 0) return ''
  const words = erasureWords(visit)
  return html`<section aria-labelledby="erasures-to-confirm">
    <h2 id="erasures-to-confirm">
      ${words.inbox} <span class="count">${printCount(visit.language, requests.length)}</span>
    </h2>
    <p>${words.waitingText}</p>
    !${entriesTable(visit, names, words.inbox, requests)}
  </section>`
}

type Section = {
  readonly id: string
  readonly title: string
  readonly text: string | null
  readonly entries: readonly ErasureEntry[]
}

const section = (visit: DeskVisit, names: Names, { id, title, text, entries }: Section): string =>
  entries.length === 0
    ? ''
    : html`<section aria-labelledby="${id}">
        <h2 id="${id}">
          ${title} <span class="count">${printCount(visit.language, entries.length)}</span>
        </h2>
        !${text === null ? '' : html`<p>${text}</p>`} !${entriesTable(visit, names, title, entries)}
      </section>`

export type ErasuresState = {
  readonly entries: readonly ErasureEntry[]
  readonly proposals: readonly ErasureProposal[]
  readonly names: Names
}

/** Whether copies have still to be removed. */
const isOpen = (entry: ErasureEntry): boolean => ['open', 'stopped'].includes(stateOf(entry))

/** Erasures that wait, that are under way, and that are done. */
export const erasuresPage = (
  visit: DeskVisit,
  { entries, proposals, names }: ErasuresState,
): DeskPage => {
  const words = erasureWords(visit)
  const own = `staff:${personOf(visit).id}`
  const requested = entries.filter((entry) => stateOf(entry) === 'requested')
  const sections: readonly Section[] = [
    {
      id: 'waiting',
      title: words.waiting,
      text: words.waitingText,
      entries: requested.filter(({ requestedBy }) => requestedBy !== own),
    },
    {
      id: 'own',
      title: words.own,
      text: words.ownText,
      entries: requested.filter(({ requestedBy }) => requestedBy === own),
    },
    { id: 'finishing', title: words.finishing, text: null, entries: entries.filter(isOpen) },
    {
      id: 'recent',
      title: words.recent,
      text: null,
      entries: entries.filter((entry) => stateOf(entry) === 'erased'),
    },
  ]
  return {
    title: words.title,
    place: 'erasures',
    content: html`
      <h1>${words.title}</h1>
      !${
        entries.length === 0
          ? emptyState(words.none, words.noneText, [
              linkButton(`${DESK_PATH}/texts`, visit.words.places.texts, 'quiet'),
            ])
          : ''
      }
      !${proposalsPart(visit, proposals)} !${sections.map((one) => section(visit, names, one))}
    `,
  }
}

const stepsList = (visit: DeskVisit, { step, done, steps }: ErasureFinishing): string => {
  const words = erasureWords(visit)
  const now = step === null ? -1 : ErasureStep.options.indexOf(step)
  const stateAt = (at: number): string => {
    if (at < now) return words.stepDone
    if (at > now) return words.stepOpen
    return steps === 0 ? words.stepNow : words.stepNowOf(done + 1, steps)
  }
  return html`<section aria-labelledby="steps">
    <h2 id="steps">${words.steps}</h2>
    <ol>
      !${ErasureStep.options.map(
        (name, at) =>
          html`<li>${words.step[name]}${visit.words.colon}<strong>${stateAt(at)}</strong></li>`,
      )}
    </ol>
  </section>`
}

const removedPart = (
  visit: DeskVisit,
  { erasures, rows, generation, rewritten }: FinishedErasures,
): string => {
  const words = erasureWords(visit)
  const counted = Object.entries(rows)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => [words.row[table] ?? table, count] as const)
  const lines: (readonly [string, number])[] = [
    ...counted,
    ...(generation === null ? [] : [[words.generation(generation), 1] as const]),
    [words.tables, rewritten.tables.length],
  ]
  return html`<h2>${words.removed}</h2>
    !${counted.length === 0 ? html`<p>${words.noRows}</p>` : ''}
    !${headedTable(
      words.removed,
      [words.copy, words.number],
      lines.map(
        ([name, count]) =>
          html`<tr role="row">
            <th scope="row" role="rowheader">${name}</th>
            <td role="cell" data-label="${words.number}">${printCount(visit.language, count)}</td>
          </tr>`,
      ),
    )}
    !${erasures > 1 ? html`<p class="soft">${words.together(erasures - 1)}</p>` : ''}
    !${rewritten.writeAheadLog ? '' : message('note', words.walStays)}`
}

/** The code of a fault is printed where it is one of the catalogue. */
const codeOf = (failed: string): string => (isErrorCode(failed) ? failed : 'internal-error')

const finishingPart = (
  visit: DeskVisit,
  finishing: ErasureFinishing | null,
  path: string,
): string => {
  const words = erasureWords(visit)
  if (finishing?.isOpen !== true) {
    const { finished = null } = finishing ?? {}
    return html`!${message('done', `${words.unreadable} ${words.allGone}`)}
    !${finished === null ? '' : removedPart(visit, finished)}`
  }
  return html`!${message('done', words.unreadable)}
    !${
      finishing.failed === null
        ? html`<p>${words.openText}</p>`
        : message('wrong', words.failed(codeOf(finishing.failed)))
    }
    <p>!${linkButton(path, words.lookAgain, 'quiet')}</p>
    !${stepsList(visit, finishing)}`
}

/** One erasure: who, why, how far it is, and what was removed. */
export const erasurePage = (visit: DeskVisit, entry: DoneErasure, names: Names): DeskPage => {
  const words = erasureWords(visit)
  const { erased } = entry
  const path = `${ERASURES_PATH}/${erased.position}`
  const confirmed = words.askedBy(names(erased.by), longTime(visit.language, erased.at))
  return {
    title: words.of(wantedText(visit, entry)),
    place: 'erasures',
    content: html`
      <p><a href="${ERASURES_PATH}">${words.all}</a></p>
      <h1>
        ${words.one}
        <span class="of">!${subjectText(visit, entry)}</span>
      </h1>
      <p class="signs">!${stateBadge(visit, entry)}</p>
      !${finishingPart(visit, erased.finishing, path)}
      <section aria-labelledby="facts">
        <h2 id="facts">${words.facts}</h2>
        !${wantedFacts(visit, entry, [
          askedFact(visit, names, entry),
          [words.confirmed, html`${confirmed}`],
          [words.keys, html`${printCount(visit.language, erased.keys)}`],
        ])}
      </section>
      !${message('note', words.backups)}
    `,
  }
}

/** Why somebody does not see the pages about erasures. */
export const closedPage = (visit: DeskVisit, why: string, link: string | null): DeskPage => ({
  title: erasureWords(visit).title,
  content: html`
    <h1>${erasureWords(visit).title}</h1>
    !${message('note', why)}
    !${
      link === null
        ? ''
        : html`<p><a class="button" href="${link}">${visit.words.places.account}</a></p>`
    }
  `,
})
