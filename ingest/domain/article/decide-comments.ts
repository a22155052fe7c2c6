/** Decisions about comments, and about who works on a text. Pure. */
import { COMMENT_BODY_MAX, CommentAdded } from '#contracts/events/article.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { codePointsOf } from '#contracts/law/annotations/span-target.ts'
import { isVisible } from '#contracts/toolkit/visible.ts'
import type { Assign, Comment, CommentCommand, ResolveComment } from './commands.ts'
import type { ArticleState } from './state.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'

type Decision = ArticleEvent[] | DomainRefusal

/** Comments of one text. */
const COMMENTS_MAX = 5_000

const assign = ({ person }: Assign, { assignedTo }: ArticleState): Decision =>
  person === assignedTo ? [] : [{ type: 'Assigned', data: { person } }]

const comment = (command: Comment, { comments }: ArticleState): Decision => {
  const { id, inReplyTo, sha256Hash, target, actor } = command
  const body = command.body.trim()
  if (!isVisible(body) || codePointsOf(body) > COMMENT_BODY_MAX) return refuse('comment-invalid')
  if (inReplyTo !== null && !comments.has(inReplyTo)) return refuse('comment-unknown')
  const before = comments.get(id)
  if (before !== undefined)
    return before.by === actor && before.body === body ? [] : refuse('comment-exists')
  if (comments.size >= COMMENTS_MAX) return refuse('comments-too-many')
  // What cannot be read back would make the whole text unreadable.
  const stated = CommentAdded.safeParse({ id, inReplyTo, sha256Hash, body, target })
  return stated.success
    ? [{ type: 'CommentAdded', data: stated.data }]
    : refuse('comment-invalid', stated.error.issues[0]?.path.join('.'))
}

const resolveComment = ({ id }: ResolveComment, { comments }: ArticleState): Decision => {
  const found = comments.get(id)
  if (found === undefined) return refuse('comment-unknown')
  return found.resolved === null ? [{ type: 'CommentResolved', data: { id } }] : []
}

export const decideComment = (command: CommentCommand, state: ArticleState): Decision => {
  switch (command.type) {
    case 'Assign':
      return assign(command, state)
    case 'Comment':
      return comment(command, state)
    case 'ResolveComment':
      return resolveComment(command, state)
    default:
      return command satisfies never
  }
}
