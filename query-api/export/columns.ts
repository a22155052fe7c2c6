/** The columns of an export in Parquet. Each text can be told again from its row. */
import type { SchemaElement } from 'hyparquet'
import { z } from 'zod'
import { ExportedText } from '#contracts/http/export.ts'

type Type = 'string' | 'strings' | 'json' | 'date' | 'timestamp' | 'integer' | 'boolean'

type Column = {
  readonly name: string
  readonly type: Type
  readonly nullable: boolean
  readonly valueOf: (text: ExportedText) => unknown
}

const column =
  (nullable: boolean) =>
  (name: string, type: Type, valueOf: Column['valueOf']): Column => ({
    name,
    type,
    nullable,
    valueOf,
  })
const required = column(false)
const optional = column(true)

const dayOf = (day: string | null | undefined): Date | null =>
  day === null || day === undefined ? null : new Date(`${day}T00:00:00.000Z`)
const timeOf = (instant: string | null): Date | null =>
  instant === null ? null : new Date(instant)

/** `ecli`, `courtCode` and `decisionDate` repeat what is in `judicialDecision`. */
export const COLUMNS: readonly Column[] = [
  required('id', 'string', ({ id }) => id),
  required('slug', 'string', ({ slug }) => slug),
  required('title', 'string', ({ title }) => title),
  optional('abstract', 'string', ({ abstract }) => abstract),
  required('contentClean', 'string', ({ contentClean }) => contentClean),
  required('language', 'string', ({ language }) => language),
  required('jurisdiction', 'strings', ({ jurisdiction }) => jurisdiction),
  required('legalDomain', 'strings', ({ legalDomain }) => legalDomain),
  required('contentType', 'string', ({ contentType }) => contentType),
  optional('doctrineSubtype', 'string', ({ doctrineSubtype }) => doctrineSubtype),
  optional('publishedAt', 'timestamp', ({ publishedAt }) => timeOf(publishedAt)),
  required('version', 'string', ({ version }) => version),
  required('sha256Hash', 'string', ({ sha256Hash }) => sha256Hash),
  required('hashProfile', 'string', ({ hashProfile }) => hashProfile),
  optional('groundednessScore', 'integer', ({ groundednessScore }) => groundednessScore),
  optional('groundedness', 'json', ({ groundedness }) => groundedness),
  required('hasIntegrityWarning', 'boolean', (text) => text.hasIntegrityWarning),
  required('integrityFlags', 'json', ({ integrityFlags }) => integrityFlags),
  required('headnotes', 'json', ({ headnotes }) => headnotes),
  required('concepts', 'json', ({ concepts }) => concepts),
  optional('judicialDecision', 'json', ({ judicialDecision }) => judicialDecision),
  optional('ecli', 'string', ({ judicialDecision }) => judicialDecision?.ecli ?? null),
  optional('courtCode', 'string', ({ judicialDecision }) => judicialDecision?.courtCode ?? null),
  optional('decisionDate', 'date', (text) => dayOf(text.judicialDecision?.decisionDate)),
  optional('validFrom', 'date', ({ validity }) => dayOf(validity.validFrom)),
  optional('validTo', 'date', ({ validity }) => dayOf(validity.validTo)),
  optional('provision', 'json', ({ provision }) => provision),
  required('sourceId', 'string', ({ source }) => source.id),
  optional('sourceVersion', 'string', ({ source }) => source.version),
  optional('sourceUrl', 'string', ({ source }) => source.url),
  optional('licence', 'string', ({ licence }) => licence),
]

const ELEMENTS: Readonly<Record<Exclude<Type, 'strings'>, Omit<SchemaElement, 'name'>>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  date: { type: 'INT32', converted_type: 'DATE' },
  timestamp: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  integer: { type: 'INT32' },
  boolean: { type: 'BOOLEAN' },
}

const elementsOf = ({ name, type, nullable }: Column): SchemaElement[] => {
  const repetition_type = nullable ? 'OPTIONAL' : 'REQUIRED'
  if (type !== 'strings') return [{ name, repetition_type, ...ELEMENTS[type] }]
  return [
    { name, repetition_type, converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'REQUIRED', ...ELEMENTS.string },
  ]
}

/** The schema of the file, as the format lists it: the root, then each column. */
export const PARQUET_SCHEMA: SchemaElement[] = [
  { name: 'text', num_children: COLUMNS.length },
  ...COLUMNS.flatMap(elementsOf),
]

const DAY_CHARACTERS = 'YYYY-MM-DD'.length
const day = z
  .date()
  .transform((time) => time.toISOString().slice(0, DAY_CHARACTERS))
  .nullish()
const Row = z.looseObject({
  publishedAt: z
    .date()
    .transform((time) => time.toISOString())
    .nullish(),
  validFrom: day,
  validTo: day,
  sourceId: z.string(),
  sourceVersion: z.string().nullish(),
  sourceUrl: z.string().nullish(),
})

/** The text of a row that was read back. Throws ZodError for a row of another table. */
export const textOfRow = (row: unknown): ExportedText => {
  const { validFrom, validTo, sourceId, sourceVersion, sourceUrl, ...members } = Row.parse(row)
  const { ecli: _, courtCode: __, decisionDate: ___, ...own } = members
  return ExportedText.parse({
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, value ?? null])),
    validity: { validFrom: validFrom ?? null, validTo: validTo ?? null },
    source: { id: sourceId, version: sourceVersion ?? null, url: sourceUrl ?? null },
  })
}
