/** A full or partial date as a text writes it: `1er mai`, `juin 2015`, `17 mars 2023`, `2016`. */
export type MentionedDate = {
  readonly day: number | null
  readonly month: number | null
  readonly year: number | null
  readonly start: number
  readonly end: number
}

const MONTHS = [
  ['janvier', 'january', 'gener'],
  ['fevrier', 'février', 'february', 'febrer'],
  ['mars', 'march', 'març'],
  ['avril', 'april', 'abril'],
  ['mai', 'may', 'maig'],
  ['juin', 'june', 'juny'],
  ['juillet', 'july', 'juliol'],
  ['aout', 'août', 'august', 'agost'],
  ['septembre', 'september', 'setembre'],
  ['octobre', 'october'],
  ['novembre', 'november'],
  ['decembre', 'décembre', 'december', 'desembre'],
] as const
const NUMBER_OF = new Map<string, number>(
  MONTHS.flatMap((names, index) => names.map((name): [string, number] => [name, index + 1])),
)
const MONTH = [...NUMBER_OF.keys()].join('|')
const YEAR = '(?:1[5-9]|20)\\d{2}'
const NOT_INSIDE = '(?<![\\p{L}\\p{N}./-])'
const PATTERN = new RegExp(
  `${NOT_INSIDE}(?:(?:(?<day>\\d{1,2})(?:er|re|st|nd|rd|th)?\\s+(?:de\\s+|d['’]\\s*|of\\s+)?)?(?<month>${MONTH})(?![\\p{L}])(?:\\s+(?:de\\s+)?(?<year>${YEAR})(?!\\d))?` +
    `|(?<iso>${YEAR}-\\d{2}-\\d{2})(?!\\d)` +
    `|(?<=\\b(?:en|in|année|depuis|since|from|avant|after|après|l'any|el)\\s)(?<alone>${YEAR})(?![\\d/.-]))`,
  'giu',
)

const num = (text: string | undefined): number | null => (text === undefined ? null : Number(text))

/**
 * The dates of a text, in order; offsets in UTF-16 units. A month alone is a date only with a day
 * or a year.
 */
export const datesIn = (text: string): MentionedDate[] => {
  const dates: MentionedDate[] = []
  for (const match of text.matchAll(PATTERN)) {
    const { day, month, year, iso, alone } = match.groups ?? {}
    const place = { start: match.index, end: match.index + match[0].length }
    if (iso !== undefined) {
      const [y, m, d] = iso.split('-').map(Number)
      dates.push({ day: d ?? null, month: m ?? null, year: y ?? null, ...place })
    } else if (alone !== undefined)
      dates.push({ day: null, month: null, year: num(alone), ...place })
    else if (month !== undefined && (day !== undefined || year !== undefined)) {
      dates.push({
        day: num(day),
        month: NUMBER_OF.get(month.toLowerCase()) ?? null,
        year: num(year),
        ...place,
      })
    }
  }
  return dates
}

/** Whether two dates share a part and no part differs. */
export const agree = (a: MentionedDate, b: MentionedDate): boolean => {
  const parts = ['year', 'month', 'day'] as const
  const both = parts.filter((part) => a[part] !== null && b[part] !== null)
  return both.length > 0 && both.every((part) => a[part] === b[part])
}

/** Whether `known` includes every part of `claimed`. */
export const covers = (known: MentionedDate, claimed: MentionedDate): boolean =>
  (['year', 'month', 'day'] as const).every(
    (part) => claimed[part] === null || claimed[part] === known[part],
  )
