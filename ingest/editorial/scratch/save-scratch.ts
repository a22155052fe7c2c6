import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { TEXT_LIMITS } from '#contracts/content.ts'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { type Instant, Sha256Hex } from '#contracts/ids.ts'
import { EditorForm, FORM_LIMITS, formHash, printForm, readForm } from './form.ts'
import type { ScratchKey, ScratchRow, Scratches } from './ports.ts'
import { applySplice, applySplices } from './splice.ts'

export const SCRATCH_LIMITS = {
  /** Changes, and UTF-16 units in them, after which the text is stored whole again. */
  changesMax: 256,
  changedUnitsMax: 256 * 1024,
  /** Scratches of one person. */
  perPersonMax: 200,
  /** UTF-16 units of texts remembered between two requests. */
  rememberedUnitsMax: 16 * 1024 * 1024,
} as const

/** A recorded wording that a person edits. */
export type RecordedWording = {
  readonly base: Sha256Hex | null
  readonly form: EditorForm
  readonly text: string
}

export type ScratchDeps = {
  readonly scratches: Scratches
  readonly remembered: RememberedTexts
  /** The draft of a text, or its published wording, or nothing of a new text. */
  readonly recorded: (key: ScratchKey) => Promise<RecordedWording>
}

/** Texts by hash, so that typing does not read 2 MB from the store each time. */
export type RememberedTexts = Pick<LRUCache<string, string>, 'get' | 'set'>
export const rememberedTexts = (): RememberedTexts =>
  new LRUCache<string, string>({
    maxSize: SCRATCH_LIMITS.rememberedUnitsMax,
    sizeCalculation: (text) => Math.max(1, text.length),
  })

const Count = z.int().nonnegative().max(TEXT_LIMITS.contentBytesMax)
/** What a browser window sends while a person types. */
export const ScratchSave = z.object({
  window: z.uuid(),
  /** Rises with each request of a window: a late one never overwrites a newer one. */
  sequence: z.int().positive(),
  base: Sha256Hex.nullable(),
  /** Hashes of what the window knows to be stored. */
  known: z.object({ text: Sha256Hex, members: Sha256Hex }),
  /** What changed in the text since; null: nothing. */
  splice: z
    .object({
      start: Count,
      removed: Count,
      inserted: z.string().max(TEXT_LIMITS.contentBytesMax),
    })
    .nullable(),
  /** The whole text, where a change did not fit. */
  text: z.string().max(TEXT_LIMITS.contentBytesMax).nullable(),
  /** Hash of the text that the window shows. */
  result: Sha256Hex,
  /** The other members; null: unchanged. */
  members: EditorForm.nullable(),
  /** The person chose what this window shows over what is stored. */
  takesOver: z.boolean().default(false),
})
export type ScratchSave = z.infer<typeof ScratchSave>

/** The stored state after a request. */
export type ScratchSaved = {
  readonly sequence: number
  readonly base: Sha256Hex | null
  readonly text: Sha256Hex
  readonly members: Sha256Hex
  /** False: a later request was stored before. */
  readonly kept: boolean
}

/** The text of a scratch; null: it changed since it was read. */
export const textOfScratch = async (
  { scratches, remembered }: Pick<ScratchDeps, 'scratches' | 'remembered'>,
  key: ScratchKey,
  { textSha256 }: Pick<ScratchRow, 'textSha256'>,
): Promise<string | null> => {
  const known = remembered.get(textSha256)
  if (known !== undefined) return known
  const stored = await scratches.readText(key, textSha256)
  const text = stored === null ? null : applySplices(stored.origin, stored.changes)
  if (text !== null) remembered.set(textSha256, text)
  return text
}

/** Words that have not become a fact and that nobody discarded. */
export const readScratch = async (
  { scratches }: Pick<ScratchDeps, 'scratches'>,
  key: ScratchKey,
): Promise<ScratchRow | null> => {
  const row = await scratches.read(key)
  return row === null || row.discardedAt !== null || row.settledAt !== null ? null : row
}

/**
 * The scratch that a window goes on with. After its words became a fact that is the window that
 * typed them, and one that was opened again meanwhile and shows them.
 */
const scratchOfWindow = async (
  { scratches }: Pick<ScratchDeps, 'scratches'>,
  key: ScratchKey,
  { window, known }: Pick<ScratchSave, 'window' | 'known'>,
): Promise<ScratchRow | null> => {
  const row = await scratches.read(key)
  if (row === null || row.discardedAt !== null) return null
  const isShown =
    row.window === window || (row.textSha256 === known.text && row.membersSha256 === known.members)
  return row.settledAt === null || isShown ? row : null
}

