/** The base form and the stem of a word outside a sentence, by its letters alone. */
import { fold } from '../../analysis/fold.ts'
import { stem } from '../../analysis/stem.ts'
import { BASE_FORMS } from '../../lexicon/lexicon.ts'

/** Past participles that the tagger has no infinitive for, by their endings. */
const PARTICIPLES: readonly (readonly [RegExp, string])[] = [
  [/^(.*[eo])ndu$/u, '$1ndre'],
  [/^(.*)perdu$/u, '$1perdre'],
  [/^(.*)mis$/u, '$1mettre'],
  [/^(.*)pris$/u, '$1prendre'],
  [/^(.*[tv])enu$/u, '$1enir'],
  [/^(.*)cu$/u, '$1cevoir'],
  [/^(.*)crit$/u, '$1crire'],
  [/^(.*[ds])uit$/u, '$1uire'],
  [/^(.*)truit$/u, '$1truire'],
  [/^((?!poi|sai|mai).+[aeo])int$/u, '$1indre'],
  [/^(.*)nnu$/u, '$1nnaitre'],
  [/^(.*p)aru$/u, '$1araitre'],
  [/^(.*)couru$/u, '$1courir'],
  [/^(.*)vert$/u, '$1vrir'],
  [/^(.*)ffert$/u, '$1ffrir'],
  [/^(.*)clus?$/u, '$1clure'],
  [/^(.*)quis$/u, '$1querir'],
  [/^(.*)solu$/u, '$1soudre'],
  [/^(.*)ompu$/u, '$1ompre'],
  [/^(.*)attu$/u, '$1attre'],
  [/^(e?)lu$/u, '$1lire'],
  [/^(re|pre)?vu$/u, '$1voir'],
  [/^naquit$|^nait$/u, 'naitre'],
]

/** The ends of what the rules fit, with and without `s`, `e`, `es`: most words have others. */
const MAY_BE_PARTICIPLE = /[ust](?:e?s?)$/u

const asInfinitive = (folded: string): string => {
  if (!MAY_BE_PARTICIPLE.test(folded)) return folded
  for (const form of [folded, folded.replace(/s$/u, ''), folded.replace(/es?$/u, '')]) {
    const rule = PARTICIPLES.find(([ending]) => ending.test(form))
    if (rule !== undefined) return form.replace(rule[0], rule[1])
  }
  return folded
}

const BE =
  /^(?:est|sont|etait|etaient|sera|seront|serait|seraient|soit|soient|fut|furent|ete|etre|etant)$/u
const HAVE = /^(?:a|ont|avait|avaient|aura|auront|aurait|auraient|ait|aient|avoir|ayant|eu)$/u

/** Endings of the plural and the feminine and their base; the first that fits counts. */
const INFLECTIONS: readonly (readonly [RegExp, string])[] = [
  [/^(.{3,})eaux?$/u, '$1eau'],
  [/^(.{2,}[^e])aux$/u, '$1al'],
  [/^(.{3,})euses?$/u, '$1eur'],
  [/^(.{3,})trices?$/u, '$1teur'],
  [/^(.{3,}i)eres?$/u, '$1er'],
  [/^(.{3,})elles?$/u, '$1el'],
  [/^(.{3,})ives?$/u, '$1if'],
  [/^(.{3,})ees?$/u, '$1e'],
  [/^(.{3,}[^s])s$/u, '$1'],
  [/^(.{3,}[aeo]u)x$/u, '$1'],
]

const MAY_BE_INFLECTED = /[eusx]$/u

const singular = (folded: string): string => {
  if (!MAY_BE_INFLECTED.test(folded)) return folded
  const rule = INFLECTIONS.find(([ending]) => ending.test(folded))
  return rule === undefined ? folded : folded.replace(rule[0], rule[1])
}

export const BASES: ReadonlyMap<string, string> = new Map(
  [...BASE_FORMS].map(([form, base]) => [fold(form), fold(base)]),
)

/** The base form of a folded word outside a sentence, as in a lexicon. */
export const baseOfTerm = (folded: string): string => {
  if (BE.test(folded)) return 'etre'
  if (HAVE.test(folded)) return 'avoir'
  return BASES.get(folded) ?? singular(folded)
}

/** The key of a folded word outside a sentence. */
export const keyOfTerm = (folded: string): string => {
  if (BE.test(folded)) return 'etre'
  if (HAVE.test(folded)) return 'avoir'
  return stem(BASES.get(folded) ?? asInfinitive(folded))
}

/** Nothing longer is a word of a language; the rules of endings would read it again and again. */
export const WORD_MAX = 60
