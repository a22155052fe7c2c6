import { expect, test } from 'vitest'
import type { ArticleContent } from '#contracts/content.ts'
import { Instant, Position, type SemVer, type Sha256Hex, type Slug } from '#contracts/ids.ts'
import { type ClaimVerifier, deterministicVerifier } from '#contracts/law/claims/judge.ts'
import { wording } from '../../domain/article/articles.testing.ts'
import { preparedSources } from '../../groundedness/prepared-sources.ts'
import type { CitationFound, CitedText } from '../../ports.ts'
import { annotate, ANNOTATE_LIMITS, type AnnotateDeps, type AnnotateRequest } from './annotate.ts'
import { judgedBefore } from './judged-before.ts'
import { windowOf } from './window.ts'

const CITATION = 'l’article L. 221-18 du code de la consommation'
const LAW =
  'Le consommateur dispose d’un délai de quatorze jours pour exercer son droit de rétractation d’un contrat conclu à distance.'
const says = (days: string): string =>
  `Selon ${CITATION}, le consommateur dispose d’un délai de ${days} jours pour exercer son droit de rétractation d’un contrat conclu à distance.`

const text = (slug: string, over: Partial<CitedText> = {}): CitedText => ({
  slug: slug as Slug,
  version: '1.0.0' as SemVer,
  sha256Hash: 'a'.repeat(64) as Sha256Hex,
  title: `Title of ${slug}`,
  contentClean: LAW,
  contentType: 'legislation',
  language: 'fr',
  headnotes: [],
  ownNumbers: ['L221-18'],
  statusFlag: 'green',
  stoppedBy: [],
  validity: { validFrom: null, validTo: null },
  ...over,
})

const placesOf = (words: string, contentClean: string): { start: number; end: number }[] => {
  const places = []
  for (let at = contentClean.indexOf(words); at >= 0; at = contentClean.indexOf(words, at + 1))
    places.push({ start: at, end: at + words.length })
  return places
}
/** `judged` collects each sentence that was judged. */
const world = (
  texts: readonly CitedText[],
  {
    over = {},
    judged = [] as string[],
    clock = () => 0,
  }: {
    over?: Partial<CitationFound>
    judged?: string[]
    clock?: () => number
  } = {},
): AnnotateDeps => ({
  cited: {
    citationsOf: async ({ contentClean }) =>
      placesOf(CITATION, contentClean).map((place) => ({
        ...place,
        slugs: texts.slice(0, 1).map(({ slug }) => slug),
        dead: false,
        ambiguous: false,
        ...over,
      })),
    read: async (slugs) => slugs.flatMap((slug) => texts.find((one) => one.slug === slug) ?? []),
    reach: async () => ({ position: Position.parse(1), head: Position.parse(1) }),
  },
  verifier: {
    ...deterministicVerifier,
    judge: (...asked: Parameters<ClaimVerifier['judge']>) => {
      judged.push(asked[0])
      return deterministicVerifier.judge(...asked)
    },
  },
  prepared: preparedSources(),
  judged: judgedBefore(),
  clock,
})
const note = (content: string, over: Partial<ArticleContent> = {}): ArticleContent =>
  wording(content, { contentType: 'doctrine', doctrineSubtype: null, ...over })
const asked = (content: string, over: Partial<AnnotateRequest> = {}): AnnotateRequest => ({
  content: note(content),
  focus: null,
  language: 'fr',
  dismissed: [],
  time: Instant.parse('2026-11-23T00:00:00.000Z'),
  ...over,
})
const at = (content: string, { start, end }: { start: number; end: number }): string =>
  [...content].slice(start, end).join('')

test('a citation is resolved with its colour and the texts that gave it', async () => {
  const content = `𝔄 Avant.\n\n${says('quatorze')}`
  const red = text('l221-18', { statusFlag: 'red', stoppedBy: ['the-repeal' as Slug] })
  const { citations } = await annotate(world([red, text('the-repeal')]), asked(content))
  expect(citations).toMatchObject([
    {
      words: CITATION,
      state: 'found',
      texts: [
        {
          slug: 'l221-18',
          colour: 'red',
          because: [{ slug: 'the-repeal', title: 'Title of the-repeal' }],
        },
      ],
    },
  ])
  expect(citations.map(({ span }) => at(content, span))).toEqual([CITATION])
})

