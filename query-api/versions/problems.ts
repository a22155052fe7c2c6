import type { SemVer } from '#contracts/ids.ts'
import { type Problem, articleNotFound } from '#contracts/web/http/problem.ts'
import { closestVersion, type NoWording } from './versions.ts'

const daysOf = ({ validFrom, validTo }: { validFrom: string | null; validTo: string | null }) =>
  `${validFrom ?? '…'} to ${validTo ?? '…'}`

/** Why a public text has no such wording, in one sentence, with what it has. */
export const sentenceOfNoWording = (none: NoWording): string => {
  if (none.missing === 'version')
    return `The article has no version ${none.version}; it has ${none.known.join(', ')}.`
  if (none.missing === 'erased') return `The words of version ${none.version} were erased.`
  const held = none.held.map((one) => `${daysOf(one)} (${one.version})`)
  return held.length === 0
    ? `No wording was in force on ${none.day}.`
    : `No wording was in force on ${none.day}; held are ${held.join(', ')}.`
}

/** What is wrong with a version that a text does not have. */
export const unknownVersion = (version: string, known: readonly SemVer[]) => {
  const closest = closestVersion({ missing: 'version', version, known })
  return {
    code: 'version_unknown',
    message: 'the article has no such version',
    allowed: [...known],
    ...(closest === undefined ? {} : { closest }),
  }
}

/** The 404 of a public text that has no such wording, with the wordings that it has. */
export const noWordingProblem = (none: NoWording, path = 'version'): Problem => {
  const body = { ...articleNotFound.body, detail: sentenceOfNoWording(none) }
  if (none.missing === 'day')
    return {
      ...articleNotFound,
      body: { ...body, reason: 'no_wording_on_day', held: [...none.held] },
    }
  if (none.missing === 'erased')
    return { ...articleNotFound, body: { ...body, reason: 'version_erased' } }
  return {
    ...articleNotFound,
    body: {
      ...body,
      reason: 'version_unknown',
      details: [{ path, ...unknownVersion(none.version, none.known) }],
    },
  }
}
