import { describe, expect, test } from 'vitest'
import { measureCpuMs } from '../../../../test/cpu-time.ts'
import { tagWords } from './tagging.ts'

describe('words of a long sentence', () => {
  test('keep their places and parts of speech', () => {
    const sentence = 'Le bailleur délivre le logement, '
    const repeated = sentence.repeat(100)
    const words = tagWords(repeated)
    expect(words).toHaveLength(500)
    for (const { raw, start, end } of words) expect(repeated.slice(start, end)).toBe(raw)
    expect(new Set(words.filter(({ raw }) => raw === 'délivre').map(({ pos }) => pos))).toEqual(
      new Set(['verb']),
    )
  })

  test.each(['a', 'à ', 'A1', 'de ', "l'", 'a-', 'É', 'ndu', '§ '])(
    'are tagged in time linear in %j',
    (piece) => {
      const timeOf = (units: number): number =>
        measureCpuMs(() => tagWords(piece.repeat(units / piece.length)))
      timeOf(2_000)
      expect(timeOf(20_000)).toBeLessThan(1_500)
    },
  )
})