test.each([
  [{ dead: true, slugs: [] }, 'missing'],
  [{ ambiguous: true }, 'ambiguous'],
  [{ slugs: [] }, 'outside'],
])('a citation with %o is %s', async (over, state) => {
  const { citations } = await annotate(world([text('l221-18')], { over }), asked(says('quatorze')))
  expect(citations).toMatchObject([{ state }])
})

test('a claim has its verdict, the words of its source and what differs', async () => {
  const content = `😀 Avant.\n\n${says('trente')}`
  const { claims, flags } = await annotate(world([text('l221-18')]), asked(content))
  expect(claims).toMatchObject([
    {
      verdict: 'contradicted',
      sentence: says('trente'),
      evidence: [{ slug: 'l221-18', words: LAW }],
      differences: [
        'nombre\u00A0: le texte dit «\u00A0trente jours\u00A0», la source dit «\u00A0quatorze jours\u00A0»',
      ],
    },
  ])
  expect(claims.map(({ span }) => at(content, span))).toEqual([says('trente')])
  expect(flags[0]).toMatchObject({ code: 'claim_contradicted' })
})

test('after a change only the changed sentence is judged', async () => {
  const judged: string[] = []
  const deps = world([text('l221-18')], { judged })
  const paragraphs = ['dix', 'onze', 'douze'].map(says)
  await annotate(deps, asked(paragraphs.join('\n\n')))
  expect(judged).toHaveLength(3)
  await annotate(deps, asked([...paragraphs.slice(0, 2), says('treize')].join('\n\n')))
  expect(judged.slice(3)).toEqual([says('treize')])
})

test('another wording of the source is another source', async () => {
  const judged: string[] = []
  const deps = world([text('l221-18')], { judged })
  await annotate(deps, asked(says('dix')))
  const other = text('l221-18', { sha256Hash: 'b'.repeat(64) as Sha256Hex })
  await annotate({ ...deps, cited: world([other]).cited }, asked(says('dix')))
  expect(judged).toHaveLength(2)
})

test('judging stops in time, says how many sentences wait, and goes on with them', async () => {
  let now = 0
  const clock = () => (now += ANNOTATE_LIMITS.judgingMsMax / 2)
  const deps = world([text('l221-18')], { clock })
  const content = ['dix', 'onze', 'douze'].map(says).join('\n\n')
  const first = await annotate(deps, asked(content))
  expect(first.waiting).toBe(1)
  expect(first.claims.map(({ verdict }) => verdict)).toContain(null)
  const second = await annotate(deps, asked(content))
  expect(second.waiting).toBe(0)
})

test('a manuscript of 2 MB is annotated around the place of typing, and says so', async () => {
  const filler = 'Un alinéa sans référence 😀.\n\n'.repeat(35_000)
  const content = `${filler}${says('trente')}\n\n${filler}`
  const deps = world([text('l221-18')])
  const begun = performance.now()
  const near = await annotate(deps, asked(content, { focus: filler.length }))
  expect(performance.now() - begun).toBeLessThan(20_000)
  expect(near.part).not.toBeNull()
  expect(near.claims.map(({ span }) => at(content, span))).toEqual([says('trente')])
  const [item] = near.flags[0]?.items ?? []
  expect(at(content, item?.span?.codePoint ?? { start: 0, end: 0 })).toBe(says('trente'))
  const far = await annotate(deps, asked(content, { focus: 0 }))
  expect(far.claims).toEqual([])
})

test('a window is whole paragraphs around its focus, within its limit', () => {
  const whole = Array.from({ length: 100 }, (_, n) => `Alinéa ${n}.`).join('\n\n')
  for (let focus = 0; focus <= whole.length; focus += 7) {
    const { start, end } = windowOf(whole, focus, 200)
    expect(end - start).toBeLessThanOrEqual(200)
    expect(start).toBeLessThanOrEqual(focus)
    expect(end).toBeGreaterThanOrEqual(Math.min(focus, whole.length))
  }
  expect(windowOf('court', null, 200)).toEqual({ start: 0, end: 5 })
})
