/**
 * Determinism: `npm run test:determinism -- --queries 2000`. The real corpus answers searches of
 * chance with the same bytes (latency aside) from a second process, rebuilt after a restart, page
 * by page, and received in other orders. Exit 1 where an answer differs or an option is wrong.
 */
import { InvalidArgumentError, program } from '@commander-js/extra-typings'
import { hasShared } from '../corpus/shared.ts'
import { compareWorlds } from './worlds.ts'

const DIFFERENCES_SHOWN = 5
const NAME_COLUMN = 28
const SEED_MAX = 2 ** 32 - 1

const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }

const wanted = program
  .name('npm run test:determinism --')
  .option('--queries <n>', 'searches of chance', wholeNumber(1, 100_000), 2_000)
  .option('--orders <n>', 'worlds that receive the texts in another order', wholeNumber(0, 100), 3)
  .option('--each <n>', 'take every n-th text of the corpus', wholeNumber(1, 100), 1)
  .option('--seed <n>', 'repeats a run; drawn if not given', wholeNumber(0, SEED_MAX))
  .option(
    '--model <folder>',
    'of the embedding model, or builtin; the shipped one if not given',
    '',
  )
  .parse()
  .opts()

if (!hasShared)
  program.error('The real corpus is not here: it lies in ../shared beside the checkout.')
const { queries: requests, seed = Math.floor(Math.random() * SEED_MAX), ...others } = wanted
const say = (line: string): void => console.log(line)
const { compared, found } = await compareWorlds({ ...others, requests, seed, say })
say(`\n${found} of ${requests} requests found something`)
for (const { name, sha256, different } of compared) {
  say(`${name.padEnd(NAME_COLUMN)}${sha256}  ${different.length} differ`)
  for (const { request } of different.slice(0, DIFFERENCES_SHOWN))
    say(`    ${JSON.stringify(request)}`)
}
process.exitCode = compared.some(({ different }) => different.length > 0) ? 1 : 0
