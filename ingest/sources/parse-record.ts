import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { ImportRecord } from './import-record.ts'
import { faultsOfIssues } from './issue-refusal.ts'
import { checkValues } from './record-checks.ts'
import { type RecordFault, type RecordRefusal, refusalOfFaults } from './source-item.ts'

const NUL = '\u0000'

const badText = (text: string): Refusal | null => {
  if (text.includes(NUL)) {
    return {
      refused: 'nul-character',
      reason: 'there is a NUL character, which no text has',
      hint: 'remove it, and look at what wrote it: the text around it may be damaged too',
    }
  }
  if (text.isWellFormed()) return null
  return refusalByCode('lone-surrogate')
}

/**
 * The first string, value or name, that is not valid text. The reader of the format limits the
 * depth.
 */
const findBadText = (value: unknown, path: string): RecordFault | null => {
  if (typeof value === 'string') {
    const bad = badText(value)
    return bad && { ...bad, path, reason: path === '' ? bad.reason : `in ${path}, ${bad.reason}` }
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const bad =
      findBadText(name, path) ?? findBadText(inner, path === '' ? name : `${path}.${name}`)
    if (bad !== null) return bad
  }
  return null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Treats `null` as a missing member. */
const withoutNulls = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))

/** Stands in for members that are missing or of another type, so that the others are checked. */
const ANY_RECORD = { title: '-', text: '-', contentType: 'custom', source: { id: '-' } }

/** The faults of the members whose shape is right, so that all faults are known at once. */
const faultsBeside = (
  members: Record<string, unknown>,
  faults: readonly RecordFault[],
): RecordFault[] => {
  const faulty = new Set(faults.map(({ path }) => path.split('.')[0]))
  const right = Object.entries(members).filter(([name]) => !faulty.has(name))
  const parsed = ImportRecord.safeParse({ ...ANY_RECORD, ...Object.fromEntries(right) })
  return parsed.success ? checkValues(parsed.data) : []
}

/**
 * Parses a record: its members, and that every string is text. `enrich/record-to-content.ts` checks
 * the vocabularies.
 */
export const parseRecord = (value: unknown): ImportRecord | RecordRefusal => {
  if (!isObject(value)) {
    return { ...refusalByCode('record-not-object'), path: '' }
  }
  const bad = findBadText(value, '')
  if (bad !== null) return bad
  const members = withoutNulls(value)
  if (isObject(members['source'])) members['source'] = withoutNulls(members['source'])
  const parsed = ImportRecord.safeParse(members)
  if (parsed.success) return parsed.data
  const faults = faultsOfIssues(parsed.error, ImportRecord, members)
  const refused = refusalOfFaults([...faults, ...faultsBeside(members, faults)])
  if (refused === null) throw new RangeError('a failed parsing names an issue')
  return refused
}

export const isRecordRefusal = (value: ImportRecord | RecordRefusal): value is RecordRefusal =>
  isRefusal(value)
