/**
 * Learns how a verdict weighs what sets a claim apart from its evidence, from the claims in
 * `claims/`: `node infra/entailment/train/weights.ts [--without-model]`. Writes
 * `contracts/law/claims/weights.json` and prints the figures of its card. Run it after the model is
 * trained.
 */
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import { type ClaimSource, claimSource } from '#contracts/law/claims/claim-source.ts'
import type { EntailmentModel, Opinion } from '#contracts/law/claims/entailment.ts'
import { type ComparedPassage, gatherEvidence } from '#contracts/law/claims/evidence.ts'
import { DECISION, premiseOf } from '#contracts/law/claims/judge.ts'
import { isNearVerbatim, numbersOf } from '#contracts/law/claims/weighing.ts'
import { recordToContent } from '#ingest/enrich/record-to-content.ts'
import { ImportRecord } from '#ingest/sources/import-record.ts'
import { openThreadedEntailment } from '../threaded.ts'
import { calibrate, fit, type Fitted, scoreBy } from './regression.ts'

const { values: options } = parseArgs({
  options: {
    shared: { type: 'string', default: join(import.meta.dirname, '../../../../shared') },
    model: { type: 'string', default: join(import.meta.dirname, '../model') },
    'without-model': { type: 'boolean', default: false },
  },
})

const FOLDS = 5
const ROUNDS = 3
/** Shares of false claims that may be called supported, and of true ones contradicted. */
const ALLOWED = { supported: 0.04, contradicted: 0.015 } as const
/** A fixed time: the import of a record needs one. */
const TIME = Instant.parse('2026-01-01T00:00:00.000Z')
const PAIR = 'pair:'
const KEY_DIGITS = 16

type Row = {
  readonly source: string
  readonly isTrue: boolean
  readonly kind: string
  readonly text: string
}

/** One source in so many was left out of the training of the model (`DEV_ONE_IN` in written.py). */
const HELD_OUT_ONE_IN = 5n
/** Whether the model never saw claims on this source: `part_of` in texts.py. */
const isHeldOut = (source: string): boolean =>
  BigInt(`0x${sha256Hex(source).slice(0, KEY_DIGITS)}`) % HELD_OUT_ONE_IN === 0n

const readClaims = (): Row[] => {
  const folder = join(import.meta.dirname, 'claims')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.tsv'))
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
    .map((line) => {
      const [source = '', , , label = '', kind = '', text = ''] = line.split('\t')
      return { source, isTrue: label === 'E', kind, text }
    })
}

