import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { articleHash } from '#contracts/canonical/article.ts'
import { SemVer } from '#contracts/ids.ts'
import { base, type Case, content, type Input } from './classify.testing.ts'
import { classify, nextVersion } from './classify.ts'

const CONCEPT = '0f8fad5b-d9cb-569f-a165-70867728950e'
const decision = (over: object): Input => ({
  judicialDecision: { ...(base.judicialDecision as object), ...over },
})
const [first, second] = base.headnotes as object[]

const MEMBERS: Case[] = [
  ['another slug', {}, { slug: 'autre' }, 'major', /^slug changed/],
  ['another language', {}, { language: 'en' }, 'major', /^language/],
  ['another jurisdiction', {}, { jurisdiction: ['FR', 'LU'] }, 'major', /^jurisdiction/],
  ['another content type', {}, { contentType: 'custom' }, 'major', /^contentType/],
  ['another title', {}, { title: 'Autre' }, 'minor', /^title/],
  ['a title in capitals', {}, { title: 'UN TITRE' }, 'patch', /^title .*typography/],
  ['an abstract', {}, { abstract: 'Résumé' }, 'minor', /^abstract was added/],
  ['an abstract less', { abstract: 'Résumé' }, {}, 'minor', /^abstract was removed/],
  ['another domain', {}, { legalDomain: ['civil', 'tax'] }, 'minor', /^legalDomain/],
  ['a genre', {}, { doctrineSubtype: 'article' }, 'minor', /^doctrineSubtype/],
  ['a concept', {}, { concepts: [{ id: CONCEPT, assignedBy: 'editor' }] }, 'minor', /^concepts/],
]

const HEADNOTES: Case[] = [
  ['a new one at the end', { headnotes: [first] }, {}, 'minor', /number 2 is new, after/],
  ['one removed', {}, { headnotes: [first] }, 'major', /number 2 was removed/],
  [
    'the first one removed, the second renumbered',
    {},
    { headnotes: [{ ...second, sequence: 1 }] },
    'major',
    /number 2 was renumbered to 1/,
  ],
  [
    'two that change places',
    {},
    {
      headnotes: [
        { ...first, sequence: 2 },
        { ...second, sequence: 1 },
      ],
    },
    'major',
    /number 1 was renumbered to 2/,
  ],
  [
    'one between the others',
    { headnotes: [first, { ...second, sequence: 3 }] },
    { headnotes: [first, { sequence: 2, summary: 'Nouveau' }, { ...second, sequence: 3 }] },
    'major',
    /number 2 is new, between/,
  ],
  [
    'another summary',
    {},
    { headnotes: [{ ...first, summary: 'La mauvaise foi est présumée.' }, second] },
    'major',
    /number 1, summary,/,
  ],
  [
    'a summary with another apostrophe',
    { headnotes: [{ ...first, summary: "L'été" }] },
    { headnotes: [{ ...first, summary: 'L’ÉTÉ' }] },
    'patch',
    /typography/,
  ],
  [
    'another rule type',
    {},
    { headnotes: [{ ...first, legalRuleType: 'obiter' }, second] },
    'major',
    /from ratio to obiter/,
  ],
  [
    'a source text that appears',
    {},
    { headnotes: [{ ...first, sourceText: 'bonne foi' }, second] },
    'major',
    /sourceText, was added/,
  ],
  ['the same in another order', {}, { headnotes: [second, first] }, 'none', /^$/],
]

const DECISION: Case[] = [
  [
    'another solution',
    {},
    decision({ solution: 'cassation' }),
    'major',
    /solution changed from rejet to cassation/,
  ],
  ['another court', {}, decision({ courtCode: 'fr.ce' }), 'major', /courtCode/],
  ['another date', {}, decision({ decisionDate: '2024-05-03' }), 'major', /decisionDate/],
  ['another type', {}, decision({ type: 'ordonnance' }), 'major', /type/],
  ['a late ECLI', {}, decision({ ecli: 'ECLI:FR:CCASS:2024:X' }), 'minor', /ecli was added/],
  [
    'another ECLI',
    decision({ ecli: 'ECLI:A' }),
    decision({ ecli: 'ECLI:B' }),
    'major',
    /ecli changed/,
  ],
  [
    'one identifier more',
    {},
    decision({
      identifiers: [
        { scheme: 'docket', value: '22-12.345' },
        { scheme: 'nor', value: 'X' },
      ],
    }),
    'minor',
    /has nor X besides/,
  ],
  [
    'another docket',
    {},
    decision({ identifiers: [{ scheme: 'docket', value: '22-12.346' }] }),
    'major',
    /no longer has docket 22-12.345/,
  ],
  [
    'a docket without its dot',
    {},
    decision({ identifiers: [{ scheme: 'docket', value: '22-12345' }] }),
    'none',
    /^$/,
  ],
  ['no decision any more', {}, { judicialDecision: null }, 'major', /no longer has/],
  [
    'a decision that says nothing yet',
    { judicialDecision: null },
    { judicialDecision: {} },
    'minor',
    /without any fact/,
  ],
  [
    'themes and chamber, which are not hashed',
    {},
    decision({ chamber: 'civ1', themes: [['a']] }),
    'none',
    /^judicialDecision\.chamber changed\. judicialDecision\.themes changed\.$/,
  ],
]

const groups: [string, Case[]][] = [
  ['members', MEMBERS],
  ['headnotes', HEADNOTES],
  ['judicialDecision', DECISION],
]
for (const [group, cases] of groups) {
  describe(group, () => {
    test.each(cases)('%s', (_, old, next, bump, reason) => {
      const result = classify(content(old), content(next))
      expect(result.bump, result.reasons.join(' ')).toBe(bump)
      expect(result.reasons.join(' ')).toMatch(reason)
    })
  })
}

