import type { ErrorCode } from '../errors/codes.ts'
import { z } from 'zod'
import type { ArticleContent } from '../content.ts'
import { sortedIdentifiers } from '../decision.ts'
import { Fault, type Refusal } from '../fault.ts'
import { Sha256Hex } from '../ids.ts'
import { canonicalJson } from './canonical.ts'
import { sha256Hex } from './hash.ts'

/**
 * Name of the hash profile: the hashed members and their form. It never changes; a new profile gets
 * a new name.
 */
export const HASH_PROFILE = 'article/1'

/** The members that the hash of a text covers (contracts/conventions/canonical-form.md). */
export const HASHED_MEMBERS = [
  'slug',
  'title',
  'abstract',
  'contentClean',
  'language',
  'jurisdiction',
  'legalDomain',
  'contentType',
  'doctrineSubtype',
  'headnotes',
  'concepts',
  'judicialDecision',
] as const satisfies readonly (keyof ArticleContent)[]
export type HashedMember = (typeof HASHED_MEMBERS)[number]

const text = z.string()
const textOrNull = z.string().nullable()

/**
 * The hashed members of a response or a wording. Enumerations are open, so that an article with a
 * value of a later version can still be hashed.
 */
const HashInput = z.object({
  slug: text,
  title: text,
  abstract: textOrNull,
  contentClean: text,
  language: text,
  jurisdiction: z.array(text),
  legalDomain: z.array(text),
  contentType: text,
  doctrineSubtype: textOrNull,
  headnotes: z.array(
    z.object({
      sequence: z.int().min(1),
      summary: text,
      sourceText: textOrNull,
      legalRuleType: textOrNull,
    }),
  ),
  concepts: z.array(z.object({ id: text, assignedBy: text })),
  judicialDecision: z
    .object({
      ecli: textOrNull,
      identifiers: z.array(z.object({ scheme: text, value: text })),
      courtCode: textOrNull,
      decisionDate: textOrNull,
      solution: textOrNull,
      type: textOrNull,
    })
    .nullable(),
})
type HashInput = z.infer<typeof HashInput>

/** The exact object whose RFC 8785 form is hashed; `concepts` is a list of ids. */
export type HashedArticle = Omit<HashInput, 'concepts'> & { readonly concepts: string[] }

const HUMAN_CHOICE: ReadonlySet<string> = new Set(['editor', 'publisher'])

// toSorted() without a comparator orders by UTF-16 code unit, as the profile asks.
const sortedSet = (values: readonly string[]): string[] => [...new Set(values)].toSorted()

const hashedForm = (input: HashInput): HashedArticle => ({
  slug: input.slug,
  title: input.title,
  abstract: input.abstract,
  contentClean: input.contentClean,
  language: input.language,
  jurisdiction: sortedSet(input.jurisdiction),
  legalDomain: sortedSet(input.legalDomain),
  contentType: input.contentType,
  doctrineSubtype: input.doctrineSubtype,
  headnotes: input.headnotes
    .map(({ sequence, summary, sourceText, legalRuleType }) => ({
      sequence,
      summary,
      sourceText,
      legalRuleType,
    }))
    .toSorted((a, b) => a.sequence - b.sequence),
  concepts: sortedSet(
    input.concepts.filter(({ assignedBy }) => HUMAN_CHOICE.has(assignedBy)).map(({ id }) => id),
  ),
  judicialDecision: input.judicialDecision && {
    ecli: input.judicialDecision.ecli,
    identifiers: sortedIdentifiers(input.judicialDecision.identifiers),
    courtCode: input.judicialDecision.courtCode,
    decisionDate: input.judicialDecision.decisionDate,
    solution: input.judicialDecision.solution,
    type: input.judicialDecision.type,
  },
})

const hashOf = (form: HashedArticle): Sha256Hex => sha256Hex(canonicalJson(form))

/**
 * The hashed form of a wording or of a response, profile `article/1`
 * (contracts/conventions/canonical-form.md): sets sorted and unique, headnotes by sequence.
 */
export const canonicalArticle = (content: HashInput): HashedArticle => hashedForm(content)

/** `sha256Hash` of a wording. Throws Fault `not-canonical` for a lone surrogate. */
export const articleHash = (content: ArticleContent): Sha256Hex => hashOf(canonicalArticle(content))

/** The computed hash of a public response and the hash it states (null: none). */
export type Recomputed = {
  readonly sha256Hash: Sha256Hex
  readonly profile: typeof HASH_PROFILE
  readonly stated: Sha256Hex | null
}

const refuse = (refused: ErrorCode, reason: string, hint: string): Refusal => ({
  refused,
  reason,
  hint,
})
const HINT_WHOLE_RESPONSE = 'give the whole body of GET /articles/{slug}, unchanged'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const profileRefusal = (article: Record<string, unknown>): Refusal | null => {
  const profile = article['hashProfile'] ?? HASH_PROFILE
  if (profile === HASH_PROFILE) return null
  return refuse(
    'unknown-hash-profile',
    'the article is hashed under a profile that this version does not know',
    `this version computes ${HASH_PROFILE}: take a newer one`,
  )
}

const shapeRefusal = (error: z.ZodError): Refusal => {
  const path = error.issues[0]?.path.join('.') ?? ''
  return refuse(
    'not-an-article',
    `the member ${path} is missing or of another type`,
    HINT_WHOLE_RESPONSE,
  )
}

/**
 * Recomputes the hash from the parsed JSON of one public article response, and nothing else.
 * Refusals: `not-an-article`, `unknown-hash-profile`, `not-canonical` (half of a surrogate pair).
 */
export const recomputeFromResponse = (article: unknown): Recomputed | Refusal => {
  if (!isObject(article))
    return refuse('not-an-article', 'this is not a JSON object', HINT_WHOLE_RESPONSE)
  if ('error' in article && !('slug' in article)) {
    return refuse('not-an-article', 'this is an error body', 'ask for a published article')
  }
  const otherProfile = profileRefusal(article)
  if (otherProfile !== null) return otherProfile
  const input = HashInput.safeParse(article)
  if (!input.success) return shapeRefusal(input.error)
  const stated = Sha256Hex.safeParse(article['sha256Hash'])
  try {
    const sha256Hash = hashOf(hashedForm(input.data))
    return { sha256Hash, profile: HASH_PROFILE, stated: stated.success ? stated.data : null }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return refuse(error.code, error.message, HINT_WHOLE_RESPONSE)
  }
}
