/** An export as JSON Lines. */
import type { ExportManifest } from '#contracts/http/export.ts'
import { endLine, type ExportedLine } from './lines.ts'

/** The bytes of a part, a piece a batch; the manifest is made when all lines are read. */
export async function* jsonLines(
  batches: AsyncIterable<readonly ExportedLine[]>,
  manifest: () => ExportManifest,
): AsyncGenerator<Buffer> {
  for await (const lines of batches)
    yield Buffer.from(lines.map(({ line }) => `${line}\n`).join(''))
  yield Buffer.from(`${endLine(manifest())}\n`)
}
