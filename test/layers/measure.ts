/**
 * Prints figures about the structure of a checkout: `node test/layers/measure.ts [DIR]`.
 *
 * It imports nothing from this repository, so that it can also run over an older checkout. How it
 * counts:
 * - Files are the TypeScript files that git tracks. A test is a file under `test/`, or one whose
 *   name ends in `.test.ts`. All else is source.
 * - A code line holds at least one token. Blank lines and lines of comment alone do not count.
 * - An import is any `import`, `export … from` or `import()` of another source file, types
 *   included. A file has a single importer if exactly one source file imports it.
 * - Two folders import each other if a source file of each imports a source file of the other.
 *   They are counted twice: with the folder of each file (`ingest/sources/pdf`), and with its first
 *   two levels only (`ingest/sources`). A pair is between rooms if its first levels differ.
 * - The length of a function is the number of its lines from its first to its last token.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { stdout } from 'node:process'
import ts from 'typescript'

type Parsed = {
  readonly lines: number
  readonly codeLines: number
  readonly imports: readonly string[]
  readonly functionLengths: readonly number[]
}

const root = process.argv[2] ?? join(import.meta.dirname, '../..')
const isTest = (file: string): boolean => file.startsWith('test/') || file.endsWith('.test.ts')
const files = execFileSync('git', ['ls-files', '-z', '*.ts'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const known = new Set(files)

/** The path of an imported file from the root; `null` for a package or a file that is not here. */
const resolveImport = (from: string, specifier: string): string | null => {
  if (specifier.startsWith('#')) return known.has(specifier.slice(1)) ? specifier.slice(1) : null
  if (!specifier.startsWith('.')) return null
  const path = normalize(join(dirname(from), specifier))
  return known.has(path) ? path : null
}

const parse = (file: string): Parsed => {
  const text = readFileSync(join(root, file), 'utf8')
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const imports = new Set<string>()
  const functionLengths: number[] = []
  const codeLines = new Set<number>()
  const lineOf = (position: number): number => tree.getLineAndCharacterOfPosition(position).line
  const add = (specifier: ts.Node | undefined): void => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return
    const path = resolveImport(file, specifier.text)
    if (path !== null) imports.add(path)
  }
  const visit = (node: ts.Node): void => {
    const [first, last] = [node.getStart(tree), node.getEnd()]
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0])
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal)
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined)
      functionLengths.push(lineOf(last) - lineOf(first) + 1)
    // getChildren also yields the tokens, which forEachChild leaves out.
    const children = node.getChildren(tree).filter((child) => !ts.isJSDoc(child))
    if (children.length === 0 && last > first)
      for (let line = lineOf(first); line <= lineOf(last); line += 1) codeLines.add(line)
    for (const child of children) visit(child)
  }
  visit(tree)
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  return { lines, codeLines: codeLines.size, imports: [...imports], functionLengths }
}

const parsed = new Map(files.map((file) => [file, parse(file)]))
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const select = (keep: (file: string) => boolean): [string, Parsed][] =>
  [...parsed].filter(([file]) => keep(file))

const sources = select((file) => !isTest(file))
const edges = sources.flatMap(([from, { imports }]) =>
  imports.filter((to) => !isTest(to)).map((to) => ({ from, to })),
)
const roomOf = (path: string): string => path.split('/')[0] ?? ''

/** The pairs of folders that import each other, each folder cut to some levels. */
const findTwoWayPairs = (levels: number): (readonly [string, string])[] => {
  const folderOf = (file: string): string => dirname(file).split('/').slice(0, levels).join('/')
  const pairs = new Map(
    edges
      .map(({ from, to }) => [folderOf(from), folderOf(to)] as const)
      .filter(([from, to]) => from !== to)
      .map((pair) => [pair.join(' '), pair]),
  )
  return [...pairs.values()]
    .filter(([from, to]) => from < to && pairs.has(`${to} ${from}`))
    .toSorted(([a], [b]) => a.localeCompare(b))
}

const importers = Map.groupBy(edges, ({ to }) => to)
const single = sources.filter(([file]) => importers.get(file)?.length === 1)
const INNER_ROOMS = ['ingest', 'query-api', 'workflows']
const intoInfra = edges.filter(
  ({ from, to }) => INNER_ROOMS.includes(roomOf(from)) && roomOf(to) === 'infra',
)

const figures = (chosen: readonly (readonly [string, Parsed])[]): string =>
  [
    `${chosen.length} files`,
    `${sum(chosen.map(([, { lines }]) => lines))} lines`,
    `${sum(chosen.map(([, { codeLines }]) => codeLines))} code lines`,
    `median function ${median(chosen.flatMap(([, { functionLengths }]) => functionLengths))} lines`,
  ].join(', ')

const printPairs = (levels: number, name: string): string[] => {
  const pairs = findTwoWayPairs(levels)
  return [
    `pairs of folders that import each other, ${name}: ${pairs.length}`,
    ...pairs.map(([a, b]) => `  ${a} and ${b}${roomOf(a) === roomOf(b) ? '' : ' (between rooms)'}`),
  ]
}

const mainFiles = sources.filter(([file]) => basename(file) === 'main.ts')
stdout.write(
  `${[
    `all: ${figures([...parsed])}`,
    `source: ${figures(sources)}`,
    `tests: ${figures(select(isTest))}`,
    `source files named main.ts: ${mainFiles.length}`,
    `imports from ${INNER_ROOMS.join(', ')} into infra: ${intoInfra.length}`,
    `files with a single importer: ${single.length} of ${sources.length}`,
    ...printPairs(Infinity, 'folders in full'),
    ...printPairs(2, 'first two levels'),
  ].join('\n')}\n`,
)
