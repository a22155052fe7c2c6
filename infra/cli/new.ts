/** Writes the Markdown file of a new text. */
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { Argument, type Command, Option } from '@commander-js/extra-typings'
import { slugFor } from '#contracts/canonical/identity.ts'
import { refusalByCode } from '#contracts/fault.ts'
import { templateOf, TEMPLATES } from '#ingest/sources/markdown/template.ts'
import { writeFault } from '../new-file.ts'
import { printResult, refuse } from './output.ts'
import { jsonOption, readLanguage, type ReadSettings, readTitle } from './reading.ts'

/** The digits of a slug name its source, which no file name needs. */
const DIGITS = /-[0-9a-f]{8}$/

const fileFor = (type: string, title: string): string =>
  `${title === '' ? type.replace('_', '-') : slugFor(title, '').replace(DIGITS, '')}.md`

const isExisting = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** Writes the file whole; false if there is one already. */
const written = async (file: string, content: string): Promise<boolean> => {
  try {
    await writeFile(file, content, { flag: 'wx' })
    return true
  } catch (error) {
    if (isExisting(error)) return false
    throw writeFault(file, error)
  }
}

export const newText = (command: Command, _settings: ReadSettings): void =>
  void command
    .addArgument(new Argument('<type>', 'what it is to be').choices(TEMPLATES))
    .argument('[file]', 'where to write it; default: a file named after its title')
    .addOption(new Option('--title <title>', 'its title').argParser(readTitle).default(''))
    .addOption(
      new Option('--language <tag>', 'its language (BCP 47)').argParser(readLanguage).default('fr'),
    )
    .addOption(jsonOption())
    .action(async (type, given, { title, language, json }) => {
      const file = given ?? fileFor(type, title)
      const sourceId = `manuscript:${randomUUID()}`
      if (!(await written(file, templateOf(type, { title, language, sourceId }))))
        return refuse(refusalByCode('file-exists'), file)
      printResult({ json }, { file, sourceId }, [
        `${file} written; fill in the title and the text, then: pandect import ${file}`,
      ])
    })
