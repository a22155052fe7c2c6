import { describe, expect, test } from 'vitest'
import { Fault, isRefusal, type Refusal } from '#contracts/fault.ts'
import { Instant, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { WriteDeps } from '../command-handler/write-deps.ts'
import type { CitedText } from '../ports.ts'
import { carryOut } from '../handlers/editorial.ts'
import type { EditorialAct } from './acts.ts'
import { type ActOutcome, carryOutAct, draftText, publishDue } from './carry-out.ts'
import {
  actorOf,
  at,
  LATER,
  memoryDesk,
  type MemoryDesk,
  note,
  NOW,
  person,
  SLUG,
} from './desk.testing.ts'
import { type DeskText, viewText } from './text-view.ts'

const ANNE = person(1, ['author'])
const RENE = person(2, ['reviewer'])
const ROSE = person(5, ['reviewer', 'author'])
const PAUL = person(3, ['publisher'])
const PIA = person(4, ['publisher'])
const AFTER = Instant.parse('2026-03-29T01:30:01.000Z')

const done = <T>(outcome: T | Refusal): T => {
  if (isRefusal(outcome)) throw new Error(outcome.refused)
  return outcome
}
const viewed = async ({ deps }: MemoryDesk): Promise<DeskText> => done(await viewText(deps, SLUG))

/** A desk with one draft, and acts on it at one time. */
const opened = async (content = note()) => {
  const desk = memoryDesk()
  const drafted = done(await draftText(desk.deps, ANNE, content, at()))
  const act = (who: typeof ANNE, what: EditorialAct, time = NOW) =>
    carryOutAct(desk.deps, who, SLUG, what, at(time))
  const approved = async (): Promise<ActOutcome> => {
    done(await act(ANNE, { act: 'submit' }))
    const { draft } = await viewed(desk)
    return done(await act(RENE, { act: 'approve', sha256Hash: draft?.sha256Hash ?? OTHER_HASH }))
  }
  const scheduled = async (reason: string | null = null): Promise<ActOutcome> => {
    await approved()
    return done(await act(PAUL, { act: 'schedule', at: LATER, reason }))
  }
  const published = async (): Promise<ActOutcome> => {
    await approved()
    return done(await act(PAUL, { act: 'publish', reason: null }))
  }
  return { ...desk, drafted, act, approved, scheduled, published }
}
const OTHER_HASH = Sha256Hex.parse('f'.repeat(64))
const types = ({ log }: MemoryDesk, count: number): string[] =>
  log.slice(-count).map(({ type }) => type)

describe('a revision', () => {
  test('with the tag of the draft is saved; with another tag nothing is, and the words are not lost', async () => {
    const desk = await opened()
    const { tag } = desk.drafted
    const own = note('Le bail est un contrat consensuel.')
    const saved = done(await desk.act(ANNE, { act: 'revise', content: own, base: tag }))
    expect(saved).toMatchObject({ changed: true, status: 'draft' })
    expect(saved.tag).not.toBe(tag)
    const facts = desk.log.length
    const other = note('Le bail est un contrat réel.')
    for (const base of [tag, null, OTHER_HASH])
      expect(await desk.act(ROSE, { act: 'revise', content: other, base })).toMatchObject({
        refused: 'another-wording',
      })
    expect(desk.log).toHaveLength(facts)
    // The answer of the first save was lost, and the browser sends it again.
    expect(await desk.act(ANNE, { act: 'revise', content: own, base: tag })).toMatchObject({
      changed: false,
      tag: saved.tag,
    })
  })

  test('of a member outside the hash has another tag and the same hash', async () => {
    const desk = await opened()
    const { tag, sha256Hash } = desk.drafted
    const content = note(undefined, { licence: 'CC BY 4.0' })
    const saved = done(await desk.act(ANNE, { act: 'revise', content, base: tag }))
    expect(saved.sha256Hash).toBe(sha256Hash)
    expect(saved.tag).not.toBe(tag)
  })

  test('of a published text opens a draft; the published one stays public', async () => {
    const desk = await opened()
    await desk.published()
    const content = note('Le bail est un contrat. Il est consensuel.')
    expect(await desk.act(ANNE, { act: 'revise', content, base: null })).toMatchObject({
      status: 'draft',
      version: '1.0.0',
    })
    expect(await viewed(desk)).toMatchObject({
      status: 'draft',
      publicStatus: 'published',
      next: { bump: 'minor' },
    })
  })

  test('is discarded: the published text is as it was, and another draft begins from it', async () => {
    const desk = await opened()
    const { sha256Hash } = await desk.published()
    const content = note('Le bail est un contrat réel.')
    done(await desk.act(ANNE, { act: 'revise', content, base: null }))
    const discard = { act: 'discard-draft', reason: 'réforme abandonnée' } as const
    expect(await desk.act(PAUL, discard)).toMatchObject({ refused: 'scope-missing' })
    expect(await desk.act(ANNE, discard)).toMatchObject({
      status: 'published',
      version: '1.0.0',
      tag: null,
      sha256Hash,
    })
    expect(await viewed(desk)).toMatchObject({ draft: null, next: null })
    expect((await viewed(desk)).history.at(-1)).toMatchObject({
      type: 'DraftDiscarded',
      by: actorOf(ANNE),
      detail: 'réforme abandonnée',
    })
    expect(await desk.act(ANNE, { act: 'revise', content, base: null })).toMatchObject({
      status: 'draft',
    })
  })

  test('is discarded with its hour', async () => {
    const desk = await opened()
    await desk.published()
    const content = note('Le bail reste un contrat.')
    done(await desk.act(ANNE, { act: 'revise', content, base: null }))
    await desk.scheduled()
    done(await desk.act(ANNE, { act: 'discard-draft', reason: 'réforme abandonnée' }))
    expect(types(desk, 2)).toEqual(['ScheduleCancelled', 'DraftDiscarded'])
    expect(await publishDue(desk.deps, SLUG, at(AFTER))).toMatchObject({ refused: 'not-scheduled' })
  })

  test('is discarded with its doubts: the version can be published again', async () => {
    const desk = await opened()
    await desk.published()
    const sourceText = 'absent du texte'
    const headnotes = [{ sequence: 1, summary: 'Bail.', sourceText, legalRuleType: 'ratio' }]
    const content = note(undefined, { headnotes })
    done(await desk.act(ANNE, { act: 'revise', content, base: null }))
    expect((await viewed(desk)).flags).toMatchObject([{ code: 'source_text_not_found' }])
    done(await desk.act(ANNE, { act: 'discard-draft', reason: 'réforme abandonnée' }))
    expect((await viewed(desk)).flags).toEqual([])
    done(await desk.act(PAUL, { act: 'unpublish', reason: 'à vérifier' }))
    expect(await desk.act(PAUL, { act: 'publish', reason: null })).toMatchObject({
      status: 'published',
    })
  })

  test('may take another slug, unless another text has it', async () => {
    const desk = await opened()
    const slug = Slug.parse('note-nouvelle-0a1b2c3d')
    const other = note('Autre.', { slug, source: { id: 'desk:note-2', version: null } })
    done(await draftText(desk.deps, ANNE, other, at()))
    const { tag } = desk.drafted
    const take = (to: string) =>
      desk.act(ANNE, { act: 'revise', content: note('Le bail.', { slug: to }), base: tag })
    expect(await take(slug)).toMatchObject({ refused: 'slug-taken' })
    expect(await take('note-renommee-0a1b2c3d')).toMatchObject({ slug: 'note-renommee-0a1b2c3d' })
  })

  test('and a refused draft or revision takes no slug', async () => {
    const desk = await opened()
    const slug = Slug.parse('note-refusee-0a1b2c3d')
    const twice = [1, 1].map((sequence) => ({ sequence, summary: 'Un sommaire.' }))
    const source = { id: 'desk:note-2', version: null }
    const refused = note('Autre.', { slug, source, headnotes: twice })
    expect(await draftText(desk.deps, ANNE, refused, at())).toMatchObject({
      refused: 'headnote-sequence-repeated',
    })
    const stale = { act: 'revise', content: note('Le bail.', { slug }), base: null } as const
    expect(await desk.act(ANNE, stale)).toMatchObject({ refused: 'another-wording' })
    expect(await desk.deps.slugs.ownerOf(slug)).toBeNull()
    done(await draftText(desk.deps, ANNE, note('Autre.', { slug, source }), at()))
    const taken = note('Encore.', { slug, source: { id: 'desk:note-3', version: null } })
    expect(await draftText(desk.deps, ANNE, taken, at())).toMatchObject({ refused: 'slug-taken' })
  })

  test('of an approved or scheduled draft returns it to review and ends the schedule', async () => {
    const desk = await opened()
    const { tag } = await desk.scheduled()
    const content = note('Le bail reste un contrat.')
    expect(await desk.act(ROSE, { act: 'revise', content, base: tag })).toMatchObject({
      status: 'in_review',
    })
    expect(types(desk, 2)).toEqual(['ScheduleCancelled', 'Revised'])
    expect(await publishDue(desk.deps, SLUG, at(AFTER))).toMatchObject({ refused: 'not-scheduled' })
    expect(await desk.act(PAUL, { act: 'publish', reason: null })).toMatchObject({
      refused: 'not-approved',
    })
  })
})

describe('an approval', () => {
  test('of a text that changed meanwhile is refused', async () => {
    const desk = await opened()
    done(await desk.act(ANNE, { act: 'submit' }))
    const { draft } = await viewed(desk)
    const approve = { act: 'approve', sha256Hash: draft?.sha256Hash ?? OTHER_HASH } as const
    const content = note('Le bail est tout autre chose.')
    done(await desk.act(ANNE, { act: 'revise', content, base: draft?.tag ?? null }))
    expect(await desk.act(RENE, approve)).toMatchObject({ refused: 'another-wording' })
  })

  test('by two reviewers at once is recorded once; the second one learns that', async () => {
    const desk = await opened()
    const { sha256Hash } = done(await desk.act(ANNE, { act: 'submit' }))
    const approve = { act: 'approve', sha256Hash: sha256Hash ?? OTHER_HASH } as const
    const both = await Promise.all([desk.act(RENE, approve), desk.act(ROSE, approve)])
    const refused = both.flatMap((one) => (isRefusal(one) ? one.refused : []))
    expect(refused).toEqual(['already-approved'])
    expect(desk.log.filter(({ type }) => type === 'Approved')).toHaveLength(1)
    // The same reviewer clicks twice.
    const [first] = both
    const again = isRefusal(first) ? ROSE : RENE
    expect(await desk.act(again, approve)).toMatchObject({ changed: false, status: 'approved' })
  })

  test('may be taken back while the text is not public', async () => {
    const desk = await opened()
    await desk.scheduled()
    const reasons = ['Citer l’arrêt de 2020.']
    expect(await desk.act(RENE, { act: 'request-changes', reasons })).toMatchObject({
      status: 'changes_requested',
    })
    expect(types(desk, 2)).toEqual(['ScheduleCancelled', 'ChangesRequested'])
    expect(await viewed(desk)).toMatchObject({ draft: { approval: null, scheduledAt: null } })
  })
})

describe('a schedule', () => {
  test('in the past is refused; at an instant of the clock change it is that instant', async () => {
    const desk = await opened()
    await desk.approved()
    for (const past of [NOW, Instant.parse('2026-02-28T23:00:00.000Z')])
      expect(await desk.act(PAUL, { act: 'schedule', at: past, reason: null })).toMatchObject({
        refused: 'schedule-past',
      })
    // 02:30 in Paris does not exist on this night; the instant does.
    expect(await desk.act(PAUL, { act: 'schedule', at: LATER, reason: null })).toMatchObject({
      status: 'scheduled',
    })
    expect(await viewed(desk)).toMatchObject({ draft: { scheduledAt: LATER } })
  })

  test('is kept at its hour, once, in the name of the person who scheduled it', async () => {
    const desk = await opened()
    await desk.scheduled()
    expect(await publishDue(desk.deps, SLUG, at(NOW))).toMatchObject({
      refused: 'schedule-not-due',
    })
    const [one, two] = await Promise.all([
      publishDue(desk.deps, SLUG, at(AFTER)),
      publishDue(desk.deps, SLUG, at(AFTER)),
    ])
    const outcomes = [one, two].map((each) => (isRefusal(each) ? each.refused : each.status))
    expect(outcomes.toSorted()).toEqual(['not-scheduled', 'published'])
    const published = desk.log.filter(({ type }) => type === 'VersionPublished')
    expect(published).toMatchObject([{ actor: actorOf(PAUL), time: AFTER }])
  })

  test('does not prevent publication at once, and is gone then', async () => {
    const desk = await opened()
    await desk.scheduled()
    expect(await desk.act(PIA, { act: 'publish', reason: null })).toMatchObject({
      status: 'published',
    })
    expect(await publishDue(desk.deps, SLUG, at(AFTER))).toMatchObject({ refused: 'not-scheduled' })
  })

  test('may be moved and cancelled', async () => {
    const desk = await opened()
    await desk.scheduled()
    const at2 = Instant.parse('2026-05-01T00:00:00.000Z')
    done(await desk.act(PIA, { act: 'schedule', at: at2, reason: null }))
    expect(await publishDue(desk.deps, SLUG, at(AFTER))).toMatchObject({
      refused: 'schedule-not-due',
    })
    const cancel = { act: 'cancel-schedule', reason: 'trop tôt' } as const
    expect(await desk.act(PAUL, cancel)).toMatchObject({ status: 'approved' })
    expect(await desk.act(PAUL, cancel)).toMatchObject({ refused: 'not-scheduled' })
  })

  test('ends when the text is unpublished, withdrawn or deleted', async () => {
    const desk = await opened()
    await desk.published()
    const content = note('Le bail reste un contrat.')
    done(await desk.act(ANNE, { act: 'revise', content, base: null }))
    await desk.scheduled()
    done(await desk.act(PAUL, { act: 'unpublish', reason: 'à vérifier' }))
    expect(types(desk, 2)).toEqual(['ScheduleCancelled', 'Unpublished'])
    expect(await publishDue(desk.deps, SLUG, at(AFTER))).toMatchObject({ refused: 'not-scheduled' })
    expect(await viewed(desk)).toMatchObject({ status: 'approved', publicStatus: 'unpublished' })
  })
})

const LAW = 'Le bailleur est tenu de délivrer la chose louée en bon état de réparations.'
const SAYING = `L’article 1720 du code civil prévoit que le bailleur est tenu de délivrer la chose louée en bon état de réparations.`
const CITED_SLUG = Slug.parse('article-1720-0a1b2c3d')
const citedText = (over: Partial<CitedText> = {}): CitedText => ({
  slug: CITED_SLUG,
  version: SemVer.parse('1.0.0'),
  sha256Hash: OTHER_HASH,
  title: 'Article 1720 du code civil',
  contentClean: LAW,
  contentType: 'legislation',
  language: 'fr',
  headnotes: [],
  ownNumbers: ['1720'],
  statusFlag: 'green',
  stoppedBy: [],
  validity: { validFrom: null, validTo: null },
  ...over,
})
const CITATION = { start: 0, end: 29, slugs: [CITED_SLUG], dead: false, ambiguous: false }

const citing = async (over: Partial<CitedText> = {}) => {
  const desk = await opened(note(SAYING))
  Object.assign(desk.cited, { citations: [CITATION], texts: [citedText(over)] })
  return desk
}

const turnRed = ({ cited }: MemoryDesk) =>
  Object.assign(cited, { texts: [citedText({ statusFlag: 'red' })] })

describe('the gate at publication', () => {
  const PUBLISH = { act: 'publish', reason: null } as const

  test('lets a text through whose cited text was red when it was approved', async () => {
    const desk = await citing({ statusFlag: 'red' })
    await desk.approved()
    expect(await desk.act(PAUL, PUBLISH)).toMatchObject({ status: 'published' })
  })

  test('stops a text whose cited text turned red since; a person may publish it with a reason', async () => {
    const desk = await citing()
    await desk.approved()
    turnRed(desk)
    expect(await desk.act(PAUL, PUBLISH)).toMatchObject({ refused: 'cited-turned-red' })
    const reason = 'Le revirement est l’objet de la note.'
    expect(await desk.act(PAUL, { act: 'publish', reason })).toMatchObject({ status: 'published' })
    expect(desk.log.map(({ type }) => type)).toContain('PublicationJustified')
  })

  test('is asked again at the hour: a source that turned red stops it, and the log says why', async () => {
    const desk = await citing()
    await desk.scheduled('une raison donnée avant')
    turnRed(desk)
    expect(await publishDue(desk.deps, SLUG, at(AFTER))).toMatchObject({
      refused: 'cited-turned-red',
    })
    expect(desk.log.at(-1)).toMatchObject({
      type: 'ScheduleCancelled',
      actor: 'system',
      data: { code: 'cited-turned-red' },
    })
    expect(await viewed(desk)).toMatchObject({ status: 'approved', draft: { scheduledAt: null } })
    expect(await publishDue(desk.deps, SLUG, at(AFTER))).toMatchObject({ refused: 'not-scheduled' })
  })

  test('keeps the hour where the source was red already when a person gave a reason', async () => {
    const desk = await citing()
    await desk.approved()
    turnRed(desk)
    const schedule = { act: 'schedule', at: LATER } as const
    expect(await desk.act(PAUL, { ...schedule, reason: null })).toMatchObject({
      refused: 'cited-turned-red',
    })
    done(await desk.act(PAUL, { ...schedule, reason: 'Le revirement est cité plus bas.' }))
    expect(await publishDue(desk.deps, SLUG, at(AFTER))).toMatchObject({ status: 'published' })
  })

  test('asks for a reason where no sentence is supported, and keeps it', async () => {
    const desk = await citing({ contentClean: 'La vente est parfaite entre les parties.' })
    await desk.approved()
    expect(await desk.act(PAUL, PUBLISH)).toMatchObject({ refused: 'ungrounded-needs-reason' })
    expect(await desk.act(PAUL, { act: 'schedule', at: LATER, reason: ' ' })).toMatchObject({
      refused: 'ungrounded-needs-reason',
    })
    const reason = 'Une opinion.'
    done(await desk.act(PAUL, { act: 'schedule', at: LATER, reason }))
    expect(await publishDue(desk.deps, SLUG, at(AFTER))).toMatchObject({ status: 'published' })
    const justified = desk.log.find(({ type }) => type === 'PublicationJustified')
    expect(justified?.data).toMatchObject({ reason })
  })
})

const withdrawn = async () => {
  const desk = await opened()
  const { sha256Hash } = await desk.published()
  const withdraw = { act: 'withdraw', cause: 'Décision rabattue.', replacement: null } as const
  done(await desk.act(PAUL, withdraw))
  done(await desk.act(PIA, withdraw))
  return { ...desk, sha256Hash }
}

describe('a withdrawal', () => {
  test('is followed by a draft of the same wording, which is MAJOR with the same hash', async () => {
    const desk = await withdrawn()
    expect(await desk.act(ANNE, { act: 'revise', content: note('x'), base: null })).toMatchObject({
      refused: 'text-withdrawn',
    })
    expect(await desk.act(PAUL, { act: 'publish', reason: null })).toMatchObject({
      refused: 'text-withdrawn',
    })
    expect(await desk.act(PIA, { act: 'restore', reason: 'Revue.' })).toMatchObject({
      status: 'draft',
    })
    expect(await viewed(desk)).toMatchObject({
      publicStatus: 'withdrawn',
      next: { bump: 'major', changeClass: 'republication' },
    })
    expect(await desk.act(PAUL, { act: 'publish', reason: null })).toMatchObject({
      refused: 'not-approved',
    })
    expect(await desk.published()).toMatchObject({
      status: 'published',
      version: '2.0.0',
      sha256Hash: desk.sha256Hash,
    })
  })

  test('names what takes its place: a text that exists, and not itself', async () => {
    const desk = await opened()
    await desk.published()
    const withdraw = (replacement: Slug, who = PAUL) =>
      desk.act(who, { act: 'withdraw', cause: 'Remplacée.', replacement })
    expect(await withdraw(Slug.parse('nulle-part'))).toMatchObject({
      refused: 'replacement-unknown',
    })
    expect(await withdraw(SLUG)).toMatchObject({ refused: 'replacement-is-itself' })
    const next = Slug.parse('note-2-0a1b2c3d')
    const other = note('Autre.', { slug: next, source: { id: 'desk:note-2', version: null } })
    done(await draftText(desk.deps, ANNE, other, at()))
    done(await withdraw(next))
    const third = Slug.parse('note-3-0a1b2c3d')
    const another = note('Autre.', { slug: third, source: { id: 'desk:note-3', version: null } })
    done(await draftText(desk.deps, ANNE, another, at()))
    // The second person confirms what the first one asked for, and nothing else.
    expect(await withdraw(third, PIA)).toMatchObject({ refused: 'request-pending' })
    expect(await withdraw(next, PIA)).toMatchObject({ status: 'withdrawn' })
    const last = desk.log.findLast(({ type }) => type === 'Withdrawn')
    expect(last?.data).toMatchObject({ replacement: next })
  })
})

test('what nobody took away cannot be restored', async () => {
  const desk = await opened()
  const restore = { act: 'restore', reason: 'Revue.' } as const
  expect(await desk.act(PAUL, restore)).toMatchObject({ refused: 'nothing-to-restore' })
  await desk.published()
  expect(await desk.act(PAUL, restore)).toMatchObject({ refused: 'nothing-to-restore' })
})

describe('a deletion', () => {
  const remove = { act: 'delete', reason: 'Doublon.' } as const
  const restore = { act: 'restore', reason: 'Pas un doublon.' } as const

  test('can be undone: a published text comes back unpublished, with its versions', async () => {
    const desk = await opened()
    await desk.published()
    done(await desk.act(PAUL, remove))
    done(await desk.act(PIA, remove))
    expect(await desk.act(PAUL, restore)).toMatchObject({ status: 'unpublished', version: '1.0.0' })
    expect(await desk.act(PAUL, { act: 'publish', reason: null })).toMatchObject({
      status: 'published',
      version: '1.0.0',
    })
  })

  test('of a draft brings the draft back, in review again if it was approved', async () => {
    const desk = await opened()
    await desk.scheduled()
    done(await desk.act(PAUL, remove))
    done(await desk.act(PIA, remove))
    expect(await desk.act(PAUL, restore)).toMatchObject({ status: 'in_review' })
    expect(await viewed(desk)).toMatchObject({ draft: { approval: null, scheduledAt: null } })
  })

  test('of a withdrawn text does not make it less withdrawn', async () => {
    const desk = await opened()
    await desk.published()
    const withdraw = { act: 'withdraw', cause: 'Erreur.', replacement: null } as const
    for (const what of [withdraw, remove])
      for (const who of [PAUL, PIA]) done(await desk.act(who, what))
    expect(await desk.act(PAUL, restore)).toMatchObject({ status: 'withdrawn' })
    expect(await desk.act(PAUL, restore)).toMatchObject({ status: 'draft' })
  })
})

const idOf = (number: number): string =>
  `0195512c-7d80-4000-8000-${String(number).padStart(12, '0')}`

describe('a comment', () => {
  const body = 'Trente jours, ou un mois ?'
  const TEXT = 'Le délai est de trente jours. Le délai court du jour de la notification.'
  const target = {
    member: 'contentClean',
    exact: 'trente jours',
    prefix: 'délai est de ',
    suffix: '. Le délai',
    start: 16,
    end: 28,
  } as const
  const add = { act: 'comment', id: idOf(1), inReplyTo: null, body, target } as const

  test('is found in the wording of today, also after publication', async () => {
    const desk = await opened(note(TEXT))
    done(await desk.act(RENE, add))
    const content = note(`Préambule.\n\n${TEXT}`)
    done(await desk.act(ANNE, { act: 'revise', content, base: desk.drafted.tag }))
    const moved = { anchor: { start: 28, end: 40 }, by: actorOf(RENE), body }
    expect((await viewed(desk)).comments).toMatchObject([moved])
    await desk.published()
    expect((await viewed(desk)).comments).toMatchObject([moved])
    const without = note('Préambule seul.')
    done(await desk.act(ANNE, { act: 'revise', content: without, base: null }))
    expect((await viewed(desk)).comments).toMatchObject([{ anchor: null, target }])
  })

  test('about words that are not there is refused; one whose place moved is placed anew', async () => {
    const desk = await opened(note(TEXT))
    const gone = { ...target, exact: 'quarante jours' }
    expect(await desk.act(RENE, { ...add, target: gone })).toMatchObject({
      refused: 'comment-unanchored',
    })
    done(await desk.act(RENE, { ...add, target: { ...target, start: 2, end: 14 } }))
    expect((await viewed(desk)).comments[0]?.target).toMatchObject({ start: 16, end: 28 })
  })

  test('has answers, is resolved once, and is recorded once', async () => {
    const desk = await opened(note(TEXT))
    done(await desk.act(RENE, add))
    expect(await desk.act(RENE, add)).toMatchObject({ changed: false })
    expect(await desk.act(ANNE, add)).toMatchObject({ refused: 'comment-exists' })
    const answer = { ...add, id: idOf(2), inReplyTo: idOf(1), body: 'Un mois.', target: null }
    done(await desk.act(ANNE, answer))
    expect(await desk.act(ANNE, { ...answer, id: idOf(3), inReplyTo: idOf(9) })).toMatchObject({
      refused: 'comment-unknown',
    })
    const resolve = { act: 'resolve-comment', id: idOf(1) } as const
    expect(await desk.act(ANNE, resolve)).toMatchObject({ changed: true })
    expect(await desk.act(RENE, resolve)).toMatchObject({ changed: false })
    expect((await viewed(desk)).comments).toMatchObject([
      { resolved: { by: actorOf(ANNE) } },
      { inReplyTo: idOf(1), resolved: null },
    ])
  })

  test('that could not be read back is not recorded', async () => {
    const desk = await opened(note(TEXT))
    expect(await desk.act(RENE, { ...add, id: 'un' })).toMatchObject({ refused: 'comment-invalid' })
    const long = { ...target, prefix: 'a'.repeat(201) }
    expect(await desk.act(RENE, { ...add, target: long })).toMatchObject({
      refused: 'comment-invalid',
    })
  })

  test('has at most 4,000 characters, counted as code points', async () => {
    const desk = await opened(note(TEXT))
    const long = '𝄞'.repeat(4_000)
    expect(await desk.act(RENE, { ...add, body: `${long}𝄞` })).toMatchObject({
      refused: 'comment-invalid',
    })
    expect(await desk.act(RENE, { ...add, body: ' \n ' })).toMatchObject({
      refused: 'comment-invalid',
    })
    expect(await desk.act(RENE, { ...add, body: long })).toMatchObject({ changed: true })
  })
})

test('a text is assigned to a person, and to nobody', async () => {
  const desk = await opened()
  const assign = (who: typeof ANNE | null) =>
    desk.act(RENE, { act: 'assign', person: who?.id ?? null })
  expect(await assign(ANNE)).toMatchObject({ changed: true })
  expect(await assign(ANNE)).toMatchObject({ changed: false })
  expect(await viewed(desk)).toMatchObject({ assignedTo: ANNE.id })
  expect(await assign(null)).toMatchObject({ changed: true })
})

const withReason = (reason: string): EditorialAct[] => [
  { act: 'unpublish', reason },
  { act: 'withdraw', cause: reason, replacement: null },
  { act: 'delete', reason },
]

test('a reason is needed where the log keeps one, and has a limit', async () => {
  const desk = await opened()
  await desk.published()
  const long = 'a'.repeat(2_001)
  for (const act of withReason(' '))
    expect(await desk.act(PAUL, act)).toMatchObject({ refused: 'reasons-missing' })
  const content = note('Le bail reste un contrat.')
  done(await desk.act(ANNE, { act: 'revise', content, base: null }))
  done(await desk.act(ANNE, { act: 'submit' }))
  expect(await desk.act(RENE, { act: 'request-changes', reasons: [long] })).toMatchObject({
    refused: 'reason-too-long',
  })
  for (const act of withReason(long))
    expect(await desk.act(PAUL, act)).toMatchObject({ refused: 'reason-too-long' })
})

test('the history names who did what, when, with hash, version and reason', async () => {
  const desk = await opened()
  await desk.published()
  done(await desk.act(PAUL, { act: 'unpublish', reason: 'à vérifier' }))
  const { history } = await viewed(desk)
  expect(history.map(({ type }) => type)).toEqual([
    'Drafted',
    'Submitted',
    'Approved',
    'VersionPublished',
    'GroundednessAssessed',
    'Unpublished',
  ])
  const told = (type: string) => history.find((line) => line.type === type)
  expect(told('Approved')).toMatchObject({
    by: actorOf(RENE),
    at: NOW,
    sha256Hash: expect.any(String),
  })
  expect(told('VersionPublished')).toMatchObject({ version: '1.0.0', by: actorOf(PAUL) })
  expect(told('Unpublished')).toMatchObject({ detail: 'à vérifier' })
})

test('an act on an unknown slug is refused, and so is one of a person without the role', async () => {
  const desk = await opened()
  const unknown = Slug.parse('jamais-vu-00000000')
  expect(await carryOutAct(desk.deps, ANNE, unknown, { act: 'submit' }, at())).toMatchObject({
    refused: 'text-unknown',
  })
  expect(await viewText(desk.deps, unknown)).toMatchObject({ refused: 'text-unknown' })
  expect(await desk.act(RENE, { act: 'submit' })).toMatchObject({ refused: 'scope-missing' })
  const context = { ...at(), actor: 'system', causationId: null }
  expect(await carryOut(desk.deps, unknown, { act: 'submit' }, context)).toMatchObject({
    refused: 'text-unknown',
  })
})

describe('the audit', () => {
  test('gets the line of an act that the log has once the database is back', async () => {
    const desk = await opened()
    await desk.approved()
    const tries: [kind: string, isRepeated: boolean][] = []
    const deps: WriteDeps = {
      ...desk.deps,
      audit: async ({ kind }, isRepeated) => {
        tries.push([kind, isRepeated])
        if (tries.length < 3) throw new Fault('store-unavailable', 'away', { retryAfterMs: 1 })
      },
    }
    const outcome = await carryOutAct(deps, PAUL, SLUG, { act: 'publish', reason: null }, at(NOW))
    expect(outcome).toMatchObject({ status: 'published' })
    expect(tries).toEqual([
      ['text.published', false],
      ['text.published', true],
      ['text.published', true],
    ])
  })
})
