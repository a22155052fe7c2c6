import type { Jurisdiction } from '../../vocabulary/texts.ts'
import { NAMED_LAWS, type NamedLaw } from '../../vocabulary/codes.ts'
import { flatten, matchAt, sticky, type Flat } from './flat.ts'
import { trieSource } from './trie.ts'
import type { Work } from './work.ts'

const flatName = (name: string): string => flatten(name).text

/**
 * A stop in an abbreviation and the blank after it are free: `C. civ.`, `C.civ`, `C civ`. A name is
 * read letter by letter.
 */
const unitsOf = (name: string): string[] => {
  const abbreviated = name.includes('.')
  return [...flatName(name)].flatMap((character) => {
    if (character === '.') return ['\\.?']
    if (character === ' ') return [abbreviated ? ' ?' : ' {1,2}']
    return [
      /[a-z0-9]/u.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    ]
  })
}

const bare = (flat: string): string => flat.replace(/[. ]+/gu, '')

const byAlias = new Map<string, NamedLaw[]>()
for (const law of NAMED_LAWS)
  for (const alias of [law.name, ...law.aliases]) {
    const key = bare(flatName(alias))
    byAlias.set(key, [...(byAlias.get(key) ?? []), law])
  }

const ALL = NAMED_LAWS.flatMap(({ name, aliases }) => [name, ...aliases]).map(unitsOf)
const PATTERN = new RegExp(`(?<![a-z0-9])${trieSource(ALL)}(?![a-z0-9])\\.?`, 'gu')
/** Whose code it is, said after its name. */
const OF_COUNTRY = sticky(
  ' ?\\(?(luxembourgeois|lux\\.|monegasque|mon\\.|andorran|francais|fr\\.)e?(?![a-z0-9])\\)?',
)
const COUNTRIES: readonly (readonly [string, Jurisdiction])[] = [
  ['lux', 'LU'],
  ['mon', 'MC'],
  ['and', 'AD'],
  ['fr', 'FR'],
]

/**
 * The law of that name which is meant: the country that is said, else that of the text, else
 * France's, else the only one.
 */
const chosen = (
  laws: readonly NamedLaw[],
  said: Jurisdiction | undefined,
  home: Jurisdiction,
): NamedLaw | undefined => {
  const of = (jurisdiction: Jurisdiction) => laws.find((law) => law.jurisdiction === jurisdiction)
  if (said !== undefined) return of(said)
  return of(home) ?? of('FR') ?? laws[0]
}

/** Acronyms and short names count in capitals only: `CT` is a code, `ct` is not. */
const SHORT = 6
const isWord = ({ original }: Flat, start: number, end: number): boolean => {
  const written = original.slice(start, end)
  return written.length > SHORT || written.includes('.') || written !== written.toLowerCase()
}

/**
 * Codes, treaties and named acts, in order. `home` is the country of the text: its own codes are
 * meant first.
 */
export const namedLawsIn = (flat: Flat, home: Jurisdiction): Work[] => {
  const works: Work[] = []
  for (const match of flat.text.matchAll(PATTERN)) {
    const laws = byAlias.get(bare(match[0]))
    const nameEnd = match.index + match[0].length
    if (laws === undefined || !isWord(flat, match.index, nameEnd)) continue
    const country = matchAt(OF_COUNTRY, flat.text, nameEnd)
    const said = COUNTRIES.find(([prefix]) => country?.[1]?.startsWith(prefix))?.[1]
    const law = chosen(laws, said, home)
    if (law === undefined) continue
    // The stop belongs to an abbreviation, not to a sentence that ends with a code's name.
    const stop =
      match[0].endsWith('.') && !/[a-z]\..|\. ?[a-z]/u.test(match[0].slice(0, -1)) ? 1 : 0
    works.push({
      start: match.index,
      end: country === null || said === undefined ? nameEnd - stop : nameEnd + country[0].length,
      nature: law.kind === 'act' ? 'eu' : law.kind,
      cited: [{ id: law.id, key: law.key, jurisdiction: law.jurisdiction }],
      date: null,
    })
  }
  return works
}
