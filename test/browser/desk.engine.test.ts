/**
 * Three people take a text from its first draft to its withdrawal and back, in a browser: by mouse
 * with scripts, and by keyboard alone without. They reach every page through links and buttons. Its
 * scheduled publication comes due while others work. Every page is checked in both languages.
 */
import { mkdir } from 'node:fs/promises'
import { Secret, TOTP } from 'otpauth'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '#contracts/web/language.ts'
import { editorWords } from '#ingest/editorial/desk/editor/words/words.ts'
import { peopleWords } from '#ingest/editorial/desk/people/words.ts'
import { DESK_ZONE } from '#ingest/editorial/desk/print.ts'
import { signInWords } from '#ingest/editorial/desk/sign-in/words.ts'
import { wordsOf } from '#ingest/editorial/desk/words/words.ts'
import { makeDemonstrationDir } from '../service/prepared-folders.ts'
import { ask, runQuickly, type Service, startService } from '../service/service.ts'
import { chromiumMissing, openChromium } from './chromium.ts'
import {
  follow,
  give,
  type Hand,
  handOf,
  passDemonstrationFactor,
  press,
  passwordsIn,
  sees,
  signIn,
  write,
} from './desk-hand.ts'
import { watchPage, type WatchedPage } from './watched-page.ts'

const TIMEOUT_MS = 240_000
/** A page with its style and script, compressed. */
const BYTES_MIN = 5_000
const BYTES_MAX = 150_000
/** A schedule is sent within this time, so that its minute is not past by then. */
const SCHEDULE_AHEAD_MS = 30_000
const MINUTE_MS = 60_000
const DUE_WITHIN_MS = 120_000
/** A look takes two pages, which a browser without a graphics card paints on the processor. */
const DUE_POLL_MS = 2_000
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

const AUTHOR = 'claire.auteur@demo.pandect.example'
const REVIEWER = 'karim.relecteur@demo.pandect.example'
const PUBLISHER = 'helene.editrice@demo.pandect.example'
const PASSWORD = 'le bail commercial se renouvelle'
const NO_SOURCE = 'Une note sans source citée.'

/** A decision of the demonstration that others cite. */
const CITED =
  'cour-de-cassation-chambre-commerciale-12-juin-2024-n-23-99-011-responsabilite-co-7492793c'
const CITING =
  'Selon l’article 1170 du code civil, la clause qui prive de sa substance l’obligation essentielle du débiteur est réputée non écrite.'

type Walk = {
  readonly language: Language
  readonly javaScript: boolean
  readonly by: 'mouse' | 'keyboard'
  readonly width: number
}

/** A text that can become a draft, new in each walk, and one that cannot. */
const filesOf = ({ language }: Walk) =>
  [
    {
      name: 'dépôt.md',
      text: `---\ntitle: Le dépôt de garantie\ncontentType: doctrine\njurisdiction: [FR]\nsource:\n  id: notes/${language}\n---\n\nLe bailleur restitue le dépôt de garantie en deux mois.\n`,
    },
    {
      name: 'bail.md',
      text: '---\ntitle: Le bail\ncontentType: note\njurisdiction: [XX]\nlanguage: français\n---\n\nLe bail.\n',
    },
  ].map(({ name, text }) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) }))
const IN_FRENCH: Walk = { language: 'fr', javaScript: true, by: 'mouse', width: 1_280 }
const IN_ENGLISH: Walk = { language: 'en', javaScript: false, by: 'keyboard', width: 390 }

const missing = await chromiumMissing()

type Watched = { readonly hand: Hand; readonly watched: WatchedPage }

const look = async ({ watched }: Watched, { width }: Walk, name: string): Promise<void> => {
  await watched.look(`${name}-${width}`)
  expect(await watched.page.evaluate(OVERFLOW), name).toBe(0)
}

/** Day and time of the next whole minute that is far enough ahead, as the form asks for them. */
const soon = (): { readonly day: string; readonly time: string } => {
  const at = Math.ceil((Date.now() + SCHEDULE_AHEAD_MS) / MINUTE_MS) * MINUTE_MS
  const written = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: DESK_ZONE,
  }).format(at)
  const [day = '', time = ''] = written.split(' ')
  return { day, time }
}

