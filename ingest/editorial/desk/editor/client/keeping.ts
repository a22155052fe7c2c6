/**
 * Autosave of the editor. Runs in the browser, and in tests that play one: the page, the requests
 * and the clock are ports.
 */
import { cleanText } from '../../../../enrich/clean.ts'
import type { Splice } from '../../../scratch/ports.ts'
import { spliceBetween } from './splice-between.ts'

export const KEEPING = {
  /**
   * From the first word that the server does not have to the request that brings it. With the
   * request itself it is less than two seconds.
   */
  keepMs: 1_250,
  /** Pause after a failure, times the failures so far. */
  againMs: 4_000,
  againMsMax: 30_000,
} as const

/** What the page shows; `members`: the other members of the form. */
export type Typed = { readonly text: string; readonly members: object }

/** What the server has. `members` is JSON. */
export type Stored = {
  readonly text: string
  readonly textSha256: string
  readonly members: string
  readonly membersSha256: string
  readonly base: string | null
  readonly sequence: number
}

export type KeepingState = 'typing' | 'saving' | 'kept' | 'offline' | 'expired' | 'otherWindow'

/** `status` 401: the session has ended. */
export type Answer = { readonly status: number; readonly body: unknown }

/** A request as it is sent; `ScratchSave` parses it. */
export type SentSave = {
  readonly window: string
  readonly sequence: number
  readonly base: string | null
  readonly known: { readonly text: string; readonly members: string }
  readonly splice: Splice | null
  readonly text: string | null
  readonly result: string
  readonly members: object | null
  readonly takesOver: boolean
}

export type KeepingPage = {
  readonly window: string
  readonly typed: () => Typed
  readonly post: (save: SentSave) => Promise<Answer>
  /** Whether the same person signed in again in another window. */
  readonly renewSession: () => Promise<boolean>
  /** Keeps the words in this browser. */
  readonly keepHere: (kept: Typed & { readonly base: string | null }) => void
  readonly forgetHere: () => void
  readonly say: (state: KeepingState) => void
  /** The server has this now. */
  readonly accepted: (stored: Stored) => void
  /** After each round that did not fail. */
  readonly onRound: () => void
  /** Milliseconds that only go forward. */
  readonly now: () => number
  /** Calls `act` once after some milliseconds; what it returns cancels. */
  readonly after: (ms: number, act: () => void) => () => void
}

type Saved = {
  readonly sequence: number
  readonly base: string | null
  readonly text: string
  readonly members: string
  readonly kept: boolean
}

const isSaved = (body: unknown): body is Saved =>
  typeof body === 'object' && body !== null && 'sequence' in body && 'kept' in body

const refusedIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'refused' in body ? body.refused : null

const sha256 = async (words: string): Promise<string> => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words))
  return [...new Uint8Array(bytes)].map((one) => one.toString(16).padStart(2, '0')).join('')
}

/**
 * Whether both are the same words once they are a fact. The answer to a request that made them one
 * may have been lost.
 */
export const areSameWords = (one: string, other: string): boolean =>
  one === other || cleanText(one) === cleanText(other)

export const makeKeeping = (page: KeepingPage, begun: Stored) => {
  let stored = begun
  let takesOver = false
  let isSending = false
  /** Another window of this person wrote, or the form is being sent. */
  let isHeld = false
  let failures = 0
  let cancel: (() => void) | null = null

  const isKept = (): boolean => {
    const { text, members } = page.typed()
    return text === stored.text && JSON.stringify(members) === stored.members
  }
  const stop = (): void => {
    cancel?.()
    cancel = null
  }
  const later = (ms: number): void => {
    stop()
    cancel = page.after(ms, () => {
      cancel = null
      void keep()
    })
  }
  const keepHere = (): void => page.keepHere({ ...page.typed(), base: stored.base })
  const again = (): void => {
    failures += 1
    keepHere()
    later(Math.min(KEEPING.againMsMax, KEEPING.againMs * failures))
  }

  const requestFor = async ({ text, members }: Typed, isWhole: boolean): Promise<SentSave> => ({
    window: page.window,
    sequence: stored.sequence + 1,
    base: stored.base,
    known: { text: stored.textSha256, members: stored.membersSha256 },
    splice: isWhole || text === stored.text ? null : spliceBetween(stored.text, text),
    text: isWhole ? text : null,
    result: await sha256(text),
    members: isWhole || JSON.stringify(members) !== stored.members ? members : null,
    takesOver,
  })

  const accept = (saved: Saved, { text, members }: Typed): void => {
    failures = 0
    takesOver = false
    stored = {
      text,
      textSha256: saved.text,
      members: JSON.stringify(members),
      membersSha256: saved.members,
      base: saved.base,
      sequence: saved.sequence,
    }
    page.accepted(stored)
    page.forgetHere()
  }

  /** True where it has to be tried again with the whole text. */
  const sendTyped = async (isWhole: boolean): Promise<boolean> => {
    const shown = page.typed()
    const save = await requestFor(shown, isWhole)
    const { status, body } = await page.post(save)
    if (status === 200 && isSaved(body)) {
      const isThere = body.kept || body.text === save.result
      if (isThere) accept(body, shown)
      else stored = { ...stored, sequence: body.sequence }
      return !isThere
    }
    if (status === 401) {
      if (await page.renewSession()) return true
      page.say('expired')
      again()
      return false
    }
    if (refusedIn(body) === 'scratch-moved-on') {
      keepHere()
      isHeld = true
      page.say('otherWindow')
      return false
    }
    if (refusedIn(body) === 'scratch-mismatch') return true
    page.say('offline')
    again()
    return false
  }

  /** Sends what changed, unless a request is under way. Never rejects. */
  const keep = async (): Promise<void> => {
    if (isSending || isHeld) return
    stop()
    if (isKept() && !takesOver) {
      page.say('kept')
      return
    }
    isSending = true
    const beganAt = page.now()
    page.say('saving')
    try {
      if (await sendTyped(takesOver)) await sendTyped(true)
      if (isKept()) page.say('kept')
    } catch {
      page.say('offline')
      again()
    } finally {
      isSending = false
    }
    if (failures > 0 || isHeld) return
    // Words that were typed during the request have waited for as long as it took.
    if (!isKept()) later(Math.max(0, KEEPING.keepMs - (page.now() - beganAt)))
    page.onRound()
  }

  return {
    keep,
    isKept,
    stored: (): Stored => stored,
    /** Something was typed. A request that is awaited is not put off. */
    noteTyping: (): void => {
      if (failures > 0 || isHeld) return keepHere()
      page.say('typing')
      if (cancel === null && !isSending) later(KEEPING.keepMs)
    },
    /** Sends at once, as when a connection is back. */
    sendNow: (): void => later(0),
    keepHere,
    /** The person chose what this window shows over what another one wrote. */
    takeOver: (): void => {
      isHeld = false
      takesOver = true
      later(0)
    },
    /**
     * The page shows words again that this browser kept, of a draft with the tag `base`. What
     * colleagues wrote since is merged with them when they are saved.
     */
    restore: (base: string | null): void => {
      stored = { ...stored, base: base ?? stored.base }
      takesOver = true
      later(0)
    },
    /** The form is being sent: nothing else is. */
    hold: (): void => {
      isHeld = true
      keepHere()
      stop()
    },
  }
}
export type Keeping = ReturnType<typeof makeKeeping>
