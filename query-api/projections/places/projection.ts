import type { Article } from '#contracts/http/article.ts'
import { articleOrderKey } from '#contracts/law/citations/article-order.ts'
import { worksOfProvision } from '#contracts/law/citations/names.ts'
import type { ProjectedText } from '../articles/ports.ts'
import type { TextProjection } from '../projection.ts'
import type { Place, PlaceTables, StoredPlace } from './ports.ts'

const headOf = ({ slug, title, version, sha256Hash, statusFlag }: Article) => ({
  slug,
  title,
  version,
  sha256Hash,
  statusFlag,
})

/** Where a text is found by browsing; null: nowhere. */
export const placeOf = (article: Article): Place | null => {
  const { judicialDecision: decision, provision, validity } = article
  if (decision !== null) {
    const { courtCode: court, decisionDate: day } = decision
    if (court === null) return null
    const { ecli, chamber, solution, publication } = decision
    const own = { ecli, decisionDate: day, chamber, solution, publication }
    return { court, day, head: { ...headOf(article), ...own } }
  }
  if (provision === null) return null
  const [jurisdiction = null] = article.jurisdiction
  const [work] = worksOfProvision(provision, jurisdiction)
  if (work === undefined) return null
  const { number, work: workName } = provision
  const section = provision.section ?? []
  return {
    work: work.id,
    workName,
    jurisdiction,
    section,
    numberKey: articleOrderKey(number),
    head: { ...headOf(article), number, section, validity },
  }
}

const storedOf = ({ articleId, streamVersion, article }: ProjectedText): StoredPlace => ({
  articleId,
  streamVersion,
  slug: article?.slug ?? null,
  place: article === null ? null : placeOf(article),
})

/** Decisions by court and year, provisions by work and number. */
export const placeProjection = (tables: PlaceTables): TextProjection => ({
  name: 'places',
  handles: 'texts',
  apply: async (generation, texts) => tables.write(generation, texts.map(storedOf)),
  documents: tables.documents,
  drop: tables.drop,
})
