import { z } from 'zod'

/** Identifiers are branded: a bare string is a type error. */
export const ArticleId = z.uuid().brand<'ArticleId'>()
export type ArticleId = z.infer<typeof ArticleId>

export const HeadnoteId = z.uuid().brand<'HeadnoteId'>()
export type HeadnoteId = z.infer<typeof HeadnoteId>

export const ConceptId = z.uuid().brand<'ConceptId'>()
export type ConceptId = z.infer<typeof ConceptId>

export const TreatmentId = z.uuid().brand<'TreatmentId'>()
export type TreatmentId = z.infer<typeof TreatmentId>

/** ASCII, lower case, hyphens; at most 600 characters. */
export const SLUG_MAX = 600
export const Slug = z
  .string()
  .min(1)
  .max(SLUG_MAX)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, {
    error: 'not a slug: lower-case letters, digits and single hyphens',
  })
  .brand<'Slug'>()
export type Slug = z.infer<typeof Slug>

export const Sha256Hex = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: 'not a SHA-256 hash: 64 lower-case hexadecimal digits' })
  .brand<'Sha256Hex'>()
export type Sha256Hex = z.infer<typeof Sha256Hex>

/** MAJOR.MINOR.PATCH without pre-release or build. */
export const SemVer = z
  .string()
  .regex(/^\d+\.\d+\.\d+$/, { error: 'not a version: MAJOR.MINOR.PATCH, such as 1.0.0' })
  .brand<'SemVer'>()
export type SemVer = z.infer<typeof SemVer>

export const StreamId = z
  .string()
  .regex(/^(article|treatment|concept|person)-[0-9a-f-]{36}$/)
  .brand<'StreamId'>()
export type StreamId = z.infer<typeof StreamId>

const ARTICLE_STREAM = 'article-'
export const articleStream = (id: ArticleId): StreamId => StreamId.parse(`${ARTICLE_STREAM}${id}`)
export const articleIdOfStream = (id: StreamId): ArticleId =>
  ArticleId.parse(id.slice(ARTICLE_STREAM.length))

const PERSON_STREAM = 'person-'
export const personStream = (id: string): StreamId => StreamId.parse(`${PERSON_STREAM}${id}`)
/** Whether a stream is of a person, or of the fact that a decision names one. */
export const isPersonStream = (id: StreamId): boolean => id.startsWith(PERSON_STREAM)
export const idOfPerson = (id: StreamId): string => id.slice(PERSON_STREAM.length)

/** A position in the log of all events: dense, from 1, in commit order. */
export const Position = z.int().nonnegative().brand<'Position'>()
export type Position = z.infer<typeof Position>
export const LOG_START: Position = Position.parse(0)

const POSITION_DIGITS = 15
/** Positions are printed with fixed width so that text order is log order. */
export const printPosition = (position: Position): string =>
  String(position).padStart(POSITION_DIGITS, '0')

/** A calendar day, `YYYY-MM-DD` (RFC 3339 full-date). */
export const Day = z.iso.date().brand<'Day'>()
export type Day = z.infer<typeof Day>

/**
 * `YYYY-MM-DDTHH:MM:SS.sssZ`, the one form of an instant (contracts/conventions/canonical-form.md).
 */
export const Instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  // Date.parse takes 31 February for 2 March, so only the round trip proves a calendar date.
  .refine((text) => {
    const time = Date.parse(text)
    return !Number.isNaN(time) && new Date(time).toISOString() === text
  }, 'not a calendar date')
  .brand<'Instant'>()
export type Instant = z.infer<typeof Instant>

/** Dates given as a day are midnight UTC (contracts/conventions/canonical-form.md). */
export const midnight = (day: Day): Instant => Instant.parse(`${day}T00:00:00.000Z`)
