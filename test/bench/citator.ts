/**
 * Colours of a million points: from scratch, and after one more treatment.
 * `node test/bench/citator.ts [POINTS]`
 */
import { articleIdOf } from '#contracts/canonical/identity.ts'
import { Day, Position, TreatmentId } from '#contracts/ids.ts'
import { URL_NAMESPACE, uuidV5 } from '#contracts/canonical/hash.ts'
import { TreatmentType } from '#contracts/vocabulary/citator.ts'
import type { Treatment } from '#contracts/events/others.ts'
import type { PointFacts } from '#query-api/citator/colour.ts'
import { paintAll, paintSome, reachedBy, reliedOnBy } from '#query-api/citator/colours.testing.ts'
import { type PointKey, pointKey } from '#contracts/law/treatment-log.ts'

const POINTS = Number(process.argv[2] ?? 1_000_000)
const POINTS_PER_TEXT = 2
const TREATED_SHARE = 3
const COURTS = ['fr.ccass', 'fr.ca', 'fr.cc', null]
const types = TreatmentType.options

const treatmentAt = (at: number, articleId: PointFacts['point']['articleId']): Treatment => ({
  id: TreatmentId.parse(uuidV5(URL_NAMESPACE, `bench:${at}`)),
  type: types[at % types.length] ?? 'cited',
  polarity: 'neutral',
  effectiveDate: Day.parse('2024-01-01'),
  status: at % 5 === 0 ? 'suggested' : 'confirmed',
  confidencePercent: at % 101,
  by: 'bench',
  source: {
    slug: null,
    ecli: null,
    courtCode: COURTS[at % COURTS.length] ?? null,
    formation: at % 2 === 0 ? 'pl' : 'f',
    pinpoint: null,
    quote: null,
  },
  target: { articleId, headnoteSequence: 1 + (at % POINTS_PER_TEXT) },
})

const points = new Map<PointKey, PointFacts>()
const reliesOn = new Map<PointKey, PointKey[]>()
let last: PointKey | null = null
for (let at = 0; at < POINTS; at += 1) {
  const articleId = articleIdOf(`bench:${Math.floor(at / POINTS_PER_TEXT)}`)
  const point = { articleId, headnoteSequence: 1 + (at % POINTS_PER_TEXT) }
  const key = pointKey(point)
  points.set(key, {
    point,
    context: {
      jurisdiction: ['FR'],
      contentType: 'jurisprudence',
      courtCode: 'fr.ccass',
      formation: ['fs'],
    },
    treatments: at % TREATED_SHARE === 0 ? [treatmentAt(at, articleId)] : [],
    assessedThrough: at % 2 === 0 ? Position.parse(at + 1) : null,
    newestCitation: Position.parse(at),
    covered: true,
  })
  if (last !== null && at % 7 === 0) reliesOn.set(key, [last])
  last = key
}

const seconds = (work: () => unknown): number => {
  const start = performance.now()
  work()
  return (performance.now() - start) / 1_000
}
let colours = paintAll({ points: new Map(), reliesOn })
const scratch = seconds(() => {
  colours = paintAll({ points, reliesOn })
})
const dependents = reliedOnBy(reliesOn)
const changed = [...points.keys()].slice(0, 1_000)
const reached = reachedBy(changed, (key) => dependents.get(key) ?? [])
let some = colours
const incremental = seconds(() => {
  some = paintSome({ points, reliesOn }, reached)
})
const same = [...some].every(
  ([key, colour]) => JSON.stringify(colours.get(key)) === JSON.stringify(colour),
)
process.stdout.write(
  `${POINTS} points: from scratch ${scratch.toFixed(2)} s; ${reached.size} reached by 1,000 changes ${(incremental * 1_000).toFixed(1)} ms; equal: ${same}\n`,
)
