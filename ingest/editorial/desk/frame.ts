/** The frame of every page of the desk. */
import { join } from 'node:path'
import { html } from 'ghtml'
import { readAsset, SHARED_ASSETS } from '#contracts/web/assets.ts'
import { current, documentOf } from '#contracts/web/document.ts'
import type { WebPage } from '#contracts/web/document.ts'
import { markHidden } from '#contracts/web/hidden-marks.ts'
import { type DeskPage, DESK_PATH, type DeskVisit, type Place } from './visit.ts'

const ASSETS = join(import.meta.dirname, 'assets')

/** Read once, when the desk is loaded. */
export const DESK_ASSETS = {
  style: readAsset(DESK_PATH, 'css', SHARED_ASSETS.style, join(ASSETS, 'desk.css')),
  script: readAsset(DESK_PATH, 'js', SHARED_ASSETS.script, join(ASSETS, 'desk.mjs')),
  icon: readAsset(DESK_PATH, 'svg', SHARED_ASSETS.icon),
} as const

/** Where each entry of the navigation leads, and the key that goes there. */
const PLACES: Readonly<Record<Place, { readonly path: string; readonly key: string | null }>> = {
  inbox: { path: DESK_PATH, key: 'i' },
  texts: { path: `${DESK_PATH}/texts`, key: 't' },
  new: { path: `${DESK_PATH}/new`, key: 'n' },
  import: { path: `${DESK_PATH}/import`, key: 'u' },
  impact: { path: `${DESK_PATH}/impact`, key: 'm' },
  erasures: { path: `${DESK_PATH}/erasures`, key: null },
  people: { path: `${DESK_PATH}/people`, key: null },
  account: { path: `${DESK_PATH}/account`, key: null },
}

const placesOf = ({ person }: DeskVisit): readonly Place[] => {
  const places: Place[] = ['inbox', 'texts']
  if (person?.scopes.has('editorial:draft') === true) places.push('new', 'import')
  places.push('impact')
  if (person?.scopes.has('privacy:erase') === true) places.push('erasures')
  if (person?.roles.includes('administrator') === true) places.push('people')
  return [...places, 'account']
}

const navigation = (visit: DeskVisit, shown: Place | undefined): string => {
  const { words } = visit
  return html`<nav aria-label="${words.mainNavigation}">
    <ul>
      !${placesOf(visit).map((place) => {
        const { path, key } = PLACES[place]
        return html`<li>
          <a
            href="${path}"
            !${key === null ? '' : html`data-key="${key}"`}
            !${current(place === shown)}
            >${words.places[place]}</a
          >
        </li>`
      })}
    </ul>
  </nav>`
}

/** The list of keys; a script opens it as a dialogue, without script it is at the page's end. */
const keyboard = ({ words: { keys } }: DeskVisit): string => html`
  <details class="keys" id="keys" data-close="${keys.close}">
    <summary>${keys.open}</summary>
    <p>${keys.hint}</p>
    <dl>
      !${keys.list.map(
        ([key, what]) =>
          html`<dt><kbd>${key}</kbd></dt>
            <dd>${what}</dd>`,
      )}
    </dl>
  </details>
`

const foot = (visit: DeskVisit): string => html`
  <footer>
    <p>${visit.words.hours}</p>
    !${visit.person === null ? '' : keyboard(visit)}
  </footer>
`

/** The whole document of a page. */
export const frame = (visit: DeskVisit, page: DeskPage | WebPage): string => {
  const place = 'place' in page ? page.place : undefined
  return documentOf(
    visit,
    {
      areaPath: DESK_PATH,
      areaName: visit.words.area,
      ...DESK_ASSETS,
      navigation: navigation(visit, place),
    },
    { ...page, content: markHidden(page.content, visit.words) + foot(visit) },
  )
}
