import { z } from 'zod'
import { ImportRecord } from '../../../sources/import-record.ts'

/**
 * A text as clients send it: the members of an import record. Their values are checked by the code
 * that checks imports, which says what is allowed.
 */
export const TextInput = ImportRecord.extend({
  title: z.string().describe('One line.'),
  text: z.string().describe('The text in Markdown; raw HTML stays text. 4 MiB at most.'),
  judicialDecision: z.record(z.string(), z.unknown()).nullable().optional(),
  source: ImportRecord.shape.source
    .partial({ id: true })
    .optional()
    .describe('Where the text comes from. Without `id` it gets an identity of its own.'),
}).meta({ id: 'TextMembers' })
export type TextInput = z.infer<typeof TextInput>
