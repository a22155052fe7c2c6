/**
 * A copy of an object with the members that always come and those that are named, in the object's
 * order.
 */
export const pickMembers = <T extends object, K extends keyof T & string>(
  whole: T,
  always: readonly K[],
  named: readonly string[],
): Pick<T, K> & Partial<T> => {
  const chosen = new Set<string>([...always, ...named])
  const picked: Pick<T, K> & Partial<T> = { ...whole }
  for (const name of Object.keys(picked))
    if (!chosen.has(name)) Reflect.deleteProperty(picked, name)
  return picked
}
