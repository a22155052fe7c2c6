/**
 * Who does what to whom in a French sentence: its clauses, its verbs with their force and polarity,
 * and the relations between its words. A shallow reading; what it is unsure of it leaves out.
 */
import { isTelling } from '../words.ts'
import { turnsOf } from '../negation.ts'
import { forceAt, type Force } from './force.ts'
import { type TaggedWord, tagWords } from './tagging.ts'

/** What a clause is to the statement. */
export type ClauseKind = 'main' | 'condition' | 'exception' | 'relative'

export type FrameWord = TaggedWord & {
  readonly at: number
  readonly clause: number
  readonly clauseKind: ClauseKind
  /** The preposition that governs the word's group; null: none. */
  readonly preposition: string | null
  /** Whether it says something of its own. */
  readonly isContent: boolean
  readonly isDenied: boolean
}

/**
 * `subject` and `object` by meaning: the agent of a passive is its subject. Others carry their
 * preposition: `to` for `à`, `of` for `de` between nouns.
 */
export type Relation = {
  readonly name: string
  readonly head: number
  readonly dependent: number
}

/** A verb that says something: what it obliges to or permits, and whether it is denied. */
export type Predicate = {
  readonly at: number
  readonly force: Force
  readonly isDenied: boolean
  readonly clause: number
  readonly clauseKind: ClauseKind
}

export type Frame = {
  readonly text: string
  readonly words: readonly FrameWord[]
  readonly relations: readonly Relation[]
  readonly predicates: readonly Predicate[]
}

const CONDITION_WORDS = new Set('si lorsque lorsqu quand pourvu faute tant if when'.split(' '))
const CONDITION_PHRASES = [
  'en cas de',
  'a condition',
  'a la condition',
  'sous reserve',
  'sous condition',
  'a defaut',
  'en l absence',
  'en absence',
  'dans la mesure',
  'des lors que',
  'du moment que',
  'dans le cas',
  'dans les cas',
  'en presence',
  'dans l hypothese',
  'a supposer',
].map((phrase) => phrase.replace(' l ', ' ').split(' '))
const EXCEPTION_WORDS = new Set(
  'sauf hormis excepte exceptee exceptes exceptees unless except hors'.split(' '),
)
const EXCEPTION_PHRASES = [
  'a l exception',
  'a moins',
  'sans prejudice',
  'par derogation',
  'par exception',
].map((phrase) => phrase.replace(' l ', ' ').split(' '))
const RELATIVE = new Set(
  'qui que qu dont lequel laquelle lesquels lesquelles auquel duquel auxquels desquels'.split(' '),
)
const SUBORDINATING = new Set(
  'afin parce puisque ainsi lors bien pour avant apres sans ce alors tel tandis des'.split(' '),
)

const startsWith = (
  words: readonly TaggedWord[],
  at: number,
  phrases: readonly (readonly string[])[],
): boolean =>
  phrases.some((phrase) => phrase.every((part, index) => words[at + index]?.folded === part))

const opensCondition = (words: readonly TaggedWord[], at: number): boolean => {
  const word = words[at]
  if (word === undefined) return false
  if (word.elision === 's' && /^ils?$/u.test(word.folded)) return true
  if (CONDITION_WORDS.has(word.folded))
    return word.folded !== 'faute' || words[at + 1]?.folded === 'de'
  return startsWith(words, at, CONDITION_PHRASES)
}
const opensException = (words: readonly TaggedWord[], at: number): boolean =>
  EXCEPTION_WORDS.has(words[at]?.folded ?? '') || startsWith(words, at, EXCEPTION_PHRASES)

const opensRelative = (words: readonly TaggedWord[], at: number): boolean => {
  const word = words[at]
  if (word === undefined) return false
  if (word.folded === 'ou') return /^où$/iu.test(word.raw)
  const before = words[at - 1]
  return RELATIVE.has(word.folded) && before?.pos === 'noun' && !SUBORDINATING.has(before.folded)
}

type Clause = { readonly kind: ClauseKind; finite: number }

