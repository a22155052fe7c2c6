/**
 * The bill under fire: `npm run test:billing -- [--calls 100000] [--seed N]`. Prints its seed first
 * and one JSON object at the end; exit 1 where headers, ledger and meter do not agree.
 */
import { parseArgs } from 'node:util'
import { runBilling } from './run.ts'

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.error('usage: npm run test:billing -- [--calls 100000] [--seed N]')
  process.exit(0)
}
const [calls, seed] = [Number(values.calls), Number(values.seed)]
console.error(`seed ${seed}, ${calls} calls`)
const report = await runBilling({
  calls,
  seed,
  onProgress: (answered, kills) => console.error(`${answered} answered, ${kills} kills`),
})
console.log(JSON.stringify(report, null, 2))
if (!report.agreed) process.exitCode = 1
