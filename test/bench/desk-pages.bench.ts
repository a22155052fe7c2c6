/**
 * How long the desk takes for its pages: the time from a request on loopback to the last byte of
 * its answer, of one client, on the demonstration corpus. `node test/bench/desk-pages.bench.ts
 * [times]`
 */
import { openChromium } from '../browser/chromium.ts'
import {
  follow,
  give,
  handOf,
  passDemonstrationFactor,
  passwordsIn,
  press,
  signIn,
  write,
} from '../browser/desk-hand.ts'
import { wordsOf } from '#ingest/editorial/desk/words/words.ts'
import { editorWords } from '#ingest/editorial/desk/editor/words/words.ts'
import { makeDataDir, startService } from '../service/service.ts'
import { figuresOf } from './figures.ts'

const TIMES = Number(process.argv[2] ?? 25)
const TITLE = 'Le dépôt de garantie'
const TEXT =
  'Le bailleur restitue le dépôt de garantie dans un délai de deux mois. Selon l’article 1231-1 du code civil, le débiteur est condamné au paiement de dommages et intérêts.'
/** A text of the demonstration that others cite. */
const CITED =
  '/desk/texts/cour-de-cassation-chambre-commerciale-12-juin-2024-n-23-99-011-responsabilite-co-7492793c'

const { dataDir, remove } = await makeDataDir()
const service = await startService(dataDir)
const browser = await openChromium()

/** Signs a person in, and returns their page with the cookies of their session. */
const enter = async (email: string) => {
  const context = await browser.newContext({ locale: 'en', javaScriptEnabled: false })
  const hand = handOf(await context.newPage(), 'en', 'mouse')
  await hand.page.goto(`${service.desk}/desk`)
  await signIn(hand, email, passwordsIn(service.printed()).get(email) ?? '')
  await passDemonstrationFactor(hand)
  const cookies = await context.cookies()
  return { hand, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}

const measure = async (path: string, cookie: string): Promise<void> => {
  const times: number[] = []
  let bytes = 0
  for (let time = 0; time < TIMES; time += 1) {
    const started = performance.now()
    const answer = await fetch(`${service.desk}${path}`, { headers: { cookie } })
    bytes = (await answer.arrayBuffer()).byteLength
    times.push(performance.now() - started)
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  }
  const { p50, p95 } = figuresOf(times)
  console.log(
    `${path.slice(0, 40).padEnd(42)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${bytes} bytes`,
  )
}

try {
  const author = await enter('claire.auteur@demo.pandect.example')
  const publisher = await enter('helene.editrice@demo.pandect.example')
  const words = wordsOf('en')
  await follow(author.hand, words.places.new)
  await give(author.hand, editorWords('en').title, TITLE)
  await write(author.hand, TEXT)
  await press(author.hand, editorWords('en').save)
  const text = new URL(author.hand.page.url()).pathname
  for (const path of [
    '/desk',
    '/desk/texts',
    '/desk/impact',
    '/desk/import',
    text,
    `${text}/edit`,
    `${text}/history`,
    CITED,
    `${CITED}/history`,
  ])
    await measure(path, author.cookie)
  await measure('/desk/people', publisher.cookie)
} finally {
  await browser.close()
  await service.stop()
  await remove()
}
