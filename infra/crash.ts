import { report } from './terminal.ts'

/**
 * An uncaught error ends the process with its code and place, like a command that fails. Node would
 * print the whole error, and with it words of a request or statement.
 */
export const reportCrashes = (): void => {
  process.on('uncaughtException', (error) => {
    process.exit(report(error))
  })
}
