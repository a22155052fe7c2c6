/** The editor of the desk: nothing typed is lost, typing is no fact, two people write one text. */
import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import { Concept } from '#contracts/concept.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Instant, Slug } from '#contracts/ids.ts'
import { HOSTILE } from '#ingest/editorial/annotate/hostile.testing.ts'
import { REST, settleRested } from '#ingest/editorial/scratch/rest.ts'
import { viewText } from '#ingest/editorial/text-view.ts'
import { browserOf, type EditorWorld, fieldsOf, member, openEditorWorld } from './editor-world.ts'

const ANNA = member('Anna', 'author')
const BRUNO = member('Bruno', 'author')
const READER = member('Rita', 'reviewer')
const CONCEPT = Concept.parse({
  id: conceptIdOf('http://example.org/bail'),
  vocabulary: 'custom',
  externalId: 'http://example.org/bail',
  prefLabel: { fr: 'bail commercial' },
})

let world: EditorWorld
beforeAll(async () => {
  world = await openEditorWorld([ANNA, BRUNO, READER], [CONCEPT])
})
afterAll(() => world.close())

const anna = () => browserOf(world.app, ANNA)
const bruno = () => browserOf(world.app, BRUNO)
const newPage = () => anna().get(`/desk/new/${randomUUID()}`)
const field = (page: LightMyRequestResponse, name: string): string | undefined =>
  new Map(fieldsOf(page.body)).get(name)
const textOf = async (slug: string) => {
  const view = await viewText(world.side.deps, Slug.parse(slug))
  if (isRefusal(view)) throw new Error(view.refused)
  return view
}
const slugAfter = (answer: LightMyRequestResponse): string =>
  /texts\/([a-z0-9-]+)/.exec(String(answer.headers.location))?.[1] ?? ''

const THREE = 'Premier alinéa.\n\nDeuxième alinéa.\n\nTroisième alinéa.'
/** A text that Anna saved. */
const saved = async (text = THREE, title = `Texte ${randomUUID()}`): Promise<string> => {
  const page = await newPage()
  const answer = await anna().send(page, { title, text, act: 'save' })
  expect([answer.statusCode, answer.body.slice(0, 0)]).toEqual([303, ''])
  return slugAfter(answer)
}

