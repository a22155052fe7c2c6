/**
 * Records that come to about 200,000 passages, made from the real provisions of
 * ../shared/relevance.
 *   node test/bench/many-passages.ts FILE [records]   (default: 70,000 records of three passages)
 *   npm run bench -- FILE --load-minutes 0
 * The same file at every run: words are left out by a seeded draw, so that no two records are
 * alike.
 */
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sharedPath } from '../corpus/shared.ts'
import { seeded } from '../contract/search-fixtures.ts'

const RECORDS = 70_000
const CHARACTERS = 2_300
const WORD_LOSS = 0.08
const SEED = 2026

const [file = '', count = String(RECORDS)] = process.argv.slice(2)
if (file === '') throw new Error('usage: node test/bench/many-passages.ts FILE [records]')

type Provision = { title: string | null; jurisdiction: string; text: string }
const provisions = ['lu_eu_documents.jsonl.gz', 'service_public_documents.jsonl.gz'].flatMap(
  (name) =>
    gunzipSync(readFileSync(sharedPath('relevance', name)))
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Provision),
)
const random = seeded(SEED)
const pick = (): Provision => {
  const provision = provisions[Math.floor(random() * provisions.length)]
  if (provision === undefined) throw new Error('no provisions')
  return provision
}
const varied = (text: string): string =>
  text
    .split(' ')
    .filter(() => random() >= WORD_LOSS)
    .join(' ')

const textOf = (first: Provision): string => {
  let text = varied(first.text)
  while (text.length < CHARACTERS) text += `\n\n${varied(pick().text)}`
  return text.slice(0, CHARACTERS)
}

const out = createWriteStream(file)
for (let index = 0; index < Number(count); index += 1) {
  const provision = pick()
  const record = {
    title: `${(provision.title ?? 'Fiche').slice(0, 200)} (${index})`,
    text: textOf(provision).toWellFormed(),
    language: 'fr',
    jurisdiction: [provision.jurisdiction],
    contentType: 'legislation',
    source: { id: `bench:${index}`, licence: 'Licence Ouverte 2.0' },
  }
  if (!out.write(`${JSON.stringify(record)}\n`)) await once(out, 'drain')
}
out.end()
await once(out, 'finish')