type Begun = {
  readonly base: Sha256Hex | null
  readonly text: string
  readonly textSha256: Sha256Hex
  readonly form: EditorForm
  readonly membersSha256: Sha256Hex
}

/** The text that the request shows, if its hash is right. */
const resultOf = (begun: Begun, save: ScratchSave): string | Refusal => {
  const isKnown = begun.textSha256 === save.known.text
  const spliced = save.splice === null || !isKnown ? null : applySplice(begun.text, save.splice)
  const same = save.splice === null && save.text === null && isKnown ? begun.text : null
  const text = save.text ?? spliced ?? same
  if (text === null || !text.isWellFormed() || sha256Hex(text) !== save.result)
    return refusalByCode('scratch-mismatch')
  if (Buffer.byteLength(text) > TEXT_LIMITS.contentBytesMax) return refusalByCode('text-too-large')
  return text
}

const isFull = ({ changes, changedUnits }: ScratchRow): boolean =>
  changes >= SCRATCH_LIMITS.changesMax || changedUnits >= SCRATCH_LIMITS.changedUnitsMax

const savedOf = (
  row: Pick<ScratchRow, 'sequence' | 'base' | 'textSha256' | 'membersSha256'>,
  kept: boolean,
): ScratchSaved => ({
  sequence: row.sequence,
  base: row.base,
  text: row.textSha256,
  members: row.membersSha256,
  kept,
})

/** Nothing is stored yet: it begins from the recorded wording, or from what the window says. */
const begin = async (deps: ScratchDeps, key: ScratchKey, save: ScratchSave): Promise<Begun> => {
  const { base, form, text } = await deps.recorded(key)
  const textSha256 = sha256Hex(text)
  const membersSha256 = formHash(form)
  const isRecorded = save.known.text === textSha256 && save.known.members === membersSha256
  // Its own words became a fact meanwhile: what follows is a change of that draft.
  const isHere = isRecorded && !save.takesOver
  return { base: isHere ? base : save.base, text, textSha256, form, membersSha256 }
}

/** Something is stored already. */
const goOn = async (
  deps: ScratchDeps,
  key: ScratchKey,
  row: ScratchRow,
  save: ScratchSave,
): Promise<Begun | null> => {
  const { textSha256, membersSha256 } = row
  const text = save.text === null ? await textOfScratch(deps, key, row) : ''
  const base = save.takesOver ? save.base : row.base
  return text === null
    ? null
    : { base, text, textSha256, form: readForm(row.members), membersSha256 }
}

const isSmall = (form: EditorForm): boolean =>
  printForm(form).length <= FORM_LIMITS.membersCharactersMax

/**
 * Stores what a person typed. Refusals: `scratch-mismatch` (send the whole text),
 * `scratch-moved-on` (another window of the same person wrote), `text-too-large`, `scratches-full`.
 */
export const saveScratch = async (
  deps: ScratchDeps,
  key: ScratchKey,
  save: ScratchSave,
  at: Instant,
): Promise<ScratchSaved | Refusal> => {
  const { scratches, remembered } = deps
  const row = await scratchOfWindow(deps, key, save)
  const isOwn = row?.window === save.window
  if (row !== null && isOwn && save.sequence <= row.sequence) return savedOf(row, false)
  const isKnown =
    row === null || (row.textSha256 === save.known.text && row.membersSha256 === save.known.members)
  if (!isKnown && !isOwn && !save.takesOver) return refusalByCode('scratch-moved-on')
  if (
    row === null &&
    (await scratches.list(key.person, SCRATCH_LIMITS.perPersonMax)).length >=
      SCRATCH_LIMITS.perPersonMax
  )
    return refusalByCode('scratches-full')

  const begun = row === null ? await begin(deps, key, save) : await goOn(deps, key, row, save)
  if (begun === null) return refusalByCode('scratch-mismatch')
  if (save.members === null && begun.membersSha256 !== save.known.members)
    return refusalByCode('scratch-mismatch')
  const text = resultOf(begun, save)
  if (isRefusal(text)) return text
  const form = save.members ?? begun.form
  if (!isSmall(form)) return refusalByCode('text-too-large')

  const written = {
    base: begun.base,
    textSha256: save.result,
    members: printForm(form),
    membersSha256: formHash(form),
    window: save.window,
    // A reloaded page counts on from what it was shown.
    sequence: Math.max(save.sequence, (row?.sequence ?? 0) + 1),
    changedAt: at,
  }
  const isChange = save.text === null && !save.takesOver
  const stored =
    row !== null && isChange && !isFull(row)
      ? await scratches.append(key, { ...written, splice: save.splice }, row.sequence)
      : await scratches.put(key, { ...written, text }, row)
  if (!stored) return refusalByCode('scratch-mismatch')
  remembered.set(save.result, text)
  return savedOf(written, true)
}
