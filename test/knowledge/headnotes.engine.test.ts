/**
 * Headnotes that a machine proposes: word for word from the decision, never public without two
 * people.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deterministicVerifier } from '#contracts/law/claims/judge.ts'
import type { Act } from '#contracts/audit.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { Article } from '#contracts/http/article.ts'
import { articleIdOf, slugFor } from '#contracts/canonical/identity.ts'
import { articleStream, type Slug } from '#contracts/ids.ts'
import { terms } from '#contracts/law/analysis/analyse.ts'
import { makeArticleReader } from '#infra/postgres/read-models/article-reader.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeSlugRegistry } from '#infra/postgres/log/slug-registry.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { reviseAudited } from '#ingest/editorial/revise.ts'
import { cleanText } from '#ingest/enrich/clean.ts'
import { proposeHeadnotes } from '#ingest/enrich/propose-headnotes.ts'
import { accepting, proposalsOf, proposeFor, rejecting } from '#ingest/handlers/headnotes.ts'
import { carryOut } from '#ingest/handlers/editorial.ts'
import { viewText } from '#ingest/editorial/text-view.ts'
import type { Change } from '#ingest/handlers/revise-text.ts'
import { hasShared, NEEDS_SHARED, sharedPath } from '../corpus/shared.ts'
import { openWorld, type World } from '../citator/world.ts'
import { folderOf, jsonLines, record } from '../import/files.ts'
import { reviseReviewed } from './reviewed.ts'
import { CONTEXT, countingEmbedder, NOTHING_CITED, runImport } from '../import/real.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const deps = () => ({
  store: makeEventStore(world.pool),
  blobs: makeBlobs(world.pool),
  vectors: makeVectors(world.pool),
  slugs: makeSlugRegistry(world.pool),
  embedder: countingEmbedder(),
  cited: NOTHING_CITED,
  verifier: deterministicVerifier,
})

const PRINCIPLE =
  '9. Il résulte de ces textes que le bailleur, tenu de délivrer un logement décent, ne peut s’en décharger sur le preneur.'
const SECOND =
  '15. Il s’en déduit que la clause contraire est réputée non écrite et que le preneur peut demander la mise en conformité.'
const DECISION = `LA COUR DE CASSATION a rendu l’arrêt suivant :

Enoncé du moyen

7. Il résulte du moyen que la bailleresse fait grief à l’arrêt de rejeter sa demande.

Réponse de la Cour

Vu les articles 1719 du code civil et 6 de la loi n° 89-462 du 6 juillet 1989 :

8. Aux termes du premier de ces textes, le bailleur est obligé de délivrer au preneur la chose louée.

${PRINCIPLE}

10. Pour rejeter la demande, l’arrêt retient que le preneur avait accepté les lieux en l’état.

11. En statuant ainsi, la cour d’appel a violé les textes susvisés.

Sur le second moyen

Réponse de la Cour

${SECOND}

PAR CES MOTIFS, la Cour : CASSE ET ANNULE.`

const ID = 'test:decent-housing'
const SLUG = slugFor(`Texte ${ID}`, ID)
const STREAM = articleStream(articleIdOf(ID))
const DECISION_RECORD = record(ID, DECISION, {
  contentType: 'jurisprudence',
  judicialDecision: { courtCode: 'fr.ccass', chamber: 'civ3', decisionDate: '2024-02-01' },
})
const SUMMED_UP = record('test:summed-up', DECISION, {
  contentType: 'jurisprudence',
  headnotes: [{ sequence: 1, summary: 'Le publicateur a dit ce que la cour a jugé.' }],
})

const articleOf = async (slug: Slug): Promise<Article> => {
  await world.project(1)
  const { article } = await makeArticleReader(world.pool).bySlug(slug)
  if (article === null) throw new Error('not served')
  return JSON.parse(article.json) as Article
}
const propose = () =>
  proposeFor(deps(), [STREAM, articleStream(articleIdOf('test:summed-up'))], {
    context: CONTEXT,
    dryRun: false,
  })
const settle = (change: Change, approver: string | null = 'cli:durand') =>
  reviseReviewed(
    deps(),
    { slug: SLUG, change, context: { ...CONTEXT, actor: 'cli:martin' } },
    approver,
  )
const proposals = async () => {
  const found = await proposalsOf(deps(), SLUG)
  if (isRefusal(found)) throw new Error(found.reason)
  return found
}

describe('a proposal', () => {
  test('is what the court says follows from the law, with the texts it names before; pleas and the case are left', async () => {
    const folder = await folderOf({ 'a.jsonl': jsonLines(DECISION_RECORD, SUMMED_UP) })
    expect((await runImport(deps(), [folder])).refusals).toEqual([])
    const [report, ...others] = await propose()
    expect(others).toEqual([]) // what a publisher summed up is left alone
    expect(report?.slug).toBe(SLUG)
    const [first, second, ...more] = report?.proposals ?? []
    expect(more).toEqual([])
    expect(first?.sourceText).toMatch(/^Vu les articles 1719.*le preneur\.$/su)
    expect(first?.legalRuleType).toBe('ratio')
    expect(first?.summary).not.toMatch(/\d\. Il résulte/u)
    expect(second?.sourceText).toBe(SECOND)
    for (const { sourceText } of [first, second].flatMap((one) => one ?? []))
      expect(DECISION).toContain(sourceText)
  })

  test('is not public, and made once', async () => {
    expect((await articleOf(SLUG)).headnotes).toEqual([])
    const head = await world.log.head()
    expect(await propose()).toEqual([])
    expect(await world.log.head()).toBe(head)
  })

  test('is public once a person accepted it and another one approved; a rejected one is not proposed again', async () => {
    const [first, second] = await proposals()
    if (first === undefined || second === undefined) throw new Error('two proposals')
    const { id } = first
    const edited = { summary: null, legalRuleType: null }
    expect(await settle(accepting(id, edited), 'cli:martin')).toMatchObject({
      refused: 'reviewer-is-author',
    })
    expect((await articleOf(SLUG)).headnotes).toEqual([])
    const view = await viewText(deps(), SLUG)
    if (isRefusal(view) || view.draft === null) throw new Error('a draft in review')
    const by = { ...CONTEXT, actor: 'cli:durand' }
    const approve = { act: 'approve', sha256Hash: view.draft.sha256Hash } as const
    expect(await carryOut(deps(), SLUG, approve, by)).toMatchObject({ status: 'approved' })
    expect(await carryOut(deps(), SLUG, { act: 'publish', reason: null }, by)).toMatchObject({
      status: 'published',
      version: '1.1.0',
    })
    const article = await articleOf(SLUG)
    expect(article.headnotes).toMatchObject([
      { sequence: 1, sourceText: first.sourceText, legalRuleType: 'ratio' },
    ])
    expect(article.integrityFlags).toEqual([])
    expect(await settle(accepting(id, edited))).toMatchObject({ refused: 'proposal-settled' })
    await settle(rejecting(second.id, 'les mots du moyen'), null)
    expect((await proposals()).map(({ outcome }) => outcome)).toEqual(['accepted', 'rejected'])
    expect(await propose()).toEqual([])
  })

  test('that was accepted survives imports as long as its words are in the text', async () => {
    const same = { ...DECISION_RECORD, text: `${DECISION}\n\nAinsi jugé.` }
    await runImport(deps(), [await folderOf({ 'a.jsonl': jsonLines(same) })])
    expect((await articleOf(SLUG)).headnotes).toHaveLength(1)
    const other = { ...DECISION_RECORD, text: DECISION.replace('logement décent', 'logement sain') }
    await runImport(deps(), [await folderOf({ 'a.jsonl': jsonLines(other) })])
    expect((await articleOf(SLUG)).headnotes).toEqual([])
  })
})

test('the line of the audit follows what was recorded: who accepted; refused, none', async () => {
  const id = 'test:audited'
  const slug = slugFor(`Texte ${id}`, id)
  const streamId = articleStream(articleIdOf(id))
  const own = record(id, DECISION, {
    contentType: 'jurisprudence',
    judicialDecision: { courtCode: 'fr.ccass', chamber: 'civ3', decisionDate: '2024-02-02' },
  })
  await runImport(deps(), [await folderOf({ 'a.jsonl': jsonLines(own) })])
  const [report] = await proposeFor(deps(), [streamId], { context: CONTEXT, dryRun: false })
  const [first] = report?.proposals ?? []
  if (first === undefined) throw new Error('a proposal')
  const acts: Act[] = []
  const write = async (act: Act): Promise<void> => void acts.push(act)
  const data = { proposalId: first.id }
  const accept = () =>
    reviseAudited(deps(), write, {
      slug,
      change: accepting(first.id, { summary: null, legalRuleType: null }),
      context: { ...CONTEXT, actor: 'cli:martin' },
      actOn: (subject) => ({ kind: 'headnote.accepted', actor: 'cli:martin', subject, data }),
    })
  expect(await accept()).toMatchObject({ status: 'draft', changed: true })
  expect(await accept()).toMatchObject({ refused: 'proposal-settled' })
  const subject = articleIdOf(id)
  expect(acts).toEqual([{ kind: 'headnote.accepted', actor: 'cli:martin', subject, data }])
})

type Ruling = {
  readonly text: string
  readonly headnotes: readonly { readonly summary: string }[] | null
  readonly source: { readonly id: string }
}

const proposedFor = ({ text, source }: Ruling) => {
  const contentClean = cleanText(text)
  const proposed = proposeHeadnotes({
    contentClean,
    contentType: 'jurisprudence',
    language: 'fr',
    source: { ...source, version: null, url: null },
  })
  return { contentClean, proposed }
}
const share = (words: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...words].filter((word) => others.has(word)).length / words.size
const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length

describe.skipIf(!hasShared)(`over the real decisions ${NEEDS_SHARED}`, () => {
  const rulings = hasShared
    ? readFileSync(sharedPath('corpus/import/decisions_fr.jsonl'), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Ruling)
    : []
  test('most get one, every one word for word', () => {
    const all = rulings.map(proposedFor)
    for (const { contentClean, proposed } of all)
      for (const { sourceText } of proposed) expect(contentClean).toContain(sourceText)
    const withOne = all.filter(({ proposed }) => proposed.length > 0).length
    process.stderr.write(`headnotes proposed for ${withOne} of ${rulings.length} decisions\n`)
    expect(withOne / rulings.length).toBeGreaterThan(0.8)
  })

  test('they share most of their words with the publisher’s summaries', () => {
    const compared = rulings.flatMap((ruling) => {
      const { proposed } = proposedFor(ruling)
      const summaries = (ruling.headnotes ?? []).map(({ summary }) => summary).join('\n')
      if (summaries === '' || proposed.length === 0) return []
      const own = new Set(terms(proposed.map(({ summary }) => summary).join('\n')))
      const published = new Set(terms(summaries))
      return [{ own: share(own, published), published: share(published, own) }]
    })
    const [own, published] = [
      mean(compared.map((one) => one.own)),
      mean(compared.map((one) => one.published)),
    ]
    process.stderr.write(
      `${compared.length} compared: ${own.toFixed(2)} of the proposals' words are the publisher's, ${published.toFixed(2)} of the publisher's are theirs\n`,
    )
    expect(own).toBeGreaterThan(0.65)
    expect(published).toBeGreaterThan(0.5)
  })
})
