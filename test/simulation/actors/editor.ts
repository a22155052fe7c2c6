/** People who work on texts: they write, review, publish and take back, in any order. */
import { Fault, isRefusal } from '#contracts/fault.ts'
import { Instant, type Sha256Hex, type Slug } from '#contracts/ids.ts'
import type { EditorialAct } from '#ingest/editorial/acts.ts'
import { type ActOutcome, carryOut } from '#ingest/handlers/editorial.ts'
import { loadText, textDecisions } from '#ingest/command-handler/text-handler.ts'
import type { WriteDeps } from '#ingest/command-handler/write-deps.ts'
import type { Random } from '../kernel/random.ts'
import type { World } from '../world.ts'
import { openStores, timeNow } from './stores.ts'

const PEOPLE = ['cli:author', 'cli:reviewer', 'cli:publisher'] as const
const PAUSE_MS = 900
const HOUR_MS = 3_600_000

type Known = Partial<Pick<ActOutcome, 'sha256Hash' | 'tag' | 'status'>>

const revised = async (
  deps: WriteDeps,
  slug: Slug,
  base: Sha256Hex | null,
  random: Random,
): Promise<EditorialAct | null> => {
  const text = await loadText(deps, slug)
  if (isRefusal(text)) return null
  const record = text.state.draft?.content ?? text.state.published?.content
  if (record === undefined) return null
  const context = { actor: 'read', time: timeNow(), correlationId: 'read', causationId: null }
  const content = await textDecisions(deps, context).contentOf(record)
  const more = `${content.contentClean} Le délai est de ${random.between(2, 90)} jours.`
  return { act: 'revise', base, content: { ...content, contentClean: more } }
}

/** What a person does next: mostly what leads to publication, sometimes anything. */
const nextAct = async (
  deps: WriteDeps,
  slug: Slug,
  known: Known,
  random: Random,
): Promise<EditorialAct | null> => {
  const reason = 'parce que'
  const at = Instant.parse(new Date(Date.now() + HOUR_MS).toISOString())
  const onward: Readonly<Record<string, EditorialAct>> = {
    draft: { act: 'submit' },
    in_review: { act: 'approve', sha256Hash: known.sha256Hash ?? ('' as Sha256Hex) },
    approved: { act: 'publish', reason },
  }
  const next = onward[known.status ?? 'draft']
  if (next !== undefined && random.chance(0.75)) return next
  const choice = random.between(0, 8)
  if (choice === 0) return { act: 'unpublish', reason }
  if (choice === 1) return { act: 'withdraw', cause: reason, replacement: null }
  if (choice === 2) return { act: 'delete', reason }
  if (choice === 3) return { act: 'restore', reason }
  if (choice === 4) return { act: 'request-changes', reasons: [reason] }
  if (choice === 5) return { act: 'schedule', at, reason }
  if (choice === 6) return { act: 'cancel-schedule', reason }
  if (choice === 7) return { act: 'discard-draft', reason }
  return revised(deps, slug, known.tag ?? null, random)
}

export const startEditors = (world: World, slugs: readonly Slug[], acts: number): void => {
  const { simulation, oracle } = world
  const known = new Map<Slug, Known>()
  let done = 0
  world.start(
    'editors',
    async (signal, host) => {
      const { write } = openStores()
      while (done < acts && !signal.aborted) {
        done += 1
        await simulation.step('thinks', PAUSE_MS)
        const slug = host.random.pick(slugs)
        const actor = host.random.pick(PEOPLE)
        const correlationId = `act-${done}`
        try {
          const act = await nextAct(write, slug, known.get(slug) ?? {}, host.random)
          if (act === null) continue
          const context = { actor, time: timeNow(), correlationId, causationId: null }
          const outcome = await carryOut(write, slug, act, context)
          const isKnown = !isRefusal(outcome)
          simulation.note(`${act.act} ${slug}: ${isKnown ? outcome.status : outcome.refused}`)
          if (isKnown) known.set(slug, outcome)
          oracle.acknowledged.push({
            correlationId,
            actor,
            position: isKnown ? outcome.position : null,
          })
        } catch (error) {
          if (!(error instanceof Fault)) throw error
        }
      }
    },
    { once: true },
  )
}
