/**
 * Publishers' own files: what they carry is in the records, against values read from the files by
 * other means.
 */
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { JudicialDecision } from '#contracts/decision.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import { recordToContent } from '#ingest/enrich/record-to-content.ts'
import { codes, readAll } from '#ingest/sources/registry/testing.ts'
import { hasShared, NEEDS_SHARED, sharedPath } from '../corpus/shared.ts'
import { countingEmbedder, openWriteSide, runImport } from './real.ts'

const DILA = 'corpus/publishers/dila-cass'
const AKN = 'corpus/publishers/akoma-ntoso'
const JUDILIBRE = 'corpus/publishers/judilibre/decision.json'
const LONG_MS = 120_000
const TIME = Instant.parse('2026-01-31T00:00:00.000Z')

const isHere = hasShared && [DILA, AKN, JUDILIBRE].every((path) => existsSync(sharedPath(path)))
const named = (what: string): string => (isHere ? what : `${what} ${NEEDS_SHARED}`)

/** The only text between two tags, by a plain search; null where the element is empty or absent. */
const between = (xml: string, name: string): string | null => {
  const found = new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(xml)?.[1]
  return found === undefined ? null : plain(found) || null
}
const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
const everyText = (xml: string, pattern: RegExp): string[] =>
  [...xml.matchAll(pattern)]
    .map(([, text = '']) => plain(text.replaceAll(/<[^>]*>/g, ' ')))
    .filter((text) => text !== '')
const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const CHAMBERS: Readonly<Record<string, string>> = {
  CHAMBRE_CRIMINELLE: 'cr',
  CHAMBRE_SOCIALE: 'soc',
  CHAMBRE_COMMERCIALE: 'comm',
  CHAMBRE_CIVILE_1: 'civ1',
  CHAMBRE_CIVILE_2: 'civ2',
  CHAMBRE_CIVILE_3: 'civ3',
}
const SOLUTIONS: Readonly<Record<string, string>> = {
  Cassation: 'cassation',
  'Cassation partielle': 'cassation_partielle',
  Rejet: 'rejet',
  'QPC - Non-lieu à renvoi au Conseil constitutionnel': 'qpcother',
}
/** `23-80251`, as an identifier is written: `23-80.251`. */
const dotted = (docket: string): string => docket.replace(/(\d{3})$/, '.$1')

/** The publisher cuts a citation after 256 characters. */
const uncut = (citations: readonly string[]): string[] =>
  citations
    .join('\n')
    .replaceAll(/(?<=^.{256})\n/gm, '')
    .split('\n')
    .filter((one) => one !== '')

const dilaFiles = isHere ? (await readdir(sharedPath(DILA))).toSorted() : []

const wordsIn = (text: string): string => text.replaceAll(/[\s.-]+/g, ' ').trim()

/** A record as it becomes content: what the codes and the cleaning leave of it. */
const contentOf = (record: Parameters<typeof recordToContent>[0]) => {
  const content = recordToContent(record, TIME)
  if (isRefusal(content)) throw new Error(`${content.refused}: ${content.reason}`)
  return content
}