test('the strongest cause decides and is named first; every cause is named', () => {
  const next = content({ title: 'Autre', language: 'en', abstract: 'Résumé' })
  const { bump, reasons } = classify(content(), next)
  expect(bump).toBe('major')
  expect(reasons.map((reason) => reason.split(' ')[0])).toEqual(['language', 'title', 'abstract'])
})

test('anonymisation is a change class of a PATCH only', () => {
  const old = content({ contentClean: 'M. Dupont a vendu.' })
  const next = { contentClean: 'M. [D] a vendu.' }
  expect(classify(old, content(next))).toMatchObject({ changeClass: 'anonymisation' })
  expect(classify(old, content({ ...next, title: 'Autre' }))).toMatchObject({ changeClass: null })
})

test('no reason quotes the text: it may have to be forgotten', () => {
  const old = content({ contentClean: 'M. Dupont a vendu.', abstract: 'Dupont' })
  const { reasons } = classify(old, content({ contentClean: 'M. Durand a vendu.' }))
  expect(reasons.join(' ')).not.toMatch(/Dupont|Durand/)
})

test('a first version is initial; a republication is MAJOR, also with the same hash', () => {
  expect(classify(null, content()).bump).toBe('initial')
  expect(classify(content(), content(), { republication: true })).toEqual({
    bump: 'major',
    changeClass: 'republication',
    reasons: ['The text is published again after its withdrawal.'],
  })
})

test('a revert gets a higher version with an older hash', () => {
  const [a, b] = [content(), content({ title: 'Autre' })]
  expect(classify(a, b).bump).toBe('minor')
  expect(classify(b, a).bump).toBe('minor')
})

const version = (text: string): SemVer => SemVer.parse(text)
test('versions go up from 1.0.0', () => {
  expect(nextVersion(null, 'initial')).toBe('1.0.0')
  expect(nextVersion(version('1.2.3'), 'major')).toBe('2.0.0')
  expect(nextVersion(version('1.2.3'), 'minor')).toBe('1.3.0')
  expect(nextVersion(version('1.9.9'), 'patch')).toBe('1.9.10')
  expect(() => nextVersion(version('1.0.0'), 'none')).toThrow(
    expect.objectContaining({ code: 'no-new-version' }),
  )
})

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31)
const WORDS = [
  'juge',
  'Juge',
  'ne',
  '5',
  'L.',
  '122-1',
  'été',
  'œuvre',
  '« »',
  '[X]',
  '\n',
  '\n\n',
  '.',
  ' ',
  '1,5',
]
const prose = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 })
  .map((words) => `x${words.join(' ')}`)
const headnotes = fc.uniqueArray(
  fc.record({
    sequence: fc.integer({ min: 1, max: 4 }),
    summary: fc.constantFrom('a', 'b', 'A', 'b c'),
    sourceText: fc.constantFrom(null, 'q', 'Q'),
    legalRuleType: fc.constantFrom(null, 'ratio', 'obiter'),
  }),
  { selector: ({ sequence }) => sequence, maxLength: 4 },
)
const wording = fc.record({
  slug: fc.constantFrom('a', 'b'),
  title: fc.constantFrom('t', 'T', 'u'),
  abstract: fc.constantFrom(null, 'r', 's'),
  contentClean: prose,
  language: fc.constantFrom('fr', 'en'),
  jurisdiction: fc.subarray(['FR', 'EU', 'LU']),
  legalDomain: fc.shuffledSubarray(['civil', 'tax', 'eu']),
  contentType: fc.constantFrom('doctrine', 'legislation'),
  doctrineSubtype: fc.constantFrom(null, 'article'),
  headnotes,
  concepts: fc
    .subarray(['editor', 'publisher', 'machine'])
    .map((by) => by.map((assignedBy) => ({ id: CONCEPT, assignedBy }))),
  judicialDecision: fc.option(
    fc.record({
      ecli: fc.constantFrom(null, 'E1', 'E2'),
      courtCode: fc.constantFrom(null, 'fr.ce'),
      solution: fc.constantFrom(null, 'rejet'),
      chamber: fc.constantFrom(null, 'civ1'),
      identifiers: fc.shuffledSubarray([
        { scheme: 'docket', value: '22-12345' },
        { scheme: 'nor', value: 'X' },
      ]),
    }),
  ),
  publishedAt: fc.constantFrom(null, '2024-01-01T00:00:00.000Z'),
  licence: fc.constantFrom('a', 'b'),
})
/** A wording and another that shares most of its members. */
const pairs = fc
  .tuple(wording, wording, fc.array(fc.constantFrom(...Object.keys(base)), { maxLength: 3 }))
  .map(([old, other, members]) => {
    const changed = members
      .filter((member) => member in other)
      .map((member) => [member, other[member as keyof typeof other]])
    return [content(old), content({ ...old, ...Object.fromEntries(changed) })] as const
  })

test(`classify says none exactly when the hashes are equal (TEST_SEED=${SEED})`, () => {
  fc.assert(
    fc.property(pairs, ([old, next]) => {
      const { bump, changeClass, reasons } = classify(old, next)
      expect(bump === 'none').toBe(articleHash(old) === articleHash(next))
      expect(reasons.length > 0).toBe(bump !== 'none' || changeClass === 'details')
    }),
    { seed: SEED, numRuns: 2_000 },
  )
})
