import type { XmlElement } from '../xml/tree.ts'

/**
 * Case law by the root of its files: where its own metadata stand, and its folder on Légifrance.
 */
export const ROOTS = {
  TEXTE_JURI_JUDI: { meta: 'META_JURI_JUDI', folder: 'juri' },
  TEXTE_JURI_ADMIN: { meta: 'META_JURI_ADMIN', folder: 'ceta' },
  TEXTE_JURI_CONSTIT: { meta: 'META_JURI_CONSTIT', folder: 'cons' },
} as const
export type DecisionRoot = keyof typeof ROOTS
export const isDecisionRoot = (name: string): name is DecisionRoot => Object.hasOwn(ROOTS, name)

/** The parts of one decision, found once. */
export type DilaDecision = {
  readonly root: DecisionRoot
  readonly id: string
  readonly title: string
  readonly date: string
  readonly url: string
  readonly common: XmlElement | null
  readonly juri: XmlElement | null
  readonly specific: XmlElement | null
  readonly text: XmlElement | null
}
