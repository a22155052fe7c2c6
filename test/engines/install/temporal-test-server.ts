import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cachedFolder } from './cache.ts'
import { copyJars } from './maven.ts'
import { ENGINE_VERSIONS } from './versions.ts'

const EXECUTABLE_MODE = 0o755
const NAME = `engines/temporal-test-server-${ENGINE_VERSIONS.temporalTestServer}`

// The client library starts one program with its arguments, so Java and its class path stand in a
// script.
const SCRIPT = `#!/bin/sh
exec java -Xmx256m -XX:+UseSerialGC -cp "$(dirname "$0")/lib/*" io.temporal.testserver.TestServer "$@"
`

/** Where the server lies once it was installed. */
export const temporalTestServerPath = (cache: string): string => join(cache, NAME, 'test-server')

/**
 * The server that skips time, for tests of timers: a script that starts it, made from its Maven
 * artifact the first time (39 MB). Needs Java and, the first time, Maven. Throws Fault
 * `engine-setup-failed`.
 */
export const installTemporalTestServer = async (
  cache: string,
  environment: Record<string, string | undefined>,
): Promise<string> => {
  await cachedFolder(cache, NAME, async (unfinished) => {
    const artifact = {
      group: 'io.temporal',
      name: 'temporal-test-server',
      version: ENGINE_VERSIONS.temporalTestServer,
    }
    await copyJars(unfinished, [artifact], environment)
    const script = join(unfinished, 'test-server')
    await writeFile(script, SCRIPT)
    await chmod(script, EXECUTABLE_MODE)
  })
  return temporalTestServerPath(cache)
}
