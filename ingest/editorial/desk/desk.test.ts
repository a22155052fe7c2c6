/** The pages of the desk, by the forms that people send, in both languages. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { isRefusal, refusalByCode } from '#contracts/fault.ts'
import { Instant, SemVer, Slug } from '#contracts/ids.ts'
import type { StaffId } from '#contracts/staff.ts'
import { LABELS } from '#contracts/vocabulary/labels.ts'
import { refuse } from '../../domain/refusals.ts'
import type { CitedText } from '../../ports.ts'
import { stopDue } from '../../handlers/editorial.ts'
import { carryOutAct, draftText } from '../carry-out.ts'
import { EMPTY_FORM } from '../scratch/form.ts'
import { scratchOfNew, scratchOfText, type ScratchSubject } from '../scratch/ports.ts'
import type { ImpactNotice } from '../impact/ports.ts'
import { viewText } from '../text-view.ts'
import {
  type DeskWorld,
  KNOWN_FILE,
  noteOf,
  openDeskWorld,
  PEOPLE,
  type PersonName,
} from './desk.testing.ts'
import { editorWords } from './editor/words/words.ts'
import { wordsOf } from './words/words.ts'

const en = wordsOf('en')
const fr = wordsOf('fr')

const SLUG = Slug.parse('clause-limitative-0a1b2c3d')
const TEXT = `La clause limitative de responsabilité reste valable.

Elle est réputée non écrite lorsqu’elle prive de sa substance l’obligation essentielle.`

const frenchEditor = editorWords('fr')

let world: DeskWorld
const page = async (who: PersonName, path: string, language: 'fr' | 'en' = 'fr') => {
  const joined = path.includes('?') ? '&' : '?'
  const [address, fragment] = path.split('#')
  const got = await world.app.inject({
    url: `${address}${joined}lang=${language}`,
    headers: { cookie: world.cookieOf(who), host: 'localhost' },
  })
  return { status: got.statusCode, body: got.body, headers: got.headers, fragment }
}
/** The facts about the wordings of the text. */
const factsIn = async (language: 'fr' | 'en'): Promise<string> => {
  const { body } = await page('publisher', `/desk/texts/${SLUG}`, language)
  return /<dl class="facts">.*?<\/dl>/s.exec(body)?.[0] ?? ''
}
const csrfIn = (body: string): string => /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? ''
const itemIn = (body: string): string => /name="items"[^>]*?value="([^"]+)"/s.exec(body)?.[1] ?? ''
const unescaped = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
/** Names of the fields that are marked as wrong. */
const marked = (body: string): string[] =>
  [...body.matchAll(/<(?:input|textarea|select)[^>]*aria-invalid="true"[^>]*>/g)].map(([tag]) =>
    attribute(tag, 'name'),
  )
const attribute = (tag: string, name: string): string =>
  unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
