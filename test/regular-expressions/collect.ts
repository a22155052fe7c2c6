/** Every regular expression of the program: literals by the parser, others as they are made. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '../..')
const OF_TESTS = /^test\/|\.(?:test|testing|bench)\.ts$/
/** Programs that do their work when they are loaded; their expressions are literals. */
const NOT_LOADED = new Set(['infra/wasm/write.ts'])

export type Found = { readonly place: string; readonly source: string; readonly flags: string }

const sourceFiles = (): string[] =>
  execFileSync('git', ['ls-files', '*.ts', '*.mjs'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !OF_TESTS.test(file))

type OfFile = { readonly literals: Found[]; makesOthers: boolean }

const inFile = (file: string): OfFile => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: OfFile = { literals: [], makesOthers: false }
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.literals.push({
        place: `${file}:${line}`,
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      })
    }
    const isMade =
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      node.expression.getText() === 'RegExp'
    if (isMade) found.makesOthers = true
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

/** Loads modules and collects what their constants make with `new RegExp`. */
const madeBy = async (files: readonly string[]): Promise<Found[]> => {
  const made: Found[] = []
  const ordinary = globalThis.RegExp
  globalThis.RegExp = new Proxy(ordinary, {
    construct: (target, parts: [string, string?], newTarget) => {
      const { source, flags } = Reflect.construct(target, parts, newTarget) as RegExp
      const frames = (new Error('where').stack ?? '').split('\n').slice(2)
      const file = files.find((one) => frames.some((frame) => frame.includes(`/${one}:`)))
      if (file !== undefined) made.push({ place: file, source, flags })
      return Reflect.construct(target, parts, newTarget) as RegExp
    },
  })
  try {
    for (const file of files) await import(pathToFileURL(join(ROOT, file)).href)
  } finally {
    globalThis.RegExp = ordinary
  }
  return made
}

export const nameOf = ({ source, flags }: Pick<Found, 'source' | 'flags'>): string =>
  `/${source}/${flags}`

/** Each expression once, with the first place where it is. */
export const collectExpressions = async (): Promise<readonly Found[]> => {
  const files = sourceFiles().map((file) => ({ file, ...inFile(file) }))
  const making = files.filter(({ file, makesOthers }) => makesOthers && !NOT_LOADED.has(file))
  const all = [
    ...files.flatMap(({ literals }) => literals),
    ...(await madeBy(making.map(({ file }) => file))),
  ]
  return [...new Map(all.toReversed().map((one) => [nameOf(one), one])).values()].toReversed()
}