describe('a new text', () => {
  test('is saved as a draft with all its members', async () => {
    const page = await newPage()
    const answer = await anna().send(page, {
      title: 'La garantie des vices cachés',
      text: 'Le vendeur\r\n\r\ngarantit.',
      abstract: 'Un résumé.',
      jurisdiction: 'FR',
      legalDomain: 'civil.contracts',
      licence: 'CC BY 4.0',
      author: 'Anna Auteur',
      sourceUrl: 'https://example.org/a',
      publishedAt: '2026-01-15',
      act: 'save',
    })
    const { draft } = await textOf(slugAfter(answer))
    expect(draft?.content).toMatchObject({
      title: 'La garantie des vices cachés',
      contentClean: 'Le vendeur\n\ngarantit.',
      jurisdiction: ['FR'],
      licence: 'CC BY 4.0',
      author: 'Anna Auteur',
      publishedAt: '2026-01-15T00:00:00.000Z',
      source: { url: 'https://example.org/a' },
    })
    expect(await world.deps.scratches.list(ANNA.person.id, 100)).toEqual([])
  })

  test('without a licence reserves all rights', async () => {
    const { draft } = await textOf(await saved())
    expect(draft?.content.licence).toBeNull()
  })

  test('that was sent twice is one text', async () => {
    const page = await newPage()
    const sent = { title: `Deux fois ${randomUUID()}`, text: 'Un.', act: 'save' }
    const [first, second] = [await anna().send(page, sent), await anna().send(page, sent)]
    expect(slugAfter(second)).toBe(slugAfter(first))
  })

  test('says in French what is wrong, and keeps everything typed', async () => {
    const page = await newPage()
    const answer = await anna().send(page, {
      title: ' ',
      text: 'Le texte <b>tapé</b>.',
      language: 'klingon',
      sourceUrl: 'javascript:alert(1)',
      act: 'save',
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('Donnez un titre au texte.')
    expect(answer.body).toContain('Cette langue est inconnue.')
    expect(field(answer, 'text')).toBe('Le texte <b>tapé</b>.')
    expect(field(answer, 'sourceUrl')).toBe('javascript:alert(1)')
    const again = await anna().send(answer, {
      title: `Corrigé ${randomUUID()}`,
      language: 'fr',
      sourceUrl: '',
      act: 'save',
    })
    expect(again.statusCode).toBe(303)
  })

  test('whose address is taken proposes a free one', async () => {
    const taken = `adresse-${randomUUID()}`
    const first = await newPage()
    await anna().send(first, { title: 'Un', text: 'Un.', slug: taken, act: 'save' })
    const page = await newPage()
    const sent = { title: 'Deux', text: 'Deux.', slug: taken, act: 'save' }
    const answer = await anna().send(page, sent)
    expect(answer.body).toContain(`«\u00A0${taken}-2\u00A0» est libre.`)
    const again = await anna().send(answer, { act: 'save' })
    expect(slugAfter(again)).toBe(`${taken}-2`)
  })

  test('is not for somebody who only reviews', async () => {
    const answer = await browserOf(world.app, READER).get(`/desk/new/${randomUUID()}`)
    expect(answer.statusCode).toBe(403)
    expect(answer.body).toContain('Votre rôle ne permet pas d’écrire')
  })
})

describe('buttons without script', () => {
  test('headnotes are added, ordered and removed, and nothing typed is lost', async () => {
    const slug = await saved()
    let page = await anna().get(`/desk/texts/${slug}/edit`)
    page = await anna().send(page, { title: 'Autre titre', act: 'add-headnote' })
    page = await anna().send(page, { 'headnote-1-summary': 'Un.', act: 'add-headnote' })
    page = await anna().send(page, { 'headnote-2-summary': 'Deux.', act: 'headnote-up:2' })
    expect(field(page, 'headnote-1-summary')).toBe('Deux.')
    page = await anna().send(page, { act: 'remove-headnote:2' })
    expect(field(page, 'title')).toBe('Autre titre')
    const before = await world.facts()
    await anna().send(page, { act: 'save' })
    expect(await world.facts()).toBeGreaterThan(before)
    const { draft } = await textOf(slug)
    expect(draft?.content.headnotes).toMatchObject([{ sequence: 1, summary: 'Deux.' }])
  })

  test('concepts are searched, added and removed', async () => {
    const slug = await saved()
    let page = await anna().get(`/desk/texts/${slug}/edit`)
    page = await anna().send(page, { conceptQuery: 'bail', act: 'find-concept' })
    expect(page.body).toContain('Ajouter bail commercial')
    page = await anna().send(page, { act: `add-concept:${CONCEPT.id}` })
    await anna().send(page, { act: 'save' })
    expect((await textOf(slug)).draft?.content.concepts).toMatchObject([
      { id: CONCEPT.id, assignedBy: 'editor' },
    ])
  })

  test('a preview shows the words that were sent, without raw HTML', async () => {
    const page = await newPage()
    const answer = await anna().send(page, {
      text: '# Titre\n\nUn **gras** <script>alert(1)</script>',
      act: 'preview',
    })
    expect(answer.body).toContain('<strong>gras</strong>')
    expect(answer.body).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
    expect(answer.body).not.toContain('<script>')
  })

  test('a preview of a long text has parts, and a script asks for the one around the caret', async () => {
    const line = `${'Le bailleur délivre la chose. '.repeat(40)}\n`
    const text = `${line.repeat(60)}Ici.\n${line.repeat(60)}`
    const page = await anna().send(await newPage(), { text, act: 'preview' })
    expect(page.body).toContain('Partie 1 sur 4')
    const subject = /data-subject="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const asked = { subject, focus: text.indexOf('Ici.') }
    const answer = await anna().json(page, '/desk/editor/preview', asked)
    expect(JSON.parse(answer.body).html).toContain('<p>Ici.</p>')
  })

  test('a check shows the panel and what publishing would mean', async () => {
    const slug = await saved()
    const page = await anna().get(`/desk/texts/${slug}/edit`)
    const answer = await anna().send(page, { act: 'check' })
    expect(answer.body).toContain('Ce que signifierait la publication')
    expect(answer.body).toContain('première version')
  })

  test('what is not saved is discarded, and brought back', async () => {
    const slug = await saved()
    let page = await anna().get(`/desk/texts/${slug}/edit`)
    page = await anna().send(page, { text: 'Autre chose.', act: 'preview' })
    page = await anna().send(page, { act: 'discard' })
    expect(field(page, 'text')).toBe(THREE)
    page = await anna().send(page, { act: 'bring-back' })
    expect(field(page, 'text')).toBe('Autre chose.')
  })

  test('submitting saves first', async () => {
    const page = await newPage()
    const sent = { title: `Soumis ${randomUUID()}`, text: 'Un.', act: 'submit' }
    const { status } = await textOf(slugAfter(await anna().send(page, sent)))
    expect(status).toBe('in_review')
  })
})

const bothEdit = async (hers: string, his: string) => {
  const slug = await saved()
  const path = `/desk/texts/${slug}/edit`
  const [page, other] = [await anna().get(path), await bruno().get(path)]
  await bruno().send(other, { text: his, act: 'save' })
  return { slug, answer: await anna().send(page, { text: hers, act: 'save' }) }
}

describe('two people on one text', () => {
  test('what each changed elsewhere is merged', async () => {
    const { slug, answer } = await bothEdit(
      THREE.replace('Premier', 'Le premier'),
      THREE.replace('Deuxième', 'Le deuxième'),
    )
    expect(answer.body).toContain('Les deux rédactions ont été fusionnées')
    expect((await textOf(slug)).draft?.content.contentClean).toBe(
      'Le premier alinéa.\n\nLe deuxième alinéa.\n\nTroisième alinéa.',
    )
  })

  test.each([
    ['mine', 'Premier, par Anna.'],
    ['theirs', 'Premier, par Bruno.'],
    ['both', 'Premier, par Anna.\n\nPremier, par Bruno.'],
  ])('where both changed a passage, the choice %s decides', async (choice, expected) => {
    const { slug, answer } = await bothEdit(
      THREE.replace('Premier alinéa.', 'Premier, par Anna.'),
      THREE.replace('Premier alinéa.', 'Premier, par Bruno.'),
    )
    expect(answer.statusCode).toBe(409)
    // The words that differ are marked.
    for (const name of ['Anna.', 'Bruno.'])
      expect(answer.body).toContain(`Premier, par <mark>${name}</mark>`)
    const missing = await anna().send(answer, { act: 'save' })
    expect(missing.body).toContain('Choisissez pour chaque passage.')
    await anna().send(missing, { 'text-choice-0': choice, act: 'save' })
    expect((await textOf(slug)).draft?.content.contentClean).toBe(
      `${expected}\n\nDeuxième alinéa.\n\nTroisième alinéa.`,
    )
  })
})

const typing = async (slug: string) => {
  const page = await anna().get(`/desk/texts/${slug}/edit`)
  const known = {
    text: /data-text-sha256="([^"]+)"/.exec(page.body)?.[1],
    members: /data-members-sha256="([^"]+)"/.exec(page.body)?.[1],
  }
  const text = field(page, 'text') ?? ''
  const save = {
    window: field(page, 'window'),
    sequence: Number(field(page, 'sequence')) + 1,
    base: field(page, 'base') ?? null,
    known,
    splice: { start: text.length, removed: 0, inserted: ' Tapé.' },
    text: null,
    result: sha256Hex(`${text} Tapé.`),
    members: null,
  }
  const answer = await anna().json(page, '/desk/editor/scratch', {
    subject: `text/${slug}`,
    save,
  })
  return { page, answer }
}

