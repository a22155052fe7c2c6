/** Schemas of answers that `fields` shortens. */
const OF_FIELDS = /OfFields$/

const nameOf = (schema: unknown): string =>
  typeof schema === 'object' && schema !== null && '$ref' in schema ? String(schema.$ref) : ''

/**
 * The description with the whole answer alone where `fields` can shorten it: a client that does not
 * name `fields` need not ask for each member whether it came.
 */
export const withWholeAnswers = (document: unknown): unknown =>
  JSON.parse(JSON.stringify(document), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('anyOf' in value)) return value
    const { anyOf } = value
    if (!Array.isArray(anyOf) || !anyOf.some((one) => OF_FIELDS.test(nameOf(one)))) return value
    const [whole]: unknown[] = anyOf
    return whole
  })