/** What a browser sends of the form of the editor, but for its buttons. */
const editorFields = (body: string): [string, string][] => {
  const [, form = ''] = /<form[^>]*id="editor"[^>]*>(.*?)<\/form>/s.exec(body) ?? []
  const found = form.matchAll(
    /<input(?<input>[^>]*)>|<textarea(?<area>[^>]*)>(?<typed>[^<]*)<|<select(?<select>[^>]*)>(?<options>.*?)<\/select>/gs,
  )
  return [...found].flatMap(({ groups = {} }): [string, string][] => {
    const { input, area = '', typed, select = '', options } = groups
    if (options !== undefined) {
      const [, chosen = ''] = /value="([^"]*)"\s+selected/.exec(options) ?? []
      return [[attribute(select, 'name'), unescaped(chosen)]]
    }
    if (typed !== undefined) return [[attribute(area, 'name'), unescaped(typed.replace('\n', ''))]]
    const isLeft = attribute(input ?? '', 'type') === 'checkbox' && !/\schecked/.test(input ?? '')
    return isLeft ? [] : [[attribute(input ?? '', 'name'), attribute(input ?? '', 'value')]]
  })
}
const sendEditor = async (who: PersonName, path: string, over: Record<string, string>) => {
  const { body } = await page(who, path)
  const kept = editorFields(body).filter(([name]) => !Object.hasOwn(over, name))
  const answer = await world.app.inject({
    method: 'POST',
    url: path,
    headers: {
      cookie: world.cookieOf(who),
      host: 'localhost',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams([...kept, ...Object.entries(over)]).toString(),
  })
  return { status: answer.statusCode, body: answer.body, location: answer.headers.location }
}
const unsavedOf = (who: PersonName) => world.scratches.list(PEOPLE[who].id, 10)
const send = async (who: PersonName, path: string, fields: Record<string, string>) => {
  const { body } = await page(who, `/desk/texts/${SLUG}`)
  const answer = await world.app.inject({
    method: 'POST',
    url: path,
    headers: {
      cookie: world.cookieOf(who),
      host: 'localhost',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ csrf: csrfIn(body), ...fields }).toString(),
  })
  return { status: answer.statusCode, body: answer.body, location: answer.headers.location }
}
/** Sends a file to be checked before its import. */
const sendFile = async (name: string) => {
  const form = new FormData()
  form.set('csrf', csrfIn((await page('author', '/desk/import')).body))
  form.set('author', 'Camille Aubry')
  form.append('files', new Blob(['# Note']), name)
  const sent = new Response(form)
  return world.app.inject({
    method: 'POST',
    url: '/desk/import',
    headers: {
      cookie: world.cookieOf('author'),
      host: 'localhost',
      'content-type': sent.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
}
const act = (who: PersonName, name: string, fields: Record<string, string> = {}) =>
  send(who, `/desk/texts/${SLUG}/acts/${name}`, fields)
const requestIn = (body: string): string => /name="request" value="([^"]+)"/.exec(body)?.[1] ?? ''
/** Sends the form by which a second person confirms. */
const confirm = async (who: PersonName, name: 'withdraw' | 'delete') => {
  const { body } = await page(who, `/desk/texts/${SLUG}/acts/${name}`)
  return act(who, name, { request: requestIn(body) })
}
const draft = async (text = TEXT, over: Parameters<typeof noteOf>[2] = {}): Promise<void> => {
  const outcome = await draftText(world.write, PEOPLE.author, noteOf(SLUG, text, over), {
    time: world.now(),
    correlationId: 'test',
  })
  if (isRefusal(outcome)) throw new Error(outcome.refused)
  world.known.add(SLUG)
}
const textNow = async () => {
  const text = await viewText(world.write, SLUG)
  if (isRefusal(text)) throw new Error(text.refused)
  return text
}
const hashNow = async (): Promise<string> => (await textNow()).draft?.sha256Hash ?? ''

const publish = async (): Promise<void> => {
  await act('author', 'submit')
  await act('reviewer', 'approve', { sha256Hash: await hashNow() })
  await act('publisher', 'publish', { reason: 'Doctrine.' })
}
/** Opens a draft beside the published version. */
const openRevision = () =>
  carryOutAct(
    world.write,
    PEOPLE.author,
    SLUG,
    { act: 'revise', content: noteOf(SLUG, `${TEXT} Non.`), base: null },
    { time: world.now(), correlationId: 'test' },
  )
const schedule = async (): Promise<void> => {
  await act('author', 'submit')
  await act('reviewer', 'approve', { sha256Hash: await hashNow() })
  await act('publisher', 'schedule', {
    day: '2030-01-02',
    time: '09:00',
    reason: 'Sans source.',
  })
}

const citedText = (text: Pick<CitedText, 'slug' | 'title'> & Partial<CitedText>): CitedText => ({
  version: SemVer.parse('2.1.0'),
  sha256Hash: sha256Hex(text.contentClean ?? ''),
  contentClean: '',
  contentType: 'legislation',
  language: 'fr',
  headnotes: [],
  ownNumbers: [],
  statusFlag: 'green',
  stoppedBy: [],
  validity: { validFrom: null, validTo: null },
  ...text,
})

/** A notice about a text that lost its authority. */
const redNotice = (detail: string): ImpactNotice => ({
  id: randomUUID(),
  at: world.now(),
  cause: 'turned-red',
  cited: {
    slug: Slug.parse(`arret-${randomUUID()}`),
    title: 'L’arrêt',
    oldVersion: null,
    newVersion: null,
  },
  citing: { slug: SLUG, title: 'La note', isDraft: false },
  sentences: [],
  before: null,
  after: null,
  detail,
  settled: null,
})

const table = (rent: string) => `${TEXT}\n\n| Bien | Loyer |\n| - | - |\n| Cave | ${rent} |`

beforeEach(async () => {
  world = openDeskWorld()
  await draft()
})

describe('the desk', () => {
  test('takes three people from a draft to a publication', async () => {
    expect(await act('author', 'submit')).toMatchObject({ status: 303 })
    expect((await page('reviewer', '/desk')).body).toContain(fr.inbox.waitingWhy.review)
    expect(
      await act('reviewer', 'request-changes', { reason: 'Citer l’arrêt.\nDater.' }),
    ).toMatchObject({
      status: 303,
    })
    expect((await page('author', '/desk')).body).toContain(fr.inbox.waitingWhy.changes)
    await act('author', 'submit')
    await act('reviewer', 'approve', { sha256Hash: await hashNow() })
    expect((await page('publisher', '/desk')).body).toContain(fr.inbox.waitingWhy.publish)
    const asked = await page('publisher', `/desk/texts/${SLUG}/acts/publish`)
    expect(asked.body).toContain(fr.text.publishing('1.0.0', fr.bumps.initial))
    const published = await act('publisher', 'publish', { reason: 'Doctrine sans source citée.' })
    expect(published.status, published.body).toBe(303)
    expect(await textNow()).toMatchObject({ status: 'published', version: '1.0.0' })
    const shown = await page('publisher', published.location ?? '')
    expect(shown.body).toContain(fr.text.searchable)
    const link = /<a class="public" href="http:\/\/public\.example\/t\/[^"]+">Page publique<\/a>/g
    // After the publication, and beside the title.
    expect(shown.body.match(link)).toHaveLength(2)
    await act('publisher', 'unpublish', { reason: 'À revoir.' })
    expect((await page('publisher', `/desk/texts/${SLUG}`)).body).not.toMatch(link)
  })

  test('keeps what was typed when an act is refused, and says why', async () => {
    const empty = await act('publisher', 'unpublish', { reason: 'Une raison bien longue' })
    expect(empty.status).toBe(422)
    expect(empty.body).toContain('Une raison bien longue')
    expect(empty.body).toContain(fr.refusals['never-published'])
    const comment = await act('author', 'comment', {
      body: 'À revoir.',
      quote: 'rien de tel',
      inReplyTo: '',
    })
    expect(comment.status).toBe(422)
    expect(comment.body).toContain('À revoir.')
    expect(comment.body).toContain('rien de tel')
  })

  test('shows a reviewer what the draft cites and claims, when asked', async () => {
    const written = await page('author', `/desk/texts/${SLUG}`)
    expect(written.body).toContain(fr.text.doubtsCompared.not)
    expect(written.body).not.toContain(fr.text.noDoubts)
    await act('author', 'submit')
    const { body } = await page('reviewer', `/desk/texts/${SLUG}`)
    expect(body).toContain(fr.text.noDoubts)
    expect(body).toContain(frenchEditor.check)
    expect(body).not.toContain(frenchEditor.checked)
    const checked = await page('reviewer', `/desk/texts/${SLUG}?check=1`)
    expect(checked.status).toBe(200)
    expect(checked.body).toContain(frenchEditor.checked)
    expect(checked.body).toContain(frenchEditor.citations)
    expect(checked.body).toContain(frenchEditor.claims)
  })

  test('approves only the wording that was on the screen', async () => {
    await act('author', 'submit')
    const refused = await act('reviewer', 'approve', { sha256Hash: '0'.repeat(64) })
    expect(refused.status).toBe(422)
    expect(refused.body).toContain(fr.refusals['another-wording'])
    expect((await textNow()).status).toBe('in_review')
  })

  test('says why an act is not open, and opens no other', async () => {
    await act('author', 'submit')
    const { body } = await page('author', `/desk/texts/${SLUG}`, 'en')
    expect(body).toContain(en.refusals['scope-missing'])
    expect(body).not.toContain(`action="/desk/texts/${SLUG}/acts/approve"`)
    expect((await act('author', 'approve', { sha256Hash: await hashNow() })).status).toBe(422)
  })

  test('schedules at a local time, and asks which one where clocks change', async () => {
    await act('author', 'submit')
    await act('reviewer', 'approve', { sha256Hash: await hashNow() })
    const twice = await act('publisher', 'schedule', {
      day: '2026-10-25',
      time: '02:30',
      zone: 'Europe/Paris',
      reason: 'Sans source.',
    })
    expect(twice.status).toBe(422)
    expect(twice.body).toContain(fr.refusals['time-ambiguous'])
    const [choice = ''] = /2026-10-25T02:30:00\+01:00/.exec(twice.body) ?? []
    const chosen = await act('publisher', 'schedule', {
      day: '2026-10-25',
      time: '02:30',
      zone: 'Europe/Paris',
      reason: 'Sans source.',
      choice,
    })
    expect(chosen.status, chosen.body).toBe(303)
    expect((await textNow()).draft?.scheduledAt).toBe('2026-10-25T01:30:00.000Z')
    const past = await act('publisher', 'schedule', {
      day: '2020-01-01',
      time: '09:00',
      reason: 'x',
    })
    expect(past.body).toContain(fr.refusals['schedule-past'])
  })

  test('marks the field that a refusal is about, and no other', async () => {
    await act('author', 'submit')
    const unsaid = await act('reviewer', 'request-changes', { reason: ' ' })
    expect(marked(unsaid.body)).toEqual(['reason'])
    await act('reviewer', 'approve', { sha256Hash: await hashNow() })
    const hour = { day: '2030-01-02', time: '09:00' }
    const long = await act('publisher', 'schedule', { ...hour, reason: 'x'.repeat(2_001) })
    expect(long.body).toContain(fr.refusals['reason-too-long'])
    expect(marked(long.body)).toEqual(['reason'])
    const past = await act('publisher', 'schedule', { ...hour, day: '2020-01-02', reason: 'x' })
    expect(marked(past.body)).toEqual(['day', 'time'])
    await act('publisher', 'publish', { reason: 'Doctrine.' })
    const lost = { reason: 'Erreur.', replacement: 'aucun-texte-00000000' }
    expect(marked((await act('publisher', 'withdraw', lost)).body)).toEqual(['replacement'])
    const itself = { ...lost, replacement: SLUG }
    expect(marked((await act('publisher', 'withdraw', itself)).body)).toEqual(['replacement'])
    expect(marked((await act('reviewer', 'unpublish', lost)).body)).toEqual([])
  })

  test('says which version comes back where a draft is open, and that it is not the draft', async () => {
    await publish()
    await openRevision()
    await act('publisher', 'unpublish', { reason: 'À revoir.' })
    const again = fr.text.publishAgain('1.0.0')
    expect((await page('publisher', `/desk/texts/${SLUG}`)).body).toContain(again)
    const asked = await page('publisher', `/desk/texts/${SLUG}/acts/publish`)
    expect(asked.body).toContain(again)
    expect(asked.body).toContain(fr.text.draftStays)
    expect(asked.body).not.toContain('2.0.0')
    expect(await act('publisher', 'publish')).toMatchObject({ status: 303 })
    expect(await textNow()).toMatchObject({ publicStatus: 'published', version: '1.0.0' })
  })

  test('discards a draft beside a version, after a question, and says what stays', async () => {
    const own = fr.acts['discard-draft']
    expect((await page('author', `/desk/texts/${SLUG}`)).body).not.toContain(own.button)
    await publish()
    await openRevision()
    const { body } = await page('author', `/desk/texts/${SLUG}`)
    expect(body).toContain(`href="/desk/texts/${SLUG}/acts/discard-draft"`)
    const asked = await page('author', `/desk/texts/${SLUG}/acts/discard-draft`)
    expect(asked.body).toContain(own.title)
    expect(asked.body).toContain(own.text)
    expect(asked.body).toContain(fr.text.draftGoes)
    expect(asked.body).not.toContain(fr.text.version('1.0.0'))
    const empty = await act('author', 'discard-draft', { reason: ' ' })
    expect([empty.status, marked(empty.body)]).toEqual([422, ['reason']])
    const done = await act('author', 'discard-draft', { reason: 'Réforme abandonnée.' })
    expect(done.status, done.body).toBe(303)
    expect((await page('author', done.location ?? '')).body).toContain(own.done)
    // The form is sent twice.
    expect(await act('author', 'discard-draft', { reason: 'Réforme abandonnée.' })).toMatchObject({
      status: 303,
    })
    expect(await textNow()).toMatchObject({ status: 'published', version: '1.0.0', draft: null })
    const history = await page('author', `/desk/texts/${SLUG}/history`, 'en')
    expect(history.body).toContain(en.events['DraftDiscarded'])
    expect(history.body).toContain('Réforme abandonnée.')
  })

  test('says in the language of the reader why a schedule ended', async () => {
    await schedule()
    await stopDue(world.write, SLUG, refuse('cited-turned-red'), {
      actor: 'system',
      time: Instant.parse('2030-01-02T09:00:00.000Z'),
      correlationId: 'test',
      causationId: null,
    })
    const { reason } = refusalByCode('cited-turned-red')
    const stopped = await page('publisher', `/desk/texts/${SLUG}`)
    expect(stopped.body).toContain(fr.text.failedSchedule('').slice(0, 20))
    expect(stopped.body).not.toContain(reason)
    await act('publisher', 'schedule', { day: '2030-02-03', time: '09:00', reason: 'Sans source.' })
    await carryOutAct(
      world.write,
      PEOPLE.author,
      SLUG,
      {
        act: 'revise',
        content: noteOf(SLUG, `${TEXT} Encore.`),
        base: (await textNow()).draft?.tag ?? null,
      },
      { time: world.now(), correlationId: 'test' },
    )
    const history = await page('author', `/desk/texts/${SLUG}/history`)
    expect(history.body).toContain(fr.scheduleEnded['another-wording'])
    expect(history.body).not.toContain(reason)
    expect(history.body).not.toContain('The wording was edited')
  })

  test('shows comments beside their words, with answers, until they are resolved', async () => {
    await act('reviewer', 'comment', {
      body: 'Quel arrêt ?',
      quote: 'réputée non écrite',
      inReplyTo: '',
    })
    const [comment] = (await textNow()).comments
    await act('author', 'comment', {
      body: 'Le n° 23-99.011.',
      quote: '',
      inReplyTo: comment?.id ?? '',
    })
    const { body } = await page('author', `/desk/texts/${SLUG}`)
    expect(body).toMatch(/<mark\s/)
    expect(body).toContain(`id="q-${comment?.id}"`)
    expect(body).toContain('Le n° 23-99.011.')
    await act('author', 'resolve-comment', { id: comment?.id ?? '' })
    expect((await page('author', `/desk/texts/${SLUG}`)).body).not.toContain('<mark')
  })

  describe('a doubt that prevents the publication', () => {
    const LAW =
      'Le consommateur dispose d’un délai de quatorze jours pour exercer son droit de rétractation d’un contrat conclu à distance.'
    const CITED = 'l’article L. 221-18 du code de la consommation'
    const WRONG = `Selon ${CITED}, le consommateur dispose d’un délai de trente jours pour exercer son droit de rétractation d’un contrat conclu à distance.`
    const DOUBT = `/desk/texts/${SLUG}/doubts/claim_contradicted`
    beforeEach(async () => {
      world = openDeskWorld()
      world.cited.texts = [
        citedText({
          slug: Slug.parse('article-l221-18'),
          title: 'Article L221-18 du code de la consommation',
          contentClean: LAW,
          ownNumbers: ['L221-18'],
        }),
      ]
      const start = WRONG.indexOf(CITED)
      world.cited.citations = [
        {
          start,
          end: start + CITED.length,
          slugs: [Slug.parse('article-l221-18')],
          dead: false,
          ambiguous: false,
        },
      ]
      await draft(WRONG)
      await act('author', 'submit')
      await act('reviewer', 'approve', { sha256Hash: await hashNow() })
    })

    test('is shown with the approved text, of which publishing is not the main act', async () => {
      const { body } = await page('publisher', `/desk/texts/${SLUG}`)
      expect(body).toContain(fr.doubt.stops)
      expect(body).toContain(fr.list.stops(1))
      expect(body).toMatch(
        new RegExp(`class="button quiet"\\s+href="/desk/texts/${SLUG}/acts/publish"`),
      )
      expect(body).not.toContain(DOUBT)
      const refused = await act('publisher', 'publish', { reason: 'x' })
      expect(refused.body).toContain(fr.refusals['integrity-critical'])
    })

    test('says where its sentences are, if not in the text', async () => {
      const [, abstract = ''] = WRONG.split(`${CITED}, `)
      const headnote = { sequence: 1, summary: abstract, sourceText: null, legalRuleType: null }
      await carryOutAct(
        world.write,
        PEOPLE.author,
        SLUG,
        {
          act: 'revise',
          content: noteOf(SLUG, WRONG, { abstract, headnotes: [headnote] }),
          base: (await textNow()).draft?.tag ?? null,
        },
        { time: world.now(), correlationId: 'test' },
      )
      for (const language of ['fr', 'en'] as const) {
        const words = wordsOf(language)
        const { body } = await page('reviewer', `/desk/texts/${SLUG}?check=1`, language)
        const [, ...parts] = body.split(/id="(?:doubts|check)"/)
        expect(parts).toHaveLength(2)
        for (const part of parts) {
          expect(part).toMatch(new RegExp(`class="hint"\\s*>${words.members['abstract']}<`))
          expect(part).toMatch(new RegExp(`class="hint"\\s*>${words.text.headnote('1')}<`))
        }
      }
    })

    test.each(['fr', 'en'] as const)('is dismissed with a reason (%s)', async (language) => {
      const words = wordsOf(language)
      const { body } = await page('reviewer', `/desk/texts/${SLUG}`, language)
      expect(body).toContain(DOUBT)
      expect(body).toContain(words.doubt.dismiss)
      const form = await page('reviewer', DOUBT, language)
      expect(form.status).toBe(200)
      expect(form.body).toContain('trente jours')
      const items = itemIn(form.body)
      const empty = await send('reviewer', DOUBT, { items, reason: ' ' })
      expect(empty.status).toBe(422)
      expect(empty.body).toContain(fr.refusals['reasons-missing'])
      const unticked = await send('reviewer', DOUBT, { reason: 'Le délai de 2016.' })
      expect(unticked.body).toContain(fr.refusals['nothing-dismissed'])
      expect(unticked.body).toContain('Le délai de 2016.')
      const sent = { items, reason: 'Le délai de 2016.' }
      const done = await send('reviewer', DOUBT, sent)
      expect(done, done.body).toMatchObject({ status: 303 })
      expect((await send('reviewer', DOUBT, sent)).status).toBe(303)
      const after = await page('reviewer', done.location ?? '', language)
      expect(after.body).toContain(words.doubt.done)
      expect(after.body).not.toContain(DOUBT)
      expect(after.body).toContain('Le délai de 2016.')
      const published = await act('publisher', 'publish', { reason: 'Le texte rapporte 2016.' })
      expect(published, published.body).toMatchObject({ status: 303 })
    })

    test('stays where an author, or somebody who does not review, would dismiss it', async () => {
      for (const who of ['author', 'publisher'] as const) {
        const items = itemIn((await page('reviewer', DOUBT)).body)
        const refused = await send(who, DOUBT, { items, reason: 'Non.' })
        expect(refused.status).toBe(422)
        expect(refused.body).toContain(fr.refusals['scope-missing'])
        expect(refused.body).not.toContain('name="items"')
      }
      expect((await textNow()).history.map(({ type }) => type)).not.toContain(
        'IntegrityFlagDismissed',
      )
    })
  })

  test('withdraws by two people, who see who asked and why', async () => {
    await act('author', 'submit')
    await act('reviewer', 'approve', { sha256Hash: await hashNow() })
    await act('publisher', 'publish', { reason: 'Doctrine.' })
    await act('publisher', 'withdraw', { reason: 'Erreur de droit.', replacement: '' })
    const alone = await act('publisher', 'withdraw')
    expect(alone.body).toContain(fr.refusals['same-person'])
    const waiting = await page('publisher', `/desk/texts/${SLUG}`)
    expect(waiting.body).toContain(fr.text.confirmOther)
    expect((await page('second', `/desk/texts/${SLUG}`)).body).not.toContain(fr.text.confirmOther)
    const asked = await page('second', `/desk/texts/${SLUG}/acts/withdraw`)
    expect(asked.body).toContain('Erreur de droit.')
    expect(asked.body).toContain(PEOPLE.publisher.name)
    expect(await confirm('second', 'withdraw')).toMatchObject({ status: 303 })
    expect((await textNow()).publicStatus).toBe('withdrawn')
    expect((await act('publisher', 'restore', { reason: 'Corrigé.' })).status).toBe(303)
    expect((await textNow()).draft).not.toBeNull()
  })

  describe('a second person', () => {
    const requests = [
      ['withdraw', 'withdrawal', { reason: 'Erreur de droit.', replacement: '' }],
      ['delete', 'deletion', { reason: 'Doublon.' }],
    ] as const
    beforeEach(publish)

    test.each(requests)('reads what will happen before they confirm: %s', async (name, kind) => {
      const fields = { reason: 'Erreur de droit.', replacement: '' }
      await act('publisher', name, fields)
      await act('second', 'comment', { body: 'Vu.', quote: '', inReplyTo: '' })
      for (const language of ['fr', 'en'] as const) {
        const { text, forms, inbox } = wordsOf(language)
        const { body } = await page('second', `/desk/texts/${SLUG}/acts/${name}`, language)
        // Whoever acted last on the text did not ask for it.
        expect((await page('second', '/desk', language)).body).toContain(inbox.waitingWhy.confirm)
        expect((await page('publisher', '/desk', language)).body).not.toContain(
          inbox.waitingWhy.confirm,
        )
        expect(body).toContain(unescaped(text.confirmMeans[kind]))
        expect(body).toContain(forms.goneTitle)
        expect(body).toContain(text.version('1.0.0'))
        expect(body).toContain(text.comesBack[kind])
        expect(body).toContain(PEOPLE.publisher.name)
        expect(body).toContain('Erreur de droit.')
      }
    })

    test.each(requests)(
      'confirms no request that they have not read: %s',
      async (name, _, fields) => {
        const { body } = await page('second', `/desk/texts/${SLUG}/acts/${name}`)
        expect(body).not.toContain('name="request"')
        await act('publisher', name, fields)
        const unseen = await act('second', name, { ...fields, reason: 'Autre motif.' })
        expect(unseen.status).toBe(422)
        expect(unseen.body).toContain(fr.refusals['request-unseen'])
        expect(unseen.body).toContain(fields.reason)
        expect(await textNow()).toMatchObject({ publicStatus: 'published' })

        const form = await page('second', `/desk/texts/${SLUG}/acts/${name}`)
        await act('publisher', 'cancel-request', { reason: 'Non.' })
        const gone = await act('second', name, { request: requestIn(form.body) })
        expect(gone.body).toContain(fr.refusals['nothing-pending'])
        await act('publisher', name, { ...fields, reason: 'Un troisième motif.' })
        const another = await act('second', name, { request: requestIn(form.body) })
        expect(another.body).toContain(fr.refusals['request-unseen'])
        expect(await textNow()).toMatchObject({ publicStatus: 'published' })
        expect(await confirm('second', name)).toMatchObject({ status: 303 })
        expect((await textNow()).publicStatus).not.toBe('published')
      },
    )
  })

  test('names codes of metadata by the labels of their vocabularies', async () => {
    const metadata = async (language: 'fr' | 'en'): Promise<string> => {
      const { body } = await page('author', `/desk/texts/${SLUG}`, language)
      return /<details class="metadata">([\s\S]*?)<\/details>/.exec(body)?.[1] ?? ''
    }
    const french = await metadata('fr')
    for (const label of ['Doctrine', 'France', 'contrats', 'français', 'Article'])
      expect(french).toContain(label)
    expect(french).not.toContain('civil.contracts')
    expect(await metadata('en')).toContain('contracts')
    await act('author', 'submit')
    await act('reviewer', 'approve', { sha256Hash: await hashNow() })
    await act('publisher', 'publish', { reason: 'Doctrine.' })
    const next = noteOf(SLUG, TEXT, { legalDomain: ['tax.direct'], doctrineSubtype: 'thesis' })
    const revised = await carryOutAct(
      world.write,
      PEOPLE.author,
      SLUG,
      { act: 'revise', content: next, base: null },
      { time: world.now(), correlationId: 'test' },
    )
    expect(isRefusal(revised)).toBe(false)
    const { body } = await page('author', `/desk/texts/${SLUG}`)
    expect(body).toMatch(
      /<del>Droit civil\u00A0– contrats<\/del>[\s\S]*?<ins>Droit fiscal\u00A0– impôts directs<\/ins>/u,
    )
    expect(body).toMatch(/<ins>Thèse<\/ins>/)
  })

  test('tells in the inbox of unsaved work, one’s own and that of others', async () => {
    const type = (person: StaffId, subject: ScratchSubject, title: string) =>
      world.scratches.put(
        { person, subject },
        {
          base: null,
          text: 'Un début.',
          textSha256: sha256Hex('Un début.'),
          members: JSON.stringify({ ...EMPTY_FORM, title }),
          membersSha256: sha256Hex(title),
          window: '00000000-0000-4000-8000-000000000001',
          sequence: 1,
          changedAt: world.now(),
        },
        null,
      )
    const fresh = scratchOfNew('00000000-0000-4000-8000-000000000009')
    await type(PEOPLE.author.id, fresh, 'Une idée')
    await type(PEOPLE.second.id, scratchOfText(SLUG), 'Autre titre')
    const { body } = await page('author', '/desk')
    expect(body).toContain(fr.inbox.unsaved)
    expect(body).toContain(`/desk/${fresh}`)
    expect(body).toContain('Une idée')
    expect(body).toContain(fr.inbox.unsavedOthers)
    expect(body).toContain(PEOPLE.second.name)
    await world.scratches.setNotice({ person: PEOPLE.author.id, subject: fresh }, 1, 'slug-taken')
    expect((await page('author', '/desk')).body).toContain(fr.refusals['slug-taken'])
    const other = await page('second', '/desk', 'en')
    expect(other.body).toContain(`/desk/texts/${SLUG}/edit`)
    expect(other.body).not.toContain('Une idée')
    expect((await page('publisher', '/desk')).body).not.toContain(fr.inbox.unsaved)
  })

  test('shows the author what has to change, on the page of the text and in the editor', async () => {
    await act('author', 'submit')
    await act('reviewer', 'request-changes', { reason: 'Citer l’arrêt.\nDater.' })
    for (const path of [`/desk/texts/${SLUG}`, `/desk/texts/${SLUG}/edit`]) {
      const { body } = await page('author', path)
      const [, asked = ''] = /<ul class="asked"[^>]*>(.*?)<\/ul>/s.exec(body) ?? []
      expect(asked.match(/<li>[^<]*/g), path).toEqual(['<li>Citer l’arrêt.', '<li>Dater.'])
    }
    await act('author', 'submit')
    expect((await page('author', `/desk/texts/${SLUG}`)).body).not.toContain('class="asked"')
  })

  test('takes a form that was sent twice as sent once', async () => {
    const twice = async (who: PersonName, name: string, fields: Record<string, string> = {}) => {
      const once = await act(who, name, fields)
      const again = await act(who, name, fields)
      for (const one of [once, again]) {
        expect(one, `${name} ${one.body}`).toMatchObject({ status: 303 })
        expect(one.location).toMatch(new RegExp(`^/desk/texts/${SLUG}\\?done=${name}&at=\\d+$`))
      }
    }
    await twice('author', 'submit')
    await act('reviewer', 'approve', { sha256Hash: await hashNow() })
    await twice('publisher', 'publish', { reason: 'Doctrine.' })
    await twice('publisher', 'unpublish', { reason: 'À revoir.' })
    await act('publisher', 'publish')
    await act('publisher', 'withdraw', { reason: 'Erreur.', replacement: '' })
    const asked = await page('second', `/desk/texts/${SLUG}/acts/withdraw`)
    await twice('second', 'withdraw', { request: requestIn(asked.body) })
    await twice('publisher', 'restore', { reason: 'Corrigé.' })
    expect((await textNow()).versions).toHaveLength(1)
    // Another person learns that it was not theirs to do.
    const other = await act('second', 'restore', { reason: 'Corrigé.' })
    expect(other.body).toContain(fr.refusals['nothing-to-restore'])
  })

  test('names what it shows', async () => {
    await act('author', 'submit')
    await act('reviewer', 'approve', { sha256Hash: await hashNow() })
    await act('publisher', 'schedule', { day: '2030-01-02', time: '09:00', reason: 'Sans source.' })
    expect((await page('author', `/desk/texts/${SLUG}/history`)).body).toMatch(
      /2 janvier 2030 à 09:00\u00A0: Sans source\./,
    )
    await act('publisher', 'publish', { reason: 'Doctrine.' })
    expect((await page('author', '/desk/texts')).body).toContain('1 texte sur 1')
    expect((await page('author', '/desk/texts', 'en')).body).toContain('1 of 1 text<')
    const compared = await page('author', `/desk/texts/${SLUG}/history?from=1.0.0&to=1.0.0`)
    expect(compared.body).toContain(fr.text.publishedBy)
    await act('publisher', 'withdraw', { reason: 'Erreur.', replacement: '' })
    await confirm('second', 'withdraw')
    const withdrawn = await page('author', `/desk/texts/${SLUG}`)
    expect(withdrawn.body).toContain(fr.text.wordingOfLast)
    expect(withdrawn.body).not.toContain(`>${fr.text.wordingOfPublished}<`)
    expect((await page('reviewer', '/desk')).body).toContain(fr.inbox.nothingWaitsLook)
    expect((await page('author', '/desk')).body).toContain(fr.inbox.nothingWaitsNext)
    const { body } = await page('author', '/desk/import')
    for (const name of ['français', 'Luxembourg']) expect(body).toContain(`>${name}</option>`)
  })

  test('calls a wording published only while it is public', async () => {
    await publish()
    expect(await factsIn('fr')).toContain(fr.text.publishedHash)
    await act('publisher', 'unpublish', { reason: 'À revoir.' })
    for (const takesAway of ['', 'withdraw', 'delete'] as const) {
      if (takesAway !== '') {
        if (takesAway === 'withdraw') await act('publisher', 'publish')
        await act('publisher', takesAway, { reason: 'Erreur.', replacement: '' })
        await confirm('second', takesAway)
      }
      expect(await factsIn('fr'), takesAway).not.toContain(fr.text.publishedHash)
      expect(await factsIn('fr'), takesAway).toContain(fr.text.lastHash)
      expect(await factsIn('en'), takesAway).toContain(en.text.lastHash)
    }
  })

  test('shows changed tables cell by cell, below the names of their columns', async () => {
    world = openDeskWorld()
    await draft(table('dix euros'))
    await act('author', 'submit')
    await act('reviewer', 'approve', { sha256Hash: await hashNow() })
    await act('publisher', 'publish', { reason: 'Doctrine sans source citée.' })
    await carryOutAct(
      world.write,
      PEOPLE.author,
      SLUG,
      { act: 'revise', content: noteOf(SLUG, table('onze euros')), base: null },
      { time: world.now(), correlationId: 'test' },
    )
    const { body } = await page('author', `/desk/texts/${SLUG}`)
    const [shown = ''] = /<div class="table diff-table".*?<\/table>/s.exec(body) ?? []
    const seen = shown
      .replaceAll(/<span class="unseen"\s*>[^<]*<\/span\s*>/g, '')
      .replaceAll(/\s+>/g, '>')
      .replaceAll(/>\s+</g, '><')
    expect(seen).toContain(
      '<thead><tr><th scope="col">Bien</th><th scope="col">Loyer</th></tr></thead>' +
        '<tbody><tr><td>Cave</td><td><del>dix</del><ins>onze</ins> euros</td></tr></tbody>',
    )
    expect(body).not.toContain('| Cave |')
  })

  test('says that two versions are the same', async () => {
    await act('author', 'submit')
    await act('reviewer', 'approve', { sha256Hash: await hashNow() })
    await act('publisher', 'publish', { reason: 'Doctrine.' })
    await act('publisher', 'withdraw', { reason: 'Erreur.', replacement: '' })
    await confirm('second', 'withdraw')
    await act('publisher', 'restore', { reason: 'Corrigé.' })
    await act('author', 'submit')
    await act('reviewer', 'approve', { sha256Hash: await hashNow() })
    await act('publisher', 'publish', { reason: 'Doctrine.' })
    const { body } = await page('author', `/desk/texts/${SLUG}/history?from=1.0.0&to=2.0.0`)
    expect(body).toContain(fr.text.comparedSame)
    const unknown = await page('author', `/desk/texts/${SLUG}/history?from=1.0.0&to=9.0.0`)
    expect(unescaped(unknown.body)).toContain('Le texte n’a pas cette version')
  })

  test('says of a text deleted before its publication that it never was public', async () => {
    await act('publisher', 'delete', { reason: 'Doublon.' })
    await confirm('second', 'delete')
    const { body } = await page('author', `/desk/texts/${SLUG}`)
    expect(body).toContain(fr.neverPublished)
    expect(body).not.toContain(fr.next.deleted)
  })

  test('names a text deleted before its publication by the title that its draft had', async () => {
    await act('publisher', 'delete', { reason: 'Doublon.' })
    await confirm('second', 'delete')
    const { title } = noteOf(SLUG, TEXT)
    for (const path of ['', '/acts/restore', '/history']) {
      const { body } = await page('publisher', `/desk/texts/${SLUG}${path}`)
      expect(body, path).toContain(`<bdi>${title}</bdi>`)
      expect(body, path).not.toContain(`<bdi>${SLUG}</bdi>`)
    }
    const erasure = `/desk/texts/${SLUG}/erasure`
    expect((await page('protection', erasure)).body).toContain(`<bdi>${title}</bdi>`)

    const whole = { versions: 'all', ground: 'order', request: 'R 1' }
    await send('protection', `${erasure}/request`, whole)
    expect(await send('otherProtection', `${erasure}/confirm`, whole)).toMatchObject({
      status: 303,
    })
    for (const language of ['fr', 'en'] as const) {
      const { body } = await page('author', `/desk/texts/${SLUG}`, language)
      expect(body).toContain(`<bdi>${{ fr, en }[language].untitled}</bdi>`)
    }
  })

  describe('the editor without script', () => {
    const EDIT = `/desk/texts/${SLUG}/edit`
    const FRESH = '/desk/new/00000000-0000-4000-8000-000000000009'

    test('keeps nothing where nothing differs from what is recorded', async () => {
      const text = `${TEXT}\n\nÀ la ligne.`
      world = openDeskWorld()
      await draft(text, { jurisdiction: ['LU', 'FR'], legalDomain: ['tax.direct', 'civil'] })
      for (const act_ of ['check', 'preview', 'find-concept'])
        expect(await sendEditor('author', EDIT, { act: act_ })).toMatchObject({ status: 303 })
      expect(await unsavedOf('author')).toEqual([])
      const changed = { act: 'check', title: 'Un autre titre' }
      expect(await sendEditor('author', EDIT, changed)).toMatchObject({ status: 303 })
      expect(await unsavedOf('author')).toHaveLength(1)
      const { title } = noteOf(SLUG, text)
      expect(await sendEditor('author', EDIT, { act: 'check', title })).toMatchObject({
        status: 303,
      })
      expect(await unsavedOf('author')).toEqual([])
    })

    test('keeps nothing of an empty new text that is refused', async () => {
      const refused = await sendEditor('author', FRESH, { act: 'save' })
      expect(refused.status).toBe(422)
      expect(await unsavedOf('author')).toEqual([])
      await sendEditor('author', FRESH, { act: 'save', title: 'Une idée' })
      expect(await unsavedOf('author')).toHaveLength(1)
    })

    test.each(['withdraw', 'delete', 'delete a draft'] as const)(
      'opens for no text that was taken away, and keeps what was typed: %s',
      async (takes) => {
        const name = takes === 'withdraw' ? 'withdraw' : 'delete'
        if (takes !== 'delete a draft') await publish()
        await sendEditor('author', EDIT, { act: 'check', text: 'Un paragraphe à garder.' })
        const open = editorFields((await page('author', EDIT)).body)
        await act('publisher', name, { reason: 'Erreur.', replacement: '' })
        await confirm('second', name)
        const late = await send('author', EDIT, { ...Object.fromEntries(open), act: 'save' })
        expect(late.status).toBe(422)
        expect(late.body).toContain('Un paragraphe à garder.')
        const code = `text-${takes === 'withdraw' ? 'withdrawn' : 'deleted'}`
        expect(late.body).toContain(fr.refusals[code])
        for (const language of ['fr', 'en'] as const) {
          const words = wordsOf(language)
          const { status, body } = await page('author', EDIT, language)
          expect(status).toBe(409)
          expect(body).toContain(words.refusals[code])
          expect(body).toContain(`href="/desk/texts/${SLUG}"`)
          expect(body).not.toContain(`/acts/restore`)
          expect(body).not.toContain('value="save"')
          expect(body).toContain('Un paragraphe à garder.')
        }
        const discarded = await send('author', EDIT, { act: 'discard' })
        const after = await page('author', discarded.location ?? '')
        expect(after.body).not.toContain('Un paragraphe à garder.')
        expect(after.body).toContain(frenchEditor.discarded)
        expect((await page('author', '/desk')).body).not.toContain(fr.inbox.unsaved)
        await send('author', EDIT, { act: 'bring-back' })
        expect((await page('author', EDIT)).body).toContain('Un paragraphe à garder.')
        await act('publisher', 'restore', { reason: 'Corrigé.' })
        const restored = await page('author', EDIT)
        expect(restored.body).toContain('value="save"')
        expect(restored.body).toContain('Un paragraphe à garder.')
      },
    )

    test.each(['save', 'submit'])('opens no draft where nothing was changed: %s', async (act_) => {
      await publish()
      const { location } = await sendEditor('author', EDIT, { act: act_ })
      expect(await textNow()).toMatchObject({ status: 'published', draft: null })
      for (const language of ['fr', 'en'] as const) {
        const words = wordsOf(language)
        const { body } = await page('author', String(location), language)
        expect(body).toContain(unescaped(words.text.unchanged))
        expect(body).not.toContain(words.acts.revise.done)
      }
    })

    test('says that a draft has nothing to publish', async () => {
      await publish()
      await sendEditor('author', EDIT, { act: 'save', licence: 'CC-BY-4.0' })
      const kept = (await textNow()).published?.content.licence ?? ''
      await sendEditor('author', EDIT, { act: 'save', licence: kept })
      const { body } = await page('author', `/desk/texts/${SLUG}`)
      expect(body).toContain(fr.text.changesNone)
    })

    test('publishes details that the hash leaves out under the same version', async () => {
      await publish()
      const { sha256Hash } = (await textNow()).published ?? {}
      await sendEditor('author', EDIT, { act: 'submit', licence: 'CC-BY-4.0' })
      const { body } = await page('reviewer', `/desk/texts/${SLUG}`)
      expect(body).toContain(fr.text.publishingDetails('1.0.0'))
      expect(body).toContain('CC-BY-4.0')
      await publish()
      const text = await textNow()
      expect(text.published).toMatchObject({
        version: '1.0.0',
        sha256Hash,
        content: { licence: 'CC-BY-4.0' },
      })
      expect(text.versions).toHaveLength(1)
      const history = await page('author', `/desk/texts/${SLUG}/history`)
      expect(history.body).toContain('Licence\u00a0: modifié.')
    })

    describe('that saves and submits', () => {
      const submit = { act: 'submit', title: 'Un autre titre' }

      test('says that the draft is in review, also where it was before', async () => {
        for (const title of ['Un autre titre', 'Encore un autre titre']) {
          const { location } = await sendEditor('author', EDIT, { ...submit, title })
          expect((await textNow()).status).toBe('in_review')
          expect((await page('author', String(location))).body).toContain(fr.acts.submit.done)
        }
      })

      test('says that what a colleague saved meanwhile is merged', async () => {
        const open = Object.fromEntries(editorFields((await page('author', EDIT)).body))
        const content = noteOf(SLUG, `${TEXT}\n\nUn alinéa de plus.`)
        const base = (await textNow()).draft?.tag ?? null
        const stamp = { time: world.now(), correlationId: 'test' }
        await carryOutAct(world.write, PEOPLE.author, SLUG, { act: 'revise', content, base }, stamp)
        const { location } = await send('author', EDIT, { ...open, ...submit })
        const { draft: merged, status } = await textNow()
        expect(status).toBe('in_review')
        expect(merged?.content).toMatchObject({ ...content, title: submit.title })
        expect((await page('author', String(location))).body).toContain(frenchEditor.merged)
      })

      test('says that the wording is approved already', async () => {
        await act('author', 'submit')
        await act('reviewer', 'approve', { sha256Hash: await hashNow() })
        const { location } = await sendEditor('author', EDIT, { act: 'submit' })
        expect((await textNow()).status).toBe('approved')
        const { body } = await page('author', String(location))
        expect(body).toContain(fr.text.savedOnly)
        expect(body).toContain(fr.refusals['already-approved'])
      })

      test('says that the draft is saved and not submitted, and why', async () => {
        const { store } = world.write
        const append = store.append.bind(store)
        const busy = vi.spyOn(store, 'append')
        busy.mockImplementation((appends, context) =>
          appends.some(({ events }) => events.some(({ type }) => type === 'Submitted'))
            ? Promise.resolve({ conflict: appends.map(({ streamId }) => streamId) })
            : append(appends, context),
        )
        const { status, location } = await sendEditor('author', EDIT, submit)
        busy.mockRestore()
        expect(status).toBe(303)
        expect(await textNow()).toMatchObject({ status: 'draft', title: 'Un autre titre' })
        for (const language of ['fr', 'en'] as const) {
          const words = wordsOf(language)
          const { body } = await page('author', String(location), language)
          expect(body).toContain(words.text.savedOnly)
          expect(body).toContain(words.refusals['streams-busy'])
          expect(body).not.toContain(words.acts.revise.done)
        }
      })
    })

    test('searches the vocabularies where Enter is pressed in their field', async () => {
      const entered = editorWords('fr').save
      const { body } = await page('author', EDIT)
      const [first = ''] = /<button[^>]*>[^<]*/.exec(body.slice(body.indexOf('id="editor"'))) ?? []
      expect(first).toContain('value="enter"')
      expect(first).toContain(entered)
      const found = await sendEditor('author', EDIT, { act: 'enter', conceptQuery: 'bail' })
      expect(found.location).toBe(`${EDIT}?find=bail#concepts`)
      const saved = await sendEditor('author', EDIT, { act: 'enter', title: 'Un autre titre' })
      expect(saved.location).toBe(`/desk/texts/${SLUG}?done=revise`)
    })
  })

  test('runs no script of a manuscript and shows its words as they are', async () => {
    world = openDeskWorld()
    await draft('<script>alert(1)</script> <img src=x onerror=alert(2)>\n\n\u202eà l’envers')
    const { body, headers } = await page('author', `/desk/texts/${SLUG}`)
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
    expect(body).toContain('<bdi class="hidden-mark" data-mark="RLO"')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
  })

  test('answers in the chosen language, and has every page in both', async () => {
    for (const [language, words] of [
      ['fr', fr],
      ['en', en],
    ] as const)
      for (const path of [
        '/desk',
        '/desk/texts',
        `/desk/texts/${SLUG}`,
        `/desk/texts/${SLUG}/history`,
        '/desk/impact',
      ]) {
        const { status, body } = await page('second', path, language)
        expect(status, path).toBe(200)
        expect(body, path).toContain(`<html lang="${language}">`)
        expect(body, path).toContain(words.places.inbox)
        expect(body, path).not.toMatch(/undefined|\[object|=>/)
      }
  })

  test('takes files, says what is wrong line by line, and makes drafts', async () => {
    const checked = await sendFile('../../note.md')
    expect(checked.statusCode, checked.body).toBe(200)
    expect(checked.body).toContain(
      '<p class="fault">contentType\u00A0: ce type de contenu n’existe pas',
    )
    expect(checked.body).toContain('Vouliez-vous dire «\u00A0doctrine\u00A0»\u202F?')
    expect(checked.body).not.toContain('unknown value')
    expect(checked.body).toContain(fr.imports.line(3))
    expect(checked.body).toContain(fr.imports.line(7))
    expect(unescaped(checked.body)).toContain(fr.imports.ready(249))
    expect(checked.body).toContain('<bdi>Le texte de note.md</bdi>')
    expect(checked.body).not.toContain('from-note-md')
    const upload = /name="upload" value="([^"]+)"/.exec(checked.body)?.[1] ?? ''
    const made = await send('author', '/desk/import/drafts', { upload })
    expect(made).toMatchObject({ status: 303, location: `/desk/import/made/${upload}` })
    const report = await page('author', String(made.location))
    expect(report.body).toContain(
      '<a href="/desk/texts/from-note-md"><bdi>Le texte de note.md</bdi></a>',
    )
    expect(unescaped(report.body)).toContain(fr.imports.made(249))
    expect(report.body).toContain('hreflang="en"')
    // Sent twice, as by a double click or after a step back, it makes nothing anew.
    const again = await send('author', '/desk/import/drafts', { upload })
    expect(again).toMatchObject({ status: 303, location: made.location })
    const unknown = { upload: '00000000-0000-4000-8000-00000000000f' }
    const gone = await send('author', '/desk/import/drafts', unknown)
    expect(gone.body).toContain(fr.refusals['upload-expired'])
    const others = await page('reviewer', String(made.location))
    expect(others).toMatchObject({ status: 303 })
    const other = await send('reviewer', '/desk/import/drafts', { upload })
    expect(other.body).toContain(fr.refusals['scope-missing'])
  })

  test.each([30, 110])(
    'leads to all texts that wait, also beyond those shown: %s',
    async (count) => {
      for (let number = 1; number <= count; number += 1) {
        const slug = Slug.parse(`note-${number}`)
        const stamp = { time: world.now(), correlationId: 'test' }
        await draftText(world.write, PEOPLE.author, noteOf(slug, TEXT), stamp)
        await carryOutAct(world.write, PEOPLE.author, slug, { act: 'submit' }, stamp)
        world.known.add(slug)
      }
      const { body } = await page('reviewer', '/desk')
      const [, waiting = ''] = /aria-labelledby="waiting"(.*?)<\/section>/s.exec(body) ?? []
      expect(waiting).toContain(count > 100 ? fr.inbox.atLeast('100') : `>${count}<`)
      expect(waiting).toContain('href="/desk/texts?status=in_review"')
      expect(waiting).toContain(fr.inbox.all(count))
      await act('author', 'submit')
      const few = await page('publisher', '/desk')
      expect(few.body).not.toContain('aria-labelledby="waiting"')
    },
  )

  describe('impact', () => {
    test('says in words which text ended the authority of another', async () => {
      const slug = Slug.parse('arret-de-cassation')
      world.cited.texts = [citedText({ slug, title: 'L’arrêt de cassation' })]
      world.notices.push(
        redNotice(`quashed ${slug}`),
        redNotice('overruled CJUE, C-1/20'),
        redNotice('repealed'),
      )
      for (const language of ['fr', 'en'] as const) {
        const { treatments } = LABELS[language]
        const { body } = await page('author', '/desk/impact', language)
        const shown = body.replaceAll(/\s+/g, ' ')
        expect(shown).toContain(
          `${treatments.quashed} <a href="/desk/texts/${slug}"><bdi>L’arrêt de cassation</bdi></a>`,
        )
        expect(shown).toContain(`${treatments.overruled} CJUE, C-1/20`)
        expect(shown).toContain(treatments.repealed)
        expect(shown).not.toMatch(/>\s*(?:quashed|overruled|repealed)/)
      }
    })

    test('tells an empty list of settled notices from one of open notices', async () => {
      for (const view of ['open', 'settled', 'all'] as const)
        expect((await page('author', `/desk/impact?show=${view}`)).body).toContain(
          fr.impact.none[view],
        )
    })
  })

  test('says that files hold nothing new', async () => {
    const { body } = await sendFile(KNOWN_FILE)
    expect(unescaped(body)).toContain(fr.imports.nothingNew)
    expect(body).toContain(fr.imports.unchanged)
    expect(body).not.toContain('/desk/import/drafts')
  })

  test('shows names to erase to whoever may erase, and to nobody else', async () => {
    const [earlier, version] = ['1.0.0', '1.0.1'].map((one) => SemVer.parse(one))
    if (earlier === undefined || version === undefined) throw new Error('two versions')
    const ground = 'court-occultation'
    world.erasures.push({
      slug: SLUG,
      version,
      recordedAt: world.now(),
      earlier: [earlier],
      ground,
    })
    const { body } = await page('protection', '/desk')
    expect(body).toContain(fr.inbox.erasures)
    expect(body).toContain(fr.inbox.erasure(version, [earlier]))
    expect((await page('protection', '/desk', 'en')).body).toContain(en.inbox.erasures)
    expect((await page('publisher', '/desk')).body).not.toContain(fr.inbox.erasures)
  })

  test('sends nobody past the sign-in', async () => {
    const answer = await world.app.inject({ url: '/desk/texts', headers: { host: 'localhost' } })
    expect(answer).toMatchObject({ statusCode: 303 })
    expect(answer.headers.location).toBe('/desk/sign-in?next=%2Fdesk%2Ftexts')
  })
})
