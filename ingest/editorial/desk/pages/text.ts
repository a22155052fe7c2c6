/** The page of one text: its state and next step, what changes, its doubts, words and comments. */
import { html } from 'ghtml'
import type { ArticleContent } from '#contracts/content.ts'
import type { Slug } from '#contracts/ids.ts'
import { staffIdOf } from '#contracts/staff.ts'
import { hiddenCsrf } from '#contracts/web/parts.ts'
import type { DescribedDoubt } from '../../../groundedness/describe-doubt.ts'
import type { StaffMember } from '../../staff/ports.ts'
import { type Changes, isUnchanged } from '../changes.ts'
import { dismissalRefusal, isStopped } from '../doubts.ts'
import { editorWords } from '../editor/words/words.ts'
import { erasurePath } from '../erasures/parts.ts'
import { erasureWords } from '../erasures/words.ts'
import type { Names } from '../names.ts'
import { codeName, type ConceptNames } from '../code-names.ts'
import { requestedChanges } from '../requested-changes.ts'
import { longTime } from '../print.ts'
import { partAt, type Quoted, showPart } from '../wording.ts'
import { type DeskPage, type DeskVisit, personOf } from '../visit.ts'
import { bumpPart, changesList } from './changes.ts'
import { commentsPart, type TypedComment } from './comments.ts'
import { type Compared, doubtsPart } from './doubts.ts'
import { entriesList, versionsTable } from './history.ts'
import { selectField } from '#contracts/web/fields.ts'
import {
  badge,
  broughtBack,
  doubtsOf,
  hiddenField,
  linkButton,
  nextOf,
  publicLink,
  reasonsList,
  refusalText,
  shortHash,
  textPath,
  textTitle,
} from './parts.ts'
import { abstractPart, headnotesPart, partLinks, textPart } from './reading.ts'
import { ACT_RULES, type ActName, type OpenAct } from '../../table.ts'
import type { DeskComment, DeskText } from '../../text-view.ts'

const ENTRIES_SHOWN = 8
/** Acts that have their own place on the page. */
const ELSEWHERE: ReadonlySet<ActName> = new Set(['draft', 'comment', 'resolve-comment', 'assign'])
/** Acts that are carried out from this page, without a question. */
const DIRECT: ReadonlySet<ActName> = new Set(['submit', 'approve'])
const DANGEROUS: ReadonlySet<ActName> = new Set(['withdraw', 'delete', 'discard-draft'])

export type View = 'draft' | 'published'

export type TextState = {
  readonly text: DeskText
  readonly open: readonly OpenAct[]
  readonly names: Names
  readonly team: readonly StaffMember[]
  readonly view: View
  readonly part: number
  /** Of the draft, against the published version. */
  readonly changes: Changes | null
  readonly doubts: readonly DescribedDoubt[]
  readonly compared: Compared
  /** Texts that cite this one. */
  readonly citing: readonly { readonly slug: Slug; readonly title: string }[]
  /** Markup about an act that was just carried out. */
  readonly done: string | null
  readonly wrong: string | null
  readonly typed: TypedComment | null
  /** The address of the page that readers see; null: there is none. */
  readonly publicPage: string | null
  /** Markup of what the draft cites and claims; null: nobody asked. */
  readonly checked: string | null
  /** Of the wordings that are shown. */
  readonly concepts: ConceptNames
}

const isAllowed = (open: readonly OpenAct[], act: ActName): boolean =>
  open.some((one) => one.act === act && one.allowed)

/** Whether an act belongs to the state that a text is in, whoever carries it out. */
const isOfState = ({ draft, publicStatus }: DeskText, act: ActName): boolean =>
  // A draft that was never published is deleted.
  !(act === 'discard-draft' && publicStatus === 'never-published') &&
  ACT_RULES[act].from.some((status) => status === draft?.status || status === publicStatus)

const labelOf = ({ words }: DeskVisit, text: DeskText, act: ActName): string => {
  const { pending } = text
  const back = act === 'publish' ? broughtBack(text) : null
  if (back !== null) return words.text.publishAgain(back.version)
  if (pending?.request === 'withdrawal' && act === 'withdraw') return words.text.confirm.withdrawal
  if (pending?.request === 'deletion' && act === 'delete') return words.text.confirm.deletion
  return words.acts[act].button
}