const rest = (minutes: number) =>
  settleRested(
    {
      write: world.deps.write,
      merge: world.deps.work.merge,
      scratches: world.deps.scratches,
      remembered: world.deps.remembered,
      personOf: async (id) => [ANNA, BRUNO].find(({ person }) => person.id === id)?.person ?? null,
      newId: randomUUID,
    },
    Instant.parse(new Date(world.time.now + minutes * 60_000).toISOString()),
  )
const MINUTES = REST.afterMs / 60_000

describe('typing', () => {
  test('is kept, is no fact, and is there after the page was closed', async () => {
    const slug = await saved()
    const [facts, blobs] = [await world.facts(), await world.blobs()]
    const { answer } = await typing(slug)
    expect(answer.json()).toMatchObject({ kept: true })
    expect([await world.facts(), await world.blobs()]).toEqual([facts, blobs])
    const again = await anna().get(`/desk/texts/${slug}/edit`)
    expect(field(again, 'text')).toBe(`${THREE} Tapé.`)
    expect(again.body).toContain('Vous aviez saisi ceci sans l’enregistrer.')
    expect(field(await bruno().get(`/desk/texts/${slug}/edit`), 'text')).toBe(THREE)
  })

  test('without a session is refused, so that the browser keeps it', async () => {
    const slug = await saved()
    const page = await anna().get(`/desk/texts/${slug}/edit`)
    ANNA.isSignedIn = false
    const answer = await anna().json(page, '/desk/editor/scratch', {})
    ANNA.isSignedIn = true
    expect(answer.statusCode).not.toBe(200)
    expect(answer.headers['content-type'] ?? '').not.toContain('json')
  })

  test('from another site is refused', async () => {
    const slug = await saved()
    const page = await anna().get(`/desk/texts/${slug}/edit`)
    const forged = {
      ...page,
      body: page.body.replaceAll(/name="csrf" value="./g, 'name="csrf" value="_'),
    }
    const answer = await anna().json(forged, '/desk/editor/scratch', {})
    expect(answer.statusCode).toBe(403)
  })

  test('has its panel, from what is kept', async () => {
    const slug = await saved()
    const { page } = await typing(slug)
    const asked = { subject: `text/${slug}`, focus: 3 }
    const answer = await anna().json(page, '/desk/editor/annotations', asked)
    expect(answer.json<{ html: string }>().html).toContain('Références')
  })

  test('becomes a fact after ten minutes of rest, and then goes on', async () => {
    const slug = await saved()
    await typing(slug)
    await rest(MINUTES - 1)
    expect((await textOf(slug)).draft?.content.contentClean).toBe(THREE)
    await rest(MINUTES + 1)
    expect((await textOf(slug)).draft?.content.contentClean).toBe(`${THREE} Tapé.`)
    expect(await world.deps.scratches.list(ANNA.person.id, 100)).not.toContainEqual(
      expect.objectContaining({ subject: `text/${slug}` }),
    )
    const { answer } = await typing(slug)
    expect(answer.json()).toMatchObject({ kept: true })
  })

  test('stays with a notice where a colleague saved meanwhile, and is merged on saving', async () => {
    const slug = await saved()
    await typing(slug)
    const his = await bruno().get(`/desk/texts/${slug}/edit`)
    await bruno().send(his, { text: THREE.replace('Premier', 'Le premier'), act: 'save' })
    await rest(MINUTES + 1)
    const [listed] = (await world.deps.scratches.list(ANNA.person.id, 100)).filter(
      ({ subject }) => subject === `text/${slug}`,
    )
    expect(listed?.notice).toBe('another-wording')
    const page = await anna().get(`/desk/texts/${slug}/edit`)
    await anna().send(page, { act: 'save' })
    expect((await textOf(slug)).draft?.content.contentClean).toBe(
      `${THREE.replace('Premier', 'Le premier')} Tapé.`,
    )
  })

  test('of a new text without a title stays with a notice', async () => {
    const page = await newPage()
    await anna().send(page, { text: 'Sans titre.', act: 'preview' })
    await rest(MINUTES + 1)
    const unsaved = (await world.deps.scratches.list(ANNA.person.id, 100)).filter(({ subject }) =>
      subject.startsWith('new/'),
    )
    expect(unsaved.map(({ notice }) => notice)).toContain('draft-incomplete')
    const listed = await anna().get('/desk/new')
    expect(listed.body).toContain('Vos nouveaux textes non enregistrés')
  })
})

test('a session that ended while one typed loses nothing in the browser', async () => {
  const page = await newPage()
  expect(page.body).toContain('Votre session a pris fin.')
  expect(page.headers['content-security-policy']).toContain("connect-src 'self'")
})

test.each(HOSTILE.filter(([, manuscript]) => manuscript.length < 300_000))(
  'a hostile manuscript, %s: the editor gives back every character',
  async (_, manuscript) => {
    const page = await newPage()
    const answer = await anna().send(page, { text: manuscript, act: 'preview' })
    expect(answer.statusCode).toBe(200)
    expect(field(answer, 'text')).toBe(manuscript.replaceAll('\0', ''))
    expect(answer.body).not.toMatch(/<script>|<svg|<iframe|<img/)
  },
)
