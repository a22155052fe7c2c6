import type { Command } from '@commander-js/extra-typings'
import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { recomputeFromResponse } from '#contracts/canonical/article.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import { EXIT } from '../terminal.ts'
import { printResult, refuse } from './output.ts'
import { jsonOption, readText } from './reading.ts'

const readArticle = async (file: string): Promise<string> => {
  try {
    return file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8')
  } catch (cause) {
    throw new Fault('file-unreadable', `${file} can't be read`, {
      cause,
      hint: 'give a file that holds the answer of GET /articles/{slug}, or - for standard input',
    })
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Fault('not-json', { cause })
  }
}

/** Recomputes the hash of an article from the public response alone. */
export const verify = (command: Command): void =>
  void command
    .argument('<file>', 'a JSON file, or - for standard input', readText)
    .addOption(jsonOption())
    .action(async (file, options) => {
      const outcome = recomputeFromResponse(parseJson(await readArticle(file)))
      if (isRefusal(outcome)) return refuse(outcome, file)
      const matches = outcome.stated === outcome.sha256Hash
      if (!matches) process.exitCode = EXIT.failed
      printResult(options, { ...outcome, matches }, [
        `recomputed ${outcome.sha256Hash} (${outcome.profile})`,
        `stated     ${outcome.stated}`,
        matches
          ? 'the hash is right'
          : 'THE HASH IS WRONG: this is not the text that was published',
      ])
    })