const actButton = (visit: DeskVisit, text: DeskText, act: ActName, isFirst: boolean): string => {
  const label = labelOf(visit, text, act)
  const kind = [isFirst ? '' : 'quiet', DANGEROUS.has(act) ? 'danger' : ''].join(' ').trim()
  if (act === 'revise')
    return html`<a class="button ${kind}" data-key="e" href="${textPath(text.slug)}/edit"
      >${label}</a
    >`
  const path = `${textPath(text.slug)}/acts/${act}`
  if (!DIRECT.has(act)) return linkButton(path, label, kind)
  return html`<form method="post" action="${path}">
    !${hiddenCsrf(visit)} !${hiddenField('sha256Hash', text.draft?.sha256Hash ?? '')}
    <button class="${kind}" type="submit">${label}</button>
  </form>`
}

/**
 * After these, a failed schedule is of the past; it is one itself where the service cancelled it.
 */
const SINCE_STOPPED: ReadonlySet<string> = new Set([
  'ScheduleCancelled',
  'PublicationScheduled',
  'ChangesRequested',
  'Revised',
  'DraftDiscarded',
])

/** What most people come for goes first. */
const FIRST: readonly ActName[] = ['approve', 'publish', 'submit', 'restore', 'revise']

/** The act by which a second person confirms what the first one asked for. */
const confirmedBy = ({ pending }: DeskText): ActName | null => {
  if (pending === null) return null
  return pending.request === 'withdrawal' ? 'withdraw' : 'delete'
}

/** Acts that a doubt prevents. */
const PUBLISHING: ReadonlySet<ActName> = new Set(['publish', 'schedule'])

const actsPart = (visit: DeskVisit, { text, open, doubts }: TextState): string => {
  const shown = open.filter(({ act }) => !ELSEWHERE.has(act))
  const allowed = shown.filter((one) => one.allowed).map(({ act }) => act)
  const stopped = isStopped(text, doubts)
  const first =
    [confirmedBy(text), ...FIRST].find(
      (act) => act !== null && allowed.includes(act) && !(stopped && PUBLISHING.has(act)),
    ) ?? null
  const ordered = first === null ? allowed : [first, ...allowed.filter((act) => act !== first)]
  const closed = shown.flatMap((one) => (one.allowed || !isOfState(text, one.act) ? [] : [one]))
  const { words } = visit
  return html`!${
    ordered.length === 0
      ? ''
      : html`<div class="acts" role="group" aria-label="${words.text.acts}">
          !${ordered.map((act) => actButton(visit, text, act, act === first))}
        </div>`
  }
  !${
    closed.length === 0
      ? ''
      : html`<details class="closed">
          <summary>${words.text.closed}</summary>
          <dl>
            !${closed.map(
              ({ act, refused }) =>
                html`<dt>${labelOf(visit, text, act)}</dt>
                  <dd>${refusalText(visit, { refused })}</dd>`,
            )}
          </dl>
        </details>`
  }`
}

const pendingPart = (visit: DeskVisit, { text, names, open }: TextState): string => {
  const { pending } = text
  const confirming = confirmedBy(text)
  if (pending === null || confirming === null) return ''
  const mayConfirm = isAllowed(open, confirming)
  const { text: words } = visit.words
  const says = pending.request === 'withdrawal' ? words.pendingWithdrawal : words.pendingDeletion
  return html`<div class="message note">
    <p>${says(names(pending.by), longTime(visit.language, pending.at))}</p>
    <dl>
      <dt>${words.pendingReason}</dt>
      <dd dir="auto">${pending.reason}</dd>
      !${
        pending.replacement === null
          ? ''
          : html`<dt>${words.pendingReplacement}</dt>
              <dd><a href="${textPath(pending.replacement)}">${pending.replacement}</a></dd>`
      }
    </dl>
    !${mayConfirm ? '' : html`<p>${words.confirmOther}</p>`}
  </div>`
}

const assignForm = (visit: DeskVisit, { text, team, open, names }: TextState): string => {
  const { words } = visit
  if (!isAllowed(open, 'assign'))
    return text.assignedTo === null
      ? ''
      : html`<p>${words.text.assigned}${words.colon}${names(`staff:${text.assignedTo}`)}</p>`
  return html`<form class="assign" method="post" action="${textPath(text.slug)}/acts/assign">
    !${hiddenCsrf(visit)}
    !${selectField(
      'person',
      words.text.assigned,
      [
        { value: '', text: words.nobody },
        ...team.map(({ id, name }) => ({ value: id, text: name })),
      ],
      text.assignedTo ?? '',
    )}
    <button class="quiet" type="submit">${words.acts.assign.submit}</button>
  </form>`
}

