/** Somebody at the desk in a browser, who uses a mouse or only the keyboard. */
import type { Locator, Page } from 'playwright-core'
import type { Language } from '#contracts/web/language.ts'
import { editorWords } from '#ingest/editorial/desk/editor/words/words.ts'
import { signInWords } from '#ingest/editorial/desk/sign-in/words.ts'
import { wordsOf } from '#ingest/editorial/desk/words/words.ts'
import { PERIOD_MS } from '#ingest/editorial/staff/totp.ts'

const TABS_MAX = 200
/** Parts of a date or a time. */
const PARTS_MAX = 3
const DIGITS = /\d{6}/

export type Hand = {
  readonly page: Page
  readonly language: Language
  press(locator: Locator): Promise<void>
  type(locator: Locator, text: string): Promise<void>
  /** Into a field of a browser's own, such as a date; its parts have one of these orders. */
  typeParts(locator: Locator, value: string, orders: readonly string[]): Promise<void>
}

export const handOf = (page: Page, language: Language, by: 'mouse' | 'keyboard'): Hand => {
  const isFocused = async (locator: Locator): Promise<boolean> =>
    (await locator.and(page.locator(':focus')).count()) > 0
  /** Nothing is out of reach of the keyboard. */
  const reach = async (locator: Locator): Promise<void> => {
    for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
      if (await isFocused(locator)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`the keyboard does not reach ${String(locator)}`)
  }
  if (by === 'mouse')
    return {
      page,
      language,
      press: (locator) => locator.click(),
      type: (locator, text) => locator.fill(text),
      typeParts: (locator, value) => locator.fill(value),
    }
  return {
    page,
    language,
    press: async (locator) => {
      await reach(locator)
      await page.keyboard.press('Enter')
    },
    type: async (locator, text) => {
      await reach(locator)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText(text)
    },
    typeParts: async (locator, value, orders) => {
      await reach(locator)
      for (const keys of orders) {
        for (let part = 0; part < PARTS_MAX; part += 1) await page.keyboard.press('ArrowLeft')
        await page.keyboard.type(keys)
        if ((await locator.inputValue()) === value) return
      }
      throw new Error(`no order of keys makes ${value}`)
    },
  }
}

/** Every button and link of the walks leads to another page. */
const leading = async (hand: Hand, locator: Locator): Promise<void> => {
  await Promise.all([hand.page.waitForEvent('load'), hand.press(locator)])
}
export const press = (hand: Hand, name: string): Promise<void> =>
  leading(hand, hand.page.getByRole('button', { name, exact: true }).last())
export const follow = (hand: Hand, name: string): Promise<void> =>
  leading(hand, hand.page.getByRole('link', { name, exact: true }).first())
/** Presses the button or follows the link of this name. */
export const choose = ({ page, ...hand }: Hand, name: string): Promise<void> => {
  const [link, button] = (['link', 'button'] as const).map((role) =>
    page.getByRole(role, { name, exact: true }),
  )
  if (link === undefined || button === undefined) throw new Error('a page without locators')
  return leading({ page, ...hand }, link.or(button).first())
}
export const give = (hand: Hand, label: string, value: string): Promise<void> =>
  hand.type(
    hand.page
      .getByLabel(label, { exact: true })
      .and(hand.page.locator('input, textarea, [contenteditable]')),
    value,
  )
export const sees = (hand: Hand, words: string): Promise<void> =>
  hand.page.getByText(words).first().waitFor()

/** Writes the text of the editor, in its field or in what a script put in its place. */
export const write = (hand: Hand, text: string): Promise<void> =>
  give(hand, editorWords(hand.language).text, text)

/** Address and password on the page of the sign-in. */
export const signIn = async (hand: Hand, email: string, password: string): Promise<void> => {
  const { signIn: words } = wordsOf(hand.language)
  await give(hand, words.email, email)
  await give(hand, words.password, password)
  await press(hand, words.submit)
}

/**
 * Gives the code that the page shows for a demonstration person. Each code is taken once, so
 * somebody who signs in for the third time within a minute waits until the next one counts.
 */
export const passDemonstrationFactor = async (hand: Hand): Promise<void> => {
  const { factor } = signInWords(hand)
  const { page } = hand
  const isIn = () => new URL(page.url()).pathname === '/desk'
  for (const waitMs of [0, PERIOD_MS]) {
    if (isIn()) return
    await page.waitForTimeout(waitMs)
    const shown = await page.getByText(factor.demonstration('')).textContent()
    await give(hand, factor.code, DIGITS.exec(shown ?? '')?.[0] ?? '')
    await press(hand, factor.submit)
  }
  await page.waitForURL('**/desk')
}

/** The passwords that `npm start` prints, by address. */
export const passwordsIn = (printed: string): ReadonlyMap<string, string> =>
  new Map(
    [...printed.matchAll(/(\S+@demo\.pandect\.example)\s+(\S+)/g)].map(
      ([, email = '', password = '']) => [email, password] as const,
    ),
  )
