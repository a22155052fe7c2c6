/** The paths of themes in the summary of a decision (titrage). */
import type { XmlElement } from '../xml/tree.ts'
import { attribute, childrenNamed, lineText } from '../xml/walk.ts'

type Path = readonly string[]

/** First words of headings. Two long words in capitals are a heading without standing here. */
const HEADINGS = new Set(
  (
    'ADOPTION ALIMENTS AMNISTIE APPEL ARBITRAGE ASSOCIATION ASSURANCE ASTREINTE AVOCAT BAIL BANQUE BANQUEROUTE BOURSE ' +
    'CASSATION CAUTIONNEMENT CHANTAGE CHASSE CHEQUE COMMUNE COMMUNAUTE COMPENSATION COMPETENCE CONCUBINAGE CONCURRENCE ' +
    'CONTREFAÇON CONTREFACON COPROPRIETE CREDIT DEPOT DETENTION DIFFAMATION DIVORCE DONATION DOUANES ELECTIONS EMPLOI ' +
    'ENLEVEMENT ENTREPRISE ESCROQUERIE ETRANGER EXPERTISE EXPROPRIATION EXTRADITION FAMILLE FAUX FILIATION GAGE GARDE ' +
    'GREVE HYPOTHEQUE INDIVISION INJURES INSTRUCTION INTERVENTION JUGEMENT LIBERALITES LOTISSEMENT MAGISTRAT MAJEUR ' +
    'MANDAT MARIAGE MINEUR MITOYENNETE MUTUALITE NANTISSEMENT NATIONALITE NOTAIRE NOVATION PAIEMENT PARTAGE PEINES ' +
    "POSSESSION PRESCRIPTION PRESSE PRET PREUVE PRISON PRIVILEGES PROCEDURE PROPRIETE PROXENETISME PRUD'HOMMES RECEL " +
    'RECIDIVE REFERE REHABILITATION REQUISITIONS SAISIE SCELLES SEQUESTRE SERVITUDE SOCIETE SOLIDARITE STUPEFIANTS ' +
    'SUBROGATION SUCCESSION SYNDICAT TESTAMENT TRANSACTION TRANSPORTS TRAVAIL TUTELLE URBANISME USUFRUIT VENTE VIOL VOL'
  ).split(' '),
)
/** After these words, capitals are a name. */
const LEADING_ON = new Set(
  (
    'à au aux de des du en et la le les ou par pour sur société sociétés caisse caisses convention ' +
    'accord'
  ).split(' '),
)
const CAPITALS = /^\p{Lu}[\p{Lu}'’,-]*$/u
const LONG = /\p{Lu}{4}/u
/** A heading may say in brackets what it covers: `ASSURANCE (règles générales)`. */
const PARTICULARS = /(?<! ) \([^()]{1,80}\)$/u

const segments = (path: string): string[] =>
  path
    .split(/(?<!\s)\s+-\s+/)
    .map((segment) => segment.replace(/\.$/, '').trim())
    .filter((segment) => segment !== '')

/**
 * Headings are in capitals, so the text before one ends in a small letter: `CONTRAT DE TRAVAIL`
 * is one heading.
 */
const endsWithHeading = (segment: string, heading: string): boolean =>
  segment.endsWith(` ${heading}`) && /\p{Ll}[^\p{L}]*$/u.test(segment.slice(0, -heading.length - 1))

/** The words in capitals at the end of a segment, if they have the form of a heading. */
const headingIn = (segment: string): string | undefined => {
  const [particulars = ''] = PARTICULARS.exec(segment) ?? []
  const words = segment.slice(0, segment.length - particulars.length).split(' ')
  const before = words.findLastIndex((word) => !CAPITALS.test(word))
  const heading = words.slice(before + 1)
  const leading = words[before]?.toLowerCase()
  if (leading === undefined || LEADING_ON.has(leading)) return undefined
  const isNamed = HEADINGS.has(heading[0]?.replace(/,$/, '') ?? '')
  if (!isNamed && heading.filter((word) => LONG.test(word)).length < 2) return undefined
  return heading.join(' ') + particulars
}

/** Parts a path before each heading that `headingOf` finds at the end of a segment. */
const parted = (
  path: Path,
  headingOf: (segment: string, index: number) => string | undefined,
): Path[] => {
  const paths: string[][] = [[]]
  for (const [index, segment] of path.entries()) {
    const heading = headingOf(segment, index)
    if (heading === undefined) {
      paths.at(-1)?.push(segment)
      continue
    }
    paths.at(-1)?.push(segment.slice(0, -heading.length).trim())
    paths.push([heading])
  }
  return paths.filter((one) => one.length > 0)
}

/**
 * Every path of themes, main ones and references, each once. A REFERENCE may hold several paths one
 * behind the other without a sign between them. It is parted before a heading that begins another
 * path of the same summary, and before one that its form tells, since a path goes on after its
 * heading.
 */
export const themesOf = (summary: XmlElement | null): Path[] => {
  const read = childrenNamed(summary, 'SCT')
    .map((sct) => ({
      path: segments(lineText(sct)),
      isReference: attribute(sct, 'TYPE') === 'REFERENCE',
    }))
    .filter(({ path }) => path.length > 0)
  const headings = [...new Set(read.map(({ path: [first = ''] }) => first))].toSorted(
    (a, b) => b.length - a.length,
  )
  const all = read.flatMap(({ path, isReference }) =>
    parted(
      path,
      (segment, index) =>
        headings.find((one) => endsWithHeading(segment, one)) ??
        (isReference && index < path.length - 1 ? headingIn(segment) : undefined),
    ),
  )
  return [...new Map(all.map((path) => [path.join('\u0000'), path])).values()]
}
