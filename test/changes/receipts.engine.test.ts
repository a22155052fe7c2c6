/**
 * A thousand citations and a thousand receipts, of which some texts were overruled, withdrawn or
 * amended since.
 */
import { expect, onTestFinished, test } from 'vitest'
import type { NewEvent } from '#contracts/events/event.ts'
import type { Treatment } from '#contracts/events/others.ts'
import { ReceiptCheckResponse } from '#contracts/http/receipts.ts'
import { articleHash } from '#contracts/canonical/article.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { Position, printPosition, Slug, StreamId, TreatmentId } from '#contracts/ids.ts'
import { CitedText } from '#contracts/receipts/receipt.ts'
import { makeReceiptSigner } from '#contracts/receipts/signing.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeTextHistories } from '#infra/postgres/read-models/text-histories.ts'
import { BASE, bearer, makeHarness, PEPPER } from '../api/harness.ts'
import { openWorld } from '../citator/world.ts'
import {
  contentOf,
  day,
  deleted,
  idOf,
  published,
  streamOf,
  timeOf,
  type Texts,
  unpublished,
  version,
} from '../contract/read-models.fixtures.ts'

const TEXTS = 120
const CITATIONS = 1_000
const RECEIPTS = 1_000
const RECEIPTS_PER_CALL = 100
/** Far less on a machine with nothing else to do. */
const RECEIPTS_WITHIN_MS = 60_000
const TIMEOUT_MS = 240_000

const nameOf = (number: number): string => `text-${number}`
const wordingOf = (number: number, round = 1) =>
  contentOf(nameOf(number), {
    contentType: 'jurisprudence',
    contentClean: `Arrêt ${number}, rédaction ${round}.`,
    headnotes: [
      { sequence: 1, summary: 'Un principe.', legalRuleType: 'ratio' },
      { sequence: 2, summary: 'Un autre.', legalRuleType: 'ratio' },
    ],
    judicialDecision: {
      courtCode: 'fr.ca',
      decisionDate: '2020-01-15',
      ecli: `ECLI:FR:CA:2020:${number}`,
    },
  })

const uuid = (number: number): string =>
  `a0000000-0000-5000-8000-${String(number).padStart(12, '0')}`
const overruling = (number: number): Treatment => ({
  id: TreatmentId.parse(uuid(number)),
  type: 'overruled',
  source: {
    slug: null,
    ecli: null,
    courtCode: 'fr.ccass',
    formation: 'pl',
    pinpoint: null,
    quote: null,
  },
  target: { articleId: idOf(nameOf(number)), headnoteSequence: 1 },
  polarity: 'negative',
  effectiveDate: day('2024-01-01'),
  status: 'confirmed',
  confidencePercent: null,
  by: 'test',
})

