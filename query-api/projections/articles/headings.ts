/** The headings of the sections that hold a provision, as far as they say what it is about. */

const LABEL =
  '(?:partie|livre|titre|chapitre|section|sous-section|paragraphe|sous-paragraphe|annexe|part|book|title|chapter|títol|capítol|secció)'
const NUMBER =
  '(?:[ivxlcdm]+|\\d+|[a-z]|ier|1er|premi[eè]re?|deuxi[eè]me|seconde?|troisi[eè]me|quatri[eè]me|cinqui[eè]me|sixi[eè]me|septi[eè]me|huiti[eè]me|unique|pr[eé]liminaire|l[eé]gislative|r[eé]glementaire)'
/** `Titre II`, `première partie`, `CHAPITRE Ier —`: a place, not a subject. */
const PLACE = new RegExp(
  `^\\s*(?:${NUMBER}\\s+${LABEL}|${LABEL}(?:\\s+${NUMBER}(?:er|bis|ter)?)*)\\s*(?:[-–—:.]\\s*|$)`,
  'iu',
)

/** Each heading without its place, those that say something. */
export const tellingHeadings = (section: readonly string[]): string[] =>
  section.map((heading) => heading.replace(PLACE, '').trim()).filter((rest) => rest !== '')
