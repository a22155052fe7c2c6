/** The pages about erasures, over a log in memory. */
import { beforeEach, describe, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { Instant, SemVer, type Slug } from '#contracts/ids.ts'
import type { Language } from '#contracts/web/language.ts'
import type { EditorialAct } from '../../acts.ts'
import { carryOutAct, draftText } from '../../carry-out.ts'
import { viewText } from '../../text-view.ts'
import { type DeskWorld, noteOf, openDeskWorld, PEOPLE, type PersonName } from '../desk.testing.ts'
import { wordsOf } from '../words/words.ts'
import { erasureWords } from './words.ts'

const SLUG = 'note-effacee' as Slug
const PATH = `/desk/texts/${SLUG}`
const NAME = 'Zwrlikova'
const FIELDS = { versions: '1.0.0', ground: 'gdpr-17', request: 'RGPD 2026-14' }
const fr = erasureWords({ language: 'fr' })
const en = erasureWords({ language: 'en' })

let world: DeskWorld
const get = (who: PersonName, url: string, language: Language = 'fr') =>
  world.app.inject({
    url,
    headers: { cookie: world.cookieOf(who), host: 'localhost', 'accept-language': language },
  })
const send = async (who: PersonName, url: string, fields: Record<string, string> = FIELDS) => {
  const shown = await get(who, '/desk')
  const csrf = /name="csrf" value="([^"]+)"/.exec(shown.body)?.[1] ?? ''
  return world.app.inject({
    method: 'POST',
    url,
    headers: {
      cookie: world.cookieOf(who),
      host: 'localhost',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ ...fields, csrf }).toString(),
  })
}
const act = async (who: PersonName, one: EditorialAct): Promise<void> => {
  const at = { time: world.now(), correlationId: 'test' }
  const outcome = await carryOutAct(world.write, PEOPLE[who], SLUG, one, at)
  if (isRefusal(outcome)) throw new Error(outcome.refused)
}
const publish = async (): Promise<void> => {
  await act('author', { act: 'submit' })
  const view = await viewText(world.write, SLUG)
  if (isRefusal(view) || view.draft === null) throw new Error('no draft')
  await act('reviewer', { act: 'approve', sha256Hash: view.draft.sha256Hash })
  await act('publisher', { act: 'publish', reason: 'Note.' })
}

beforeEach(async () => {
  world = openDeskWorld()
  world.known.add(SLUG)
  const at = { time: world.now(), correlationId: 'test' }
  await draftText(world.write, PEOPLE.author, noteOf(SLUG, `La demande de ${NAME}.`), at)
  await publish()
  const content = noteOf(SLUG, 'La demande de M. [X].')
  await act('author', { act: 'revise', content } as EditorialAct)
  await publish()
})

