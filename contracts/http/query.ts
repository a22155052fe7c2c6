import { z } from 'zod'

/**
 * Parameters of a URL as schemas. A URL holds only texts; parsing what was parsed changes nothing.
 */
const INTEGER = /^-?\d{1,15}$/
const toInteger = (given: unknown): unknown =>
  typeof given === 'string' && INTEGER.test(given) ? Number(given) : given

const toList = (given: unknown): unknown => (typeof given === 'string' ? given.split(',') : given)

/** An integer in decimal digits. */
export const integerParameter = (schema: z.ZodType<number>) => z.preprocess(toInteger, schema)

const toFlag = (given: unknown): unknown => (given === 'true' ? true : given)

/** `true`, or nothing. */
export const flagParameter = <T extends z.ZodType>(schema: T) => z.preprocess(toFlag, schema)

/** Several values: the parameter repeated, or the values with commas between them. */
export const listParameter = <T extends z.ZodType>(schema: T) => z.preprocess(toList, schema)

const PAGE = { limitMax: 100, limitDefault: 20, offsetMax: 100_000 } as const

/** The part of a list that an answer holds. */
export const pageParameters = {
  limit: integerParameter(z.int().min(1).max(PAGE.limitMax))
    .default(PAGE.limitDefault)
    .meta({ default: PAGE.limitDefault, description: 'Entries at most.' }),
  offset: integerParameter(z.int().min(0).max(PAGE.offsetMax))
    .default(0)
    .meta({ default: 0, description: 'Entries to skip: the place of the first one.' }),
} as const

/** Members of every answer that holds a part of a list. */
export const pageMembers = {
  total: z.int().nonnegative().describe('Entries of the whole list.'),
  limit: z.int().positive().describe('Entries on a page.'),
  offset: z.int().nonnegative().describe('Entries before this page.'),
} as const
