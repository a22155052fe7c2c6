/** Makes an article in a form that takes long for a long text: on a thread, where there are any. */
import type { Article } from '#contracts/http/article.ts'
import type { Day } from '#contracts/ids.ts'
import { jsonLdOf, jsonLdScript } from '../public/structured-data.ts'
import { akomaNtosoOf } from './akoma-ntoso/document.ts'
import { htmlOf } from './html.ts'
import type { MakeDocument, MakeRequest, PrintPdf } from './ports.ts'
import { printedOf, type Taken } from './printed.ts'

/** The day that structured data name the state of force of; like all else, that of the record. */
const DAY_CHARACTERS = 10

const htmlDocument = (taken: Taken, { cites }: MakeRequest): string => {
  const { article, origin } = taken
  const today = article.updatedAt.slice(0, DAY_CHARACTERS) as Day
  const described = { article, origin, isCurrent: false, today, cites }
  return htmlOf(printedOf(taken), jsonLdScript(jsonLdOf(described)))
}

/** Faults: those of the printer. */
export const makeDocuments =
  (printPdf: PrintPdf): MakeDocument =>
  async (request, signal) => {
    const { format, json, origin, links, version } = request
    // The JSON was typed when we wrote it.
    const taken = { article: JSON.parse(json) as Article, origin, links }
    switch (format) {
      case 'html':
        return Buffer.from(htmlDocument(taken, request))
      case 'akn':
        return Buffer.from(akomaNtosoOf(taken, version))
      case 'pdf':
        return printPdf(printedOf(taken), signal)
      default:
        return format satisfies never
    }
  }
