import { describe, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { readSource, type ReadSourceOptions } from './read-source.ts'
import { readWholeDocument } from './read-whole.ts'
import { refusalLine, SOURCE_LIMITS, type SourceItem } from '../source-item.ts'
import { readAll } from './testing.ts'

const MINIMAL = {
  title: 'Un titre',
  text: 'Un texte.',
  contentType: 'doctrine',
  source: { id: 's:1' },
}
const jsonOf = (over: object = {}): string => JSON.stringify({ ...MINIMAL, ...over })

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = async (
  content: string | Uint8Array,
  file = 'in.jsonl',
  options: Partial<ReadSourceOptions> & { chunk?: number } = {},
): Promise<SourceItem[]> => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const items: SourceItem[] = []
  const { chunk = 7, ...rest } = options
  const all = { readDocument: readWholeDocument, ...rest }
  for await (const item of readSource(file, inChunks(bytes, chunk), all)) items.push(item)
  return items
}
/** `line code`, or `line ok`. */
const outcomes = (items: readonly SourceItem[]): string[] =>
  items.map((item) => `${item.line} ${isRefusal(item) ? item.refused : 'ok'}`)
const only = async (...parameters: Parameters<typeof read>): Promise<SourceItem> => {
  const [item, ...others] = await read(...parameters)
  expect(others).toEqual([])
  if (item === undefined) throw new Error('nothing was read')
  return item
}
const lineOfRefusal = (item: SourceItem): string => (isRefusal(item) ? refusalLine(item) : 'ok')

async function* endless(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${jsonOf()}\n{"title":"`)
  const piece = Buffer.alloc(1024 * 1024, 'a')
  for (let sent = 0; sent <= SOURCE_LIMITS.lineBytesMax; sent += piece.length) yield piece
  yield Buffer.from(`"}\n${jsonOf()}\n`)
}

const refusalOf = async (over: object): Promise<string> => lineOfRefusal(await only(jsonOf(over)))

const front = (lines: string, body = 'Le texte.\n'): string => `---\n${lines}\n---\n\n${body}`

describe('JSON Lines', () => {
  test('are read line by line from any chunks; blank lines and line ends do not count', async () => {
    const lines = `${jsonOf()}\n\n${jsonOf({ title: 'é' })}\r\n  \n${jsonOf()}`
    for (const chunk of [1, 5, 64, 10_000]) {
      expect(outcomes(await read(lines, 'a.jsonl', { chunk }))).toEqual(['1 ok', '3 ok', '5 ok'])
    }
  })

  test('keep what can be read when a line is broken', async () => {
    const lines = [jsonOf(), '{"title": "a', jsonOf(), 'nonsense', '[1]', '"text"', jsonOf()]
    expect(outcomes(await read(lines.join('\n')))).toEqual([
      '1 ok',
      '2 json-broken',
      '3 ok',
      '4 json-broken',
      '5 record-not-object',
      '6 record-not-object',
      '7 ok',
    ])
  })

  test('a byte order mark is passed over', async () => {
    expect(outcomes(await read(`\uFEFF${jsonOf()}`))).toEqual(['1 ok'])
  })

  test('a member given twice is refused, at any depth, also where it is written otherwise', async () => {
    const twice = [
      '{"title":"a","title":"b","text":"t","contentType":"doctrine","source":{"id":"1"}}',
      '{"title":"a","text":"t","contentType":"doctrine","source":{"id":"1","id":"2"}}',
      '{"title":"a","t\\u0069tle":"b","text":"t","contentType":"doctrine","source":{"id":"1"}}',
    ]
    expect(outcomes(await read(twice.join('\n')))).toEqual([
      '1 json-duplicate-member',
      '2 json-duplicate-member',
      '3 json-duplicate-member',
    ])
    const values = { title: '"a": "a", \\"b\\": {', text: '{"title":"x","title":"y"}\\' }
    expect(outcomes(await read(jsonOf(values)))).toEqual(['1 ok'])
  })

  test('NUL and half of a surrogate pair are refused, escaped or raw', async () => {
    const lines = [
      jsonOf({ text: 'a\u0000b' }),
      jsonOf().replace('Un texte', 'Un \u0000 texte'),
      jsonOf({ title: 'a\ud800b' }),
      jsonOf({ source: { id: 'x', url: 'https://a.test/\udc00' } }),
      jsonOf({ title: '𝔸 est entier' }),
    ]
    expect(outcomes(await read(lines.join('\n'), 'a.jsonl', { chunk: 4_096 }))).toEqual([
      '1 nul-character',
      '2 nul-character',
      '3 lone-surrogate',
      '4 lone-surrogate',
      '5 ok',
    ])
  })

  test('a line that is not UTF-8 is refused and the next one is read', async () => {
    const latin1 = Buffer.from(jsonOf({ title: 'décision' }), 'latin1')
    const bytes = Buffer.concat([latin1, Buffer.from(`\n${jsonOf()}`)])
    expect(outcomes(await read(bytes))).toEqual(['1 not-utf8', '2 ok'])
  })

  test('a line above its limit is refused without being held', async () => {
    const items: SourceItem[] = []
    for await (const item of readSource('a.jsonl', endless(), {
      readDocument: readWholeDocument,
    }))
      items.push(item)
    expect(outcomes(items)).toEqual(['1 ok', '2 line-too-long', '3 ok'])
  })

  test('a text of 2 MB passes', async () => {
    const line = jsonOf({ text: 'Le contrat oblige. '.repeat(110_000) })
    expect(outcomes(await read(line, 'a.jsonl', { chunk: 65_536 }))).toEqual(['1 ok'])
  })

  test('deep nesting is refused', async () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    const line = jsonOf().replace('"Un texte."', deep)
    expect(outcomes(await read(line, 'a.jsonl', { chunk: 4_096 }))).toEqual(['1 json-too-deep'])
  })

  test('an array and an object over several lines are reported once', async () => {
    expect(outcomes(await read(`[\n${jsonOf()},\n${jsonOf()}\n]`))).toEqual(['1 json-array'])
    expect(outcomes(await read(JSON.stringify(MINIMAL, null, 2)))).toEqual(['1 json-over-lines'])
  })
})