describe.skipIf(!isHere)(named('DILA, CASS'), () => {
  test('ten files are there', () => expect(dilaFiles).toHaveLength(10))

  test.each(dilaFiles)('%s: every field', async (name) => {
    const xml = await readFile(join(sharedPath(DILA), name), 'utf8')
    const { items, refusals } = await readAll(xml, name)
    expect(refusals).toEqual([])
    const [item] = items
    if (item === undefined || !('record' in item)) throw new Error('nothing was read')
    const { record, facts } = item
    const { content, flags } = contentOf(record)
    expect(flags).toEqual([])
    const value = (element: string): string => between(xml, element) ?? ''
    const id = value('ID')
    expect(content).toMatchObject({
      title: value('TITRE'),
      language: 'fr',
      jurisdiction: ['FR'],
      contentType: 'jurisprudence',
      publishedAt: `${value('DATE_DEC')}T00:00:00.000Z`,
      licence: 'Licence Ouverte 2.0',
      source: { id, version: null, url: `https://www.legifrance.gouv.fr/juri/id/${id}` },
      judicialDecision: {
        ecli: value('ECLI'),
        jurisdiction: 'FR',
        courtCode: 'fr.ccass',
        courtLevel: COURTS.get('fr.ccass')?.level,
        courtName: { fr: value('JURIDICTION') },
        chamber: CHAMBERS[value('FORMATION')],
        type: value('NATURE').toLowerCase(),
        decisionDate: value('DATE_DEC'),
        solution: SOLUTIONS[value('SOLUTION')],
        solutionLabel: { fr: value('SOLUTION') },
        publication: [xml.includes('publie="oui"') ? 'b' : 'n'],
        licence: 'Licence Ouverte 2.0',
        procedure: {
          completeness: 'partial',
          chronology: [
            {
              relation: 'cassation_of',
              target: { date: value('DATE_DEC_ATT') },
              certainty: 'official',
              evidence: `${value('FORM_DEC_ATT')}, ${value('DATE_DEC_ATT')}`,
            },
          ],
          fate: { status: 'unknown' },
        },
      },
    })
    expect(content.judicialDecision?.identifiers).toEqual([
      { scheme: 'docket', value: dotted(value('NUMERO_AFFAIRE')) },
      { scheme: 'ecli', value: value('ECLI') },
      { scheme: 'juritext', value: id },
      { scheme: 'ruling_number', value: value('NUMERO') },
    ])
    // The text, word for word, whatever its line ends.
    const body = /<BLOC_TEXTUEL>\s*<CONTENU>([\s\S]*?)<\/CONTENU>/.exec(xml)?.[1] ?? ''
    expect(squeezed(content.contentClean)).toBe(plain(body.replaceAll(/<br\s*\/>/g, ' ')))
    expect(content.headnotes.map(({ summary }) => squeezed(summary))).toEqual(
      everyText(xml, /<ANA [^>]*>([\s\S]*?)<\/ANA>/g),
    )
    expect(
      content.headnotes.every((note) => note.sourceText === null && note.legalRuleType === null),
    ).toBe(true)
    const themes = content.judicialDecision?.themes ?? []
    expect(wordsIn(themes.flat().join(' '))).toBe(
      wordsIn(everyText(xml, /<SCT [^>/]*>([\s\S]*?)<\/SCT>/g).join(' ')),
    )
    expect(content.citations).toEqual([
      ...new Set([
        ...uncut(everyText(xml, /<LIEN [^>]*sens="source"[^>]*>([\s\S]*?)<\/LIEN>/g)),
        ...everyText(xml, /<CITATION_JP>([\s\S]*?)<\/CITATION_JP>/g),
      ]),
    ])
    const persons = facts?.persons ?? []
    expect(persons.find(({ office }) => office === 'president')?.name).toBe(value('PRESIDENT'))
    expect(
      persons
        .filter(({ office }) => office === 'lawyers')
        .map((one) => one.name)
        .join(', '),
    ).toBe(value('AVOCATS'))
  })

  test('the same rulings as import records have the same texts, headnotes and citations', async () => {
    const lines = readFileSync(sharedPath('corpus/import/decisions_fr.jsonl'), 'utf8')
      .trim()
      .split('\n')
    const twins = new Map(
      lines.map((line) => [JSON.parse(line).source.id as string, JSON.parse(line)]),
    )
    for (const name of dilaFiles) {
      const { records } = await readAll(await readFile(join(sharedPath(DILA), name)), name)
      const twin = twins.get(records[0]?.source.id ?? '')
      expect(records[0]).toMatchObject({
        title: twin.title,
        text: twin.text,
        headnotes: twin.headnotes ?? [],
      })
      expect(records[0]?.citations).toEqual(uncut((twin.citations ?? []).map(squeezed)))
    }
  })
})