/** The texts that claims were written against, by their names. */
const readSources = async (
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ClaimSource>> => {
  const sources = new Map<string, ClaimSource>()
  const pairs = createInterface({
    input: createReadStream(join(options.shared, 'training/pairs.jsonl.gz')).pipe(createGunzip()),
  })
  for await (const line of pairs) {
    const { passage } = JSON.parse(line) as { passage: string }
    const name = `${PAIR}${sha256Hex(passage).slice(0, KEY_DIGITS)}`
    if (wanted.has(name) && !sources.has(name))
      sources.set(name, claimSource({ title: '', contentClean: passage, headnotes: [] }))
  }
  const folder = join(options.shared, 'corpus/import')
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl')))
    for (const line of readFileSync(join(folder, file), 'utf8').trim().split('\n')) {
      const record = ImportRecord.safeParse(JSON.parse(line))
      if (!record.success || !wanted.has(record.data.source.id)) continue
      const read = recordToContent(record.data, TIME)
      if (!isRefusal(read)) sources.set(record.data.source.id, claimSource(read.content))
    }
  return sources
}

/** A claim with the passages nearest to it, each with the model's opinion. */
type Sample = Row & {
  readonly passages: readonly {
    readonly passage: ComparedPassage
    readonly opinion: Opinion | null
    readonly numbers: Readonly<Record<string, number>>
  }[]
}

const sampleOf = async (
  row: Row,
  source: ClaimSource,
  model: EntailmentModel | null,
): Promise<Sample> => {
  const passages = gatherEvidence(row.text, [{ key: row.source, source }]).slice(
    0,
    DECISION.modelMax,
  )
  const opinions =
    model === null || passages.length === 0
      ? []
      : await model.compare(
          passages.map((passage) => ({ premise: premiseOf(passage), hypothesis: row.text })),
        )
  return {
    ...row,
    passages: passages.map((passage, index) => {
      const opinion = opinions[index] ?? null
      return { passage, opinion, numbers: numbersOf(passage, opinion) }
    }),
  }
}

const foldOf = ({ source }: Row): number =>
  Number.parseInt(sha256Hex(source).slice(0, 8), 16) % FOLDS

/** Learns over the passage of each claim that speaks most for it, by the weights learnt so far. */
const fitOver = (samples: readonly Sample[]): Fitted => {
  let chosen = samples.map(({ passages }) => passages[0]?.numbers ?? {})
  let fitted = fit(
    chosen,
    samples.map(({ isTrue }) => isTrue),
  )
  for (let round = 1; round < ROUNDS; round += 1) {
    chosen = samples.map(({ passages }) =>
      passages
        .map(({ numbers }) => numbers)
        .reduce(
          (best, one) => (scoreBy(fitted, one) > scoreBy(fitted, best) ? one : best),
          passages[0]?.numbers ?? {},
        ),
    )
    fitted = fit(
      chosen,
      samples.map(({ isTrue }) => isTrue),
    )
  }
  return fitted
}

const best = (fitted: Fitted, { passages }: Sample): number =>
  Math.max(0, ...passages.map(({ numbers }) => scoreBy(fitted, numbers)))

const bar = (scores: readonly number[], share: number): number =>
  scores.toSorted((a, b) => b - a)[Math.floor(share * scores.length)] ?? 1

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`

// What the model learnt by heart says nothing of its opinions on other claims.
const rows = readClaims().filter(({ source }) => options['without-model'] || isHeldOut(source))
const sources = await readSources(new Set(rows.map(({ source }) => source)))
const model = options['without-model'] ? null : await openThreadedEntailment(options.model)
const samples: Sample[] = []
for (const row of rows) {
  const source = sources.get(row.source)
  if (source === undefined) continue
  const sample = await sampleOf(row, source, model)
  if (sample.passages.length > 0) samples.push(sample)
}
console.log(`${rows.length} claims, ${samples.length} with evidence`)

/** Scores by weights that were learnt without the claim's source. */
const unseen = new Map<Sample, number>()
for (let fold = 0; fold < FOLDS; fold += 1) {
  const fitted = fitOver(samples.filter((one) => foldOf(one) !== fold))
  for (const one of samples.filter((sample) => foldOf(sample) === fold))
    unseen.set(one, best(fitted, one))
}
const fitted = fitOver(samples)
const points = calibrate([...unseen].map(([{ isTrue }, score]) => [score, isTrue] as const))
const scoresOf = (isTrue: boolean): number[] =>
  [...unseen].filter(([one]) => one.isTrue === isTrue).map(([, score]) => score)
const raw = bar(scoresOf(false), ALLOWED.supported)
const isSure = ({ passages }: Sample): boolean =>
  passages.some(({ passage }) => passage.conflicts.length > 0)
const low = -bar(
  [...unseen].filter(([one]) => one.isTrue && isSure(one)).map(([, score]) => -score),
  ALLOWED.contradicted,
)
const near = samples.filter(({ passages }) =>
  passages.some(({ passage }) => isNearVerbatim(passage)),
)
const nearVerbatim = near.filter(({ isTrue }) => isTrue).length / Math.max(1, near.length)
const file = join(import.meta.dirname, '../../../contracts/law/claims/weights.json')
const known = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
const written = { ...fitted, calibration: points, bars: { supported: raw, contradicted: low } }
writeFileSync(
  file,
  `${JSON.stringify({ ...known, nearVerbatim, [model === null ? 'alone' : 'withModel']: written }, null, 2)}\n`,
)
const [yes, no] = [scoresOf(true), scoresOf(false)]
console.log(
  `true claims above the bar   ${percent(yes.filter((score) => score > raw).length, yes.length)}`,
)
console.log(
  `false claims above the bar  ${percent(no.filter((score) => score > raw).length, no.length)}`,
)
console.log(
  `nearly verbatim: ${near.length}, right ${percent(near.filter(({ isTrue }) => isTrue).length, near.length)}`,
)
for (const [kind, of] of Map.groupBy(
  samples.filter(({ isTrue }) => !isTrue),
  (one) => one.kind,
))
  console.log(
    `  ${kind.padEnd(12)} ${percent(of.filter((one) => (unseen.get(one) ?? 0) > raw).length, of.length)} of ${of.length}`,
  )
let pairs = 0
for (const y of yes) for (const n of no) pairs += y > n ? 1 : y === n ? 1 / 2 : 0
console.log(`true before false (AUC) ${(pairs / (yes.length * no.length)).toFixed(3)}`)
console.log(
  Object.entries(fitted.weights)
    .toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .map(([name, weight]) => `${name} ${weight.toFixed(2)}`)
    .join(', '),
)
