/**
 * A person who types in the editor's page, over HTTP. Autosave is the one of the page; the clock is
 * compressed: pauses pass at once, and each request counts as `REQUEST_MS`, so that how old a lost
 * word was does not depend on how busy this machine is.
 */
import { sha256Hex } from '#contracts/canonical/hash.ts'
import {
  areSameWords,
  KEEPING,
  makeKeeping,
  type Keeping,
} from '#ingest/editorial/desk/editor/client/keeping.ts'
import { DESK_COOKIES } from '#ingest/editorial/staff/session.ts'
import { fieldsOf } from './editor-world.ts'

/** Two words a second: faster than anybody types law. */
const WORD_MS = 500
/** On the compressed clock. What requests took in fact is in `requestMs`. */
const REQUEST_MS = 500
const SETTLE_TRIES = 20

/** Where the desk answers now. */
export type Server = { readonly origin: () => string }

type Timer = { readonly at: number; readonly act: () => void }
type Word = { readonly word: string; readonly typedAt: number }

/** A page that the person has open. */
type OpenPage = {
  readonly fields: ReadonlyMap<string, string>
  readonly keeping: Keeping
  text: string
}

export type Lost = { readonly words: number; readonly oldestMs: number }

const decodedAttribute = (page: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(page)?.[1] ?? ''

export const makeTypist = (
  { origin }: Server,
  who: {
    readonly token: string
    readonly path: string
    readonly subject: string
    /** Where a word is typed. */
    readonly place: (text: string) => number
    readonly nextWord: () => string
  },
) => {
  const headers = { cookie: `${DESK_COOKIES}-session=${who.token}`, 'accept-language': 'fr' }
  /** In milliseconds; only this person's. */
  let now = 0
  let timer: Timer | null = null
  let page: OpenPage | null = null
  /** What is typed and must be found again, oldest first. */
  let words: Word[] = []
  /** How many of them the server acknowledged. */
  let acknowledged = 0
  /** The storage of this browser, which survives the page. */
  let keptHere: { readonly text: string; readonly base: string | null } | null = null
  let isSending = false
  const requestMs: number[] = []

  const request = async (path: string, init: RequestInit): Promise<Response> =>
    fetch(`${origin()}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...init.headers },
    })

  const open = async (): Promise<void> => {
    const answer = await request(who.path, {})
    const body = await answer.text()
    if (answer.status !== 200) throw new Error(`${who.path} answers ${answer.status}`)
    const fields = new Map(fieldsOf(body))
    const text = fields.get('text') ?? ''
    const isOpen = (): boolean => page === made
    const made: OpenPage = {
      fields,
      text,
      keeping: makeKeeping(
        {
          window: fields.get('window') ?? '',
          // Only the text is typed in.
          typed: () => ({ text: made.text, members: {} }),
          post: async (save) => {
            const beganAt = performance.now()
            const sent = await request('/desk/editor/scratch', {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'x-csrf': fields.get('csrf') ?? '' },
              body: JSON.stringify({ subject: who.subject, save: { ...save, members: null } }),
            })
            const answered: unknown = await sent.json()
            requestMs.push(performance.now() - beganAt)
            if (sent.status === 429) throw new Error('the test outran the limit of a session')
            return { status: sent.status, body: answered }
          },
          renewSession: async () => false,
          keepHere: ({ text: kept, base }) => {
            // A browser that died writes nothing.
            if (isOpen()) keptHere = { text: kept, base }
          },
          forgetHere: () => {
            keptHere = null
          },
          say: () => undefined,
          accepted: ({ text: stored }) => {
            while (acknowledged < words.length && stored.includes(` ${words[acknowledged]?.word} `))
              acknowledged += 1
          },
          onRound: () => undefined,
          now: () => now,
          after: (ms, act) => {
            if (!isOpen()) return () => undefined
            const set = { at: now + ms, act }
            timer = set
            return () => {
              if (timer === set) timer = null
            }
          },
        },
        {
          text,
          textSha256: decodedAttribute(body, 'data-text-sha256') || sha256Hex(text),
          members: '{}',
          membersSha256: decodedAttribute(body, 'data-members-sha256'),
          base: fields.get('base') ?? null,
          sequence: Number(fields.get('sequence')),
        },
      ),
    }
    timer = null
    page = made
  }
  const opened = (): OpenPage => {
    if (page === null) throw new Error('no page is open')
    return page
  }

  const passRequest = (): void => {
    if (isSending) now += REQUEST_MS
    isSending = false
  }
  const type = (): void => {
    const { keeping } = opened()
    const word = who.nextWord()
    const shown = opened()
    const at = who.place(shown.text)
    shown.text = `${shown.text.slice(0, at)} ${word} ${shown.text.slice(at)}`
    words.push({ word, typedAt: now })
    keeping.noteTyping()
  }

  /** Whether another word is typed before the page sends. */
  const isEarly = (): boolean => timer !== null && timer.at > now + WORD_MS

  return {
    open,
    /** Whether a page is open in the browser. */
    hasPage: (): boolean => page !== null,
    requestMs,
    /** Types until the page sends, and waits for the answer, typing on. */
    round: async (): Promise<void> => {
      do {
        now += WORD_MS
        type()
      } while (isEarly())
      if (timer === null) return
      now = Math.max(now, timer.at)
      timer = null
      isSending = true
      const sender = opened()
      const sent = sender.keeping.keep()
      type()
      await sent
      if (page === sender) passRequest()
    },
    /** Nothing is typed until the server has everything. */
    settle: async (): Promise<void> => {
      const { keeping } = opened()
      for (let tries = 0; tries < SETTLE_TRIES && !keeping.isKept(); tries += 1) {
        now += KEEPING.keepMs
        await keeping.keep()
      }
      if (!keeping.isKept()) throw new Error('what was typed was not kept')
    },
    /** The browser ends without a farewell. */
    die: (): void => {
      passRequest()
      timer = null
      page = null
    },
    /** Opens the page again and says which words are gone, which are then forgotten. */
    comeBack: async (): Promise<Lost> => {
      await open()
      const shown = opened()
      const diedAt = now
      if (keptHere !== null && !areSameWords(keptHere.text, shown.text)) {
        shown.text = keptHere.text
        shown.keeping.restore(keptHere.base)
      }
      const present = new Set(shown.text.split(/\s+/))
      const lost = words.filter(({ word }) => !present.has(word))
      const broken = words.slice(0, acknowledged).filter(({ word }) => !present.has(word))
      if (broken.length > 0) throw new Error(`acknowledged words are lost: ${broken.length}`)
      words = words.filter(({ word }) => present.has(word))
      acknowledged = Math.min(acknowledged, words.length)
      return {
        words: lost.length,
        oldestMs: Math.max(0, ...lost.map(({ typedAt }) => diedAt - typedAt)),
      }
    },
    /** Sends the form, as its button does. The page that comes then is opened again. */
    save: async (): Promise<void> => {
      const { keeping, fields, text } = opened()
      keeping.hold()
      const form = new URLSearchParams([...fields].filter(([name]) => name !== 'text'))
      form.set('text', text)
      form.set('act', 'save')
      form.set('sequence', String(keeping.stored().sequence))
      const { base } = keeping.stored()
      if (base !== null) form.set('base', base)
      // While the form is on its way, there is no page that could keep anything.
      page = null
      const sent = await request(who.path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      })
      if (sent.status !== 303) throw new Error(`saving answers ${sent.status}`)
      await open()
    },
    words: (): readonly string[] => words.map(({ word }) => word),
    /** What the page shows. */
    text: (): string => opened().text,
  }
}
export type Typist = ReturnType<typeof makeTypist>
