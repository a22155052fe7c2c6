import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headingRuns, PART, partAt, showPart } from './wording.ts'

const wordsOf = (text: string): string => text.replaceAll('\n', '')
const shown = (text: string): string => {
  const { parts } = showPart(text, 1, [])
  return Array.from({ length: parts }, (_, index) => showPart(text, index + 1, []))
    .flatMap(({ lines }) => lines)
    .flatMap(({ runs }) => runs.map((run) => run.text))
    .join('')
}

describe('a wording in parts', () => {
  test('keeps each character of each line with words, and cuts no character in two', () => {
    const line = fc.string({ unit: fc.constantFrom('a', ' ', 'é', '𝕏', '\u202e', '# ') })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.filter((one) => one.trim() !== '').join('\n')
        expect(shown(text)).toBe(wordsOf(text))
      }),
    )
  })

  test('of 2 MB without a line break has parts of bounded length', () => {
    const text = 'mot '.repeat(500_000)
    const { parts } = showPart(text, 1, [])
    expect(parts).toBeGreaterThan(40)
    for (let part = 1; part <= parts; part += 1) {
      const units = showPart(text, part, []).lines.flatMap(({ runs }) => runs)
      expect(units.reduce((sum, run) => sum + run.text.length, 0)).toBeLessThanOrEqual(
        PART.unitsMax,
      )
    }
    expect(shown(text)).toBe(text)
  })

  test('of 10,000 headings has parts of bounded height', () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `# ${index}`).join('\n')
    expect(showPart(text, 1, []).lines.length).toBeLessThanOrEqual(PART.linesMax)
  })

  test('marks the span of each comment, also where two overlap and after a rare character', () => {
    const { lines } = showPart('𝕏 un deux trois', 1, [
      { id: 'a', start: 2, end: 9 },
      { id: 'b', start: 5, end: 15 },
    ])
    expect(lines[0]?.runs).toEqual([
      { text: '𝕏 ', ids: [] },
      { text: 'un ', ids: ['a'] },
      { text: 'deux', ids: ['a', 'b'] },
      { text: ' trois', ids: ['b'] },
    ])
  })

  test('shows a heading without its number signs, and a comment about it', () => {
    const { lines } = showPart('### Le bail\n#1 du contrat', 1, [{ id: 'a', start: 2, end: 6 }])
    expect(lines.map(({ level }) => level)).toEqual([3, null])
    expect(headingRuns(lines[0]?.runs ?? [])).toEqual([
      { text: '', ids: [] },
      { text: 'Le', ids: ['a'] },
      { text: ' bail', ids: [] },
    ])
  })

  test('a code point is in the part that shows it', () => {
    const text = `${'a'.repeat(PART.unitsMax)}\n${'b'.repeat(10)}`
    expect([partAt(text, 0), partAt(text, PART.unitsMax + 3)]).toEqual([1, 2])
  })
})
