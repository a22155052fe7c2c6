/**
 * The five minutes of a newcomer at the desk, as a README tells them: what it writes in bold is
 * what is pressed, its addresses are those that are opened, and its example is what is written.
 */
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Language } from '#contracts/web/language.ts'
import { editorWords } from '#ingest/editorial/desk/editor/words/words.ts'
import { wordsOf } from '#ingest/editorial/desk/words/words.ts'
import {
  choose,
  follow,
  give,
  type Hand,
  handOf,
  passDemonstrationFactor,
  press,
  sees,
  signIn,
  write,
} from '../browser/desk-hand.ts'
import { numberedStepsOf } from './readme.ts'

const WIDTH = 1_280
const HEIGHT = 800
/** A person's name: two words with capitals; the demonstration has three people. */
const PERSON = /(Claire Moreau|Karim Benali|Hélène Roussel)/u
const ADDRESS = /<(http:\/\/[^>]+)>/u
const BOLD = /\*\*([^*]+)\*\*/gu
const QUOTED = /[“«]\s*([^”»]+?)\s*[”»]/u

type Started = {
  readonly browser: Browser
  /** The origins that the page names, and those of this service. */
  readonly addresses: ReadonlyMap<string, string>
  readonly passwords: ReadonlyMap<string, string>
}

const only = (step: string, pattern: RegExp): string => {
  const [, found] = pattern.exec(step) ?? []
  if (found === undefined) throw new Error(`the step says no ${String(pattern)}: ${step}`)
  return found
}

const labelsOf = (step: string): readonly string[] =>
  [...step.matchAll(BOLD)].map(([, label = '']) => label)

/** The only label of a step. */
const labelOf = (step: string): string => {
  const [label, ...more] = labelsOf(step)
  if (label === undefined || more.length > 0) throw new Error(`not one label: ${step}`)
  return label
}

/** Walks the numbered steps of a README. */
export const walkNewcomer = async (
  file: string,
  language: Language,
  { browser, addresses, passwords }: Started,
): Promise<void> => {
  const [begin, writing, submitting, reviewing, publishing, finding, ...more] =
    numberedStepsOf(file)
  if (begin === undefined || writing === undefined || submitting === undefined)
    throw new Error(`${file} has no path of a newcomer`)
  if (reviewing === undefined || publishing === undefined || finding === undefined)
    throw new Error(`${file} ends its path of a newcomer early`)
  expect(more).toEqual([])

  const words = wordsOf(language)
  const openedAt = (step: string): string => {
    const { origin, pathname } = new URL(only(step, ADDRESS))
    return `${addresses.get(origin)}${pathname}`
  }
  const address = openedAt(begin)
  const sentence = only(writing, QUOTED)
  const title = sentence.split(' ').slice(0, 4).join(' ')

  const newWindow = async (): Promise<Page> => {
    const context = await browser.newContext({
      locale: language,
      viewport: { width: WIDTH, height: HEIGHT },
    })
    return context.newPage()
  }
  const enter = async (page: Page, step: string): Promise<Hand> => {
    const hand = handOf(page, language, 'mouse')
    const name = only(step, PERSON)
    const first = (name.split(' ')[0] ?? '').normalize('NFD').replaceAll(/\p{M}/gu, '')
    const email = [...passwords.keys()].find((one) => one.startsWith(`${first.toLowerCase()}.`))
    await page.goto(address)
    await signIn(hand, email ?? '', passwords.get(email ?? '') ?? '')
    await passDemonstrationFactor(hand)
    await sees(hand, words.inbox.greeting(name))
    return hand
  }

  const author = await enter(await newWindow(), begin)
  const [newText = '', save = ''] = labelsOf(writing)
  await choose(author, newText)
  await give(author, editorWords(language).title, title)
  await write(author, sentence)
  await press(author, save)
  await author.page.waitForURL('**/texts/**')
  if (author.page.url().includes('/edit')) await follow(author, words.back)
  await choose(author, labelOf(submitting))
  await sees(author, words.acts.submit.done)

  const reviewer = await enter(await newWindow(), reviewing)
  await follow(reviewer, title)
  await choose(reviewer, labelOf(reviewing))
  await sees(reviewer, words.acts.approve.done)
  await press(reviewer, words.signOut)

  const publisher = await enter(reviewer.page, publishing)
  await follow(publisher, title)
  await choose(publisher, labelOf(publishing))
  await sees(publisher, words.text.publishing('1.0.0', words.bumps.initial))
  await give(publisher, words.forms.reasonWhenNeeded, 'Une note sans source.')
  await press(publisher, labelOf(publishing))
  await sees(publisher, words.text.searchable)

  const { page } = publisher
  await page.goto(openedAt(finding))
  await page.getByRole('searchbox').fill(sentence)
  await page.getByRole('search').getByRole('button').click()
  await page.getByRole('link', { name: title, exact: true }).first().waitFor()
  await author.page.context().close()
  await page.context().close()
}