describe.skipIf(!isHere)(named('Judilibre'), () => {
  test('a whole decision: every field', async () => {
    const bytes = await readFile(sharedPath(JUDILIBRE))
    const given = JSON.parse(bytes.toString('utf8'))
    const { records, refusals, notes, items } = await readAll(bytes, 'decision.json')
    expect(refusals).toEqual([])
    const [record] = records
    if (record === undefined) throw new Error('nothing was read')
    const { content, flags } = contentOf(record)
    expect(flags).toEqual([])
    expect(record.text).toBe(given.text)
    expect(content).toMatchObject({
      title: `${given.jurisdiction}, ${given.chamber}, 18 novembre 2020, ${given.number}, ${given.publication[0]}`,
      publishedAt: `${given.decision_date}T00:00:00.000Z`,
      source: { id: given.id, version: given.update_date },
      judicialDecision: {
        ecli: given.ecli,
        courtCode: 'fr.ccass',
        courtName: { fr: given.jurisdiction },
        chamber: 'comm',
        formation: 'fs',
        type: 'autre',
        decisionDate: given.decision_date,
        solution: 'rejet',
        solutionLabel: { fr: given.solution },
        publication: ['b'],
        identifiers: [
          { scheme: 'docket', value: given.number },
          { scheme: 'ecli', value: given.ecli },
          { scheme: 'judilibre', value: given.id },
        ],
        visa: given.visa.map(({ title }: { title: string }) => ({ text: title })),
        procedure: {
          completeness: 'partial',
          chronology: [{ target: { docket: given.contested.number, date: given.contested.date } }],
        },
      },
    })
    expect(content.headnotes.map(({ summary }) => summary)).toEqual(
      [
        given.summary,
        ...given.titlesAndSummaries.map((one: { summary: string }) => one.summary),
      ].map((one: string) => one.trim()),
    )
    const themes = content.judicialDecision?.themes ?? []
    expect(themes).toContainEqual(given.themes)
    for (const one of given.titlesAndSummaries) {
      for (const path of [one.titles, ...one.secondaryTitles]) expect(themes).toContainEqual(path)
    }
    for (const { title } of [...given.visa, ...given.rapprochements])
      expect(content.citations).toContain(title)
    expect(codes(notes).filter((code) => code === 'attachment-left')).toHaveLength(
      given.files.length,
    )
    expect(items).toHaveLength(1)
  })

  test('zones hold the same words before and after the cleaning', async () => {
    const bytes = await readFile(sharedPath(JUDILIBRE))
    const given = JSON.parse(bytes.toString('utf8'))
    const { records, notes } = await readAll(bytes, 'decision.json')
    const [record] = records
    if (record === undefined) throw new Error('nothing was read')
    const { content } = contentOf(record)
    const zones = content.judicialDecision?.zones ?? []
    const spans = Object.values(
      given.zones as Record<string, { start: number; end: number }[]>,
    ).flat()
    expect(zones).toHaveLength(spans.length)
    const ordered = spans.toSorted((a, b) => a.start - b.start)
    for (const [index, { start, end }] of zones.entries()) {
      const span = ordered[index]
      expect(squeezed(content.contentClean.slice(start, end))).toBe(
        squeezed(given.text.slice(span?.start, span?.end)),
      )
    }
    expect(zones.map(({ name }) => name)).toEqual(
      'introduction facts pleas reasons pleas reasons operative annexes'.split(' '),
    )
    // The sample's last zone ends one unit after its text.
    expect(codes(notes)).toContain('zone-repaired')
  })
})