const facts = (visit: DeskVisit, { text, names }: TextState): string => {
  const { words } = visit
  const { draft, published, publicStatus } = text
  const rows: (readonly [name: string, markup: string])[] = []
  if (published !== null)
    rows.push([
      publicStatus === 'published' ? words.text.publishedHash : words.text.lastHash,
      `${html`${published.version}`} ${shortHash(published.sha256Hash)}`,
    ])
  if (draft !== null) {
    rows.push([words.text.draftHash, shortHash(draft.sha256Hash)])
    rows.push([words.text.authors, html`${draft.authors.map(names).join(', ')}`])
    if (draft.approval !== null)
      rows.push([words.text.approvedBy, html`${names(draft.approval.by)}`])
  }
  return html`<dl class="facts">
    !${rows.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>!${value}</dd>`,
    )}
  </dl>`
}

/** Why the last publication that was due did not take place, until somebody acts on the draft. */
const stoppedPart = (visit: DeskVisit, { text: { status, history } }: TextState): string => {
  const last = history.findLast(({ type }) => SINCE_STOPPED.has(type))
  if (status !== 'approved' || last?.type !== 'ScheduleCancelled' || staffIdOf(last.by) !== null)
    return ''
  const { text: words } = visit.words
  return html`<div class="message wrong">
    <p>${words.failedSchedule(longTime(visit.language, last.at))}</p>
    !${last.refused === undefined ? '' : html`<p>${refusalText(visit, { refused: last.refused })}</p>`}
  </div>`
}

/** Why the text cannot be published now. */
const doubtPart = ({ words: { doubt } }: DeskVisit, { text, doubts }: TextState): string =>
  isStopped(text, doubts)
    ? html`<div class="message wrong">
        <p>${doubt.stops} <a href="#doubts">${doubt.see}</a></p>
      </div>`
    : ''

/** Only persons of data protection see it. */
const erasurePart = (visit: DeskVisit, { text }: TextState): string => {
  if (visit.person?.scopes.has('privacy:erase') !== true) return ''
  const words = erasureWords(visit)
  return html`<p>
    <a href="${erasurePath(text.slug)}">${text.erasureRequested ? words.pending : words.action}</a>
  </p>`
}

/** The changes that a reviewer asked for, until the draft is submitted again. */
const requestedPart = (visit: DeskVisit, { text, names }: TextState): string => {
  const asked = requestedChanges(text)
  if (asked === null) return ''
  const { by, at, reasons } = asked
  return html`<div class="message note">
    <p>${visit.words.text.changesRequested(names(by), longTime(visit.language, at))}</p>
    !${reasonsList(reasons)}
  </div>`
}

const statePart = (visit: DeskVisit, state: TextState): string => {
  const { text } = state
  const { words, language } = visit
  const scheduledAt = text.draft?.scheduledAt ?? null
  return html`<section class="state" aria-labelledby="state">
    <h2 id="state" class="unseen">${words.text.state}</h2>
    !${isStopped(text, state.doubts) ? '' : html`<p class="next">${nextOf(visit, text)}</p>`}
    !${
      text.draft !== null && text.publicStatus === 'published' && text.version !== null
        ? html`<p>${words.text.publicVersion(text.version)}</p>`
        : ''
    }
    !${
      scheduledAt === null
        ? ''
        : html`<p><strong>${words.text.scheduledAt(longTime(language, scheduledAt))}</strong></p>`
    }
    !${requestedPart(visit, state)} !${stoppedPart(visit, state)} !${doubtPart(visit, state)}
    !${pendingPart(visit, state)} !${actsPart(visit, state)} !${assignForm(visit, state)}
    !${erasurePart(visit, state)} !${facts(visit, state)}
  </section>`
}

const headPart = (visit: DeskVisit, { text, doubts, publicPage }: TextState): string => {
  const { words, language } = visit
  const { published, publicStatus, status } = text
  const isPublic = publicStatus === 'published' && published !== null
  const since = published?.publishedAt ?? null
  return html`<div class="text-head">
    <h1><bdi>${textTitle(visit, text)}</bdi></h1>
    <p class="signs">
      !${badge(visit, status)}
      !${
        isPublic && since !== null
          ? html`<span
              >${words.text.publishedSince(published.version, longTime(language, since))}</span
            >`
          : ''
      }
      !${publicPage === null ? '' : publicLink(words.text.publicPage, publicPage)}
      !${doubtsOf(visit, doubts)}
    </p>
  </div>`
}

const changesPart = (visit: DeskVisit, { text, changes, concepts }: TextState): string => {
  const { words } = visit
  if (text.draft === null) return ''
  const isFirst = text.published === null
  return html`<section aria-labelledby="changes">
    <h2 id="changes">${words.text.changes}</h2>
    !${
      text.next === null
        ? html`<p class="soft">${words.text.changesNone}</p>`
        : bumpPart(visit, text.next, text.published?.version ?? null)
    }
    !${
      isFirst || changes === null || isUnchanged(changes)
        ? ''
        : changesList(visit, changes, concepts)
    }
  </section>`
}

const citingPart = (visit: DeskVisit, { citing, text }: TextState): string => {
  const { words } = visit
  if (citing.length === 0) return ''
  // Other details under the same hash concern nobody who cites the wording.
  const isNoticed = text.next !== null && text.next.bump !== 'none'
  return html`<section aria-labelledby="citing">
    <h2 id="citing">${words.text.cites} <span class="count">${citing.length}</span></h2>
    !${isNoticed ? html`<p class="soft">${words.text.citesNext}</p>` : ''}
    <ul class="links">
      !${citing.map(
        ({ slug, title }) =>
          html`<li>
            <a href="${textPath(slug)}"><bdi>${title}</bdi></a>
          </li>`,
      )}
    </ul>
  </section>`
}

const metadataPart = (
  visit: DeskVisit,
  content: ArticleContent,
  concepts: ConceptNames,
): string => {
  const { words } = visit
  const { judicialDecision: decision } = content
  const named = (member: string, codes: readonly string[]): string =>
    codes.map((code) => codeName(visit, member, code, concepts)).join(', ')
  const one = (member: string, code: string | null | undefined): string =>
    code === null || code === undefined ? '' : codeName(visit, member, code)
  const rows: readonly (readonly [string, string])[] = [
    [words.text.type, one('contentType', content.contentType)],
    [words.members['doctrineSubtype'] ?? '', one('doctrineSubtype', content.doctrineSubtype)],
    [words.text.language, one('language', content.language)],
    [words.text.jurisdiction, named('jurisdiction', content.jurisdiction)],
    [words.text.domains, named('legalDomain', content.legalDomain)],
    [
      words.text.concepts,
      named(
        'concepts',
        content.concepts.map(({ id }) => id),
      ),
    ],
    [words.text.court, one('courtCode', decision?.courtCode)],
    [words.text.chamber, one('chamber', decision?.chamber)],
    [words.text.decisionDate, dayOf(visit, decision?.decisionDate ?? null)],
    [words.text.solution, one('solution', decision?.solution)],
    ['ECLI', decision?.ecli ?? ''],
    [words.members['author'] ?? '', content.author ?? ''],
    [words.members['publishedAt'] ?? '', dayOf(visit, content.publishedAt)],
    [words.text.source, content.source.url ?? content.source.id],
    [words.text.licence, content.licence ?? words.text.allRights],
  ]
  return html`<details class="metadata">
    <summary>${words.text.metadata}</summary>
    <dl>
      !${rows
        .filter(([, value]) => value !== '')
        .map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd class="long">${value}</dd>`,
        )}
    </dl>
  </details>`
}