test(
  'exactly the citations that something happened to are told',
  async () => {
    const world = await openWorld()
    onTestFinished(() => world.close())
    const texts: Texts = new Map()
    let time = 0
    const append = (stream: StreamId, ...events: NewEvent[]): Promise<void> =>
      world.append(stream, timeOf((time += 60)), ...events)
    const publish = async (number: number, round: number, as: string): Promise<void> => {
      const event = published(wordingOf(number, round), texts, as, {
        reasons: round === 1 ? [] : ['contentClean changed beyond a PATCH.'],
      })
      await makeBlobs(world.pool).put([...texts].map(([sha256, text]) => ({ sha256, text })))
      await append(streamOf(nameOf(number)), event)
    }
    for (let number = 0; number < TEXTS; number += 1) await publish(number, 1, '1.0.0')
    await world.project(1)
    const position = printPosition(await world.log.head())

    const replacement = Slug.parse(`slug-${nameOf(50)}`)
    for (let number = 0; number < 10; number += 1) {
      const stream = StreamId.parse(`treatment-${uuid(number)}`)
      await append(stream, { type: 'TreatmentRecorded', data: { treatment: overruling(number) } })
    }
    for (let number = 10; number < 20; number += 1)
      await append(streamOf(nameOf(number)), {
        type: 'Withdrawn',
        data: { cause: 'a fault of the scan', replacement },
      })
    for (let number = 20; number < 30; number += 1) await publish(number, 2, '2.0.0')
    await append(streamOf(nameOf(30)), unpublished)
    await append(streamOf(nameOf(31)), deleted)
    await world.project(1)

    const { app, log } = makeHarness({ histories: makeTextHistories(world.pool) })
    onTestFinished(() => app.close())
    const cited = (index: number) => {
      const number = index % TEXTS
      return {
        slug: `slug-${nameOf(number)}`,
        version: '1.0.0',
        sha256Hash: articleHash(wordingOf(number)),
        headnoteSequence: index < TEXTS ? null : 1 + (index % 2),
        position,
      }
    }
    const citations = Array.from({ length: CITATIONS }, (_, index) => cited(index))
    const expected = (index: number): string => {
      const number = index % TEXTS
      const { headnoteSequence } = cited(index)
      if (number < 10) return headnoteSequence === 2 ? 'current' : 'flag_changed'
      if (number < 20) return 'withdrawn'
      if (number < 30) return 'superseded'
      return number === 30 ? 'unpublished' : number === 31 ? 'deleted' : 'current'
    }
    const ask = (payload: object) =>
      app.inject({ method: 'POST', url: `${BASE}/receipts/check`, headers: bearer(), payload })
    const answer = await ask({ citations })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['x-service-cost-usd']).toBe('0')
    const { outcomes } = ReceiptCheckResponse.parse(answer.json())
    expect(outcomes.map(({ state }) => state)).toEqual(citations.map((_, at) => expected(at)))
    expect(outcomes[0]).toMatchObject({
      position: printPosition(Position.parse(TEXTS + 1)),
      flags: [{ sequence: 1, before: 'gray', after: 'red', derivation: { rule: '1' } }],
    })
    expect(outcomes[10]).toMatchObject({ replacement, currentVersion: null, flags: [] })
    expect(outcomes[20]).toMatchObject({
      currentVersion: '2.0.0',
      reasons: ['contentClean changed beyond a PATCH.'],
    })
    expect(outcomes[40]).toMatchObject({ state: 'current', position: null })

    const altered = [
      { ...cited(40), sha256Hash: 'ab'.repeat(32) },
      { ...cited(40), version: version('9.0.0') },
      { ...cited(40), slug: 'never-there' },
    ]
    const unknown = ReceiptCheckResponse.parse((await ask({ citations: altered })).json())
    expect(unknown.outcomes.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown'])

    const ahead = { ...cited(40), position: '999999999999999' }
    expect((await ask({ citations: [cited(1), ahead] })).json()).toMatchObject({
      details: [{ path: 'citations.1.position', code: 'cursor_beyond_head' }],
    })
    for (const wrong of [[], [...citations, cited(0)], [{ ...cited(0), position: 'x' }]])
      expect((await ask({ citations: wrong })).statusCode).toBe(400)

    const signer = makeReceiptSigner(PEPPER, 'live')
    const citedAt = (index: number): number[] => [index, index + TEXTS / 2, index * 7 + 3]
    const receiptAt = (index: number): string =>
      signer.issue({
        usageId: sha256Hex(`usage ${index}`),
        operation: 'rag',
        priceUsd: '0.12',
        time: timeOf(time),
        position,
        generation: 1,
        models: [],
        request: { method: 'POST', path: `${BASE}/rag`, body: { question: `Question ${index}` } },
        answer: `Answer ${index}`,
        cites: citedAt(index).map((one) => {
          const { position: _, ...text } = cited(one)
          return CitedText.parse(text)
        }),
      })
    const touched: number[] = []
    const begun = performance.now()
    for (let from = 0; from < RECEIPTS; from += RECEIPTS_PER_CALL) {
      const indices = Array.from({ length: RECEIPTS_PER_CALL }, (_, index) => from + index)
      const payload = { receipts: indices.map((index) => ({ receipt: receiptAt(index) })) }
      const { receipts } = ReceiptCheckResponse.parse((await ask(payload)).json())
      for (const [place, index] of indices.entries()) {
        const found = receipts[place]
        expect([found?.complete, found?.receipt.usageId]).toEqual([
          true,
          sha256Hex(`usage ${index}`),
        ])
        expect(found?.outcomes.map(({ state }) => state)).toEqual(citedAt(index).map(expected))
        if (found?.outcomes.some(({ state }) => state !== 'current')) touched.push(index)
      }
    }
    expect(performance.now() - begun).toBeLessThan(RECEIPTS_WITHIN_MS)
    const wanted = Array.from({ length: RECEIPTS }, (_, index) => index).filter((index) =>
      citedAt(index).some((one) => expected(one) !== 'current'),
    )
    expect(touched).toEqual(wanted)
    expect([touched.length > 0, touched.length < RECEIPTS]).toEqual([true, true])

    expect(log()).not.toContain('slug-text-')
    expect(log()).not.toContain('Question')
  },
  TIMEOUT_MS,
)
