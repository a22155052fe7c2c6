/** An object of an answer, with unchecked member types. */
export type Members = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const text = (members: Members, name: string): string | null => {
  const value = members[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

export const texts = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    : []

export const objects = (value: unknown): Members[] =>
  Array.isArray(value) ? value.filter(isObject) : []
