/**
 * Remembers the last results of a function of words. When the memory is full, it begins anew: the
 * frequent words come back at once.
 */
export const rememberWords = <Result>(
  compute: (word: string) => Result,
  { wordsMax, lengthMax }: { readonly wordsMax: number; readonly lengthMax: number },
): ((word: string) => Result) => {
  let memory = new Map<string, { readonly result: Result }>()
  return (word) => {
    const known = memory.get(word)
    if (known !== undefined) return known.result
    const result = compute(word)
    if (memory.size >= wordsMax) memory = new Map()
    if (word.length <= lengthMax) memory.set(word, { result })
    return result
  }
}
