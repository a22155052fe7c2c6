/** Names of texts, such as `article:code-civil:1240`, as lawyers write them. */
import { NAMED_LAWS } from '#contracts/vocabulary/codes.ts'
import type { Language } from '#contracts/web/language.ts'

const LAW_NAMES: ReadonlyMap<string, string> = new Map(
  NAMED_LAWS.toReversed().flatMap(({ id, key, name, kind }) => {
    const written = kind === 'code' ? name.replace(/^Code /u, 'code ') : name
    return [id, key].map((one) => [one.toLowerCase(), written] as const)
  }),
)

const FEMININE = /^(?:loi|constitution|convention|charte|directive|déclaration)\b/iu
const VOWEL = /^[aeiouyàâéèêëîïôœù]/iu

/** The name of a law after its article, `du code civil`; the key of one without a known name. */
const ofLaw = (language: Language, key: string): string => {
  const name = LAW_NAMES.get(key)
  if (name === undefined) return `(${key.replaceAll('-', ' ')})`
  if (language === 'en') return `of the ${name}`
  if (VOWEL.test(name)) return `de l’${name}`
  return FEMININE.test(name) ? `de la ${name}` : `du ${name}`
}

const CODED_NUMBER = /^([a-z]{1,3})(\d.*)$/u
/** `l1221-1` as `L. 1221-1`. */
const articleNumber = (number: string): string => {
  const [, letters, digits] = CODED_NUMBER.exec(number) ?? []
  return letters === undefined || digits === undefined
    ? number
    : `${letters.toUpperCase()}.\u00a0${digits}`
}

const NUMBER_SIGNS = { fr: 'n°', en: 'no.' } as const

/** A name in the reader's language; one of a kind without words as it is. */
const nameInWords = (language: Language, name: string): string => {
  const [kind = '', ...rest] = name.split(':')
  const value = rest.join(':')
  const [first = '', second] = rest
  switch (kind) {
    case 'ecli':
      return name.toUpperCase()
    case 'docket':
      return `${NUMBER_SIGNS[language]}\u00a0${value.toUpperCase()}`
    case 'celex':
      return `CELEX\u00a0${value.toUpperCase()}`
    case 'article':
      return second === undefined
        ? `article\u00a0${articleNumber(first)}`
        : `article\u00a0${articleNumber(second)} ${ofLaw(language, first)}`
    case 'act':
    case 'work':
      return LAW_NAMES.get(value) ?? value.replaceAll('-', ' ')
    default:
      return rest.length === 0 ? name : value.toUpperCase()
  }
}

/** Each once; an article without its law says nothing beside the same one with it. */
export const namesInWords = (language: Language, names: readonly string[]): string[] => {
  const isRepeated = (name: string): boolean =>
    /^article:[^:]+$/u.test(name) &&
    names.some((one) => /^article:[^:]+:/u.test(one) && one.endsWith(name.slice('article'.length)))
  return [
    ...new Set(
      names.filter((name) => !isRepeated(name)).map((name) => nameInWords(language, name)),
    ),
  ]
}
