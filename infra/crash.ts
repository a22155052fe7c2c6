import { report } from './terminal.ts'

/**
 * What nobody caught ends the process with its code and place, as a command that fails does. Node
 * would print the error whole, and with it the words of a request or of a statement.
 */
export const reportCrashes = (): void => {
  process.on('uncaughtException', (error) => {
    process.exit(report(error))
  })
}
