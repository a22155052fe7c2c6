/** The texts that a range of the log changed. */
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
import type { ArticleState, PublishedVersion } from '../domain/article/state.ts'
import { loadStreams } from '../command-handler/command-handler.ts'
import { readableStreams } from '../command-handler/readable-streams.ts'
import type { DecidedText } from '../command-handler/text-handler.ts'
import type { EventStore } from '../ports.ts'
import type { LogLine, NamesOfText } from './ports.ts'

/**
 * Events that change the meaning or validity of a text. Events of assessments are not among them,
 * so that no assessment causes another.
 */
const CHANGES = [
  'VersionPublished',
  'ValidityRecorded',
  'Unpublished',
  'Withdrawn',
  'Deleted',
] as const satisfies readonly (keyof typeof ARTICLE_EVENTS)[]
/** A dismissed doubt affects only the text itself. */
const DISMISSED = 'IntegrityFlagDismissed'
export const ASSESSED = 'GroundednessAssessed'

const TREATMENTS = Object.keys(TREATMENT_EVENTS)

/** All event types that the assessor follows. */
export const FOLLOWED: readonly string[] = [...CHANGES, DISMISSED, ASSESSED, ...TREATMENTS]

const streamsOf = (lines: readonly LogLine[], types: readonly string[]): StreamId[] => [
  ...new Set(lines.filter(({ type }) => types.includes(type)).map(({ streamId }) => streamId)),
]

/** The texts assessed in a range of the log. */
export const assessedIn = (lines: readonly LogLine[]): ArticleId[] =>
  streamsOf(lines, [ASSESSED]).map(articleIdOfStream)

/** A changed text: all its names, and its slug if it is public. */
export type ChangedText = NamesOfText & {
  readonly articleId: ArticleId | null
  readonly slug: Slug | null
  /** What it is part of: works, courts, schemes. */
  readonly scopes: readonly string[]
}

/** The names of a published text, former ones included: citations by these are affected, too. */
export const namesOfPublished = (
  published: PublishedVersion,
  wordings: ArticleState['wordings'],
): NamesOfText => ({
  names: [
    ...new Set([...wordings.values()].flatMap((one) => namesOfText(one).map(({ name }) => name))),
  ],
  jurisdiction: published.content.jurisdiction[0] ?? null,
})

const changedText = ({
  streamId,
  state: { published, publicStatus, wordings },
}: DecidedText): ChangedText | null => {
  if (published === null) return null
  return {
    articleId: articleIdOfStream(streamId),
    slug: publicStatus === 'published' ? published.content.slug : null,
    scopes: [
      ...new Set(
        [...wordings.values()].flatMap((one) => namesOfText(one).map(({ scope }) => scope)),
      ),
    ],
    ...namesOfPublished(published, wordings),
  }
}

/** The texts that citator events concern: by id, or by names if a publisher only names them. */
const treatedBy = ({ type, data }: StoredEvent): (ArticleId | readonly string[])[] => {
  if (type === 'TreatmentRecorded') return [data.treatment.target.articleId]
  if (type === 'TreatmentStated') return [data.target.articleId ?? data.target.names]
  if (type === 'RelianceRecorded') return [data.from.articleId]
  return type === 'CitatorAssessed' ? [data.point.articleId] : []
}

/** The published texts of these streams with all their names. */
export const citedAs = async (
  store: Pick<EventStore, 'readStreams'>,
  streams: readonly StreamId[],
): Promise<ChangedText[]> => {
  const texts = await loadStreams(store, articleDecider, streams)
  return [...texts.values()].flatMap((text) => changedText(text) ?? [])
}

/**
 * The texts that a range of the log changed, in the order of their first change. Those that this
 * version can't read are left out: readers are served what they were before.
 */
export const changedTexts = async (
  all: Pick<EventStore, 'readStreams'>,
  lines: readonly LogLine[],
): Promise<ChangedText[]> => {
  const store: typeof all = { readStreams: (ids) => readableStreams(all, ids) }
  const streams = await store.readStreams(streamsOf(lines, TREATMENTS))
  const treated = [...streams.values()].flatMap((events) => events.flatMap(treatedBy))
  const named = treated.filter((one) => typeof one !== 'string')
  const ids = treated.filter((one) => typeof one === 'string')
  const changed = streamsOf(lines, [...CHANGES, DISMISSED])
  const touched = [...new Set([...changed, ...ids.map((id) => articleStream(id))])]
  return [
    ...(await citedAs(store, touched)),
    ...named.map((names) => ({
      articleId: null,
      slug: null,
      scopes: [],
      names,
      jurisdiction: null,
    })),
  ]
}
