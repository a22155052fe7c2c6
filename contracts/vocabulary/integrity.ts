import { z } from 'zod'

export const Severity = z.enum(['info', 'warning', 'critical'])
export type Severity = z.infer<typeof Severity>

/** Integrity flag codes and their severities (contracts/conventions/integrity-flags.md). */
export const INTEGRITY_SEVERITY = {
  hash_mismatch: 'critical',
  version_hash_regression: 'critical',
  source_text_not_found: 'critical',
  quote_altered: 'warning',
  quote_not_found: 'critical',
  citation_unresolved: 'warning',
  citation_ambiguous: 'info',
  cited_authority_red: 'warning',
  cited_authority_orange: 'warning',
  stale_law: 'warning',
  source_changed: 'warning',
  source_withdrawn: 'critical',
  claim_contradicted: 'critical',
  low_groundedness: 'warning',
  groundedness_stale: 'info',
  anonymisation_pending: 'critical',
  encoding_suspect: 'info',
  machine_translated: 'info',
  machine_summary: 'info',
} as const satisfies Record<string, Severity>

export type IntegrityCode = keyof typeof INTEGRITY_SEVERITY
const codes = Object.keys(INTEGRITY_SEVERITY) as [IntegrityCode, ...IntegrityCode[]]
export const IntegrityCode = z.enum(codes)
