/** Every style in which a text can be cited. */
import { bibtexEntry } from './bibtex.ts'
import type { CitationOptions, CitedText } from './cited-text.ts'
import { cslItem } from './csl.ts'
import { europeanCitation } from './european.ts'
import { frenchCitation } from './french.ts'
import { joined } from './print.ts'
import { risRecord } from './ris.ts'

export const CITATION_STYLES = ['fr', 'eu', 'csl-json', 'ris', 'bibtex', 'link', 'proof'] as const
export type CitationStyle = (typeof CITATION_STYLES)[number]

/** The citation with what proves the wording: version, permanent address, hash. */
const proofOf = (text: CitedText, options: CitationOptions): string => {
  const citation =
    options.language === 'fr' ? frenchCitation(text, options) : europeanCitation(text, options)
  return joined([
    citation,
    `version ${text.version}`,
    options.address,
    `SHA-256 ${text.sha256Hash}`,
  ])
}

/** CSL-JSON is a list of one entry, as its schema asks. */
const cslJson = (text: CitedText, options: CitationOptions): string =>
  JSON.stringify([cslItem(text, options)], null, 2)

const MAKERS: Readonly<
  Record<CitationStyle, (text: CitedText, options: CitationOptions) => string>
> = {
  fr: frenchCitation,
  eu: europeanCitation,
  'csl-json': cslJson,
  ris: risRecord,
  bibtex: bibtexEntry,
  link: (_, { address }) => address,
  proof: proofOf,
}

/** The citation of a text in a style. */
export const cite = (style: CitationStyle, text: CitedText, options: CitationOptions): string =>
  MAKERS[style](text, options)

/** Media types, and the endings of files. */
export const STYLE_FILES: Readonly<
  Record<CitationStyle, { readonly mediaType: string; readonly ending: string }>
> = {
  fr: { mediaType: 'text/plain', ending: 'txt' },
  eu: { mediaType: 'text/plain', ending: 'txt' },
  'csl-json': { mediaType: 'application/vnd.citationstyles.csl+json', ending: 'csl.json' },
  ris: { mediaType: 'application/x-research-info-systems', ending: 'ris' },
  bibtex: { mediaType: 'application/x-bibtex', ending: 'bib' },
  link: { mediaType: 'text/plain', ending: 'txt' },
  proof: { mediaType: 'text/plain', ending: 'txt' },
}