/** The clause of each word. */
const clausesOf = (
  words: readonly TaggedWord[],
): { readonly ids: number[]; readonly kinds: ClauseKind[] } => {
  const kinds: ClauseKind[] = ['main']
  const ids: number[] = []
  const stack: { id: number; clause: Clause }[] = [{ id: 0, clause: { kind: 'main', finite: 0 } }]
  const open = (kind: ClauseKind): void => {
    kinds.push(kind)
    stack.push({ id: kinds.length - 1, clause: { kind, finite: 0 } })
  }
  const close = (): void => {
    if (stack.length > 1) stack.pop()
  }
  for (const [at, word] of words.entries()) {
    if (opensException(words, at)) open('exception')
    else if (opensCondition(words, at)) {
      // `sauf si`: the condition of an exception is part of it.
      if (
        stack.at(-1)?.clause.kind !== 'exception' ||
        (ids.length > 0 && words[at - 1]?.commaAfter === true)
      )
        open('condition')
    } else if (opensRelative(words, at)) open('relative')
    if (word.form === 'finite') {
      if (!isJoined(words, at))
        for (
          let top = stack.at(-1);
          top !== undefined && top.clause.kind !== 'main' && top.clause.finite > 0;
          top = stack.at(-1)
        )
          close()
      const top = stack.at(-1)
      if (top !== undefined) top.clause.finite += 1
    }
    ids.push(stack.at(-1)?.id ?? 0)
    const ended = stack.at(-1)
    if (word.clauseEnds) {
      stack.length = 1
      kinds.push('main')
      stack[0] = { id: kinds.length - 1, clause: { kind: 'main', finite: 0 } }
    } else if (word.commaAfter && ended !== undefined && ended.clause.kind !== 'main') close()
  }
  return { ids, kinds }
}

/** Whether `et` or `ou` joins the verb to the one before. */
const isJoined = (words: readonly TaggedWord[], at: number): boolean =>
  words.slice(Math.max(0, at - 3), at).some(({ folded }) => folded === 'et' || folded === 'ou')

const PREPOSITIONS = new Map<string, string>(
  (
    'a:to au:to aux:to de:of du:of des:of d:of par:by pour:for en:in dans:in sur:on sous:under avec:with sans:without contre:against ' +
    'envers:towards avant:before apres:after depuis:since pendant:during durant:during entre:between selon:under vers:towards chez:at ' +
    'jusque:until jusqu:until aupres:at parmi:among malgre:despite devant:before-court lors:during suivant:under moyennant:for'
  )
    .split(' ')
    .map((pair): [string, string] => {
      const [word = '', name = ''] = pair.split(':')
      return [word, name]
    }),
)
const BE =
  /^(?:est|sont|etait|etaient|sera|seront|serait|seraient|soit|soient|fut|furent|ete|etre|etant)$/u
/** Verbs whose past tense is made with `être`: no passive. */
const WITH_BE =
  /^(?:n[eé]|venu|devenu|parvenu|intervenu|tomb|entr|sorti|mort|d[eé]c[eé]d|parti|rest|arriv|all|revenu|survenu|pass|retourn)/u
/** `il appartient à X de`, `il incombe à X de`: the person after `à` is the one who acts. */
const IMPERSONAL = /^(?:incomb|appart|revien|reven|pes|pès)/u

type Builder = {
  subject: number | null
  verb: number | null
  passive: boolean
  impersonal: boolean
  noun: number | null
}

