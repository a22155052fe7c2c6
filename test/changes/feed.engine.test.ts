/** The Atom feed of texts, read by PyPI's feedparser. */
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { Position, Slug } from '#contracts/ids.ts'
import type { ChangePlaces } from '#query-api/changes/ports.ts'
import { changeAt, makeChangesOf } from '#query-api/changes/changes.testing.ts'
import { makeHarness } from '../api/harness.ts'
import { cachedFolder, cacheFolder, runTool } from '../engines/install/cache.ts'
import { HAS_PYTHON, NEEDS_PYTHON } from '../examples/python-client.ts'

const run = promisify(execFile)
const LOCK = join(import.meta.dirname, 'feedparser/requirements.txt')
const PIP = ['-m', 'pip', '--quiet', '--disable-pip-version-check', 'install', '--no-deps']
const TIMEOUT_MS = 240_000

const READ = `import feedparser, json, sys
feed = feedparser.parse(sys.argv[1])
print(json.dumps({"bozo": feed.bozo, "version": feed.version, "id": feed.feed.id,
  "updated": feed.feed.updated, "links": {one.rel: one.href for one in feed.feed.links},
  "archive": "fh_archive" in feed.feed,
  "entries": [{"id": one.id, "title": one.title, "link": one.link, "updated": one.updated,
    "tags": [tag.term for tag in one.get("tags", [])]} for one in feed.entries]}))`

type Read = {
  bozo: number | boolean
  version: string
  id: string
  updated: string
  links: Record<string, string>
  archive: boolean
  entries: { id: string; title: string; link: string; updated: string; tags: string[] }[]
}

/** The library, installed once into the cache as its lock says. */
const installed = async (): Promise<string> => {
  const python = spawnSync('python3', ['--version'], { encoding: 'utf8' }).stdout
  const name = createHash('sha256')
    .update(await readFile(LOCK))
    .update(python)
    .digest('hex')
    .slice(0, 16)
  return cachedFolder(cacheFolder(process.env), join('feedparser', name), async (target) => {
    const args = [...PIP, '--require-hashes', '--target', target, '-r', LOCK]
    const hint = 'the test of the feed needs a package index, or a filled cache'
    await runTool('python3', args, { env: process.env, hint })
  })
}

const gone = changeAt(1, { position: '000000000001002', type: 'article.withdrawn' })
const CHANGES = [
  changeAt(1),
  changeAt(2, { type: 'article.updated', reasons: ['title < & changed.'] }),
  changeAt(1_001),
  { ...gone, replacement: Slug.parse('text-2') },
  changeAt(3_500),
]
const places: ChangePlaces = {
  lastOfTexts: async (through) => {
    const last = CHANGES.findLast(({ position }) => Number(position) <= through)
    return last === undefined ? null : Position.parse(Number(last.position))
  },
}

test.skipIf(!HAS_PYTHON)(
  `feedparser reads the feed and its archives (${NEEDS_PYTHON})`,
  async () => {
    const library = await installed()
    const { app } = makeHarness({ changes: makeChangesOf(CHANGES), changePlaces: places })
    onTestFinished(() => app.close())
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const read = async (address: string): Promise<Read> => {
      const env = { ...process.env, PYTHONPATH: library }
      const { stdout } = await run('python3', ['-c', READ, address], { env })
      return JSON.parse(stdout) as Read
    }
    const found: Read[] = []
    for (let next: string | undefined = `${origin}/feeds/articles.atom`; next !== undefined;) {
      const feed = await read(next)
      expect(feed).toMatchObject({ version: 'atom10', id: `${origin}/feeds/articles.atom` })
      expect(feed.bozo).toBeFalsy()
      expect(feed.links['self']).toBe(next)
      found.push(feed)
      next = feed.links['prev-archive']
    }
    expect(found.map(({ entries }) => entries.map(({ link }) => link))).toEqual([
      [`${origin}/t/text-3500`],
      [`${origin}/t/text-1001`],
      [`${origin}/t/text-2`, `${origin}/t/text-1`],
    ])
    expect(found.map(({ archive }) => archive)).toEqual([false, true, true])
    expect(found[2]?.entries[0]?.tags).toEqual(['article.updated'])
    const tombstones = await (await fetch(`${origin}/feeds/articles/2.atom`)).text()
    const [first] = CHANGES
    expect(tombstones).toContain(`<at:deleted-entry ref="urn:uuid:${first?.articleId}"`)
    expect(tombstones).toContain(`article.withdrawn; see ${origin}/t/text-2`)
    for (const none of ['4', '0', 'x', '99999'])
      expect((await fetch(`${origin}/feeds/articles/${none}.atom`)).status).toBe(404)
  },
  TIMEOUT_MS,
)

test('a corpus without changes has an empty feed', async () => {
  const { app } = makeHarness({ changes: makeChangesOf([]), changePlaces: places })
  const answer = await app.inject('/feeds/articles.atom')
  expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(answer.body).not.toContain('<entry>')
  await app.close()
})

test('no cache keeps an archive for longer than the feed: an erasure changes it', async () => {
  const { app } = makeHarness({ changes: makeChangesOf(CHANGES), changePlaces: places })
  for (const path of ['/feeds/articles.atom', '/feeds/articles/1.atom']) {
    const { statusCode, headers } = await app.inject(path)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=60'])
  }
  await app.close()
})
