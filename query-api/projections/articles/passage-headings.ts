/** The heading of each passage: the part of a ruling, or the heading above it in the text. */
import type { ContentRecord } from '#contracts/content.ts'
import type { JudicialDecision } from '#contracts/decision.ts'
import { HEADING_LINE } from '#contracts/law/headings/heading-line.ts'
import { tellingHeadings } from './headings.ts'

type Zone = JudicialDecision['zones'][number]

/** As French rulings name their parts. */
const ZONE_NAMES: Readonly<Record<Zone['name'], string>> = {
  introduction: 'Introduction',
  facts: 'Exposé du litige',
  pleas: 'Moyens',
  reasons: 'Motifs',
  operative: 'Dispositif',
  annexes: 'Annexes',
}

/** The members of a wording that say where its passages are. */
type HeadedContent = Pick<ContentRecord, 'provision'> & {
  readonly judicialDecision: Pick<JudicialDecision, 'zones'> | null
}

/** A longer line is a sentence that begins like a heading. In UTF-16 units. */
const HEADING_MAX = 160

type Heading = { readonly start: number; readonly text: string }

const bare = (line: string): string =>
  line
    .trim()
    .replace(/^#{1,6} /u, '')
    .replaceAll('**', '')
    .trim()

/** The headings of a text in order, with where their lines start. Linear in the text. */
const headingsIn = (contentClean: string): Heading[] => {
  const headings: Heading[] = []
  for (let start = 0; start < contentClean.length;) {
    const lineFeed = contentClean.indexOf('\n', start)
    const end = lineFeed < 0 ? contentClean.length : lineFeed
    if (end - start <= HEADING_MAX) {
      const line = contentClean.slice(start, end)
      const text = HEADING_LINE.test(line) ? bare(line) : ''
      if (text !== '') headings.push({ start, text })
    }
    start = end + 1
  }
  return headings
}

/** The zone that holds most of a passage; its overlap with the one before counts less. */
const zoneOf = (
  zones: readonly Zone[],
  { start, end }: { readonly start: number; readonly end: number },
): string | null => {
  const shared = zones.map((zone) => ({
    zone,
    units: Math.min(zone.end, end) - Math.max(zone.start, start),
  }))
  const most = Math.max(0, ...shared.map(({ units }) => units))
  const zone = most === 0 ? undefined : shared.find(({ units }) => units === most)?.zone
  return zone === undefined ? null : ZONE_NAMES[zone.name]
}

/**
 * The passages with their headings: the zone of the ruling, else the last heading that starts
 * before the middle of the passage, else the last section above a provision that says something.
 */
export const withHeadings = <T extends { readonly start: number; readonly end: number }>(
  passages: readonly T[],
  content: HeadedContent,
  contentClean: string,
): (T & { readonly heading: string | null })[] => {
  if (passages.length === 0) return []
  const zones = content.judicialDecision?.zones ?? []
  const headings = zones.length > 0 ? [] : headingsIn(contentClean)
  const section = tellingHeadings(content.provision?.section ?? []).at(-1) ?? null
  return passages.map((passage) => {
    const middle = (passage.start + passage.end) / 2
    const heading =
      zoneOf(zones, passage) ?? headings.findLast(({ start }) => start <= middle)?.text ?? section
    return { ...passage, heading }
  })
}
