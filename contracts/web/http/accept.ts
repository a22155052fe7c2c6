import Negotiator from 'negotiator'

/** The type that `Accept` prefers (RFC 9110, 12.5.1); null where it wants none of them. */
export const acceptedType = <T extends string>(
  accept: string | undefined,
  types: readonly T[],
): T | null => {
  const headers = accept === undefined ? {} : { accept }
  const preferred = new Negotiator({ headers }).mediaType([...types])
  return types.find((type) => type === preferred) ?? null
}

/** The same; the first where it wants none of them. */
export const preferredType = <T extends string>(
  accept: string | undefined,
  types: readonly [T, ...T[]],
): T => acceptedType(accept, types) ?? types[0]

/** The language that `Accept-Language` prefers; the first where it wants none of them. */
export const preferredLanguage = <L extends string>(
  acceptLanguage: string | undefined,
  languages: readonly [L, ...L[]],
): L => {
  const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage }
  const preferred = new Negotiator({ headers }).language([...languages])
  return languages.find((language) => language === preferred) ?? languages[0]
}
