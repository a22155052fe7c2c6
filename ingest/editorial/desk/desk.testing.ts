/** The desk over a log in memory, for tests of its pages. */
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { EmailAddress } from '#contracts/account.ts'
import { ArticleContent } from '#contracts/content.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Instant, Position, Slug } from '#contracts/ids.ts'
import { SCOPES_OF_ROLE, type SignedPerson, StaffId, type StaffRole } from '#contracts/staff.ts'
import { newToken, tokenHashOf } from '#contracts/web/secrets.ts'
import type { WriteDeps } from '../../command-handler/write-deps.ts'
import type { Board, BoardFilter, BoardRow } from '../board/ports.ts'
import { memoryErasing } from '../erasure/memory.testing.ts'
import type { ErasureProposal } from '../erasure/proposals.ts'
import type { ImpactNotice } from '../impact/ports.ts'
import { memoryDesk, type MemoryDesk } from '../desk.testing.ts'
import type { Scratches } from '../scratch/ports.ts'
import type { StaffMember } from '../staff/ports.ts'
import { viewText } from '../text-view.ts'
import { memoryStaff } from '../staff/memory.testing.ts'
import { memoryEditor } from './editor/editor.testing.ts'
import { addDesk } from './desk.ts'
import { makeUploads } from './uploads.ts'

const START = Instant.parse('2026-03-02T08:00:00.000Z')

const fits = (row: BoardRow, filter: BoardFilter): boolean =>
  (filter.status === undefined || filter.status.includes(row.status)) &&
  (filter.author === undefined || row.authors.includes(filter.author)) &&
  (filter.assignedTo === undefined || row.assignedTo === filter.assignedTo) &&
  (filter.pending === undefined || row.pending === filter.pending) &&
  (filter.flag === undefined || row.flags.some(({ code }) => code === filter.flag)) &&
  (filter.words === undefined || row.title.toLowerCase().includes(filter.words.toLowerCase()))

const memoryBoard = (
  write: WriteDeps,
  { log }: Pick<MemoryDesk, 'log'>,
  known: Set<Slug>,
): Board => {
  const rowOf = async (slug: Slug): Promise<BoardRow[]> => {
    const text = await viewText(write, slug)
    if (isRefusal(text)) return []
    const content = (text.draft ?? text.published)?.content
    const last = text.history.at(-1)
    if (content === undefined || last === undefined) return []
    return [
      {
        ...text,
        title: content.title,
        contentType: content.contentType,
        language: content.language,
        jurisdiction: content.jurisdiction,
        sha256Hash: text.draft?.sha256Hash ?? null,
        authors: text.draft?.authors ?? [],
        pending: text.pending?.request ?? null,
        scheduledAt: text.draft?.scheduledAt ?? null,
        stopped: null,
        openComments: text.comments.filter(
          ({ resolved, inReplyTo }) => resolved === null && inReplyTo === null,
        ).length,
        changedAt: last.at,
        changedBy: last.by,
        position: last.position,
      },
    ]
  }
  const all = async (): Promise<BoardRow[]> => {
    const rows = await Promise.all([...known].map(rowOf))
    return rows.flat().toSorted((a, b) => b.position - a.position)
  }
  return {
    list: async (filter, { limit, after }) => {
      const rows = (await all()).filter((row) => fits(row, filter))
      const from = after === null ? 0 : Number(after)
      const next = from + limit < rows.length ? String(from + limit) : null
      return { rows: rows.slice(from, from + limit), next, total: rows.length }
    },
    counts: async () => {
      const counts: Partial<Record<BoardRow['status'], number>> = {}
      for (const { status } of await all()) counts[status] = (counts[status] ?? 0) + 1
      return counts
    },
    position: () => Promise.resolve(Position.parse(log.length)),
    waitFor: () => Promise.resolve(true),
  }
}

const person = (name: string, roles: readonly StaffRole[], number: number): SignedPerson => ({
  id: StaffId.parse(`00000000-0000-4000-8000-00000000000${number}`),
  name,
  roles,
  scopes: new Set(roles.flatMap((role) => SCOPES_OF_ROLE[role])),
  secondFactor: true,
})

/** An author, a reviewer and a publisher, and one who may do everything. */
export const PEOPLE = {
  author: person('Camille Aubry', ['author'], 1),
  reviewer: person('Rémi Leclerc', ['reviewer'], 2),
  publisher: person('Paule Bertin', ['publisher'], 3),
  second: person('Dominique Faure', ['reviewer', 'publisher', 'administrator'], 4),
  protection: person('Sacha Morel', ['data_protection'], 5),
  otherProtection: person('Lou Garnier', ['data_protection'], 6),
} as const
export type PersonName = keyof typeof PEOPLE

const memberOf = ({ id, name, roles }: SignedPerson): StaffMember => ({
  id,
  name,
  roles,
  email: EmailAddress.parse(`${id}@example.org`),
  hasSecondFactor: true,
  disabledAt: null,
})

/** A note of doctrine. */
export const noteOf = (
  slug: string,
  text: string,
  over: Partial<ArticleContent> = {},
): ArticleContent =>
  ArticleContent.parse({
    slug,
    title: 'La clause limitative de responsabilité après la réforme',
    abstract: 'Ce que la réforme change, et ce qu’elle laisse aux juges.',
    contentClean: text,
    language: 'fr',
    jurisdiction: ['FR'],
    legalDomain: ['civil.contracts'],
    contentType: 'doctrine',
    doctrineSubtype: 'article',
    headnotes: [],
    concepts: [],
    judicialDecision: null,
    publishedAt: null,
    provision: null,
    citations: [],
    source: { id: `test:${slug}`, version: null, url: null },
    licence: null,
    ...over,
  })