const relationsOf = (words: readonly FrameWord[]): Relation[] => {
  const found: Relation[] = []
  const builders = new Map<number, Builder>()
  const add = (name: string, head: number, dependent: number): void => {
    if (head !== dependent) found.push({ name, head, dependent })
  }
  let lastNoun: number | null = null
  let afterBe = false
  for (const [at, word] of words.entries()) {
    const builder = builders.get(word.clause) ?? {
      // The one that a relative clause describes is its subject after `qui`.
      subject: words[at]?.clauseKind === 'relative' && word.folded === 'qui' ? lastNoun : null,
      verb: null,
      passive: false,
      impersonal: false,
      noun: null,
    }
    builders.set(word.clause, builder)
    if (BE.test(word.folded)) {
      afterBe = true
      continue
    }
    if (word.pos === 'verb' && word.isContent) {
      const isPassive = word.form === 'past-participle' && afterBe && !WITH_BE.test(word.folded)
      const describes = word.form === 'past-participle' && !afterBe && builder.noun === at - 1
      if (describes && builder.noun !== null) {
        add('is', builder.noun, at)
        continue
      }
      if (word.form === 'infinitive' && builder.verb !== null) add('then', builder.verb, at)
      if (builder.subject !== null) add(isPassive ? 'object' : 'subject', at, builder.subject)
      builder.verb = at
      builder.passive = isPassive
      builder.impersonal = IMPERSONAL.test(word.folded)
      builder.noun = null
      afterBe = false
      continue
    }
    if (word.pos === 'adjective' && word.isContent) {
      const target = afterBe ? builder.subject : builder.noun
      if (target !== null && target !== undefined) add('is', target, at)
      continue
    }
    if (word.pos !== 'noun' || !word.isContent) continue
    const { preposition } = word
    if (preposition === null) {
      if (builder.verb === null) {
        if (afterBe && builder.subject !== null) add('is', builder.subject, at)
        else
          builder.subject = builder.subject === null || builder.noun === null ? at : builder.subject
      } else if (
        builder.noun === null ||
        words[at - 1]?.folded === 'et' ||
        words[at - 1]?.folded === 'ou'
      )
        add('object', builder.verb, at)
      else add('next', builder.noun, at)
    } else if (preposition === 'of' && builder.noun !== null) add('of', builder.noun, at)
    else if (preposition === 'by' && builder.passive && builder.verb !== null)
      add('subject', builder.verb, at)
    else if (preposition === 'to' && builder.impersonal && builder.verb !== null) {
      add('subject', builder.verb, at)
      builder.subject = at
    } else if (builder.verb !== null) add(preposition, builder.verb, at)
    else if (builder.noun !== null) add(preposition, builder.noun, at)
    builder.noun = at
    lastNoun = at
  }
  return found
}

/** The preposition of each word's group: the last one before it, unless a verb came between. */
const prepositionsOf = (words: readonly TaggedWord[]): (string | null)[] => {
  let current: string | null = null
  return words.map((word) => {
    if (word.elision === 'd' || word.elision === 'qu')
      current = word.elision === 'd' ? 'of' : current
    const own = word.pos === 'function' ? PREPOSITIONS.get(word.folded) : undefined
    if (own !== undefined) {
      // `des` may be an article: after a verb it opens an object.
      current = own
      return current
    }
    const governed = current
    if (word.pos === 'verb' || word.pos === 'noun') current = null
    if (word.commaAfter || word.clauseEnds) current = null
    return governed
  })
}

/** Reads a sentence. Deterministic, linear in its length. */
export const readFrame = (text: string): Frame => {
  const tagged = tagWords(text)
  const { ids, kinds } = clausesOf(tagged)
  const prepositions = prepositionsOf(tagged)
  const turned = turnsOf(tagged)
  const words = tagged.map((word, at): FrameWord => ({
    ...word,
    at,
    clause: ids[at] ?? 0,
    clauseKind: kinds[ids[at] ?? 0] ?? 'main',
    preposition: prepositions[at] ?? null,
    isContent:
      isTelling(word) &&
      word.pos !== 'function' &&
      !MODAL.test(word.folded) &&
      !BE.test(word.folded),
    isDenied: turned.has(at),
  }))
  const predicates = words.flatMap((word, at): Predicate[] => {
    if (word.pos !== 'verb' || !word.isContent) return []
    const { clause, clauseKind, isDenied } = word
    return [{ at, clause, clauseKind, isDenied, force: forceAt(words, at) }]
  })
  return { text, words, relations: relationsOf(words), predicates }
}

const MODAL =
  /^(?:peut|peuvent|pouvait|pouvaient|pourra|pourront|pourrait|pourraient|puisse|puissent|doit|doivent|devait|devaient|devra|devront|devrait|devraient|faut|faudra|faudrait)$/u
