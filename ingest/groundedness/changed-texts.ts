/** Which texts a stretch of the log changed, for those that cite them. */
import type { ARTICLE_EVENTS } from '#contracts/events/article.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import { TREATMENT_EVENTS } from '#contracts/events/others.ts'
import {
  type ArticleId,
  articleIdOfStream,
  articleStream,
  type Slug,
  type StreamId,
} from '#contracts/ids.ts'
import { namesOfText } from '#contracts/law/citations/names.ts'
import { articleDecider } from '../domain/article/decide.ts'
import { loadStreams } from '../command-handler/command-handler.ts'
import type { DecidedText } from '../command-handler/text-handler.ts'
import type { EventStore } from '../ports.ts'
import type { LogLine, NamesOfText } from './ports.ts'

/**
 * Facts after which a text says, or counts for, something else than before. What an assessment
 * records itself is not among them, so none ever follows from another.
 */
const CHANGES = [
  'VersionPublished',
  'ValidityRecorded',
  'Unpublished',
  'Withdrawn',
  'Deleted',
] as const satisfies readonly (keyof typeof ARTICLE_EVENTS)[]
/** A doubt that a person dismissed concerns the text itself alone. */
const DISMISSED = 'IntegrityFlagDismissed'
export const ASSESSED = 'GroundednessAssessed'

const TREATMENTS = Object.keys(TREATMENT_EVENTS)

/** Everything that is followed. */
export const FOLLOWED: readonly string[] = [...CHANGES, DISMISSED, ASSESSED, ...TREATMENTS]

const streamsOf = (lines: readonly LogLine[], types: readonly string[]): StreamId[] => [
  ...new Set(lines.filter(({ type }) => types.includes(type)).map(({ streamId }) => streamId)),
]

/** The texts that a stretch of the log assessed. */
export const assessedIn = (lines: readonly LogLine[]): ArticleId[] =>
  streamsOf(lines, [ASSESSED]).map(articleIdOfStream)

/** A text that changed: what it was and is cited as, and its slug while it is public. */
export type ChangedText = NamesOfText & {
  readonly articleId: ArticleId | null
  readonly slug: Slug | null
}

const changedText = ({
  streamId,
  state: { published, publicStatus, wordings },
}: DecidedText): ChangedText | null => {
  if (published === null) return null
  const contents = [...wordings.values()]
  return {
    articleId: articleIdOfStream(streamId),
    slug: publicStatus === 'published' ? published.content.slug : null,
    // Its former names count, too: what cites it by those now cites nothing.
    names: [...new Set(contents.flatMap((one) => namesOfText(one).map(({ name }) => name)))],
    jurisdiction: published.content.jurisdiction[0] ?? null,
  }
}

/**
 * The texts that facts of the citator are about; one that a publisher only names is known by its
 * names.
 */
const treatedBy = ({ type, data }: StoredEvent): (ArticleId | readonly string[])[] => {
  if (type === 'TreatmentRecorded') return [data.treatment.target.articleId]
  if (type === 'TreatmentStated') return [data.target.articleId ?? data.target.names]
  if (type === 'RelianceRecorded') return [data.from.articleId]
  return type === 'CitatorAssessed' ? [data.point.articleId] : []
}

/**
 * Texts by their streams, as they were and are cited; those that were never published are left out.
 */
export const citedAs = async (
  store: Pick<EventStore, 'readStreams'>,
  streams: readonly StreamId[],
): Promise<ChangedText[]> => {
  const texts = await loadStreams(store, articleDecider, streams)
  return [...texts.values()].flatMap((text) => changedText(text) ?? [])
}

/** The texts of one stretch of the log that changed, in the order in which they first did. */
export const changedTexts = async (
  store: Pick<EventStore, 'readStreams'>,
  lines: readonly LogLine[],
): Promise<ChangedText[]> => {
  const streams = await store.readStreams(streamsOf(lines, TREATMENTS))
  const treated = [...streams.values()].flatMap((events) => events.flatMap(treatedBy))
  const named = treated.filter((one) => typeof one !== 'string')
  const ids = treated.filter((one) => typeof one === 'string')
  const changed = streamsOf(lines, [...CHANGES, DISMISSED])
  const all = [...new Set([...changed, ...ids.map((id) => articleStream(id))])]
  return [
    ...(await citedAs(store, all)),
    ...named.map((names) => ({ articleId: null, slug: null, names, jurisdiction: null })),
  ]
}
