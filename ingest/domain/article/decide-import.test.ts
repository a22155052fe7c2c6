import { describe, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { given as givenDecider } from '../../../test/decider-spec.ts'
import { type ImportText, textsNeeded } from './commands.ts'
import { type ArticleFact, type ArticleState, stateOf } from './state.ts'
import {
  A,
  AUTHOR,
  B,
  by,
  C,
  days,
  flag,
  hashOf,
  importOf,
  IMPORTER,
  recordOf,
  wording,
} from './articles.testing.ts'
import { articleDecider } from './decide.ts'
import { importClassOf } from './decide-import.ts'
import { NO_TEXTS } from './content-record.ts'

const given = (...facts: readonly ArticleFact[]) => givenDecider(articleDecider, facts)

/** Runs imports in order; returns their classes and all facts. */
const run = (
  commands: readonly ImportText[],
  before: readonly ArticleFact[] = [],
): { classes: string[]; facts: ArticleFact[]; state: ArticleState } => {
  const facts = [...before]
  const classes = commands.map((command) => {
    const state = stateOf(facts)
    const events = articleDecider.decide(command, state)
    if (isRefusal(events)) return events.refused
    facts.push(...by(command.actor, ...events))
    return importClassOf(state, events)
  })
  return { classes, facts, state: stateOf(facts) }
}
const versionsOf = (state: ArticleState): string[] => state.versions.map(({ version }) => version)

const drafted = run([importOf(A, 's1', { publish: false })]).facts
const published = run([importOf(A, 's1')]).facts
const unpublished = [...published, ...by('p', { type: 'Unpublished', data: { reason: 'erreur' } })]
const deleted = [...published, ...by('p', { type: 'Deleted', data: { reason: 'erreur' } })]
const withdrawn = [
  ...published,
  ...by('p', { type: 'Withdrawn', data: { cause: 'erreur', replacement: null } }),
]

test('the first statement of an official source is imported, approved by policy and published', () => {
  const command = importOf(A, 's1', { validity: days('2020-01-01') })
  const content = recordOf(command.content)
  const sha256Hash = hashOf(A)
  given()
    .when(command)
    .thenEvents(
      {
        type: 'Imported',
        data: {
          sourceId: A.source.id,
          state: 's1',
          sourceVersion: 's1',
          contentHash: sha256Hash,
          ...days('2020-01-01'),
        },
      },
      { type: 'Drafted', data: { content } },
      { type: 'Approved', data: { sha256Hash, policy: 'official-import' } },
      {
        type: 'VersionPublished',
        data: {
          version: '1.0.0' as never,
          sha256Hash,
          hashProfile: 'article/1',
          bump: 'initial',
          changeClass: null,
          reasons: ['The text is published for the first time.'],
          policy: 'official-import',
          publishedAt: null,
          content,
        },
      },
      {
        type: 'ValidityRecorded',
        data: { version: '1.0.0' as never, ...days('2020-01-01'), sourceVersion: 's1' },
      },
    )
})

test('a new statement of the same wording records its validity, and is unchanged', () => {
  const command = importOf(A, 's2', { validity: days('2021-01-01') })
  given(...published)
    .when(command)
    .thenEventTypes('Imported', 'ValidityRecorded')
  const { classes, state } = run([command], published)
  expect(classes).toEqual(['unchanged'])
  expect(state.validities.get('1.0.0' as never)?.at(-1)).toMatchObject(days('2021-01-01'))
  expect(versionsOf(state)).toEqual(['1.0.0'])
})

/** Of the published version and of the draft. */
const licencesOf = ({ published: version, draft }: ArticleState): unknown[] => [
  version?.content.licence,
  draft?.content.licence,
]

describe('details that the hash leaves out', () => {
  const LICENSED = { ...A, licence: 'Licence ouverte 2.0' }
  const LINKED = { ...LICENSED, source: { ...A.source, url: 'https://example.org/loi' } }
  test('of a new statement are published under the same version', () => {
    given(...published)
      .when(importOf(LICENSED, 's2'))
      .thenEventTypes('Imported', 'VersionPublished', 'ValidityRecorded')
    const { state, classes, facts } = run([importOf(LICENSED, 's2')], published)
    expect(classes).toEqual(['revised'])
    expect(versionsOf(state)).toEqual(['1.0.0'])
    expect(state.published).toMatchObject({
      sha256Hash: hashOf(A),
      content: { licence: 'Licence ouverte 2.0' },
    })
    expect(facts.at(-2)).toMatchObject({
      type: 'VersionPublished',
      data: { bump: 'none', changeClass: 'details', reasons: ['licence changed.'] },
    })
    expect(state.pendingImport).toBeNull()
  })

  test('of a known statement are recorded once, and an older file takes nothing back', () => {
    const old = importOf(A, 's1')
    const corrected = importOf(LICENSED, 's1')
    const { classes, state } = run([old, corrected, old, corrected, old])
    expect(classes).toEqual([
      'imported',
      'revised',
      'already-recorded',
      'already-recorded',
      'already-recorded',
    ])
    expect(licencesOf(state)).toEqual(['Licence ouverte 2.0', undefined])
    expect(state.pendingImport).toBeNull()
  })

  test('go back where a later file of the publisher does', () => {
    const { classes, state } = run([
      importOf(A, 's1'),
      importOf(LICENSED, 's1'),
      importOf(A, 's1', { isNewer: true }),
    ])
    expect(classes).toEqual(['imported', 'revised', 'revised'])
    expect(licencesOf(state)).toEqual(['CC BY 4.0', undefined])
  })

  test('leave the days of a known statement as a later file stated them', () => {
    const { state } = run([
      importOf(A, 's1', { validity: days('2020-01-01') }),
      importOf(A, 's1', { validity: days('2020-01-01', '2024-12-31'), isNewer: true }),
      importOf(LICENSED, 's1', { validity: days('2020-01-01') }),
    ])
    expect(state.validities.get('1.0.0' as never)?.at(-1)).toMatchObject({ validTo: '2024-12-31' })
    expect(licencesOf(state)).toEqual(['Licence ouverte 2.0', undefined])
  })

  test('of another statement of the source are none: its version, the day of the copy', () => {
    const { classes } = run([importOf(A, 's1'), importOf(A, 's2')])
    expect(classes).toEqual(['imported', 'unchanged'])
  })

  test('of an own draft are revised, which stays a draft of the import', () => {
    const drafting = { publish: false }
    const { classes, state } = run([
      importOf(A, 's1', drafting),
      importOf(LICENSED, 's1', drafting),
      importOf(LINKED, 's2', drafting),
      importOf(LINKED, 's2', drafting),
      importOf(A, 's1', drafting),
    ])
    expect(classes).toEqual([
      'imported',
      'revised',
      'revised',
      'already-recorded',
      'already-recorded',
    ])
    expect(state.draft).toMatchObject({
      status: 'draft',
      content: { licence: LINKED.licence, source: { url: 'https://example.org/loi' } },
      imported: { contentHash: hashOf(A) },
    })
  })

  test('of an own draft are published with it', () => {
    const { classes, state } = run([
      importOf(A, 's1', { publish: false }),
      importOf(LICENSED, 's1'),
    ])
    expect(classes).toEqual(['imported', 'revised'])
    expect(licencesOf(state)).toEqual(['Licence ouverte 2.0', undefined])
  })

  test('of a published text open a draft where the import publishes nothing', () => {
    const drafting = { publish: false }
    given(...published)
      .when(importOf(LICENSED, 's1', drafting))
      .thenEventTypes('Imported', 'RevisionOpened', 'Revised')
    const { classes, state } = run(
      [importOf(LICENSED, 's1', drafting), importOf(LICENSED, 's1', drafting)],
      published,
    )
    expect(classes).toEqual(['revised', 'already-recorded'])
    expect(licencesOf(state)).toEqual(['CC BY 4.0', 'Licence ouverte 2.0'])
    expect(state.draft?.imported).toMatchObject({ contentHash: hashOf(A) })
  })

  test('of a draft in other hands, and of an unpublished text, are refused', () => {
    const inReview = [...run([importOf(B, 's2', { publish: false })], published).facts]
    const submitted = [
      ...inReview,
      ...by(AUTHOR, { type: 'Submitted', data: { sha256Hash: hashOf(B) } }),
    ]
    given(...submitted)
      .when(importOf(LICENSED, 's3', { publish: false }))
      .thenRefused('draft-in-other-hands')
    given(...unpublished)
      .when(importOf(LICENSED, 's2'))
      .thenRefused('text-unpublished')
    // What the text says is public already, so another hand on its draft is no obstacle.
    given(...submitted)
      .when(importOf(LICENSED, 's3'))
      .thenEventTypes('Imported', 'VersionPublished', 'ValidityRecorded')
  })

  test('of an earlier wording stay as they are', () => {
    const { classes } = run([importOf(A, 's1'), importOf(B, 's2'), importOf(LICENSED, 's1')])
    expect(classes).toEqual(['imported', 'revised', 'already-recorded'])
  })

  test('come with a text that its publisher states again', () => {
    const removal = {
      type: 'Deleted' as const,
      data: {
        reason: 'listed no longer',
        publisher: { list: 'l', policy: 'official-import', kind: 'deleted' },
      },
    }
    const gone = [...published, ...by(IMPORTER, removal as never)]
    const { state } = run([importOf(LICENSED, 's2')], gone)
    expect(state).toMatchObject({ publicStatus: 'published', versions: [{ version: '1.0.0' }] })
    expect(licencesOf(state)).toEqual(['Licence ouverte 2.0', undefined])
  })
})

test('a new wording is a new version with its bump and reasons', () => {
  given(...published)
    .when(importOf(B, 's2'))
    .thenEventTypes(
      'Imported',
      'RevisionOpened',
      'Revised',
      'Approved',
      'VersionPublished',
      'ValidityRecorded',
    )
  const { classes, state } = run([importOf(B, 's2')], published)
  expect(classes).toEqual(['revised'])
  expect(state.versions.at(-1)).toMatchObject({ version: '2.0.0', bump: 'major' })
  expect(state.versions.at(-1)?.reasons[0]).toMatch(/^contentClean/)
})

test('A → B → A keeps three versions, and a further run adds nothing', () => {
  const imports = [importOf(A, 's1'), importOf(B, 's2'), importOf(A, 's3')]
  const first = run(imports)
  expect(first.classes).toEqual(['imported', 'revised', 'revised'])
  expect(versionsOf(first.state)).toEqual(['1.0.0', '2.0.0', '3.0.0'])
  expect(first.state.versions[2]?.sha256Hash).toBe(first.state.versions[0]?.sha256Hash)
  const second = run(imports, first.facts)
  expect(second.classes).toEqual(Array(3).fill('already-recorded'))
  expect(second.facts).toHaveLength(first.facts.length)
})

test('a known statement is ignored, even with another wording', () => {
  given(...published)
    .when(importOf(C, 's1'))
    .thenNothing()
})

test('the date of an official text is the one its source states', () => {
  const dated = wording(A.contentClean, { publishedAt: '2019-05-01T00:00:00.000Z' })
  const { state } = run([importOf(dated, 's1')])
  expect(state.published?.publishedAt).toBe('2019-05-01T00:00:00.000Z')
})

test('the slug is fixed at first import', () => {
  const renamed = { ...A, slug: 'autre-slug' as typeof A.slug }
  const { state, classes } = run([importOf(renamed, 's2', { slugIsFree: false })], published)
  expect(classes).toEqual(['unchanged'])
  expect(state.slug).toBe(A.slug)
})

test('a text that is of no official source becomes a draft, also with publish', () => {
  const unofficial = { policy: null }
  given()
    .when(importOf(A, 's1', unofficial))
    .thenEventTypes('Imported', 'Drafted')
  given(...drafted)
    .when(importOf(A, 's1', unofficial))
    .thenNothing()
  given(...published)
    .when(importOf(B, 's2', unofficial))
    .thenEventTypes('Imported', 'RevisionOpened', 'Revised')
})

describe('the days of a published wording', () => {
  const inForce = run([importOf(A, 's1', { validity: days('2020-01-01') })]).facts
  const ended = { validity: days('2020-01-01', '2021-12-31') }
  const UNENTITLED = [
    ['a file of no official source', { publish: true, policy: null }],
    ['a file of an official source without publish', { publish: false }],
  ] as const

  test.each(UNENTITLED)('%s does not change them', (_, how) => {
    given(...inForce)
      .when(importOf(A, 's2', { ...how, ...ended }))
      .thenRefused('validity-of-published')
    given(...inForce)
      .when(importOf(A, 's1', { ...how, ...ended, isNewer: true }))
      .thenRefused('validity-of-published')
    // What was refused is not recorded, so that its publisher's file is taken afterwards.
    given(...inForce)
      .when(importOf(A, 's2', ended))
      .thenEventTypes('Imported', 'ValidityRecorded')
    given(...inForce)
      .when(importOf(A, 's1', { ...ended, isNewer: true }))
      .thenEventTypes('ValidityRecorded')
  })

  test.each(UNENTITLED)('%s may state them again, or none', (_, how) => {
    for (const validity of [days('2020-01-01'), days(null)]) {
      given(...inForce)
        .when(importOf(A, 's2', { ...how, validity }))
        .thenNothing()
    }
    given(...inForce)
      .when(importOf(A, 's1', { ...how, validity: days('2020-01-01'), isNewer: true }))
      .thenNothing()
    const twice = run([importOf(A, 's2', { validity: days('2024-01-01') })], inForce).facts
    given(...twice)
      .when(importOf(A, 's3', { ...how, validity: days('2020-01-01') }))
      .thenNothing()
  })

  test('such a statement lets an editor’s next draft stay the editor’s', () => {
    const copied = importOf(A, 's2', { publish: false, policy: null })
    const { facts } = run([copied], inForce)
    const edited = [
      ...facts,
      ...by(
        AUTHOR,
        { type: 'RevisionOpened', data: { baseVersion: '1.0.0' as never } },
        { type: 'Revised', data: { content: recordOf(C) } },
      ),
    ]
    given(...edited).thenState({
      draft: expect.objectContaining({ imported: null, validity: days('2020-01-01') }),
    })
  })

  test('stay with a text of editors, too', () => {
    const byEditor = [
      ...by(AUTHOR, { type: 'Drafted', data: { content: recordOf(A) } }),
      ...by('p', {
        type: 'VersionPublished',
        data: {
          version: '1.0.0' as never,
          sha256Hash: hashOf(A),
          hashProfile: 'article/1',
          publishedAt: null,
          content: recordOf(A),
          policy: null,
          bump: 'initial',
          changeClass: null,
          reasons: [],
        },
      }),
    ]
    given(...byEditor)
      .when(importOf(A, 's1', { policy: null, ...ended }))
      .thenRefused('validity-of-published')
  })
})

describe('without publish', () => {
  const draft = { publish: false, policy: null } as const

  test('the text stays a draft', () => {
    given()
      .when(importOf(A, 's1', draft))
      .thenEventTypes('Imported', 'Drafted')
    given(...drafted).thenState({ publicStatus: 'never-published', slug: A.slug })
  })

  test('a later import of the same statement publishes it, once', () => {
    given(...drafted)
      .when(importOf(A, 's1'))
      .thenEventTypes('Approved', 'VersionPublished', 'ValidityRecorded')
    expect(run([importOf(A, 's1'), importOf(A, 's1')], drafted).classes).toEqual([
      'imported',
      'already-recorded',
    ])
  })

  test('the recorded wording is published, not a later one of the same name', () => {
    const { state } = run([importOf(C, 's1')], drafted)
    expect(state.published?.sha256Hash).toBe(hashOf(A))
  })

  test('a new statement replaces the draft; the older ones are never published afterwards', () => {
    const two = run([importOf(B, 's2', draft)], drafted)
    expect(two.classes).toEqual(['revised'])
    expect(run([importOf(A, 's1'), importOf(B, 's2')], two.facts).classes).toEqual([
      'already-recorded',
      'imported',
    ])
  })

  test('a new statement of the same draft records only itself', () => {
    given(...drafted)
      .when(importOf(A, 's2', draft))
      .thenEventTypes('Imported')
    const { facts } = run([importOf(A, 's2', draft)], drafted)
    given(...facts)
      .when(importOf(A, 's2'))
      .thenEventTypes('Approved', 'VersionPublished', 'ValidityRecorded')
  })

  test('a revision waits while the published version stays live', () => {
    const { state, classes } = run([importOf(B, 's2', draft)], published)
    expect(classes).toEqual(['revised'])
    expect(state).toMatchObject({ publicStatus: 'published', draft: { status: 'draft' } })
    expect(versionsOf(state)).toEqual(['1.0.0'])
  })

  test('a revision that the source withdraws is dropped and never published', () => {
    const imports = [importOf(B, 's2', draft), importOf(A, 's3', draft)]
    const { classes, facts } = run(imports, published)
    expect(classes).toEqual(['revised', 'unchanged'])
    const again = [importOf(B, 's2'), importOf(A, 's3')]
    expect(run(again, facts).classes).toEqual(['already-recorded', 'already-recorded'])
  })
})

describe('refusals', () => {
  test('an import does not restore what an editor removed', () => {
    given(...unpublished)
      .when(importOf(B, 's2'))
      .thenRefused('text-unpublished')
    given(...deleted)
      .when(importOf(B, 's2'))
      .thenRefused('text-deleted')
    given(...withdrawn)
      .when(importOf(B, 's2'))
      .thenRefused('text-withdrawn')
  })

  test('a known statement of such a text stays unchanged', () => {
    for (const facts of [unpublished, deleted, withdrawn]) {
      given(...facts)
        .when(importOf(A, 's1'))
        .thenNothing()
    }
  })

  test('a slug of another text, and another source id', () => {
    given()
      .when(importOf(A, 's1', { slugIsFree: false }))
      .thenRefused('slug-taken')
    const other = wording('x', { source: { id: 'autre' } })
    given(...published)
      .when(importOf(other, 's2'))
      .thenRefused('another-source')
  })

  test('a draft that an editor works on is not overwritten', () => {
    const edited = [
      ...published,
      ...by(
        AUTHOR,
        { type: 'RevisionOpened', data: { baseVersion: '1.0.0' as never } },
        { type: 'Revised', data: { content: recordOf(C) } },
      ),
    ]
    given(...edited)
      .when(importOf(B, 's2'))
      .thenRefused('draft-in-other-hands')
    given(...edited)
      .when(importOf(A, 's2'))
      .thenEventTypes('Imported', 'ValidityRecorded')
    const inReview = [
      ...drafted,
      ...by(AUTHOR, { type: 'Submitted', data: { sha256Hash: hashOf(A) } }),
    ]
    given(...inReview)
      .when(importOf(B, 's2'))
      .thenRefused('draft-in-other-hands')
  })

  test('an invalid wording that passes the schema', () => {
    const note = { sequence: 1, summary: 'a' }
    const twice = wording('x', { headnotes: [note, note] })
    given().when(importOf(twice, 's1')).thenRefused('headnote-sequence-repeated')
    const genre = wording('x', { doctrineSubtype: 'article' })
    given().when(importOf(genre, 's1')).thenRefused('subtype-without-doctrine')
    given()
      .when(importOf(wording('x\uD800'), 's1'))
      .thenRefused('not-canonical')
    const MIB = 1024 * 1024
    given()
      .when(importOf(wording('é'.repeat(2 * MIB)), 's1'))
      .thenEventTypes('Imported', 'Drafted', 'Approved', 'VersionPublished', 'ValidityRecorded')
    given()
      .when(importOf(wording('é'.repeat(2 * MIB + 1)), 's1'))
      .thenRefused('text-too-large')
  })

  test('a critical doubt prevents publication, a lesser one does not', () => {
    const critical = { detectors: ['clean'], flags: [flag('source_text_not_found', 'critical')] }
    given()
      .when(importOf(A, 's1', { integrity: critical }))
      .thenRefused('integrity-critical')
    given()
      .when(importOf(A, 's1', { integrity: critical, publish: false }))
      .thenEventTypes('Imported', 'Drafted', 'IntegrityFlagRaised')
    const lesser = { detectors: ['clean'], flags: [flag('encoding_suspect', 'info')] }
    const { facts, state } = run([importOf(A, 's1', { integrity: lesser })])
    expect(state.integrityFlags).toHaveLength(1)
    const clean = importOf(B, 's2', { integrity: { detectors: ['clean'], flags: [] } })
    expect(run([clean], facts).state.integrityFlags).toEqual([])
    const other = importOf(B, 's2', { integrity: { detectors: ['other'], flags: [] } })
    expect(run([other], facts).state.integrityFlags).toHaveLength(1)
  })
})

const needed = (command: ImportText, facts: readonly ArticleFact[]): number =>
  textsNeeded(command, stateOf(facts)).length

describe('texts are loaded only where a comparison needs them', () => {
  test('none for a first or a known statement, the published one for a new statement', () => {
    expect(needed(importOf(A, 's1'), [])).toBe(0)
    expect(needed(importOf(A, 's1'), published)).toBe(0)
    expect(needed(importOf(B, 's2'), published)).toBe(1)
    expect(needed(importOf(A, 's1'), drafted)).toBe(1)
  })

  test('the named texts are enough; a decision without them is a fault', () => {
    const command = importOf(B, 's2', { texts: NO_TEXTS })
    expect(() => articleDecider.decide(command, stateOf(published))).toThrow(
      expect.objectContaining({ code: 'text-not-loaded' }),
    )
    const known = importOf(A, 's1', { texts: NO_TEXTS })
    expect(isRefusal(articleDecider.decide(known, stateOf(published)))).toBe(false)
  })
})

test('the importer is recorded as author of the imported wording', () => {
  given(...drafted).thenState({ draft: expect.objectContaining({ authors: [IMPORTER] }) })
})