type Manifest = {
  path: string
  work: string
  eli: string
  version: string
  valid_from: string
  valid_to: string | null
}
const manifest: Manifest[] = isHere
  ? readFileSync(join(sharedPath(AKN), 'manifest.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : []
/** Files that do not know that a later consolidation exists: only the manifest does. */
const ENDS_UNKNOWN =
  /(?:a536\/202(?:0-12-21|1-12-22)|02-02-n5\/202[12]-01-01|a539\/202(?:0-12-22|1-07-01))\.xml$/
const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

const bare = (text: string): string =>
  text
    .replaceAll('*', '')
    .replaceAll(/^\s*(\(?[0-9a-z]{1,3}[.)°]\)?)\s+/gm, '')
    .replaceAll(/\s+/g, '')

describe.skipIf(!isHere)(named('Akoma Ntoso, Luxembourg'), () => {
  test('24 files are there', () => expect(manifest).toHaveLength(24))

  test.each(manifest.map((one) => [one.path, one] as const))(
    '%s: every article, its place and its days',
    async (path, one) => {
      const xml = await readFile(join(sharedPath('corpus/publishers'), path), 'utf8')
      const { records, refusals, notes } = await readAll(xml, path)
      expect(refusals).toEqual([])
      expect(codes(notes)).not.toContain('element-unknown')
      const around = ['preamble', 'conclusions'].filter((name) => xml.includes(`</${name}>`))
      const body = xml.slice(xml.indexOf('<body'))
      const anchors = [...body.matchAll(/<article [^>]*\bid="([^"]+)"/g)].map(
        ([, anchor = '']) => anchor,
      )
      const struck = codes(notes).filter((code) => code === 'wording-empty').length
      expect(records.length + struck).toBe(anchors.length + around.length)
      const kept = records.map(({ provision }) => provision?.anchor ?? '')
      const [before, behind] = [around.slice(0, 1), around.slice(1)]
      expect(kept).toEqual([
        ...before,
        ...anchors.filter((anchor) => kept.includes(anchor)),
        ...behind,
      ])
      const ends = one.valid_to === null || ENDS_UNKNOWN.test(path) ? null : dayBefore(one.valid_to)
      for (const record of records) {
        const { content, validity } = contentOf(record)
        const anchor = record.provision?.anchor ?? ''
        expect(content).toMatchObject({
          language: 'fr',
          jurisdiction: ['LU'],
          contentType: 'legislation',
          licence: 'CC BY 4.0',
          provision: { work: one.eli },
          source: { id: `lu-legilux:${one.work}#${anchor}`, version: one.version },
        })
        expect(content.title).not.toMatch(/^Version/)
        expect(validity).toEqual({ validFrom: one.valid_from, validTo: ends })
        if (around.includes(anchor)) {
          const [, own = ''] = xml.split(new RegExp(`</?${anchor}\\b`))
          expect(content.contentClean.replaceAll(/\s+/g, '')).toBe(wordsOf(own))
          continue
        }
        const from = body.indexOf(`id="${anchor}"`)
        const own = body.slice(from, body.indexOf('</article>', from))
        const number = plain(
          (/<num>([\s\S]*?)<\/num>/.exec(own)?.[1] ?? '').replaceAll(/<[^>]*>/g, ''),
        )
        expect(content.provision?.number).toBe(number)
        expect(content.source.url).toBe(
          /uriThis">([^<]*\/art_[^<]*\/\d{8})</.exec(own)?.[1] ?? one.eli,
        )
        // Every word of the article that is not struck out, in order; the marks of lists are added.
        const words = wordsOf(own)
        const written = content.contentClean
          .replaceAll(/^(?:\(?[0-9a-z]{1,3}[.)°]\)?) /gm, '')
          .replaceAll(/\s+/g, '')
        expect(written).toBe(words)
      }
    },
  )

  test('77 of 80 articles have the wording of the import files, but for the marks of lists', async () => {
    const lines = readFileSync(sharedPath('corpus/import/legislation_lu_versions.jsonl'), 'utf8')
      .trim()
      .split('\n')
    const twins = new Map(
      lines.map((line) => {
        const { source, text } = JSON.parse(line)
        return [`${source.id}@${source.version}`, text as string]
      }),
    )
    const other: string[] = []
    for (const { path } of manifest) {
      const { records } = await readAll(
        await readFile(join(sharedPath('corpus/publishers'), path)),
        path,
      )
      for (const { source, text, provision } of records) {
        // The import files have articles alone.
        if (/^(?:preamble|conclusions)$/.test(provision?.anchor ?? '')) continue
        const twin = twins.get(`${source.id}@${source.version}`)
        if (twin === undefined || bare(twin) !== bare(text))
          other.push(`${source.id}@${source.version}`)
      }
    }
    // The import files lost words beside references, or kept what is struck out.
    expect(other.toSorted()).toEqual([
      'lu-legilux:loi-2020-06-20-a536#art_1er@2020-12-21',
      'lu-legilux:rgd-2002-07-08-n1#art_1@2022-01-01',
      'lu-legilux:rgd-2020-06-20-a539#art_3@2021-07-01',
    ])
  })
})

