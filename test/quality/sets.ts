/** The claims and questions of this folder, and which half of the claims is sealed. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { sharedPath } from '../corpus/shared.ts'

const FOLDER = import.meta.dirname

/** Lines that begin with `#` say what a file holds. */
const readRows = (file: string): string[][] =>
  readFileSync(resolve(FOLDER, file), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split('\t'))

/** A sentence of law, and whether the text that it was written against bears it out. */
export type Claim = {
  readonly sourceId: string
  readonly isTrue: boolean
  readonly kind: string
  readonly text: string
  /** Not to be looked at while rules or models are tuned. */
  readonly isSealed: boolean
}

/** The first hex digit of the hash decides, so that a new claim needs no list. */
export const isSealed = (text: string): boolean =>
  Number.parseInt(sha256Hex(text).slice(0, 1), 16) >= 8

export const readClaims = (): Claim[] =>
  readdirSync(join(FOLDER, 'claims'))
    .filter((file) => file.endsWith('.tsv'))
    .toSorted()
    .flatMap((file) => readRows(join('claims', file)))
    .map(([sourceId = '', truth = '', kind = '', text = '']) => {
      if (truth !== 'T' && truth !== 'F') throw new Error(`neither true nor false: ${text}`)
      return { sourceId, isTrue: truth === 'T', kind, text, isSealed: isSealed(text) }
    })

export type Question = {
  /** Source ids of the provisions that answer it; none where the service has to abstain. */
  readonly authorities: readonly string[]
  readonly kind: string
  readonly text: string
}

const WORKS: Readonly<Record<string, (number: string) => string>> = {
  civil: (number) => `code-civil#art${number}`,
  travail: (number) => `code-du-travail/${number.toLowerCase()}`,
  gdpr: (number) => `eu-eurlex:32016r0679:2016-05-04#art_${number}`,
  id: (sourceId) => sourceId,
  dora: (number) => `eu-eurlex:32022r2554:2022-12-27#art_${number}`,
}

/**
 * `civil 1226, civil 1224` names two articles, `id JURITEXT000048242193` a record. The ids of the
 * `crpa` (relations between the public and the administration) are not made of numbers: `crpaIds`
 * knows them by number.
 */
const authoritiesOf = (named: string, crpaIds: ReadonlyMap<string, string>): string[] => {
  if (named === '-') return []
  return named.split(/,\s*/u).map((one) => {
    const [work = '', number = ''] = one.split(' ')
    const id = work === 'crpa' ? crpaIds.get(number) : WORKS[work]?.(number)
    if (id === undefined) throw new Error(`no source id for ${work} ${number}`)
    return id
  })
}

const LAW_OF_ADMINISTRATION = "Code des relations entre le public et l'administration"

type Provision = { source: { id: string }; provision?: { work: string; number: string } }
const idsOfAdministrativeLaw = (): Map<string, string> =>
  new Map(
    readFileSync(sharedPath('corpus', 'import', 'legislation_fr.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Provision)
      .filter(({ provision }) => provision?.work === LAW_OF_ADMINISTRATION)
      .map(({ source, provision }): [string, string] => [provision?.number ?? '', source.id]),
  )

/** The questions of this folder, or of another file with the same columns. */
export const readQuestions = (file = 'questions.tsv'): Question[] => {
  const crpaIds = idsOfAdministrativeLaw()
  return readRows(file).map(([named = '', kind = '', text = '']) => ({
    authorities: authoritiesOf(named, crpaIds),
    kind,
    text,
  }))
}

const SLUG_DIGITS = 8

/** Whether a slug is that of a text with one of these source ids. */
export const isTextOf = (slug: string | undefined, ids: readonly string[]): boolean =>
  ids.some((id) => slug?.endsWith(sha256Hex(id).slice(0, SLUG_DIGITS)) === true)
