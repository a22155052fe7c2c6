/**
 * Composition root of editorial acts on texts, of their history and of differences between
 * versions.
 */
import { Actor } from '#contracts/audit.ts'
import { isRefusal } from '#contracts/fault.ts'
import { ArticleId } from '#contracts/ids.ts'
import { type Database, withDatabase } from '../processes/wiring/database.ts'
import { recordAct } from '../postgres/accounts/audit.ts'
import type { Settings } from '../settings.ts'
import { print } from '../terminal.ts'
import { diffVersions, printDiff } from '#ingest/handlers/diff.ts'
import { carryOut, type EditorialAct, type EditorialOutcome } from '#ingest/handlers/editorial.ts'
import { historyOf } from '#ingest/handlers/history.ts'
import type { WriteDeps } from '#ingest/handlers/write-deps.ts'
import { commandActor, type Json, refuse, slugOf } from './arguments.ts'
import { withWriteDeps } from '../processes/wiring/write-deps.ts'
import { contextOf, now } from '../processes/wiring/context.ts'

const AUDITED = {
  publish: 'text.published',
  unpublish: 'text.unpublished',
  delete: 'text.deleted',
} as const

/**
 * The log holds the act with its actor already, in one transaction; this is its line among all
 * other acts.
 */
const audit = async (
  { pool }: Database,
  { slugs }: WriteDeps,
  name: EditorialAct['act'],
  { slug, version }: EditorialOutcome,
): Promise<void> => {
  const stream = await slugs.ownerOf(slug)
  const subject = ArticleId.parse(stream?.slice('article-'.length))
  const actor = Actor.safeParse(commandActor()).data ?? 'system'
  await recordAct(pool, { kind: AUDITED[name], actor, subject, data: { version } })
}

/** One act on each of several texts; a refused one does not stop the others. */
export const editorialAct = (
  settings: Settings,
  name: EditorialAct['act'],
  slugs: readonly string[],
  { json = false, reason = '' }: Json & { readonly reason?: string },
): Promise<void> => {
  const act: EditorialAct = name === 'publish' ? { act: name } : { act: name, reason }
  return withDatabase(settings, name, (database) =>
    withWriteDeps(settings, database, async (deps) => {
      for (const text of slugs) {
        const slug = slugOf(text)
        if (slug === null) continue
        const outcome = await carryOut(deps, slug, act, contextOf(commandActor(), now()))
        if (!isRefusal(outcome)) await audit(database, deps, name, outcome)
        if (isRefusal(outcome)) refuse(slug, outcome)
        else if (json) print(JSON.stringify(outcome))
        else
          print(`${slug} ${outcome.status}${outcome.version === null ? '' : ` ${outcome.version}`}`)
      }
    }),
  )
}

export const history = (settings: Settings, text: string, { json = false }: Json): Promise<void> =>
  withDatabase(settings, 'history', (database) =>
    withWriteDeps(settings, database, async (deps) => {
      const slug = slugOf(text)
      if (slug === null) return
      const found = await historyOf(deps, slug)
      if (isRefusal(found)) return refuse(slug, found)
      if (json) return print(JSON.stringify(found))
      print(
        `${found.slug}  ${found.status}${found.hasDraft ? ', with a draft' : ''}  source ${found.sourceId}`,
      )
      for (const {
        version,
        sha256Hash,
        bump,
        changeClass,
        reasons,
        validities,
      } of found.versions) {
        print(
          `${version}  ${bump}${changeClass === null ? '' : ` (${changeClass})`}  sha256 ${sha256Hash}`,
        )
        for (const reason of reasons) print(`    ${reason}`)
        for (const { validFrom, validTo } of validities) {
          if ((validFrom ?? validTo) !== null)
            print(`    in force ${validFrom ?? '…'} to ${validTo ?? '…'}`)
        }
      }
    }),
  )

export const diff = (settings: Settings, text: string, from: string, to: string): Promise<void> =>
  withDatabase(settings, 'diff', (database) =>
    withWriteDeps(settings, database, async (deps) => {
      const slug = slugOf(text)
      if (slug === null) return
      const found = await diffVersions(deps, slug, { from, to })
      if (isRefusal(found)) return refuse(slug, found)
      for (const line of printDiff(found)) print(line)
    }),
  )
