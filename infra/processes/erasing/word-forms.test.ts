import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { makeWordCounter, Words } from './word-forms.ts'

const WORD = 'Krzébolt'
const count = (...chunks: Buffer[]): Promise<number> =>
  makeWordCounter([WORD, 'Oprexiam'])(Readable.from(chunks))

const around = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from('xx\0yy'), bytes, Buffer.from('\xffzz', 'latin1')])
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')

test.each([
  ['plain', Buffer.from(WORD)],
  ['in small letters', Buffer.from(WORD.toLowerCase())],
  ['in capital letters', Buffer.from(WORD.toUpperCase())],
  ['without accents', Buffer.from('krzebolt')],
  ['with combining accents', Buffer.from(WORD.normalize('NFD'))],
  ['in UTF-16', utf16(WORD)],
  ['in UTF-16, big-endian', utf16(WORD).swap16()],
  ['in hexadecimal', Buffer.from(Buffer.from(WORD).toString('hex'))],
  [
    'in hexadecimal of capital letters',
    Buffer.from(Buffer.from(WORD).toString('hex').toUpperCase()),
  ],
  ['in base64', Buffer.from(Buffer.from(`M. ${WORD} et autres`).toString('base64'))],
  ['in base64 of URLs', Buffer.from(Buffer.from(`, ${WORD} ?`).toString('base64url'))],
  [
    'in base64 as a database prints bytes',
    Buffer.from(Buffer.from(Buffer.from(`de ${WORD}, né`).toString('base64')).toString('hex')),
  ],
])('a word is found %s', async (_, bytes) => {
  expect(await count(around(bytes))).toBe(1)
  const [first, second] = [bytes.subarray(0, 4), bytes.subarray(4)]
  expect(await count(first, second), 'cut between two chunks').toBe(1)
})

test('another word is not', async () => {
  expect(await count(Buffer.from('Krzébort, Oprexia m, 4b727a'))).toBe(0)
})

test('words are lines, each once, and not too short', () => {
  expect(Words.parse(` ${WORD} \r\n\n${WORD}\nde la Tour`)).toEqual([WORD, 'de la Tour'])
  for (const text of [
    '',
    '\n',
    'ab',
    'x'.repeat(201),
    Array.from({ length: 101 }, (_, at) => `word ${at}`).join('\n'),
  ])
    expect(Words.safeParse(text).success).toBe(false)
})