describe('members of a record', () => {
  test.each([
    [{ title: undefined }, 'in.jsonl:1: member-missing: the member title is missing; add title'],
    [{ text: null }, 'in.jsonl:1: member-missing: the member text is missing; add text'],
    [{ source: {} }, 'in.jsonl:1: member-missing: the member source.id is missing'],
    [
      { title: 12 },
      'in.jsonl:1: member-wrong-type: title is a number, not a string; put it in quotes',
    ],
    [
      { jurisdiction: 'FR' },
      'member-wrong-type: jurisdiction is a string, not a list; write it as a list: ["FR"]',
    ],
    [{ titel: 'x' }, 'member-unknown: the member "titel" is not known; did you mean title?'],
    [
      { headnotes: [{ sequence: 1, sumary: 's' }] },
      'member-unknown: the member "sumary" is not known in headnotes.0; did you mean summary?',
    ],
    [{ source: { id: 'a', licens: 'x' } }, 'the member "licens" is not known in source'],
    [
      { validFrom: '2024-02-30' },
      'date-invalid: validFrom is not a day: "2024-02-30"; write the day',
    ],
    [{ headnotes: [{ sequence: 0, summary: 's' }] }, 'member-too-small: headnotes.0.sequence'],
  ])('%j is refused on one clear line', async (over, expected) => {
    expect(await refusalOf(over)).toContain(expected)
  })

  test('all faults of a file are known at once, each on its line, and it is refused once', async () => {
    const file = [
      '---',
      'titel: Une note',
      'contentType: doctrin',
      'doctrineSubtype: note',
      'jurisdiction: [FR, XX]',
      'validFrom: 2024-02-30',
      'language: xx',
      'source: { id: a, licens: b }',
      '---',
      'Le texte.',
    ].join('\n')
    const { items, refusals } = await readAll(file, 'a.md')
    expect(items).toHaveLength(1)
    const [first, ...others] = refusals.flatMap(({ also = [], ...one }) => [one, ...also])
    expect(first).toMatchObject({ line: 8, refused: 'member-unknown' })
    expect(others.map(({ line, refused }) => `${line} ${refused}`)).toEqual([
      '2 member-unknown',
      '1 member-missing',
      '6 date-invalid',
      '3 content-type-unknown',
      '4 doctrine-subtype-unknown',
      '5 jurisdiction-unknown',
      '7 language-unknown',
    ])
    const hints = Object.fromEntries(others.map(({ refused, hint }) => [refused, hint]))
    expect(hints['content-type-unknown']).toMatch(/^did you mean doctrine\? \(jurisprudence, /)
    expect(hints['language-unknown']).toMatch(/\(the nearest of 18\d: /)
  })

  test('no more than twenty faults of one record are told', async () => {
    const domains = Array.from({ length: 50_000 }, (_, index) => `domaine ${index}`)
    const record = { title: 't', text: 't', contentType: 'x', legalDomain: domains, titel: 1 }
    const { refusals } = await readAll(JSON.stringify(record), 'a.jsonl')
    const faults = refusals.flatMap(({ also = [], ...one }) => [one, ...also])
    expect(faults).toHaveLength(20)
    expect(faults.at(-1)?.reason).toContain('(and there are more faults)')
  })

  test('null equals a missing member', async () => {
    const over = {
      slug: null,
      jurisdiction: null,
      headnotes: null,
      source: { id: 'a', version: null },
    }
    expect(outcomes(await read(jsonOf(over)))).toEqual(['1 ok'])
  })
})

describe('Markdown', () => {
  const FRONT = 'title: Un titre\ncontentType: doctrine\nsource:\n  id: s:1'

  test('is front matter and text, without the blank lines around the text', async () => {
    const item = await only(front(FRONT, '\n# A\n\n  Deux.  \n\n\n'), 'a.md')
    expect(item).toMatchObject({
      line: 1,
      record: { title: 'Un titre', text: '# A\n\n  Deux.', source: { id: 's:1' } },
    })
  })

  test('is detected by content under any name, also with CRLF and a byte order mark', async () => {
    const text = `\uFEFF${front(FRONT)}`.replaceAll('\n', '\r\n')
    expect(outcomes(await read(text, 'note.txt'))).toEqual(['1 ok'])
  })

  test('days are texts, as YAML writes them', async () => {
    const item = await only(
      front(`${FRONT}\nvalidFrom: 2024-02-01\npublishedAt: !!timestamp 2024-05-02`),
      'a.md',
    )
    expect(item).toMatchObject({ record: { validFrom: '2024-02-01', publishedAt: '2024-05-02' } })
  })

  test.each([
    ['# Un titre\n\nTexte', 'a.md:1: front-matter-missing'],
    ['---\ntitle: a\n\nTexte', 'a.md:1: front-matter-unclosed'],
    [front('title: "a\ncontentType: b'), 'front-matter-broken'],
    [front('title: a\ntitle: b'), 'a.md:3: front-matter-duplicate-member'],
    [front('- a\n- b'), 'a.md:2: front-matter-not-members'],
    [front(`${FRONT}\ntext: deux`), 'a.md:6: member-unknown'],
    [front(`${FRONT}\njurisdicton: [FR]`), 'a.md:6: member-unknown: the member "jurisdicton"'],
    [front(`${FRONT}\nvalidTo: 31.12.2024`), 'a.md:6: date-invalid'],
    [
      front(`title: a\ncontentType: doctrine\nsource:\n  id: s\n  version: 2`),
      'a.md:6: member-wrong-type',
    ],
    [front('a: &x [1]\nb: *x'), 'front-matter-alias'],
    [
      front(`title: ${'a'.repeat(SOURCE_LIMITS.frontMatterCharactersMax)}`),
      'front-matter-too-long',
    ],
    [front(`a: ${'['.repeat(50)}${']'.repeat(50)}`), 'front-matter-too-deep'],
    [front(`a: ${'['.repeat(9_000)}`), 'front-matter-broken'],
    [front(`${FRONT}\n__proto__: {a: 1}`), 'a.md:6: member-unknown: the member "__proto__"'],
    [front(`${FRONT}\nslug: "a\\0b"`), 'a.md:6: nul-character'],
    ['', 'a.md:1: file-empty'],
  ])('%j is refused at its line', async (text, expected) => {
    expect(lineOfRefusal(await only(text, 'a.md'))).toContain(expected)
  })

  test('a file above its limit is refused', async () => {
    const text = front(FRONT, 'a'.repeat(SOURCE_LIMITS.markdownBytesMax))
    expect(outcomes(await read(text, 'a.md', { chunk: 1024 * 1024 }))).toEqual(['1 file-too-long'])
  })
})

describe('a file of another kind', () => {
  test.each([
    ['a broken PDF', Buffer.from('%PDF-1.7\n%âãÏÓ'), 'pdf-broken'],
    ['a broken ZIP archive', Buffer.from('PK\u0003\u0004....'), 'docx-broken'],
    ['bytes', Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 137) % 256)), 'not-text'],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${jsonOf()}`, 'utf16le'), 'not-utf8'],
    ['UTF-16 without', Buffer.from(jsonOf(), 'utf16le'), 'not-utf8'],
    ['nothing', Buffer.from(''), 'file-empty'],
    ['blank lines', Buffer.from('\n\n \n'), 'file-empty'],
  ])('%s is refused once', async (_, bytes, code) => {
    expect(outcomes(await read(bytes, 'a.jsonl'))).toEqual([`1 ${code}`])
  })

  test('is refused if neither content nor name fits, and read with --as', async () => {
    expect(outcomes(await read('Du texte.', 'note'))).toEqual(['1 format-unknown'])
    expect(outcomes(await read('Du texte.', 'note', { as: 'markdown' }))).toEqual([
      '1 front-matter-missing',
    ])
    expect(outcomes(await read('Du texte.', 'note.md', { as: 'jsonl' }))).toEqual(['1 json-broken'])
  })
})

test('a refusal is always one line', async () => {
  const item = await only(jsonOf({ 'a\nb\u0007': 1 }), 'x\ny.jsonl')
  expect(lineOfRefusal(item)).not.toMatch(/\p{Cc}/u)
})
