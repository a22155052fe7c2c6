import { z } from 'zod'

/** Any slug is looked up. */
export const SlugParams = z.object({ slug: z.string() })
export type SlugParams = z.infer<typeof SlugParams>

const PAGE = { max: 200, default: 50 } as const

/** Numbers of a query arrive as text. */
export const wholeText = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, { error: `must be a whole number from ${from} to ${to}`, abort: true })
    .transform(Number)
    .pipe(z.number().min(from).max(to))

export const PageQuery = z.strictObject({
  limit: wholeText(1, PAGE.max).optional().describe(`1 to ${PAGE.max}; default ${PAGE.default}.`),
  cursor: z.string().min(1).max(1_000).optional().describe('`next` of the page before.'),
})
export type PageQuery = z.infer<typeof PageQuery>

export const pageOf = ({
  limit = PAGE.default,
  cursor = null,
}: {
  readonly limit?: number | undefined
  readonly cursor?: string | null | undefined
}) => ({
  limit,
  after: cursor,
})
