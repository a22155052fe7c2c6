/** What the simulated PostgreSQL does for each prepared statement of the program, by name. */
import type { StatementRule } from './rule.ts'
import { ACCOUNT_STATEMENTS } from './statements-money.ts'
import { LOG_STATEMENTS } from './statements-log.ts'
import { NOTIFIER_STATEMENTS } from './statements-webhooks.ts'
import { READ_MODEL_STATEMENTS } from './statements-read-models.ts'

export const STATEMENTS: Readonly<Record<string, StatementRule>> = {
  ...LOG_STATEMENTS,
  ...READ_MODEL_STATEMENTS,
  ...ACCOUNT_STATEMENTS,
  ...NOTIFIER_STATEMENTS,
}