/** Its text is imported already. */
export const KNOWN_FILE = 'known.md'

export type DeskWorld = {
  readonly app: FastifyInstance
  readonly write: WriteDeps
  readonly known: Set<Slug>
  /** What the texts cite. */
  readonly cited: MemoryDesk['cited']
  readonly notices: ImpactNotice[]
  /** Proposed erasures. */
  readonly erasures: ErasureProposal[]
  readonly erasing: ReturnType<typeof memoryErasing>
  readonly scratches: Scratches
  readonly now: () => Instant
  /** The value of the cookie header of somebody who is signed in. */
  cookieOf(who: PersonName): string
  advance(ms: number): void
}

/** Opens a desk; every text that is drafted must be added to `known`. */
export const openDeskWorld = (): DeskWorld => {
  const memory = memoryDesk()
  const write = memory.deps
  const known = new Set<Slug>()
  const notices: ImpactNotice[] = []
  const erasures: ErasureProposal[] = []
  const tokens = new Map<string, SignedPerson>()
  const cookies = new Map<PersonName, string>()
  let time = Date.parse(START)
  for (const [name, one] of Object.entries(PEOPLE)) {
    const token = newToken()
    tokens.set(Buffer.from(tokenHashOf(token)).toString('hex'), one)
    cookies.set(name as PersonName, `pandect-desk-session=${token}`)
  }
  const members = Object.values(PEOPLE).map(memberOf)
  const team = memoryStaff().store
  const editor = memoryEditor(write.cited)
  const erasing = memoryErasing(memory)
  const app = Fastify()
  app.decorateRequest('failure', null)
  addDesk(app, {
    write,
    board: memoryBoard(write, memory, known),
    impact: {
      list: ({ open }) => {
        const shown = notices.filter(
          ({ settled }) => open === undefined || (settled === null) === open,
        )
        return Promise.resolve({ notices: shown, next: null, total: shown.length })
      },
      settle: (id, by, at) => {
        const index = notices.findIndex((one) => one.id === id)
        const notice = notices[index]
        if (notice === undefined) return Promise.resolve(false)
        notices[index] = { ...notice, settled: { by, at } }
        return Promise.resolve(true)
      },
      reopen: (id) => {
        const index = notices.findIndex((one) => one.id === id)
        const notice = notices[index]
        if (notice !== undefined) notices[index] = { ...notice, settled: null }
        return Promise.resolve(notice !== undefined)
      },
      position: () => Promise.resolve(Position.parse(memory.log.length)),
    },
    staff: {
      byId: (ids) =>
        Promise.resolve(
          new Map(members.filter(({ id }) => ids.includes(id)).map((one) => [one.id, one])),
        ),
      list: () => Promise.resolve(members),
    },
    citing: { citing: () => Promise.resolve([]) },
    erasures: { list: () => Promise.resolve(erasures) },
    erasing,
    cited: write.cited,
    ...editor,
    clock: () => {
      time += 1_000
      return time
    },
    newId: randomUUID,
    publicPage: (slug, { protocol }) => `${protocol}://public.example/t/${slug}`,
    isSearchable: () => Promise.resolve(true),
    team: {
      ...team,
      sessions: {
        ...team.sessions,
        find: (hash) => {
          const found = tokens.get(Buffer.from(hash).toString('hex'))
          return Promise.resolve(
            found === undefined
              ? null
              : { member: memberOf(found), secondFactor: found.secondFactor ? 'passed' : 'none' },
          )
        },
      },
    },
    demonstrationCode: () => Promise.resolve(null),
    limiter: { take: () => Promise.resolve({ allowed: true, remaining: 1, resetSeconds: 1 }) },
    pepper: 'p'.repeat(32),
    uploads: makeUploads(join(tmpdir(), 'pandect-desk-test'), () => Date.now()),
    runImport: async ({ folder, dryRun }) => {
      const names = await readdir(folder)
      if (names.every((name) => name === KNOWN_FILE))
        return {
          total: 1,
          drafts: 0,
          texts: [{ slug: Slug.parse('known'), title: 'Connu', isUnchanged: true }],
          faults: [],
          notes: [],
        }
      return {
        // More than are listed one by one.
        total: 250,
        drafts: 249,
        texts: names.map((name) => ({
          slug: Slug.parse(`from-${name.replaceAll(/[^a-z0-9]+/g, '-')}`),
          title: `Le texte de ${name}`,
          isUnchanged: false,
        })),
        faults: dryRun
          ? [
              {
                file: join(folder, 'note.md'),
                line: 3,
                refused: 'content-type-unknown',
                reason: 'contentType has an unknown value: "doctrin"',
                hint: 'did you mean doctrine?',
                about: { member: 'contentType', value: '"doctrin"', closest: 'doctrine' },
              },
            ]
          : [],
        notes: [
          {
            file: join(folder, 'note.md'),
            line: 7,
            refused: 'front-matter-unclosed',
            reason: 'the front matter has no end',
            hint: 'end it with ---',
          },
        ],
      }
    },
  })
  return {
    app,
    write,
    known,
    cited: memory.cited,
    notices,
    erasures,
    erasing,
    scratches: editor.scratches,
    now: () => Instant.parse(new Date(time).toISOString()),
    cookieOf: (who) => cookies.get(who) ?? '',
    advance: (ms) => {
      time += ms
    },
  }
}
