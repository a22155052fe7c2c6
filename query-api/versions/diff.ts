/** What differs between two wordings of one text. */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { Article } from '#contracts/http/article.ts'
import type { HeadnoteChange, MemberChange, TextChange } from '#contracts/http/versions.ts'
import { textSpan } from '#contracts/text-span.ts'
import { textHunks, type TextHunk } from '#contracts/toolkit/text-diff.ts'
import { makeWatch } from '#contracts/toolkit/watch.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import type { CompareWordings } from './ports.ts'

/** What one comparison may cost: UTF-16 units of all stretches that are compared, and time. */
export const DIFF_BUDGET = { costMax: 64 * 1024 * 1024, msMax: 15_000 } as const

const tooCostly = (): RequestInvalid =>
  new RequestInvalid([
    {
      path: 'to',
      code: 'too_costly',
      message:
        'comparing these versions would take too long: read both with GET …/versions/{version}',
    },
  ])

/** Counts surrogate pairs once over a text, so that each span costs its own length. */
const spansIn = (text: string) => {
  let [unit, point] = [0, 0]
  const pointAt = (at: number): number => {
    if (at < unit) [unit, point] = [0, 0]
    point += textSpan(text.slice(unit, at), 0, at - unit).codePoint.end
    unit = at
    return point
  }
  return (start: number, end: number) => ({
    text: text.slice(start, end),
    span: {
      codePoint: { start: pointAt(start), end: pointAt(end) },
      utf16: { start, end },
    },
  })
}

const kindOf = ({ oldStart, oldEnd, nextStart, nextEnd }: TextHunk): TextChange['kind'] => {
  if (oldStart === oldEnd) return 'added'
  return nextStart === nextEnd ? 'removed' : 'replaced'
}

const shown = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : canonicalJson(value)
}

/** Members of a wording besides text and headnotes; those that machines derive are left out. */
const membersOf = (article: Article): ReadonlyMap<string, string | null> => {
  const { judicialDecision, provision, source } = article
  const assigned = article.concepts.filter(({ assignedBy }) => assignedBy !== 'machine')
  const members: Readonly<Record<string, unknown>> = {
    slug: article.slug,
    title: article.title,
    abstract: article.abstract,
    language: article.language,
    jurisdiction: article.jurisdiction,
    legalDomain: article.legalDomain,
    contentType: article.contentType,
    doctrineSubtype: article.doctrineSubtype,
    concepts: assigned.map(({ id }) => id),
    publishedAt: article.publishedAt,
    'validity.validFrom': article.validity.validFrom,
    'validity.validTo': article.validity.validTo,
    'provision.work': provision?.work,
    'provision.number': provision?.number,
    'provision.section': provision?.section,
    'source.url': source.url,
    licence: article.licence,
    ...Object.fromEntries(
      Object.entries(judicialDecision ?? {}).map(([name, value]) => [
        `judicialDecision.${name}`,
        value,
      ]),
    ),
  }
  return new Map(Object.entries(members).map(([name, value]) => [name, shown(value)]))
}

const changesOf = (
  from: ReadonlyMap<string, string | null>,
  to: ReadonlyMap<string, string | null>,
): MemberChange[] =>
  [...new Set([...from.keys(), ...to.keys()])].flatMap((member) => {
    const [before, after] = [from.get(member) ?? null, to.get(member) ?? null]
    return before === after ? [] : [{ member, from: before, to: after }]
  })

type Headnote = Article['headnotes'][number]
const membersOfHeadnote = (headnote: Headnote | undefined): ReadonlyMap<string, string | null> =>
  new Map(
    headnote === undefined
      ? []
      : (['summary', 'sourceText', 'legalRuleType'] as const).map((name) => [name, headnote[name]]),
  )

const headnoteChanges = (from: readonly Headnote[], to: readonly Headnote[]): HeadnoteChange[] => {
  const [before, after] = [from, to].map(
    (headnotes) => new Map(headnotes.map((one) => [one.sequence, one])),
  )
  const numbers = [...new Set([...from, ...to].map(({ sequence }) => sequence))]
  return numbers
    .toSorted((a, b) => a - b)
    .flatMap((sequence) => {
      const [old, next] = [before?.get(sequence), after?.get(sequence)]
      const members = changesOf(membersOfHeadnote(old), membersOfHeadnote(next))
      const change = old === undefined ? 'added' : next === undefined ? 'removed' : 'changed'
      return members.length === 0 ? [] : [{ sequence, change, members }]
    })
}

const namesOf = ({ version, sha256Hash, publishedAt }: Article) => ({
  version,
  sha256Hash,
  publishedAt,
})

/**
 * What differs between two wordings: words of the text with their places, other members, headnotes.
 * Throws RequestInvalid where the comparison would exceed its budget, and Fault `aborted`.
 */
export const compareWordings: CompareWordings = async ({ from, to }, signal) => {
  const watch = makeWatch({ ...DIFF_BUDGET, spent: tooCostly }, signal)
  const hunks = await textHunks(from.contentClean, to.contentClean, (units) => watch.step(units))
  const [inFrom, inTo] = [spansIn(from.contentClean), spansIn(to.contentClean)]
  return {
    slug: to.slug,
    from: namesOf(from),
    to: namesOf(to),
    identical: from.sha256Hash === to.sha256Hash,
    content: hunks.map((hunk) => ({
      kind: kindOf(hunk),
      from: inFrom(hunk.oldStart, hunk.oldEnd),
      to: inTo(hunk.nextStart, hunk.nextEnd),
    })),
    members: changesOf(membersOf(from), membersOf(to)),
    headnotes: headnoteChanges(from.headnotes, to.headnotes),
  }
}
