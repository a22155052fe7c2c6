/** Comments are short lines, and name only what exists in this repository. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const COLUMNS_MAX = 100
const ROOMS = ['contracts', 'ingest', 'infra', 'query-api', 'test', 'workflows']

/** Files whose comments cannot be changed, with the reason. */
const isExempt = (file: string): boolean =>
  // Migrations are frozen: every database records their checksums.
  file.startsWith('infra/postgres/migrations/') ||
  // Generated: its comments are the descriptions of the interface.
  file === 'query-api/client/types.ts'
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((file) => existsSync(join(ROOT, file)) && !isExempt(file))

type Line = { readonly place: string; readonly file: string; readonly text: string }

/** The lines that hold a part of a comment, in full. */
const commentLines = (file: string): Line[] => {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const lines = source.split('\n')
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found = new Map<number, string>()
  const add = ({ pos, end }: ts.CommentRange): void => {
    const first = tree.getLineAndCharacterOfPosition(pos).line
    const last = tree.getLineAndCharacterOfPosition(end).line
    for (let line = first; line <= last; line += 1) found.set(line, lines[line] ?? '')
  }
  const visit = (node: ts.Node): void => {
    for (const comment of ts.getLeadingCommentRanges(source, node.getFullStart()) ?? [])
      add(comment)
    for (const comment of ts.getTrailingCommentRanges(source, node.getEnd()) ?? []) add(comment)
    node.getChildren(tree).forEach(visit)
  }
  visit(tree)
  return [...found].map(([line, text]) => ({ place: `${file}:${line + 1}`, file, text }))
}

const comments = tracked.filter((file) => /\.[cm]?ts$/.test(file)).flatMap(commentLines)
const documents = tracked
  .filter((file) => /^[^/]+\.md$|^contracts\/.*\.md$/.test(file))
  .flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .map((text, at) => ({ place: `${file}:${at + 1}`, file, text })),
  )

const show = ({ place, text }: Line): string => `${place}: ${text.trim()}`

test(`no line of a comment is longer than ${COLUMNS_MAX} columns`, () => {
  expect(comments.filter(({ text }) => text.length > COLUMNS_MAX).map(show)).toEqual([])
})

/** Paths from the root, such as `contracts/toolkit/retry.ts`, and names of documents. */
const PATHS = new RegExp(
  String.raw`(?<![\w/.@#-])(?:\.\.?/)?(?:(?:${ROOMS.join('|')})(?:/[\w.*-]+)+|(?:[\w-]+/)*[\w-]+\.md)(?![\w/*<{-])`,
  'g',
)
const isFile = /\.(?:[cm]?ts|md|json|jsonl|sql|sh|py|onnx|svg)$/
const names = new Set(tracked.map((file) => basename(file)))
const exists = (path: string, from: string): boolean =>
  path.includes('/')
    ? existsSync(join(ROOT, path)) || existsSync(join(ROOT, from, path))
    : names.has(path)
const missingPaths = ({ file, text }: Line): string[] =>
  (text.match(PATHS) ?? [])
    .map((path) => path.replace(/[.,:;]+$/, ''))
    .filter((path) => !/\*|\b(?:NAME|NNNN)/.test(path)) // Places to fill in.
    .filter((path) => isFile.test(path) || /^(?:[\w-]+\/)+[\w-]+$/.test(path))
    .filter((path) => !exists(path, dirname(file)))

test('every path that a comment names exists', () => {
  expect(
    comments.flatMap((line) => missingPaths(line).map((path) => `${line.place}: ${path}`)),
  ).toEqual([])
})

test('every path that a document names exists', () => {
  expect(
    documents.flatMap((line) => missingPaths(line).map((path) => `${line.place}: ${path}`)),
  ).toEqual([])
})

const OUTSIDE = /\b(?:CONVENTIONS|SPEC|DESIGN|STYLE)\b|\b(?:ENGINES|TYPESENSE)(?:\.md|, | §)/
test('no comment or document refers to a document outside this repository', () => {
  const found = [...comments, ...documents].filter(({ text }) => OUTSIDE.test(text))
  expect(found.map(show)).toEqual([])
})
