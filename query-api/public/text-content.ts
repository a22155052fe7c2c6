/** The content of the page of one text. `${…}` is escaped; `!${…}` is markup and is not. */
import { html } from 'ghtml'
import type { Relations } from '#contracts/citation-index.ts'
import type { Treatment } from '#contracts/events/others.ts'
import type { Article, StatusDerivation } from '#contracts/http/article.ts'
import type { ArticleVersion } from '#contracts/http/versions.ts'
import type { Day, Slug } from '#contracts/ids.ts'
import { API_BASE_PATH } from '#contracts/service.ts'
import { type Language, printersOf } from '#contracts/web/language.ts'
import {
  canonicalPath,
  comparePath,
  filePath,
  linkTo,
  signInHref,
  textFragment,
  textPath,
} from './addresses.ts'
import type { CitedText } from '#contracts/law/citation-styles/cited-text.ts'
import { inlineWords } from '#contracts/law/reading/markup.ts'
import { wordsOfLine } from '#contracts/law/reading/runs.ts'
import { citeSection } from './cite-content.ts'
import { factsOfDecision } from './decision-facts.ts'
import {
  courtOf,
  dayOfText,
  docketOf,
  flagBadge,
  flagSign,
  forceBadge,
  forceOn,
  forceSentence,
  isWebAddress,
} from './marks.ts'
import { licenceAddress } from './open-licence.ts'
import type { TextCard } from './ports.ts'
import { contentsOf, partOf, readingOf, type Part, type TextLink } from './reading.ts'
import { domainLabel, LABELS } from '#contracts/vocabulary/labels.ts'
import { WORDS } from './words/words.ts'

/** A point of a text with its colour and what was done to it. */
export type PointShown = {
  readonly sequence: number | null
  readonly derivation: StatusDerivation
  readonly treatments: readonly Treatment[]
}

export type TextState = {
  readonly language: Language
  readonly url: URL
  /** Such as `https://example.org`. */
  readonly origin: string
  readonly today: Day
  readonly article: Article
  /** The same version with its author. */
  readonly cited: CitedText
  readonly isCurrent: boolean
  /** Whether this reader may read the whole text. */
  readonly isReadable: boolean
  readonly hasAccounts: boolean
  readonly isSignedIn: boolean
  readonly relations: Relations
  readonly points: readonly PointShown[]
  readonly cards: ReadonlyMap<Slug, TextCard>
  /** In the order of their publication. */
  readonly versions: readonly ArticleVersion[]
  /** The part of a long text, from 1. */
  readonly part: number
  /** The search that the reader comes from, with its words and filters. */
  readonly search: string
}

/** Lists longer than this end with a count. */
const SHOWN_MAX = 40

type Fact = readonly [name: string, value: string]
/** A fact that is known; the value is escaped. */
const known = (name: string, value: string | null | undefined): readonly Fact[] =>
  value === null || value === undefined || value === '' ? [] : [[name, html`${value}`]]

const linkOut = (address: string, text = address): string =>
  html`<a href="${address}" rel="noreferrer">${text}</a>`

const sourceOf = ({ source }: Article): string =>
  isWebAddress(source.url) ? linkOut(source.url) : html`${source.id}`

const searchLink = (url: URL, name: string, value: string, text: string): string => {
  const query = new URLSearchParams({ [name]: value }).toString()
  return html`<a href="${linkTo(`/search?${query}`, url)}" rel="nofollow">${text}</a>`
}

const labelOfConcept = ({ prefLabel }: Article['concepts'][number], language: Language): string =>
  prefLabel[language] ?? prefLabel['fr'] ?? Object.values(prefLabel)[0] ?? ''

const listed = (values: readonly string[]): string => html`!${values.join(', ')}`

const decisionFacts = ({ language, article }: TextState): readonly Fact[] =>
  factsOfDecision(language, article).flatMap(([name, value]) => known(name, value))