const dayOf = ({ print }: DeskVisit, day: string | null): string =>
  day === null ? '' : print.date(day)

const contentShown = ({ draft, published }: DeskText, view: View): ArticleContent | null =>
  view === 'draft' && draft !== null
    ? draft.content
    : (published?.content ?? draft?.content ?? null)

/** The spans that open comments are about, in the text that is shown. */
const quotedIn = ({ comments }: DeskText): readonly Quoted[] =>
  comments.flatMap(({ id, target, anchor, resolved }) =>
    target?.member === 'contentClean' && anchor !== null && resolved === null
      ? [{ id, ...anchor }]
      : [],
  )

/** What the draft cites and claims, once somebody asked. */
const checkPart = (visit: DeskVisit, { text, checked }: TextState): string => {
  if (text.draft === null) return ''
  const { check } = editorWords(visit.language)
  return checked === null
    ? html`<p class="actions">
        <a class="button quiet" href="${textPath(text.slug)}?check=1#check">${check}</a>
      </p>`
    : html`<section id="check" aria-labelledby="checked">
        <h2 id="checked">${editorWords(visit.language).checked}</h2>
        !${checked}
      </section>`
}

const wordingPart = (visit: DeskVisit, { text, view, part, concepts }: TextState): string => {
  const content = contentShown(text, view)
  if (content === null) return ''
  const { words, language } = visit
  const isDraft = text.draft !== null && content === text.draft.content
  const isPublic = text.publicStatus === 'published'
  const ofPublished = isPublic ? words.text.wordingOfPublished : words.text.wordingOfLast
  const hasBoth = text.draft !== null && text.published !== null
  const shown = showPart(content, part, {
    language,
    quoted: isDraft || !hasBoth ? quotedIn(text) : [],
  })
  const links = partLinks(
    visit,
    shown,
    (number) => `${textPath(text.slug)}?view=${view}&part=${number}#wording`,
  )
  const tab = (one: View, name: string): string =>
    html`<a
      href="${textPath(text.slug)}?view=${one}#wording"
      !${one === view ? 'aria-current="true"' : ''}
      >${name}</a
    >`
  return html`<section aria-labelledby="wording">
    <h2 id="wording">${isDraft ? words.text.wordingOfDraft : ofPublished}</h2>
    !${
      hasBoth
        ? html`<p class="tabs">
            !${tab('draft', words.text.draftView)}
            !${tab('published', isPublic ? words.text.publishedView : words.text.lastView)}
          </p>`
        : ''
    }
    !${metadataPart(visit, content, concepts)} !${abstractPart(content)}
    !${headnotesPart(visit, content)} !${links}
    !${textPart(content, shown.markup, isDraft || !hasBoth ? 'data-commentable' : '')} !${links}
  </section>`
}

