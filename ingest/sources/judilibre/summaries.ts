/** Headnotes and themes: one `summary` with its `themes`, or several in `titlesAndSummaries`. */
import { type Members, objects, text, texts } from './members.ts'

type Headnote = { readonly sequence: number; readonly summary: string }

/**
 * Each summary once, in the order given: `summary` repeats the first of `titlesAndSummaries` where
 * there are several.
 */
export const headnotesOf = (decision: Members): Headnote[] => {
  const several = objects(decision['titlesAndSummaries']).map((one) => text(one, 'summary'))
  const all = [text(decision, 'summary'), ...several].filter((one) => one !== null)
  return [...new Set(all)].map((summary, index) => ({ sequence: index + 1, summary }))
}

/** Every path of themes, main and secondary ones, each once. */
export const themesOf = (decision: Members): string[][] => {
  const several = objects(decision['titlesAndSummaries']).flatMap((one) => {
    const secondary = one['secondaryTitles']
    return [texts(one['titles']), ...(Array.isArray(secondary) ? secondary.map(texts) : [])]
  })
  const paths = [texts(decision['themes']), ...several].filter((path) => path.length > 0)
  return [...new Map(paths.map((path) => [path.join('\u0000'), path])).values()]
}
