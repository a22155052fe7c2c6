import { expect, test } from 'vitest'
import type { SourceRemoval } from '../source-item.ts'
import { removalsOf, STATED_MAX, statedIds } from './stated-again.ts'

const ID = 'JURITEXT000099000001'
const removal = (id: string): SourceRemoval => ({
  file: 'a',
  line: 1,
  removal: { kind: 'document', id, path: null, at: null },
})

test('what an archive states by the name of a file stays', () => {
  const stated = statedIds()
  stated.addFile(`a.tar!x/${ID}.xml`)
  const marked = removalsOf([removal(ID), removal('other')], stated)
  expect(marked?.map((one) => one.removal.isStatedAgain === true)).toEqual([true, false])
})

test('an archive with more ids than are kept deletes nothing: removals-too-many-texts', () => {
  const stated = statedIds()
  for (let at = 0; at <= STATED_MAX; at += 1)
    stated.addFile(`JURITEXT${String(at).padStart(12, '0')}.xml`)
  expect(removalsOf([removal('other')], stated)).toBeNull()
})