const factsOf = (state: TextState): readonly Fact[] => {
  const { language, url, article } = state
  const { text: words } = WORDS[language]
  const labels = LABELS[language]
  const date = dayOfText(article)
  const concepts = article.concepts.filter((concept) => labelOfConcept(concept, language) !== '')
  return [
    [words.kind, html`${labels.contentTypes[article.contentType]}`],
    ...known(
      (article.judicialDecision?.decisionDate ?? null) === null ? words.published : words.date,
      date === null ? null : printersOf(language).date(date),
    ),
    ...decisionFacts(state),
    ...known(words.work, article.provision?.work),
    ...known(words.section, article.provision?.section?.join(' › ')),
    ...(article.jurisdiction.length === 0
      ? []
      : [
          [
            words.jurisdiction,
            listed(article.jurisdiction.map((one) => html`${labels.jurisdictions[one]}`)),
          ] as const,
        ]),
    ...(article.legalDomain.length === 0
      ? []
      : [
          [
            words.domains,
            listed(
              article.legalDomain.map((domain) =>
                searchLink(url, 'legalDomains', domain, domainLabel(labels, domain)),
              ),
            ),
          ] as const,
        ]),
    ...(concepts.length === 0
      ? []
      : [
          [
            words.concepts,
            listed(
              concepts.map((concept) =>
                searchLink(url, 'conceptIds', concept.id, labelOfConcept(concept, language)),
              ),
            ),
          ] as const,
        ]),
    [words.source, sourceOf(article)],
  ]
}

/** Where a reader finds the text that did something to this one. */
const authorOf = (state: TextState, { source }: Treatment): string => {
  const { language, url, cards } = state
  const card = source.slug === null ? undefined : cards.get(source.slug)
  if (card !== undefined && source.slug !== null)
    return html`<a href="${linkTo(textPath(source.slug), url)}">${card.title}</a>`
  return html`${source.ecli ?? WORDS[language].text.unnamed}`
}

/** `Suivi par …, le 3 mai 2024.` */
const treatmentOf = (state: TextState, treatment: Treatment): string => {
  const { language } = state
  const { text } = WORDS[language]
  const { type, effectiveDate, status, target } = treatment
  const about =
    target.headnoteSequence === null ? '' : ` · ${text.aboutHeadnote(target.headnoteSequence)}`
  return html`<li>
    ${LABELS[language].treatments[type]} !${authorOf(state, treatment)},
    ${text.on(printersOf(language).date(effectiveDate))}${about}${
      status === 'suggested' ? ` (${text.suggested})` : ''
    }
  </li>`
}

const byDay = (one: Treatment, other: Treatment): number =>
  other.effectiveDate.localeCompare(one.effectiveDate)

/** What was done to some points, each treatment once, newest first; citations alone say nothing. */
const treatmentsShown = (points: readonly PointShown[]): Treatment[] =>
  [
    ...new Map(
      points
        .flatMap(({ treatments }) => treatments)
        .filter(({ polarity }) => polarity !== 'neutral')
        .map((one) => [one.id, one] as const),
    ).values(),
  ].toSorted(byDay)

const treatmentList = (state: TextState, treatments: readonly Treatment[]): string => {
  if (treatments.length === 0) return ''
  const left = treatments.length - SHOWN_MAX
  return html`<ul class="treatments">
    !${treatments.slice(0, SHOWN_MAX).map((one) => treatmentOf(state, one))}
    !${left > 0 ? html`<li>${WORDS[state.language].text.more(left)}</li>` : ''}
  </ul>`
}

/** The rule of a text whose citing texts are not all examined. */
const EXAMINING = '4'

const valueOf = (state: TextState): string => {
  const { language, article, points, relations } = state
  const { text } = WORDS[language]
  const { flag, rule } = article.statusDerivation
  const isCited = relations.cited.some(({ sourceSlug }) => sourceSlug !== article.slug)
  const reason = rule === EXAMINING && !isCited ? text.uncited : text.rules[rule]
  return html`<section class="value value-${flag}" aria-labelledby="value">
    <h2 id="value">${text.value} !${flagBadge(language, flag)}</h2>
    <p>${reason ?? text.valueNote}</p>
    !${treatmentList(state, treatmentsShown(points))}
  </section>`
}

