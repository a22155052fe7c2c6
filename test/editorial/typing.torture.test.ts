/**
 * Two people type in a text of 2 MB while the server is replaced by one that has the tables alone,
 * as after a kill: nothing that was acknowledged is lost, and typing is no fact. The clock is
 * compressed: each round is `ROUND_MS` of typing.
 * `TYPING_ROUNDS=1800` is one hour with 20 kills.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Instant, Slug } from '#contracts/ids.ts'
import { settleRested } from '#ingest/editorial/scratch/rest.ts'
import { rememberedTexts } from '#ingest/editorial/scratch/save-scratch.ts'
import { viewText } from '#ingest/editorial/text-view.ts'
import {
  browserOf,
  fieldsOf,
  type Member,
  member,
  openEditorWorld,
  serveEditor,
} from './editor-world.ts'

const ROUNDS = Number(process.env['TYPING_ROUNDS'] ?? 120)
const ROUND_MS = 2_000
const KILLS = 20
const SAVES = 3
const LIMIT_MS = 1_800_000
const LONG = Array.from({ length: 12_000 }, (_, at) =>
  `Alinéa ${at}. ${'Le preneur paie le loyer aux termes convenus. '.repeat(3)}`.trim(),
).join('\n\n')

const ANNA = member('Anna', 'author')
const BRUNO = member('Bruno', 'author')

test(
  'no word is lost, with few facts and blobs',
  async () => {
    const world = await openEditorWorld([ANNA, BRUNO])
    let { app } = world
    /** A server that died: another one remembers nothing and has the tables alone. */
    const kill = async (): Promise<void> => {
      app.server.closeAllConnections()
      await app.close()
      app = serveEditor({ ...world.deps, remembered: rememberedTexts() }, [ANNA, BRUNO])
    }
    const begin = await browserOf(app, ANNA).get(`/desk/new/${randomUUID()}`)
    const made = await browserOf(app, ANNA).send(begin, { title: 'Long', text: LONG, act: 'save' })
    const slug = /texts\/([a-z0-9-]+)/.exec(String(made.headers.location))?.[1] ?? ''
    const path = `/desk/texts/${slug}/edit`
    const [facts, blobs] = [await world.facts(), await world.blobs()]

    const open = async (who: Member, isFirst: boolean) => {
      let page = await browserOf(app, who).get(path)
      let fields = new Map(fieldsOf(page.body))
      let text = fields.get('text') ?? ''
      const stored = { text: '', members: '', sequence: 0, base: null as string | null }
      const load = async (): Promise<void> => {
        page = await browserOf(app, who).get(path)
        fields = new Map(fieldsOf(page.body))
        text = fields.get('text') ?? ''
        stored.text = sha256Hex(text)
        stored.members = /data-members-sha256="([^"]+)"/.exec(page.body)?.[1] ?? ''
        stored.sequence = Number(fields.get('sequence'))
        stored.base = fields.get('base') ?? null
      }
      await load()
      return {
        /** Types a word that occurs once, and has it acknowledged. */
        type: async (word: string): Promise<void> => {
          // At either end, so that both drafts merge.
          const at = isFirst ? text.indexOf('\n\n') : text.length
          const next = `${text.slice(0, at)} ${word}${text.slice(at)}`
          const save = {
            window: fields.get('window'),
            sequence: stored.sequence + 1,
            base: stored.base,
            known: { text: stored.text, members: stored.members },
            splice: { start: at, removed: 0, inserted: ` ${word}` },
            text: null,
            result: sha256Hex(next),
            members: null,
          }
          const send = (change: object) =>
            browserOf(app, who).json(page, '/desk/editor/scratch', {
              subject: `text/${slug}`,
              save: { ...save, ...change },
            })
          const first = await send({})
          // As the script does: a colleague saved meanwhile, or the change does not fit.
          const answer = first.statusCode === 200 ? first : await send({ splice: null, text: next })
          const saved = answer.json<typeof stored & { kept: boolean }>()
          expect(saved.kept, answer.body).toBe(true)
          Object.assign(stored, saved)
          text = next
        },
        save: async (): Promise<void> => {
          const answer = await browserOf(app, who).send(page, { text, act: 'save' })
          expect(answer.statusCode, answer.body.slice(0, 200)).toBeLessThan(400)
          await load()
        },
      }
    }
    const writers = [await open(ANNA, true), await open(BRUNO, false)]
    const words: string[] = []
    const everyKill = Math.max(1, Math.floor(ROUNDS / KILLS))
    const everySave = Math.max(1, Math.floor(ROUNDS / SAVES))
    for (let round = 1; round <= ROUNDS; round += 1) {
      world.time.now += ROUND_MS
      for (const [index, writer] of writers.entries()) {
        const word = `mot${index}x${round}`
        await writer.type(word)
        words.push(word)
      }
      if (round % everyKill === 0) await kill()
      if (round % everySave === 0) for (const writer of writers) await writer.save()
      const now = Instant.parse(new Date(world.time.now).toISOString())
      if (round % everySave === 0)
        await settleRested(
          {
            write: world.deps.write,
            merge: world.deps.work.merge,
            scratches: world.deps.scratches,
            remembered: rememberedTexts(),
            personOf: async (id) =>
              [ANNA, BRUNO].find(({ person }) => person.id === id)?.person ?? null,
            newId: randomUUID,
          },
          now,
        )
    }
    for (const writer of writers) await writer.save()
    const view = await viewText(world.deps.write, Slug.parse(slug))
    if (isRefusal(view)) throw new Error(view.refused)
    const kept = new Set(view.draft?.content.contentClean.split(/\s+/))
    expect(words.filter((word) => !kept.has(word))).toEqual([])
    expect((await world.facts()) - facts).toBeLessThanOrEqual(20)
    expect((await world.blobs()) - blobs).toBeLessThanOrEqual(12)
    await app.close()
    await world.close()
  },
  LIMIT_MS,
)
