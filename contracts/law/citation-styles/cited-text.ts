/** What a citation of a text is made from. */
import type { Provision, Validity } from '../../content.ts'
import type { JudicialDecision } from '../../decision.ts'
import type { ContentType, DoctrineSubtype, Jurisdiction } from '../../vocabulary/texts.ts'

/** What a citation says of a decision. */
export type CitedDecision = Pick<
  JudicialDecision,
  'ecli' | 'identifiers' | 'courtCode' | 'courtName' | 'seat' | 'chamber' | 'type' | 'decisionDate'
>

/** The metadata of one version of a text. An article of the API has all of them but the author. */
export type CitedText = {
  readonly slug: string
  readonly version: string
  readonly sha256Hash: string
  readonly title: string
  readonly language: string
  readonly jurisdiction: readonly Jurisdiction[]
  readonly contentType: ContentType
  readonly doctrineSubtype: DoctrineSubtype | null
  /** An instant or a day. */
  readonly publishedAt: string | null
  readonly judicialDecision: CitedDecision | null
  readonly validity: Validity
  readonly provision: Provision | null
  /** Who wrote it, as the source states. */
  readonly author?: string | null
}

/** How it is cited. */
export type CitationOptions = {
  /** Of the European strings and of the proof; French practice is written in French. */
  readonly language: 'fr' | 'en'
  /** The permanent address of the version. */
  readonly address: string
  /** Of a decision or a text its paragraph, of an article of law its paragraph: `12`, `12-14`. */
  readonly paragraph?: string | null
  /** The day on which the wording was asked for; null: its own days are named. */
  readonly day?: string | null
}
