/** The texts of a simulated publisher and of simulated editors. */
import { slugFor } from '#contracts/canonical/identity.ts'
import type { Slug } from '#contracts/ids.ts'
import type { ImportRecord } from '#ingest/sources/import-record.ts'
import type { SourceItem } from '#ingest/sources/source-item.ts'
import type { Random } from '../kernel/random.ts'
import { OFFICIAL } from './stores.ts'

const CODE = 'Code de la consommation'
const LICENCE = 'Licence Ouverte 2.0'

const DUTIES = [
  'Le professionnel informe le consommateur du prix.',
  'Le vendeur délivre un bien conforme au contrat.',
  'La clause abusive est réputée non écrite.',
  'Le délai de rétractation est de quatorze jours.',
  'Le consommateur peut demander la réparation du bien.',
]
const numberOf = (place: number): string => `L. 2${place + 1}1-${place + 1}`

const provision = (random: Random, place: number, state: number): ImportRecord => ({
  title: `Article ${numberOf(place)} du code de la consommation`,
  text: `${random.pick(DUTIES)} Le délai est de ${random.between(2, 90)} jours.`,
  contentType: 'legislation',
  jurisdiction: ['FR'],
  provision: { work: CODE, number: numberOf(place) },
  source: { id: `code:${numberOf(place)}`, version: `v${state}`, licence: LICENCE },
})

const note = (random: Random, place: number, cited: number): ImportRecord => ({
  title: `Note ${place}`,
  text: `${random.pick(DUTIES)} Selon l'article ${numberOf(cited)} du code de la consommation, le délai est de ${random.between(2, 90)} jours.`,
  contentType: 'doctrine',
  jurisdiction: ['FR'],
  source: { id: `note:${place}`, licence: 'CC BY 4.0' },
})

/** A record that no import takes. */
const badRecord = (random: Random, place: number): ImportRecord => ({
  ...provision(random, place, 1),
  contentType: random.pick(['poetry', '']),
  source: { id: `bad:${place}`, licence: LICENCE },
})

const slugOf = ({ title, source }: ImportRecord): Slug => slugFor(title, source.id)

export type Corpus = {
  readonly items: readonly SourceItem[]
  readonly badRecords: number
  /** Good records: the id of the source, and its version where it has one. */
  readonly statements: readonly { readonly name: string; readonly line: number }[]
  /** Texts that editors work on. */
  readonly notes: readonly Slug[]
  readonly slugs: readonly Slug[]
}

/** `isCitedOften`: many notes on few provisions, whose weight grows while they are served. */
export const makeCorpus = (
  random: Random,
  { isCitedOften }: { readonly isCitedOften: boolean },
): Corpus => {
  const provisions = random.between(1, isCitedOften ? 2 : 4)
  const notes = isCitedOften ? random.between(2, 6) : random.between(0, 3)
  const records: { readonly file: string; readonly record: ImportRecord; readonly bad: boolean }[] =
    []
  const states = random.between(1, 3)
  for (let state = 1; state <= states; state += 1)
    for (let place = 0; place < provisions; place += 1)
      if (state === 1 || random.chance(0.6))
        records.push({
          file: `${OFFICIAL}/code.jsonl`,
          record: provision(random, place, state),
          bad: false,
        })
  for (let place = 0; place < notes; place += 1)
    // Between the states of what they cite, so that their sources change later.
    records.splice(random.between(Math.min(provisions, records.length), records.length), 0, {
      file: '/editors/notes.jsonl',
      record: note(random, place, random.between(0, provisions - 1)),
      bad: false,
    })
  for (let place = random.between(0, 2); place > 0; place -= 1)
    records.splice(random.between(0, records.length), 0, {
      file: `${OFFICIAL}/code.jsonl`,
      record: badRecord(random, place),
      bad: true,
    })
  const good = records.filter(({ bad }) => !bad)
  return {
    items: records.map(({ file, record }, at) => ({ file, line: at + 1, record })),
    badRecords: records.length - good.length,
    statements: records.flatMap(({ record: { source }, bad }, at) =>
      bad
        ? []
        : [
            {
              name: source.version == null ? source.id : `${source.id} ${source.version}`,
              line: at + 1,
            },
          ],
    ),
    notes: good
      .filter(({ file }) => file.startsWith('/editors'))
      .map(({ record }) => slugOf(record)),
    slugs: [...new Set(good.map(({ record }) => slugOf(record)))],
  }
}
