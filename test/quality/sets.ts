/** The claims and questions of this folder, and which half of the claims is sealed. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Hex } from '#contracts/canonical/hash.ts'

const FOLDER = import.meta.dirname

const readRows = (file: string): string[][] =>
  readFileSync(join(FOLDER, file), 'utf8')
    .trim()
    .split('\n')
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
const isSealed = (text: string): boolean => Number.parseInt(sha256Hex(text).slice(0, 1), 16) >= 8

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
  dora: (number) => `eu-eurlex:32022r2554:2022-12-27#art_${number}`,
}

/**
 * `civil 1226, civil 1224` names two articles. The ids of the `crpa` (relations between the
 * public and the administration) are not made of numbers: `crpaIds` knows them by number.
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

export const readQuestions = (crpaIds: ReadonlyMap<string, string>): Question[] =>
  readRows('questions.tsv').map(([named = '', kind = '', text = '']) => ({
    authorities: authoritiesOf(named, crpaIds),
    kind,
    text,
  }))
