import { z } from 'zod'
import type { JudicialDecisionInput } from '#contracts/decision.ts'

/**
 * One record of an import file, before it is cleaned (contracts/conventions/command-line.md).
 * Unknown members are refused by name, so that a misspelt member is not lost.
 */
export const ImportRecord = z.strictObject({
  title: z.string(),
  text: z.string(),
  contentType: z.string(),
  slug: z.string().optional(),
  abstract: z.string().nullable().optional(),
  language: z.string().optional(),
  jurisdiction: z.array(z.string()).optional(),
  legalDomain: z.array(z.string()).optional(),
  doctrineSubtype: z.string().nullable().optional(),
  publishedAt: z.string().nullable().optional(),
  validFrom: z.iso.date().nullable().optional(),
  validTo: z.iso.date().nullable().optional(),
  headnotes: z
    .array(
      z.strictObject({
        sequence: z.int().min(1),
        summary: z.string(),
        sourceText: z.string().nullable().optional(),
        legalRuleType: z.string().nullable().optional(),
      }),
    )
    .nullable()
    .optional(),
  judicialDecision: z.custom<JudicialDecisionInput>().nullable().optional(),
  provision: z
    .strictObject({
      work: z.string(),
      number: z.string().nullable().optional(),
      section: z.array(z.string()).nullable().optional(),
      anchor: z.string().nullable().optional(),
    })
    .nullable()
    .optional(),
  citations: z.array(z.string()).nullable().optional(),
  /** Who wrote it, in one line. */
  author: z.string().nullable().optional(),
  /** Of the text; without one all rights are reserved. `source.licence` is the same. */
  licence: z.string().nullable().optional(),
  source: z.strictObject({
    id: z.string(),
    version: z.string().nullable().optional(),
    url: z.string().nullable().optional(),
    licence: z.string().nullable().optional(),
    /** SHA-256 of the publisher's file or text, where the publisher gives one; informative. */
    textSha256: z.string().optional(),
  }),
})
export type ImportRecord = z.infer<typeof ImportRecord>