const historyPart = (visit: DeskVisit, { text, names }: TextState): string => {
  const { text: words } = visit.words
  return html`<section aria-labelledby="history">
    <h2 id="history">${words.history}</h2>
    !${versionsTable(visit, names, text)} !${entriesList(visit, names, text, ENTRIES_SHOWN)}
    <p><a href="${textPath(text.slug)}/history">${words.wholeHistory}</a></p>
  </section>`
}

/** Where the words of a comment are: on this page or on that of another part. */
const placesOf =
  ({ text, part }: TextState) =>
  ({ id, target, anchor, resolved }: DeskComment): string | null => {
    if (target?.member !== 'contentClean' || anchor === null || resolved !== null) return null
    const content = (text.draft ?? text.published)?.content
    const there = content === undefined ? part : partAt(content, anchor.start)
    return there === part ? `#q-${id}` : `${textPath(text.slug)}?part=${there}#q-${id}`
  }

export const textPage = (visit: DeskVisit, state: TextState): DeskPage => {
  const { text, names, open, typed, wrong, done, view, part } = state
  const { words } = visit
  const title = textTitle(visit, text)
  return {
    title: wrong === null && typed === null ? title : `${words.error}: ${title}`,
    place: 'texts',
    once: wrong !== null || typed !== null,
    query: `view=${view}&part=${part}`,
    content: html`
      !${headPart(visit, state)} !${done ?? ''}
      !${wrong === null ? '' : html`<div class="message wrong" role="alert" tabindex="-1"><p>${wrong}</p></div>`}
      <div class="columns">
        <div class="side">!${statePart(visit, state)}</div>
        <div class="body">
          !${changesPart(visit, state)}
          !${doubtsPart(visit, state.doubts, {
            slug: text.slug,
            mayDismiss: dismissalRefusal(text, personOf(visit)) === null,
            compared: state.compared,
          })}
          !${checkPart(visit, state)} !${wordingPart(visit, state)} !${citingPart(visit, state)}
          !${historyPart(visit, state)}
        </div>
        !${commentsPart(visit, {
          text,
          names,
          typed,
          mayComment: isAllowed(open, 'comment'),
          placeOf: placesOf(state),
        })}
      </div>
      <div
        id="selection-words"
        hidden
        data-button="${words.text.selected}"
        data-target="comment-form"
      ></div>
    `,
  }
}
