/**
 * Two persons of data protection erase the names of a decision in a browser, from the proposal in
 * their inbox to the end of what follows: by mouse with scripts, and by keyboard alone without.
 * Every page is checked in both languages.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '#contracts/web/language.ts'
import { erasureWords } from '#ingest/editorial/desk/erasures/words.ts'
import { wordsOf } from '#ingest/editorial/desk/words/words.ts'
import { makeDemonstrationDir } from '../service/prepared-folders.ts'
import { makeOfficial, runQuickly, type Service, startService } from '../service/service.ts'
import { chromiumMissing, openChromium } from './chromium.ts'
import {
  follow,
  give,
  type Hand,
  handOf,
  passDemonstrationFactor,
  passwordsIn,
  press,
  sees,
  signIn,
} from './desk-hand.ts'
import { watchPage, type WatchedPage } from './watched-page.ts'

const TIMEOUT_MS = 240_000
const FINISHED_WITHIN_MS = 120_000
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

const AUTHOR = 'claire.auteur@demo.pandect.example'
const FIRST = 'karim.relecteur@demo.pandect.example'
const SECOND = 'helene.editrice@demo.pandect.example'

const NAMES = ['Zwrlikova', 'Quolbrant']
const FACTS = 'La cour rappelle les faits et la procédure, puis examine le moyen. '.repeat(8)

/** A decision as a court published it, and again without the name. */
const decision = (at: number, name: string): string => `---
title: Cour de cassation, chambre sociale, 1${at} mars 2024, n° 24-9900${at}
contentType: jurisprudence
jurisdiction: [FR]
language: fr
slug: decision-${at}
judicialDecision:
  ecli: null
  identifiers:
    - scheme: docket
      value: '24-99.00${at}'
  jurisdiction: FR
  courtCode: fr.ccass
  courtLevel: supreme
  courtName:
    fr: 'Cour de cassation'
  chamber: soc
  formation: fs
  type: arret
  decisionDate: 2024-03-1${at}
  solution: rejet
source:
  id: test:decision:${at}
---

${FACTS}

${name} a formé un pourvoi.
`

type Walk = {
  readonly language: Language
  readonly javaScript: boolean
  readonly by: 'mouse' | 'keyboard'
  readonly width: number
  readonly slug: string
}
const WALKS: readonly Walk[] = [
  { language: 'fr', javaScript: true, by: 'mouse', width: 1_280, slug: 'decision-0' },
  { language: 'en', javaScript: false, by: 'keyboard', width: 390, slug: 'decision-1' },
]

type Watched = { readonly hand: Hand; readonly watched: WatchedPage }

const look = async ({ watched }: Watched, { width }: Walk, name: string): Promise<void> => {
  await watched.look(`${name}-${width}`)
  expect(await watched.page.evaluate(OVERFLOW), name).toBe(0)
}

const missing = await chromiumMissing()

