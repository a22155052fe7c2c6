/** The parts of an act that no record holds: the report of an import names them. */
import type { XmlElement } from '../xml/tree.ts'
import { elementsOf, firstNamed } from '../xml/walk.ts'
import { isSkipped, labelText } from './article-text.ts'

export type UnreadPart = { readonly name: string; readonly line: number }

/** Elements whose words become records, titles or metadata. */
const READ = new Set(['meta', 'preface', 'preamble', 'body', 'mainBody', 'conclusions'])
/** What names a chapter is the section of its articles. */
const NAMING = new Set(['num', 'heading', 'subheading'])

/** The first element of a body that has words of its own and is in no article. */
const outsideArticles = (element: XmlElement): XmlElement | null => {
  for (const child of elementsOf(element)) {
    if (child.name === 'article' || NAMING.has(child.name) || isSkipped(child)) continue
    const hasWords = child.children.some((one) => typeof one === 'string' && one.trim() !== '')
    const found = hasWords ? child : outsideArticles(child)
    if (found !== null) return found
  }
  return null
}

/** `bodies` are those whose articles are read. */
export const unreadPartsOf = (act: XmlElement, bodies: readonly XmlElement[]): UnreadPart[] => {
  const around = elementsOf(act).filter(
    (part) => !READ.has(part.name) && part.name !== 'attachments' && !isSkipped(part),
  )
  const attached = firstNamed(act, 'attachments')
  const [loose] = bodies.flatMap((body) => outsideArticles(body) ?? [])
  return [
    ...around
      .filter((part) => labelText(part) !== '')
      .map(({ name, line }) => ({ name: `the element ${name}`, line })),
    ...(attached === null ? [] : [{ name: 'what is attached (attachments)', line: attached.line }]),
    ...(loose === undefined ? [] : [{ name: 'text outside of articles', line: loose.line }]),
  ]
}
