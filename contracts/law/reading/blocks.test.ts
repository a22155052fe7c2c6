import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'

const textOf = (contentClean: string) => ({ contentClean, judicialDecision: null })

test('paragraphs are the lines of the text, numbered, at their places', () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('Vu.', ' ', '\n', '## Motifs', '😀', '#'), { maxLength: 60 }),
      (parts) => {
        const text = parts.join('')
        const lines = text.split('\n').map((line) => line.trim())
        const wanted = lines.filter((line) => line !== '' && !/^#{1,6} .+$/u.test(line))
        const found = blocksOf(textOf(text)).flatMap((block) =>
          block.kind === 'paragraph' ? [block] : [],
        )
        expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(wanted)
        expect(found.map(({ number }) => number)).toEqual(wanted.map((_, index) => index + 1))
      },
    ),
  ))

test('levels of headings begin at 3 and never skip one on the way down', () => {
  const levels = blocksOf(textOf('## A\nx\n#### B\n### C\n## D\n# E')).flatMap((block) =>
    block.kind === 'heading' ? [block.level] : [],
  )
  expect(levels).toEqual([3, 4, 4, 3, 3])
})