describe.skipIf(missing !== null)(`erasures${missing === null ? '' : `: ${missing}`}`, () => {
  let remove: () => Promise<void>
  let service: Service
  let browser: Browser
  let passwords: ReadonlyMap<string, string> = new Map()
  const pictures = process.env['PANDECT_TEST_PICTURES'] ?? null

  beforeAll(async () => {
    const made = await makeDemonstrationDir()
    remove = made.remove
    const { dataDir } = made
    if (pictures !== null) await mkdir(pictures, { recursive: true })
    const folder = join(dataDir, 'texts')
    await mkdir(folder)
    await makeOfficial(folder, dataDir)
    for (const named of [true, false]) {
      for (const [at, name] of NAMES.entries())
        await writeFile(join(folder, `${at}.md`), decision(at, `M. ${named ? name : '[X]'}`))
      const done = await runQuickly(['import', '--publish', folder], dataDir)
      expect(done.code, done.stderr).toBe(0)
    }
    const roles = { [FIRST]: 'data_protection', [SECOND]: 'data_protection,administrator' }
    for (const [email, list] of Object.entries(roles)) {
      const changed = await runQuickly(['staff', 'roles', email, '--roles', list], dataDir)
      expect(changed.code, changed.stderr).toBe(0)
    }
    service = await startService(dataDir, { DESK_PORT: '0' })
    passwords = passwordsIn(service.printed())
    browser = await openChromium()
  }, TIMEOUT_MS)
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    await remove?.()
  }, TIMEOUT_MS)

  const open = async ({ language, javaScript, by, width }: Walk, email: string) => {
    const watched = await watchPage(browser, {
      language,
      javaScript,
      origin: service.desk,
      pictures,
      width,
      checksEnglish: true,
    })
    const hand = handOf(watched.page, language, by)
    await hand.page.goto(`${service.desk}/desk`)
    await signIn(hand, email, passwords.get(email) ?? '')
    await passDemonstrationFactor(hand)
    return { watched, hand }
  }
  test.each(WALKS)(
    'two persons erase $slug ($language, by $by)',
    async (walk) => {
      const { language, slug } = walk
      const words = wordsOf(language)
      const own = erasureWords({ language })
      const [first, second] = [await open(walk, FIRST), await open(walk, SECOND)]
      const ask = async (): Promise<void> => {
        await give(first.hand, own.request, `RGPD 2026-${slug}`)
        await press(first.hand, own.preview)
      }

      await follow(first.hand, words.places.erasures)
      await look(first, walk, '80-erasures-none')
      await follow(first.hand, words.places.inbox)
      await sees(first.hand, words.inbox.erasures)
      await look(first, walk, '81-inbox-proposals')
      await follow(first.hand, slug)
      expect(await first.hand.page.locator('[id="version-1.0.0"]').isChecked()).toBe(true)
      await look(first, walk, '82-form')
      // A browser asks for what is required; what nobody sees only the service can refuse.
      await give(first.hand, own.request, '\u00AD')
      await press(first.hand, own.preview)
      await look(first, walk, '83-form-wrong')
      await ask()
      await look(first, walk, '84-preview')
      await follow(first.hand, own.change)
      await ask()
      await press(first.hand, own.ask)
      await sees(first.hand, own.done.requested)
      await look(first, walk, '85-requested')

      await give(first.hand, words.forms.reason, 'Une autre référence.')
      await press(first.hand, own.cancel)
      await sees(first.hand, own.done.cancelled)
      await first.hand.page.locator('[id="version-1.0.0"]').check()
      await ask()
      await press(first.hand, own.ask)
      await follow(first.hand, words.places.erasures)
      await look(first, walk, '86-own')

      await follow(second.hand, words.places.inbox)
      await sees(second.hand, own.inbox)
      await look(second, walk, '87-inbox-to-confirm')
      await follow(second.hand, slug)
      await look(second, walk, '88-confirm')
      await press(second.hand, own.confirm)
      await sees(second.hand, own.unreadable)
      await look(second, walk, '89-erasing')
      // The service finishes by itself.
      await expect
        .poll(
          async () => {
            await second.hand.page.reload()
            return second.hand.page.getByText(own.removed).count()
          },
          { timeout: FINISHED_WITHIN_MS, interval: 2_000 },
        )
        .toBeGreaterThan(0)
      await look(second, walk, '90-erased')
      await follow(second.hand, own.all)
      await look(second, walk, '91-erasures')

      await first.hand.page.goto(`${service.desk}/desk/texts/${slug}`)
      await sees(first.hand, own.erasedVersion)
      await look(first, walk, '92-text')
      await follow(first.hand, own.action)
      await sees(first.hand, own.noVersions)
      await look(first, walk, '93-form-erased')

      const author = await open(walk, AUTHOR)
      await author.hand.page.goto(`${service.desk}/desk/erasures`)
      await sees(author.hand, own.needsRole)
      await look(author, walk, '94-closed')
      await author.hand.page.goto(`${service.desk}/desk/texts/${slug}`)
      expect(await author.hand.page.getByRole('link', { name: own.action }).count()).toBe(0)
      for (const { watched } of [first, second, author]) await watched.close()
    },
    TIMEOUT_MS,
  )

  test('no name was printed', async () => {
    const { stdout, stderr } = await service.stop()
    for (const name of NAMES) expect(stdout + stderr).not.toContain(name)
  })
})