/** The keys for a field of a browser's own, in the orders that browsers know. */
const keysOf = ({ day, time }: ReturnType<typeof soon>) => {
  const [year = '', month = '', date = ''] = day.split('-')
  const [hour = '', minute = ''] = time.split(':')
  const half = String(((Number(hour) + 11) % 12) + 1).padStart(2, '0')
  return {
    day: [`${date}${month}${year}`, `${month}${date}${year}`],
    time: [`${hour}${minute}`, `${half}${minute}${Number(hour) < 12 ? 'AM' : 'PM'}`],
  }
}

describe.skipIf(missing !== null)(`the desk${missing === null ? '' : `: ${missing}`}`, () => {
  let remove: () => Promise<void>
  let service: Service
  let browser: Browser
  let desk = ''
  let passwords: ReadonlyMap<string, string> = new Map()
  const pictures = process.env['PANDECT_TEST_PICTURES'] ?? null

  beforeAll(async () => {
    const made = await makeDemonstrationDir()
    remove = made.remove
    if (pictures !== null) await mkdir(pictures, { recursive: true })
    service = await startService(made.dataDir, { DESK_PORT: '0' })
    desk = service.desk
    passwords = passwordsIn(service.printed())
    // A withdrawal needs two people who may publish.
    const roles = ['staff', 'roles', REVIEWER, '--roles', 'reviewer,publisher']
    const changed = await runQuickly(roles, made.dataDir)
    expect(changed.code, changed.stderr).toBe(0)
    browser = await openChromium()
  }, TIMEOUT_MS)
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    await remove?.()
  }, TIMEOUT_MS)

  const watch = async ({ language, javaScript, by, width }: Walk): Promise<Watched> => {
    const watched = await watchPage(browser, {
      language,
      javaScript,
      origin: desk,
      pictures,
      width,
      checksEnglish: true,
    })
    return { watched, hand: handOf(watched.page, language, by) }
  }
  const passwordOf = (email: string): string => passwords.get(email) ?? ''
  const open = async (walk: Walk, email: string): Promise<Watched> => {
    const opened = await watch(walk)
    await opened.watched.page.goto(`${desk}/desk`)
    await signIn(opened.hand, email, passwordOf(email))
    await passDemonstrationFactor(opened.hand)
    return opened
  }

  /** The walk of one text, in two parts: its publication on time comes due between them. */
  const walkOf = (walk: Walk) => {
    const { language, by, javaScript } = walk
    const words = wordsOf(language)
    const editor = editorWords(language)
    const title = `La clause de non-concurrence (${by})`
    const said = `La clause de non-concurrence du salarié est illicite sans contrepartie financière, par ${by}.`
    const team = new Map<string, Watched>()
    const handTo = (email: string): Hand => {
      const found = team.get(email)
      if (found === undefined) throw new Error(`${email} is not signed in`)
      return found.hand
    }
    const sight = (email: string, name: string): Promise<void> => {
      const found = team.get(email)
      if (found === undefined) throw new Error(`${email} is not signed in`)
      return look(found, walk, name)
    }
    const goTo = async (hand: Hand): Promise<void> => {
      await follow(hand, words.places.texts)
      await follow(hand, title)
    }
    /** Looks at the page that asks before an act, and goes back. */
    const lookAt = async (
      email: string,
      act: keyof typeof words.acts,
      name: string,
    ): Promise<void> => {
      await follow(handTo(email), words.acts[act].button)
      await sight(email, name)
      await follow(handTo(email), words.cancel)
    }

    const untilScheduled = async (): Promise<void> => {
      for (const email of [AUTHOR, REVIEWER, PUBLISHER]) team.set(email, await open(walk, email))
      const [author, reviewer, publisher] = [handTo(AUTHOR), handTo(REVIEWER), handTo(PUBLISHER)]

      await sight(AUTHOR, '50-inbox-empty')
      await follow(author, words.places.new)
      await give(author, editor.title, title)
      await write(author, said)
      await sight(AUTHOR, '51-editor')
      await press(author, editor.save)
      await author.page.waitForURL('**/texts/**')
      await goTo(author)
      await sight(AUTHOR, '52-draft')
      await press(author, words.acts.submit.button)
      await sees(author, words.acts.submit.done)

      await follow(reviewer, words.places.inbox)
      await sees(reviewer, words.inbox.waitingWhy.review)
      await follow(reviewer, title)
      await sight(REVIEWER, '53-review')
      await give(
        reviewer,
        `${words.text.quote} (${words.optional})`,
        'illicite sans contrepartie financière',
      )
      await give(reviewer, words.text.commentBody, 'Citer l’arrêt ?')
      await press(reviewer, words.acts.comment.submit)
      await sees(reviewer, 'Citer l’arrêt ?')
      await follow(reviewer, words.acts['request-changes'].button)
      await give(reviewer, words.forms.reasons, 'Citer l’arrêt.')
      await sight(REVIEWER, '54-request-changes')
      await press(reviewer, words.acts['request-changes'].submit)
      await sees(reviewer, words.acts['request-changes'].done)

      await follow(author, words.places.inbox)
      await sees(author, words.inbox.waitingWhy.changes)
      await sight(AUTHOR, '55-inbox')
      await follow(author, title)
      await press(author, words.acts.submit.button)
      await sees(author, words.acts.submit.done)

      await goTo(reviewer)
      await press(reviewer, words.acts.approve.button)
      await sees(reviewer, words.acts.approve.done)

      await follow(publisher, words.places.inbox)
      await follow(publisher, title)
      await lookAt(PUBLISHER, 'publish', '56-publish')
      await follow(publisher, words.acts.schedule.button)
      await sight(PUBLISHER, '57-schedule')
      const at = soon()
      const orders = keysOf(at)
      const dated = (label: string) => publisher.page.getByLabel(label, { exact: true })
      await publisher.typeParts(dated(words.forms.day), at.day, orders.day)
      await publisher.typeParts(dated(words.forms.time), at.time, orders.time)
      await give(publisher, words.forms.reasonWhenNeeded, NO_SOURCE)
      await press(publisher, words.acts.schedule.submit)
      await sees(publisher, words.acts.schedule.done)
      await sight(PUBLISHER, '58-scheduled')
      await lookAt(PUBLISHER, 'cancel-schedule', '59-cancel-schedule')
    }

    const untilRestored = async (): Promise<void> => {
      const [author, reviewer, publisher] = [handTo(AUTHOR), handTo(REVIEWER), handTo(PUBLISHER)]
      // The service publishes by itself.
      await expect
        .poll(
          async () => {
            await goTo(author)
            return author.page.locator('.signs .badge').textContent()
          },
          { timeout: DUE_WITHIN_MS, interval: DUE_POLL_MS },
        )
        .toBe(words.statuses.published)
      await sight(AUTHOR, '60-published')
      const found = await ask<{ hits: { title: string }[] }>(service, '/search', {
        body: { text: said, limit: 3 },
      })
      expect(found.body.hits.map((hit) => hit.title)).toContain(title)

      const revise = async (): Promise<void> => {
        await follow(author, words.acts.revise.button)
        await write(author, `${said}\n\nElle doit être limitée dans le temps.`)
        await press(author, editor.save)
        await goTo(author)
        await sees(author, words.text.publishing('1.1.0', words.bumps.minor))
      }
      await revise()
      await sight(AUTHOR, '61-revised')
      const discard = words.acts['discard-draft']
      await follow(author, discard.button)
      await give(author, words.forms.reason, 'La réforme est abandonnée.')
      await sight(AUTHOR, '61-discard')
      await press(author, discard.submit)
      await sees(author, discard.done)
      await sight(AUTHOR, '61-discarded')
      await revise()
      await press(author, words.acts.submit.button)
      await goTo(reviewer)
      await press(reviewer, words.acts.approve.button)
      await goTo(publisher)
      await follow(publisher, words.acts.publish.button)
      await give(publisher, words.forms.reasonWhenNeeded, NO_SOURCE)
      await press(publisher, words.acts.publish.submit)
      await sees(publisher, words.text.searchable)
      await sight(PUBLISHER, '62-published')

      await lookAt(PUBLISHER, 'unpublish', '63-unpublish')
      await lookAt(PUBLISHER, 'delete', '64-delete')
      await follow(publisher, words.acts.withdraw.button)
      await give(publisher, words.forms.cause, 'Une erreur de droit.')
      await sight(PUBLISHER, '65-withdraw')
      await press(publisher, words.acts.withdraw.submit)
      await sees(publisher, words.acts.withdraw.done)
      await lookAt(PUBLISHER, 'cancel-request', '66-cancel-request')
      await follow(reviewer, words.places.inbox)
      await follow(reviewer, title)
      await sees(reviewer, 'Une erreur de droit.')
      await sight(REVIEWER, '67-withdrawal-asked')
      await follow(reviewer, words.text.confirm.withdrawal)
      await sight(REVIEWER, '68-withdrawal-confirm')
      await press(reviewer, words.text.confirm.withdrawal)
      await sees(reviewer, words.text.withdrawn)
      await goTo(publisher)
      await follow(publisher, words.acts.restore.button)
      await give(publisher, words.forms.reason, 'L’erreur est corrigée.')
      await sight(PUBLISHER, '69-restore')
      await press(publisher, words.acts.restore.submit)
      await sees(publisher, words.acts.restore.done)

      await follow(publisher, words.text.wholeHistory)
      await sight(PUBLISHER, '70-history')
      await press(publisher, words.text.compareSubmit)
      await sight(PUBLISHER, '71-compared')
      await follow(publisher, words.places.texts)
      await give(publisher, words.list.words, 'clause')
      await press(publisher, words.list.apply)
      await sees(publisher, title)
      await sight(PUBLISHER, '72-texts')
      await follow(publisher, words.places.impact)
      await sight(PUBLISHER, '73-impact')
      for (const { watched } of team.values()) await watched.close()
    }
    const name = `by ${by}, ${javaScript ? 'with' : 'without'} scripts`
    return { name, handTo, untilScheduled, untilRestored }
  }
  const [inFrench, inEnglish] = [walkOf(IN_FRENCH), walkOf(IN_ENGLISH)]

  /** What the walks do not meet: signing in, people, files, two windows. */
  const lookAround = async (walk: Walk): Promise<void> => {
    const { language } = walk
    const words = wordsOf(language)
    const editor = editorWords(language)
    const { factor, enrol, recovery, invitation, tokens } = signInWords({ language })
    const people = peopleWords({ language })
    const byMouse: Walk = { ...walk, by: 'mouse' }

    const administrator = await watch(byMouse)
    const { hand } = administrator
    const see = (name: string): Promise<void> => look(administrator, walk, name)
    await hand.page.goto(`${desk}/desk`)
    await see('10-sign-in')
    await signIn(hand, PUBLISHER, 'not the password')
    await see('11-sign-in-wrong')
    await signIn(hand, PUBLISHER, passwordOf(PUBLISHER))
    await see('12-second-factor')
    await passDemonstrationFactor(hand)
    await see('13-inbox')

    await follow(hand, words.places.people)
    await see('20-people')
    const email = `anna.${language}@exemple.fr`
    await give(hand, people.email, email)
    await hand.page.locator('#roles-author').check()
    await press(hand, people.inviteSubmit)
    await see('21-invited')
    const link = (await hand.page.locator('#link').textContent()) ?? ''
    await follow(hand, people.back)
    await see('22-people-invited')

    const guest = await watch(byMouse)
    const seen = (name: string): Promise<void> => look(guest, walk, name)
    await guest.hand.page.goto(link)
    await seen('23-invitation')
    await give(guest.hand, invitation.name, 'Anna Martin')
    await give(guest.hand, words.password.next, PASSWORD)
    await give(guest.hand, words.password.again, PASSWORD)
    await press(guest.hand, invitation.submit)
    await guest.hand.page.goto(`${desk}/desk/second-factor/new`)
    await seen('24-enrol')
    const secret = Secret.fromBase32(
      ((await guest.hand.page.locator('#secret').textContent()) ?? '').replaceAll(/\s/g, ''),
    )
    await give(guest.hand, factor.code, new TOTP({ secret }).generate())
    await press(guest.hand, enrol.submit)
    await seen('25-recovery')
    await follow(guest.hand, recovery.done)
    await follow(guest.hand, words.places.account)
    await press(guest.hand, tokens.submit)
    await seen('26-token')
    await follow(guest.hand, tokens.back)
    await seen('27-account')
    await follow(guest.hand, words.password.title)
    await seen('28-password')
    await guest.hand.page.goto(`${desk}/desk/people`)
    await seen('29-people-closed')
    await guest.hand.page.goto(`${desk}/desk/nowhere`)
    await seen('30-nowhere')

    await follow(hand, words.places.people)
    await follow(hand, people.changeOne('Anna Martin'))
    await see('31-person')

    await follow(guest.hand, words.places.import)
    await seen('32-import')
    await guest.hand.page.getByLabel(words.imports.files).setInputFiles(filesOf(walk))
    await press(guest.hand, words.imports.check)
    await seen('33-import-report')
    await press(guest.hand, words.imports.make(1))
    await seen('34-import-made')

    // Two people save the same draft.
    const made = guest.hand.page.locator('.links a')
    const text = (await made.getAttribute('href')) ?? ''
    const other = await open(byMouse, AUTHOR)
    for (const one of [guest.hand, other.hand]) await one.page.goto(`${desk}${text}/edit`)
    await write(other.hand, 'Le bailleur restitue le dépôt de garantie en un mois.')
    await press(other.hand, editor.save)
    await write(guest.hand, 'Le bailleur restitue le dépôt de garantie en trois mois.')
    await press(guest.hand, editor.save)
    await seen('35-conflict')
    await other.watched.close()

    await guest.hand.page.goto(`${desk}/desk/new`)
    await give(guest.hand, editor.title, 'La clause réputée non écrite')
    await write(guest.hand, `# Le principe\n\n${CITING}`)
    // It is shown beside the text, on the same page.
    await guest.hand.press(
      guest.hand.page.getByRole('button', { name: editor.preview, exact: true }),
    )
    await guest.hand.page.locator('#previewed .wording').waitFor()
    await seen('36-preview')
    await press(guest.hand, editor.check)
    await seen('37-checked')
    await guest.hand.page.goto(`${desk}/desk/new`)
    await seen('38-unsaved')
    await guest.watched.close()

    await follow(hand, words.places.impact)
    await hand.page.locator('.concerned').first().waitFor()
    await see('40-impact')
    if (walk.javaScript) await weigh(administrator, text)
    await administrator.watched.close()
  }

  /**
   * What a page with everything that belongs to it costs a network, with nothing kept from before.
   */
  const weigh = async ({ hand: { page }, watched }: Watched, text: string): Promise<void> => {
    const client = await watched.context.newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.setCacheDisabled', { cacheDisabled: true })
    let bytes = 0
    client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    const places = ['', '/texts', '/impact', '/import', '/people', '/account'].map(
      (path) => `/desk${path}`,
    )
    for (const path of [...places, text, `${text}/edit`, `${text}/history`]) {
      bytes = 0
      await page.goto(`${desk}${path}`, { waitUntil: 'networkidle' })
      expect(bytes, path).toBeGreaterThan(BYTES_MIN)
      expect(bytes, path).toBeLessThan(BYTES_MAX)
    }
    await client.detach()
  }

  /** A decision that others cite is withdrawn, by two people. */
  const withdrawCited = async (): Promise<void> => {
    const words = wordsOf('fr')
    const [first, second] = [inFrench.handTo(PUBLISHER), inFrench.handTo(REVIEWER)]
    for (const hand of [first, second]) await hand.page.goto(`${desk}/desk/texts/${CITED}`)
    await follow(first, words.acts.withdraw.button)
    await give(first, words.forms.cause, 'Une décision fictive.')
    await press(first, words.acts.withdraw.submit)
    await second.page.reload()
    await follow(second, words.text.confirm.withdrawal)
    await press(second, words.text.confirm.withdrawal)
  }

  for (const { name, untilScheduled } of [inFrench, inEnglish])
    test(`takes a text from draft to its schedule ${name}`, { timeout: TIMEOUT_MS }, untilScheduled)

  test('two people withdraw a decision that others cite', { timeout: TIMEOUT_MS }, withdrawCited)

  for (const walk of [IN_FRENCH, IN_ENGLISH])
    test(
      `signs in, joins, imports and looks around in ${walk.language}`,
      { timeout: TIMEOUT_MS },
      () => lookAround(walk),
    )

  for (const { name, untilRestored } of [inFrench, inEnglish])
    test(
      `takes it from its publication on time to withdrawal and back ${name}`,
      { timeout: TIMEOUT_MS },
      untilRestored,
    )
})