/**
 * The letters of an article by cutting out tags, without what is struck out, its number and its
 * paragraphs' numbers.
 */
const wordsOf = (article: string): string => {
  const text = article
    .slice(article.indexOf('>') + 1)
    .replaceAll(/<scl:JOLUXWork>[\s\S]*?<\/scl:JOLUXWork>/g, '')
    .replaceAll(/<num>[\s\S]*?<\/num>/g, '')
    .replaceAll(/<del>[\s\S]*?<\/del>/g, '')
    .replaceAll(/<ol [^>]*style="del"[\s\S]*?<\/ol>/g, '')
    .replaceAll(/<[^>]*>/g, '')
  return plain(text).replaceAll(/\s+/g, '')
}

describe.skipIf(!isHere)(named('an import of all of them'), () => {
  const open = new Set<() => Promise<void>>()
  afterAll(async () => void (await Promise.all([...open].map((close) => close()))))

  test(
    'records each text once; a second run finds all of it',
    async () => {
      const side = await openWriteSide(countingEmbedder())
      open.add(() => side.close())
      const paths = [DILA, JUDILIBRE, `${AKN}/lu`].map((path) => sharedPath(path))
      const first = await runImport(side.deps, paths)
      expect(first.refusals).toEqual([])
      const { read, imported, revised, unchanged, refused } = first.summary
      expect({ read, refused, sum: imported + revised + unchanged }).toEqual({
        read: 93,
        refused: 0,
        sum: 93,
      })
      const again = await runImport(side.deps, paths)
      expect(again.summary).toMatchObject({
        read: 93,
        imported: 0,
        revised: 0,
        unchanged: 93,
        refused: 0,
      })
      expect(new Set(codes(first.notes))).toEqual(
        new Set(['attachment-left', 'zone-repaired', 'wording-empty']),
      )
    },
    LONG_MS,
  )
})

const recordWith = (ecli: string, decisionDate: string) => ({
  title: 'T',
  text: 'Texte.',
  contentType: 'jurisprudence',
  judicialDecision: { ecli, decisionDate } as never,
  source: { id: 'x' },
})

const judge = (ecli: string, day: string): string => {
  const content = recordToContent(recordWith(ecli, day), TIME)
  return isRefusal(content) ? content.refused : 'ok'
}

test('an ECLI of another year or day than the decision is refused', () => {
  expect(judge('ECLI:FR:CCASS:2020:SO01153', '2020-11-25')).toBe('ok')
  expect(judge('ECLI:FR:CCASS:2021:SO01153', '2020-11-25')).toBe('ecli-date-disagrees')
  expect(judge('ECLI:FR:CECHR:2019:391000.20191206', '2019-12-06')).toBe('ok')
  expect(judge('ECLI:FR:CECHR:2019:391000.20191206', '2019-12-07')).toBe('ecli-date-disagrees')
  expect(JudicialDecision.parse({ ecli: 'ECLI:FR:CC:2020:2020.800.DC' }).ecli).toBe(
    'ECLI:FR:CC:2020:2020.800.DC',
  )
})
