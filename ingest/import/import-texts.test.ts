import { expect, test } from 'vitest'
import { Sha256Hex } from '#contracts/ids.ts'
import { statementNames } from './import-texts.ts'

const A = Sha256Hex.parse('a'.repeat(64))
const B = Sha256Hex.parse('b'.repeat(64))
const unversioned = (fingerprint: Sha256Hex, sourceId = 's') => ({
  sourceId,
  version: null,
  fingerprint,
  isDated: false,
})

test('a source with A, B, A has three states, the same ones in each run', () => {
  const run = () => {
    const name = statementNames()
    return [A, B, A, A].map((one) => name(unversioned(one)))
  }
  expect(run()).toEqual([{ state: A }, { state: B }, { state: `${A}#2` }, { state: `${A}#3` }])
  expect(run()).toEqual(run())
})

test('texts do not share their states', () => {
  const name = statementNames()
  expect(name(unversioned(A, 's'))).toEqual({ state: A })
  expect(name(unversioned(A, 't'))).toEqual({ state: A })
})

test('a state with a name may be given twice, with one content', () => {
  const name = statementNames()
  const stated = { sourceId: 's', version: '2', fingerprint: A, isDated: false }
  expect(name(stated)).toEqual({ state: '2' })
  expect(name(stated)).toEqual({ state: '2' })
  expect(name({ ...stated, fingerprint: B })).toBe('state-conflict')
  expect(name({ ...stated, sourceId: 't', fingerprint: B })).toEqual({ state: '2' })
  // A publisher's files tell which statement came later.
  expect(name({ ...stated, fingerprint: B, isDated: true })).toEqual({ state: '2' })
})
