/** The frame of every page. `${…}` is escaped; `!${…}` is markup and is not. */
import { join } from 'node:path'
import { html } from 'ghtml'
import { readAsset, SHARED_ASSETS } from '#contracts/web/assets.ts'
import { current, documentOf } from '#contracts/web/document.ts'
import { ACCOUNT_PATH, type Page, type Visit } from '../web.ts'

const STYLE = join(import.meta.dirname, '../assets/account.css')

/** Read once, when the account area is set up. */
export const readAssets = () => ({
  style: readAsset(ACCOUNT_PATH, 'css', SHARED_ASSETS.style, STYLE),
  script: readAsset(ACCOUNT_PATH, 'js', SHARED_ASSETS.script),
  icon: readAsset(ACCOUNT_PATH, 'svg', SHARED_ASSETS.icon),
})
type Assets = ReturnType<typeof readAssets>

const navigation = ({ words }: Visit, place: Page['place']): string => html`
  <nav aria-label="${words.mainNavigation}">
    <ul>
      <li><a href="${ACCOUNT_PATH}/keys" !${current(place === 'keys')}>${words.keys}</a></li>
      <li>
        <a href="${ACCOUNT_PATH}/applications" !${current(place === 'applications')}
          >${words.applications.place}</a
        >
      </li>
      <li>
        <a href="${ACCOUNT_PATH}/webhooks" !${current(place === 'webhooks')}
          >${words.webhooks.place}</a
        >
      </li>
      <li>
        <a href="${ACCOUNT_PATH}/receipts" !${current(place === 'receipts')}
          >${words.receipts.place}</a
        >
      </li>
      <li>
        <a href="${ACCOUNT_PATH}/watches" !${current(place === 'watches')}
          >${words.watches.place}</a
        >
      </li>
      <li>
        <a href="${ACCOUNT_PATH}/saved-searches" !${current(place === 'saved-searches')}
          >${words.searches.place}</a
        >
      </li>
      <li><a href="${ACCOUNT_PATH}/usage" !${current(place === 'usage')}>${words.usage}</a></li>
      <li>
        <a href="${ACCOUNT_PATH}/password" !${current(place === 'password')}
          >${words.password.place}</a
        >
      </li>
    </ul>
  </nav>
`

/** The whole document. */
export const layout = (visit: Visit, assets: Assets, page: Page): string => {
  const frame = { ...assets, areaPath: ACCOUNT_PATH, areaName: visit.words.area }
  return documentOf(visit, { ...frame, navigation: navigation(visit, page.place) }, page)
}
