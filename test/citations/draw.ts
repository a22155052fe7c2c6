/**
 * Draws the 300 sentences that are labelled by hand: `node test/citations/draw.ts [SEED]` prints
 * the seed on stderr and one place a line on stdout. Two thirds of each file's share come from
 * sentences with a digit or a word of reference, the others from all its sentences, so that both
 * what is found and what is found wrongly can be counted.
 */
import {
  type CorpusRecord,
  fieldsOf,
  recordsOf,
  type SentencePlace,
  sentencesOf,
  sha256Of,
} from './sentences.ts'

const SEED = 20_261_121
const CHARACTERS_MIN = 25
const CHARACTERS_MAX = 900

/** Sentences drawn from each file and kind of field: 300 in all. */
const SHARES: readonly (readonly [file: string, field: 'text' | 'citations', count: number])[] = [
  ['decisions_fr.jsonl', 'text', 119],
  ['decisions_fr.jsonl', 'citations', 40],
  ['headnotes_fr.jsonl', 'text', 36],
  ['doctrine_fr.jsonl', 'text', 30],
  ['legislation_fr.jsonl', 'text', 36],
  ['legislation_eu.jsonl', 'text', 14],
  ['legislation_lu_versions.jsonl', 'text', 13],
  ['legislation_mc.jsonl', 'text', 8],
  ['legislation_ad.jsonl', 'text', 4],
]
const REFERENCE = /\d|article|code|\bloi\b|d[ée]cret|r[èe]glement|directive|arr[êe]t\b|constituci/iu

/** mulberry32, a 32-bit generator: small, seeded, the same everywhere. */
const random = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Drawn = { readonly place: SentencePlace; readonly hinted: boolean }

const placesOf = (file: string, kind: string, record: CorpusRecord): Drawn[] =>
  fieldsOf(record)
    .filter(([field]) => field.startsWith(kind))
    .flatMap(([field, text]) =>
      sentencesOf(text)
        .filter(([start, end]) => end - start >= CHARACTERS_MIN && end - start <= CHARACTERS_MAX)
        .map(([start, end]) => ({
          hinted: REFERENCE.test(text.slice(start, end)),
          place: {
            file,
            id: record.source.id,
            version: record.source.version ?? null,
            field,
            start,
            end,
            sha256: sha256Of(text.slice(start, end)),
          },
        })),
    )

const shuffled = <T>(items: readonly T[], next: () => number): T[] =>
  items
    .map((item) => ({ item, key: next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)

/** The first ones that were not taken before. */
const take = (from: readonly Drawn[], wanted: number, seen: Set<string>): SentencePlace[] => {
  const taken: SentencePlace[] = []
  for (const { place } of from) {
    if (taken.length === wanted) break
    if (seen.has(place.sha256)) continue
    seen.add(place.sha256)
    taken.push(place)
  }
  return taken
}

/** The same seed draws the same sentences; no wording is drawn twice. */
const draw = (seed: number): SentencePlace[] => {
  const next = random(seed)
  const seen = new Set<string>()
  return SHARES.flatMap(([file, kind, count]) => {
    const pool = shuffled(
      recordsOf(file).flatMap((record) => placesOf(file, kind, record)),
      next,
    )
    const hintedCount = Math.ceil((count * 2) / 3)
    const hinted = pool.filter((one) => one.hinted)
    return [...take(hinted, hintedCount, seen), ...take(pool, count - hintedCount, seen)]
  })
}

const seed = Number(process.argv[2] ?? SEED)
process.stderr.write(`seed ${seed}\n`)
for (const place of draw(seed)) process.stdout.write(`${JSON.stringify(place)}\n`)