const kickerOf = ({ language, article }: TextState): string => {
  const { judicialDecision: decision, contentType, provision, title } = article
  // Titles of articles of law mostly begin with the work.
  const work = provision === null || title.startsWith(provision.work) ? null : provision.work
  const { contentTypes, chambers } = LABELS[language]
  const court = decision === null ? null : courtOf(decision, language)
  const chamber = decision?.chamber ?? null
  return [
    contentTypes[contentType],
    court,
    chamber === null ? null : chambers[chamber],
    decision === null ? work : null,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

const bylineOf = ({ language, article }: TextState): string => {
  const { judicialDecision: decision, version } = article
  const { text } = WORDS[language]
  const date = dayOfText(article)
  const docket = decision === null ? null : docketOf(decision)
  return [
    date === null ? null : printersOf(language).date(date),
    docket === null ? null : `${text.number}\u00a0${docket}`,
    decision?.ecli ?? null,
    `${text.version.toLowerCase()} ${version}`,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

const bannerOf = ({ language, article: { validity }, today }: TextState): string => {
  const sentence = forceSentence(language, validity, today)
  if (sentence === '') return ''
  const { text } = WORDS[language]
  const force = forceOn(validity, today)
  if (force === 'yes') return html`<p class="in-force">${sentence}</p>`
  const first = force === 'ended' ? `${text.endedOpen} ` : ''
  return html`<div class="message wrong" role="note"><p>${first}${sentence}</p></div>`
}

const olderOf = ({ language, url, article, isCurrent }: TextState): string => {
  if (isCurrent) return ''
  const { text } = WORDS[language]
  return html`<div class="message note" role="note">
    <p>
      ${text.older(article.version)}
      <a href="${linkTo(textPath(article.slug), url)}">${text.current}</a>
    </p>
  </div>`
}

/** Words of the text as the page shows them. */
const shownWords = (words: string): string => words.split('\n').map(wordsOfLine).join('\n')

const headnotesOf = (state: TextState): string => {
  const { language, article, points } = state
  if (article.headnotes.length === 0) return ''
  const { text } = WORDS[language]
  const { legalRuleTypes } = LABELS[language]
  return html`<section class="headnotes" aria-labelledby="headnotes">
    <h2 id="headnotes">${text.headnotes}</h2>
    <ol>
      !${article.headnotes.map(({ sequence, summary, sourceText, legalRuleType, statusFlag }) => {
        const point = points.find((one) => one.sequence === sequence)
        const own = point === undefined ? [] : treatmentsShown([point])
        const isQuoted =
          state.isReadable && sourceText !== null && article.contentClean.includes(sourceText)
        return html`<li id="h${sequence}" value="${sequence}">
          <p lang="${article.language}">!${inlineWords(summary)}</p>
          <p class="soft">
            !${flagBadge(language, statusFlag)}
            ${legalRuleType === null ? '' : legalRuleTypes[legalRuleType]}
            !${isQuoted ? html`<a href="${textFragment(shownWords(sourceText))}">${text.inText}</a>` : ''}
          </p>
          !${own.length === 0 || article.headnotes.length === 1 ? '' : treatmentList(state, own)}
        </li>`
      })}
    </ol>
  </section>`
}

const contentsNavigation = (state: TextState, part: Part): string => {
  const { language, article, relations, isReadable } = state
  const { text } = WORDS[language]
  const headings = isReadable ? contentsOf(part, language) : []
  const entries: readonly (readonly [id: string, title: string, level: number])[] = [
    ...(article.headnotes.length === 0 ? [] : [['headnotes', text.headnotes, 2] as const]),
    ['text', text.text, 2],
    ...headings.map(({ id, title, level }) => [id, title, level] as const),
    ...(relations.citing.length === 0 ? [] : [['cites', text.cites, 2] as const]),
    ...(relations.cited.length === 0 ? [] : [['cited', text.citedBy, 2] as const]),
    ['versions', text.versions, 2],
    ['cite', text.cite, 2],
    ['proof', text.proof, 2],
  ]
  return html`<nav class="contents" id="contents" aria-label="${text.contents}">
    <ul>
      !${entries.map(
        ([id, title, level]) => html`<li class="level-${level}"><a href="#${id}">${title}</a></li>`,
      )}
    </ul>
  </nav>`
}

const linksOf = ({ language, url, article, relations, cards }: TextState): TextLink[] =>
  relations.citing.flatMap(({ span, targetSlug, sourceVersion }) => {
    const card = targetSlug === null ? undefined : cards.get(targetSlug)
    if (card === undefined || card.slug === article.slug || sourceVersion !== article.version)
      return []
    return [
      {
        ...span,
        href: linkTo(textPath(card.slug), url),
        title: card.title,
        sign: flagSign(language, card.statusFlag),
      },
    ]
  })

const partLink = ({ url, article, isCurrent }: TextState, part: number): string => {
  const path = textPath(article.slug, isCurrent ? null : article.version)
  return linkTo(part === 1 ? path : `${path}?part=${part}`, url)
}

const partsOf = (state: TextState, { number, of }: Part): string => {
  if (of === 1) return ''
  const { text } = WORDS[state.language]
  return html`<p class="actions parts">
    <span>${text.partOf(number, of)}</span>
    !${number > 2 ? html`<a href="${partLink(state, 1)}">${text.firstPart}</a>` : ''}
    !${number > 1 ? html`<a rel="prev" href="${partLink(state, number - 1)}">${text.previousPart}</a>` : ''}
    !${number < of ? html`<a rel="next" href="${partLink(state, number + 1)}">${text.nextPart}</a>` : ''}
  </p>`
}

const closedOf = ({ language, url, hasAccounts, isSignedIn }: TextState): string => {
  const { text } = WORDS[language]
  return html`<div class="empty">
    <h3>${text.closed}</h3>
    <p>${text.closedText}</p>
    !${
      hasAccounts
        ? html`<p>
            !${
              isSignedIn
                ? html`<a class="button" href="${linkTo('/account', url)}">${text.toAccount}</a>`
                : html`<a class="button" href="${signInHref(url)}" rel="nofollow"
                    >${text.signIn}</a
                  >`
            }
          </p>`
        : ''
    }
  </div>`
}

/** Shown by the script while words of the text are selected. */
const sharingOf = ({ language, origin, article }: TextState): string => {
  const { text } = WORDS[language]
  return html`<div class="sharing">
    <span class="status" id="share-status" role="status"></span>
    <button
      type="button"
      id="share"
      hidden
      data-address="${origin}${textPath(article.slug, article.version)}"
      data-title="${article.title}"
      data-shared="${text.shared}"
    >
      ${text.share}
    </button>
  </div>`
}

const bodyOf = (state: TextState, part: Part): string => {
  const { language, article, isReadable } = state
  const { text } = WORDS[language]
  return html`<section aria-labelledby="text">
    <h2 id="text">${text.text}</h2>
    !${
      isReadable
        ? readingOf(article.contentClean, part, linksOf(state), {
            language,
            textLanguage: article.language,
          })
        : closedOf(state)
    }
    !${isReadable ? partsOf(state, part) + sharingOf(state) : ''}
  </section>`
}

const cardItem = ({ language, url, today }: TextState, card: TextCard): string => {
  const { text } = WORDS[language]
  const { statusFlag, statusDerivation, validity, slug, title } = card
  const isTelling = statusFlag !== 'gray' && statusFlag !== 'green'
  return html`<li>
    <a href="${linkTo(textPath(slug), url)}">${title}</a>
    <span class="flags"
      >!${flagBadge(language, statusFlag)} !${forceBadge(language, validity, today)}</span
    >
    !${
      isTelling ? html`<span class="reason">${text.rules[statusDerivation.rule] ?? ''}</span>` : ''
    }
  </li>`
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

const relationSection = (
  state: TextState,
  { id, title, note }: { readonly id: string; readonly title: string; readonly note: string },
  slugs: readonly Slug[],
  unheld: readonly string[],
): string => {
  if (slugs.length + unheld.length === 0) return ''
  const { text } = WORDS[state.language]
  const held = slugs.flatMap((slug) => state.cards.get(slug) ?? [])
  const shown = held.slice(0, SHOWN_MAX)
  const left = slugs.length - shown.length
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">
      ${title} !${slugs.length === 0 ? '' : html`<span class="soft">(${slugs.length})</span>`}
    </h2>
    !${note === '' || shown.length === 0 ? '' : html`<p class="soft">${note}</p>`}
    <ul class="cards-list">
      !${shown.map((card) => cardItem(state, card))}
      !${left > 0 ? html`<li class="soft">${text.more(left)}</li>` : ''}
    </ul>
    !${
      unheld.length === 0
        ? ''
        : html`<p class="soft">
            ${text.notHeld}${WORDS[state.language].colon}${unheld.slice(0, SHOWN_MAX).join(', ')}
          </p>`
    }
  </section>`
}

/** What the text itself calls what it cites and the corpus does not hold. */
const unheldOf = ({ article, relations: { citing }, isReadable }: TextState): string[] =>
  isReadable
    ? unique(
        citing.flatMap(({ span, targetId, sourceVersion }) =>
          targetId === null && sourceVersion === article.version
            ? [
                shownWords(article.contentClean.slice(span.start, span.end)).replaceAll(
                  /\s+/gu,
                  ' ',
                ),
              ]
            : [],
        ),
      )
    : []

const relationsOf = (state: TextState): string => {
  const { language, article, relations } = state
  const { text } = WORDS[language]
  const cited = unique(relations.citing.flatMap(({ targetSlug }) => targetSlug ?? []))
  const citing = unique(relations.cited.map(({ sourceSlug }) => sourceSlug))
  const others = (slugs: readonly Slug[]) => slugs.filter((slug) => slug !== article.slug)
  return html`!${relationSection(
    state,
    { id: 'cites', title: text.cites, note: text.citesNote },
    others(cited),
    unheldOf(state),
  )}
  !${relationSection(state, { id: 'cited', title: text.citedBy, note: '' }, others(citing), [])}`
}

/** The day of a version; where its source repeats that of an earlier one, when it came here. */
const dayOfVersion = (
  { language, versions }: TextState,
  { version, publishedAt, recordedAt }: ArticleVersion,
): string => {
  const { date } = printersOf(language)
  const first = versions.find((one) => one.publishedAt === publishedAt)
  return publishedAt === null || first?.version !== version
    ? WORDS[language].text.recorded(date(recordedAt))
    : date(publishedAt)
}

const versionItem = (state: TextState, one: ArticleVersion): string => {
  const { language, url, article, versions } = state
  const { text } = WORDS[language]
  const isShown = one.version === article.version
  // From the earlier one to the later one, whichever is read.
  const isEarlier =
    versions.indexOf(one) < versions.findIndex(({ version }) => version === article.version)
  const [from, to] = isEarlier ? [one.version, article.version] : [article.version, one.version]
  const name = one.readable
    ? html`<a
        href="${linkTo(textPath(article.slug, one.version), url)}"
        !${isShown ? 'aria-current="true"' : ''}
        >${one.version}</a
      >`
    : html`${one.version}`
  const facts = [
    one.current ? text.currentVersion : null,
    ...one.inForce.map((days) => forceSentence(language, days, state.today)),
    one.inForce.length === 0 ? dayOfVersion(state, one) : null,
    text.bumps[one.bump] ?? null,
    one.erased ? text.erased : one.readable ? null : text.unkept,
  ].filter((fact) => fact !== null && fact !== '')
  return html`<li>
    !${name} <span class="soft">${facts.join(' · ')}</span>
    !${
      isShown || !one.readable
        ? ''
        : html`<a
            class="compare"
            href="${linkTo(comparePath(article.slug, from, to), url)}"
            aria-label="${text.compareWith(one.version)}"
            >${text.compare}</a
          >`
    }
  </li>`
}

/** The form of the account area that watches a text. */
const WATCH_PATH = '/account/watches/new'

const watchLink = ({ url, article, hasAccounts, language }: TextState): string => {
  if (!hasAccounts) return ''
  const href = linkTo(`${WATCH_PATH}?text=${article.slug}`, url)
  return html`<p class="actions">
    <a class="watch" href="${href}" rel="nofollow">${WORDS[language].text.watch}</a>
  </p>`
}

const versionsOf = (state: TextState): string => {
  const { text } = WORDS[state.language]
  const items = state.versions.toReversed().map((one) => versionItem(state, one))
  const earlier = items.slice(SHOWN_MAX)
  return html`<section aria-labelledby="versions">
    <h2 id="versions">${text.versions}</h2>
    <ul class="versions">
      !${items.slice(0, SHOWN_MAX)}
    </ul>
    !${
      earlier.length === 0
        ? ''
        : html`<details>
            <summary>${text.earlierVersions(earlier.length)}</summary>
            <ul class="versions">
              !${earlier}
            </ul>
          </details>`
    }
    !${watchLink(state)}
  </section>`
}

const HASHED = `{slug, title, abstract, contentClean, language, jurisdiction, legalDomain, contentType, doctrineSubtype,
  headnotes: [.headnotes[] | {sequence, summary, sourceText, legalRuleType}],
  concepts: [.concepts[] | select(.assignedBy != "machine") | .id] | sort,
  judicialDecision: (.judicialDecision | if . == null then null else
    {ecli, identifiers, courtCode, decisionDate, solution, type} end)}`

/** Recomputes the hash from the answer of the API, with nothing of this service. */
const apiCommand = ({ origin, article: { slug, version }, isCurrent }: TextState): string => {
  const path = `${origin}${API_BASE_PATH}/articles/${slug}`
  const address = isCurrent ? path : `${path}/versions/${version}`
  return `curl -s ${address} -H "Authorization: Bearer $PANDECT_KEY" |
jq -cjS '${HASHED}' | sha256sum`
}

const proofOf = (state: TextState): string => {
  const { language, origin, url, article, isReadable } = state
  const { text } = WORDS[language]
  const { slug, version, sha256Hash } = article
  const canonical = canonicalPath(slug, version)
  return html`<section aria-labelledby="proof">
    <h2 id="proof">${text.proof}</h2>
    <p>${text.proofText}</p>
    <p><code class="long" id="sha256">${sha256Hash}</code></p>
    !${
      isReadable
        ? html`<p>${text.proofPublic}</p>
            <pre class="example" tabindex="0">curl -s ${origin}${canonical} | sha256sum</pre>
            <p class="recompute">
              <button
                type="button"
                class="quiet"
                hidden
                data-recomputes="${canonical}"
                data-hash="${sha256Hash}"
                data-right="${text.proofRight}"
                data-wrong="${text.proofWrong}"
                data-failed="${text.proofFailed}"
              >
                ${text.proofRun}
              </button>
              <span class="status" id="recomputed" role="status"></span>
            </p>`
        : ''
    }
    <details>
      <summary>${text.proofApi}</summary>
      <pre class="example" tabindex="0">${apiCommand(state)}</pre>
      <p><a href="${linkTo('/docs/', url)}">${text.formats}</a></p>
    </details>
  </section>`
}

/** The text as files, for who may read it. */
const filesOf = ({ language, article: { slug, version }, isReadable }: TextState): string => {
  if (!isReadable) return ''
  const { files } = WORDS[language].text
  return html`<section aria-labelledby="files">
    <h2 id="files">${files.title}</h2>
    <p class="actions">
      !${(['pdf', 'html', 'akn'] as const).map(
        (format) =>
          html`<a href="${filePath(slug, version, format)}" rel="alternate nofollow"
            >${files[format]}</a
          >`,
      )}
    </p>
  </section>`
}

const licenceOf = ({ language, article: { licence }, isReadable }: TextState): string => {
  const { text } = WORDS[language]
  const address = licence === null ? null : licenceAddress(licence)
  const sentence =
    licence === null
      ? html`${text.reserved}`
      : address === null
        ? html`${text.licenceOf(licence)}`
        : html`!${linkOut(address, text.licenceOf(licence))}`
  return html`<section aria-labelledby="licence">
    <h2 id="licence">${text.licence}</h2>
    <p>!${sentence} ${isReadable ? text.own : text.ownShown}</p>
  </section>`
}

/** `metadata`: markup of RDFa that no reader sees; empty where there is none. */
export const textContent = (
  state: TextState,
  { attributes, metadata }: { readonly attributes: string; readonly metadata: string },
): string => {
  const { language, url, article, today } = state
  const { text } = WORDS[language]
  const part = partOf(article, state.part)
  return html`<article class="text" !${attributes}>
    !${metadata}
    <p class="back"><a href="${linkTo(state.search, url)}">${text.back}</a></p>
    <header class="text-head">
      <p class="kicker">${kickerOf(state)}</p>
      <h1 lang="${article.language}">${article.title}</h1>
      <p class="byline">
        ${bylineOf(state)} !${flagBadge(language, article.statusFlag)}
        !${forceBadge(language, article.validity, today)}
      </p>
      !${olderOf(state)} !${bannerOf(state)}
      <p class="narrow-only"><a href="#contents">${text.contents}</a></p>
    </header>
    <div class="text-layout">
      <div class="text-main">
        !${
          article.abstract === null
            ? ''
            : html`<p class="abstract" lang="${article.language}">
                !${inlineWords(article.abstract)}
              </p>`
        }
        !${headnotesOf(state)} !${bodyOf(state, part)} !${relationsOf(state)}
      </div>
      <div class="text-aside">
        !${contentsNavigation(state, part)} !${valueOf(state)}
        <section aria-labelledby="facts">
          <h2 id="facts">${text.facts}</h2>
          <dl>
            !${factsOf(state).map(
              ([name, value]) =>
                html`<dt>${name}</dt>
                  <dd>!${value}</dd>`,
            )}
          </dl>
        </section>
        !${versionsOf(state)} !${citeSection(state)} !${proofOf(state)} !${filesOf(state)}
        !${licenceOf(state)}
      </div>
    </div>
  </article>`
}
