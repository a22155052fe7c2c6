import type { XmlElement } from '../xml/tree.ts'
import type { Celex } from './celex.ts'

/** An act as either form gives it. */
export type Act = {
  readonly celex: Celex
  readonly title: string
  readonly language: string | null
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly articles: readonly ActArticle[]
  readonly unknown: readonly XmlElement[]
}
export type ActArticle = {
  readonly line: number
  readonly anchor: string
  readonly number: string | null
  readonly heading: string | null
  readonly section: readonly string[]
  readonly text: string
}