describe('two persons', () => {
  test('ask, look at every copy, confirm, and see what follows', async () => {
    const text = await get('protection', PATH)
    expect(text.body).toContain(`href="${PATH}/erasure"`)
    const form = await get('protection', `${PATH}/erasure`)
    expect(form.body).toMatch(/id="version-2\.0\.0"[^>]*disabled/)
    expect(form.body).not.toMatch(/id="version-1\.0\.0"[^>]*disabled/)
    expect(form.body).toContain(fr.kept['version-live'])
    expect(form.body).toContain(fr.kept['erasure-not-deleted'])

    const preview = await send('protection', `${PATH}/erasure/preview`)
    expect(preview.statusCode).toBe(200)
    for (const [where, what] of Object.values(fr.copyOf)) {
      expect(preview.body).toContain(where)
      expect(preview.body).toContain(what)
    }
    expect(await get('otherProtection', '/desk')).toMatchObject({
      body: expect.not.stringContaining(fr.inbox),
    })

    const asked = await send('protection', `${PATH}/erasure/request`)
    expect(asked.headers.location).toBe(`${PATH}/erasure?done=requested`)
    const own = await get('protection', `${PATH}/erasure?done=requested`)
    expect(own.body).toContain(fr.done.requested)
    expect(own.body).toContain(fr.pendingYou)
    expect(own.body).not.toContain(fr.confirm)
    expect((await get('protection', '/desk')).body).not.toContain(fr.inbox)

    expect((await get('otherProtection', '/desk')).body).toContain(fr.inbox)
    const other = await get('otherProtection', `${PATH}/erasure`, 'en')
    expect(other.body).toContain(en.confirm)
    expect(other.body).toContain(PEOPLE.protection.name)
    expect(other.body).toContain('RGPD 2026-14')

    const same = await send('protection', `${PATH}/erasure/confirm`)
    expect(same.statusCode).toBe(422)
    expect(same.body).toContain(wordsOf('fr').refusals['same-person'])

    const done = await send('otherProtection', `${PATH}/erasure/confirm`)
    expect(done.statusCode).toBe(303)
    const at = String(done.headers.location)
    expect(at).toMatch(/^\/desk\/erasures\/\d+$/)
    const open = await get('otherProtection', at)
    expect(open.body).toContain(fr.unreadable)
    expect(open.body).toContain(fr.states.open)
    expect(open.body).toContain(fr.step.tables)
    expect((await get('protection', PATH)).body).toContain(fr.erasedVersion)
    expect((await get('protection', PATH)).body).toContain(
      fr.said(fr.ofVersions(['1.0.0']), fr.grounds['gdpr-17'], 'RGPD 2026-14'),
    )
    expect((await get('protection', `${PATH}/erasure`)).body).toContain(fr.noVersions)

    world.erasing.finishing = {
      ...world.erasing.finishing,
      step: 'tables',
      done: 2,
      steps: 28,
      failed: 'projection-behind',
    }
    const stopped = await get('protection', at, 'en')
    expect(stopped.body).toContain(en.states.stopped)
    expect(stopped.body).toContain('projection-behind')
    expect(stopped.body).toContain(en.stepNowOf(3, 28))

    const rewritten = { tables: ['articles', 'vectors'], writeAheadLog: false }
    const finished = { erasures: 2, rows: { sealed_texts: 3, odd: 1 }, generation: 4, rewritten }
    world.erasing.finishing = { ...world.erasing.finishing, isOpen: false, finished }
    const erased = await get('protection', at)
    for (const words of [fr.allGone, fr.row['sealed_texts'], fr.generation(4), fr.together(1)])
      expect(erased.body).toContain(words)
    expect(erased.body).toContain(fr.walStays)
    expect((await get('protection', '/desk/erasures')).body).toContain(fr.states.erased)
  })

  test('take a request back with a reason, and nothing is erased', async () => {
    await send('protection', `${PATH}/erasure/request`)
    const empty = await send('otherProtection', `${PATH}/erasure/cancel`, { reason: ' ' })
    expect(empty.statusCode).toBe(422)
    expect(empty.body).toContain(wordsOf('fr').refusals['reasons-missing'])
    const done = await send('otherProtection', `${PATH}/erasure/cancel`, { reason: 'Doublon.' })
    expect(done.headers.location).toBe(`${PATH}/erasure?done=cancelled`)
    expect((await get('protection', `${PATH}/erasure?done=cancelled`)).body).toContain(
      fr.done.cancelled,
    )
    const late = await send('otherProtection', `${PATH}/erasure/confirm`)
    expect(late.statusCode).toBe(422)
    expect(late.body).toContain(wordsOf('fr').refusals['nothing-pending'])
  })

  test('who asks for something else meanwhile confirms nothing', async () => {
    await send('protection', `${PATH}/erasure/request`)
    for (const fields of [FIELDS, { ...FIELDS, ground: 'order' }]) {
      const second = await send('otherProtection', `${PATH}/erasure/request`, fields)
      expect(second.statusCode).toBe(422)
      expect(second.body).toContain(wordsOf('fr').refusals['request-pending'])
    }
    const changed = { ...FIELDS, request: 'RGPD 2026-15' }
    const confirmed = await send('otherProtection', `${PATH}/erasure/confirm`, changed)
    expect(confirmed.statusCode).toBe(422)
    const view = await viewText(world.write, SLUG)
    expect(!isRefusal(view) && view.versions.filter(({ erased }) => erased)).toEqual([])
  })
})

test.each([
  ['no version', { ground: 'order', request: 'R 1' }, /aucune version n’est désignée/i],
  ['the live version', { ...FIELDS, versions: '2.0.0' }, /est celle qui est publiée/i],
  ['no reference', { ...FIELDS, request: ' ' }, /référence de la demande n’a aucun/i],
])('%s is refused, and what was typed stays', async (_, fields, says) => {
  const { statusCode, body } = await send('protection', `${PATH}/erasure/preview`, fields)
  expect(statusCode).toBe(422)
  expect(body).toMatch(says)
  expect(body).toContain(`<option value="${fields.ground}" selected`)
})

test('a proposal leads to the form, filled in', async () => {
  world.erasures.push({
    slug: SLUG,
    version: SemVer.parse('2.0.0'),
    recordedAt: Instant.parse('2026-03-02T08:00:00.000Z'),
    earlier: [SemVer.parse('1.0.0')],
    ground: 'court-occultation',
  })
  for (const url of ['/desk', '/desk/erasures']) {
    const { body } = await get('protection', url)
    const link = (/href="([^"]+\/erasure\?versions[^"]+)"/.exec(body)?.[1] ?? '')
      .replaceAll('&#61;', '=')
      .replaceAll('&#38;', '&')
    const form = await get('protection', link)
    expect(form.body).toMatch(/id="version-1\.0\.0"[^>]*checked/)
    expect(form.body).toContain('<option value="court-occultation" selected')
  }
})

test('nobody else sees or reaches any of it', async () => {
  for (const who of ['author', 'reviewer', 'publisher', 'second'] as const) {
    expect((await get(who, PATH)).body).not.toContain('/erasure')
    expect((await get(who, '/desk')).body).not.toContain('/desk/erasures')
    for (const url of [`${PATH}/erasure`, '/desk/erasures', '/desk/erasures/1']) {
      const { statusCode, body } = await get(who, url)
      expect(statusCode, url).toBe(403)
      expect(body).toContain(fr.needsRole)
    }
    for (const step of ['preview', 'request', 'confirm', 'cancel'])
      expect((await send(who, `${PATH}/erasure/${step}`)).statusCode, step).toBe(403)
  }
  expect((await get('protection', '/desk/texts/none/erasure')).statusCode).toBe(404)
  expect((await get('protection', '/desk/erasures/1')).statusCode).toBe(404)
  expect((await get('protection', '/desk/erasures/x')).statusCode).toBe(404)
})

test('before anything was asked, the list says what to do', async () => {
  expect((await get('protection', '/desk/erasures')).body).toContain(fr.noneText)
  expect((await get('protection', '/desk/erasures', 'en')).body).toContain(en.noneText)
})
