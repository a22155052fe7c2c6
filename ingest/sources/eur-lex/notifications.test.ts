import { expect, test } from 'vitest'
import { codes, readAll } from '../registry/testing.ts'

type Entry = {
  readonly cellar?: string
  readonly root?: string
  readonly type?: string
  readonly date?: string
  readonly identifiers?: readonly string[]
}
const entry = ({
  cellar = 'cellar:aaaa-bbbb',
  root = cellar,
  type = 'delete',
  date = '2026-06-02T10:00:00.000+02:00',
  identifiers = ['celex:32016R0679', 'eli:reg:2016:679:oj'],
}: Entry = {}): string => `<entry><title>$item.title</title><updated>${date}</updated>
  <notifEntry:cellarId>${cellar}</notifEntry:cellarId>
  <notifEntry:rootCellarId>${root}</notifEntry:rootCellarId>
  <notifEntry:type>${type}</notifEntry:type>
  <notifEntry:identifiers>${identifiers
    .map((one) => `<notifEntry:identifier>${one}</notifEntry:identifier>`)
    .join('')}</notifEntry:identifiers>
  <notifEntry:date>${date}</notifEntry:date></entry>`

const feed = (entries: readonly string[], goesOn = false): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:notifReq="http://publications.europa.eu/atom/notificationRequest"
  xmlns:notifEntry="http://publications.europa.eu/atom/notificationEntry">
<notifReq:moreEntries>${goesOn}</notifReq:moreEntries>${entries.join('\n')}</feed>`

const inRss = (atom: string): string =>
  atom
    .replaceAll('/atom/notification', '/rss/notification')
    .replace('<feed xmlns="http://www.w3.org/2005/Atom"', '<rss version="2.0"')
    .replaceAll('<entry>', '<item>')
    .replaceAll('</entry>', '</item>')
    .replace('</feed>', '</rss>')

const removed = (id: string, at = '2026-06-02T08:00:00.000Z') => ({
  removal: { kind: 'work', id, path: null, at },
})

test.each([
  ['Atom', (text: string) => text],
  ['RSS', inRss],
])('an act that was deleted is removed with its articles: %s', async (_, print) => {
  const { items, notes } = await readAll(print(feed([entry()])), 'notifications.xml')
  expect(items).toMatchObject([removed('eu-eurlex:32016r0679')])
  expect(notes).toEqual([])
})

test('the last entry of an act counts, in any order', async () => {
  const later = '2026-06-03T10:00:00.000+02:00'
  const back = entry({ type: 'create', date: later })
  for (const entries of [
    [entry(), back],
    [back, entry()],
  ])
    expect((await readAll(feed(entries))).items).toEqual([])
  const gone = [entry({ date: later }), entry({ type: 'update' })]
  expect((await readAll(feed(gone))).items).toMatchObject([
    removed('eu-eurlex:32016r0679', '2026-06-03T08:00:00.000Z'),
  ])
})

test.each([
  ['one language of an act', { cellar: 'cellar:aaaa-bbbb.0004', root: 'cellar:aaaa-bbbb' }],
  ['one consolidation', { identifiers: ['celex:02016R0679-20160504'] }],
  ['what is no act', { identifiers: ['oj:JOL_2016_119_R'] }],
  ['what has no name', { identifiers: [] }],
])('a deletion of %s deletes no act', async (_, over) => {
  const { items, notes } = await readAll(feed([entry(over)]))
  expect(items).toEqual([])
  expect(codes(notes)).toEqual(['removal-list-empty'])
})

test('a further page is noted', async () => {
  const { notes } = await readAll(feed([entry()], true))
  expect(codes(notes)).toEqual(['notifications-go-on'])
})

test.each([{ type: 'withdraw' }, { date: 'yesterday' }, { type: '' }])(
  'an entry that cannot be read refuses the feed: %j',
  async (over) => {
    const { items, refusals } = await readAll(feed([entry(), entry(over)]))
    expect(codes(refusals)).toEqual(['notifications-shape'])
    expect(items).toHaveLength(1)
  },
)

test('a feed that was cut off deletes nothing', async () => {
  const whole = feed([entry(), entry()])
  const { items, refusals } = await readAll(whole.slice(0, -200))
  expect(codes(refusals)).toEqual(['xml-cut-off'])
  expect(items).toHaveLength(1)
})

test('another feed is no source', async () => {
  const { refusals } = await readAll(
    '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>News</title></feed>',
  )
  expect(codes(refusals)).toEqual(['xml-unknown'])
})
