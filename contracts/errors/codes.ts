/**
 * The catalogue of all error codes with message and hint. Codes are never renamed.
 * `contracts/ERRORS.md` is generated from it.
 */
import type { ErrorEntry } from './entry.ts'
import { FAULTS } from './faults.ts'
import {
  ANSWER_WARNINGS,
  CITATION_ERRORS,
  EDITORIAL_ERRORS,
  HTTP_DETAILS,
  HTTP_ERRORS,
  HTTP_REASONS,
  INTEGRITY_FLAGS,
  LOG_CODES,
  RPC_ERRORS,
  WEBHOOK_ERRORS,
} from './http.ts'
import { IMPORT_NOTES, IMPORT_REFUSALS } from './import-refusals.ts'
import { DOMAIN_REFUSALS, REFUSALS, STAFF_REFUSALS } from './refusals.ts'

/** Codes of faults, refusals and notes. */
const OWN = {
  ...FAULTS,
  ...DOMAIN_REFUSALS,
  ...REFUSALS,
  ...STAFF_REFUSALS,
  ...IMPORT_REFUSALS,
  ...IMPORT_NOTES,
}
export type ErrorCode = keyof typeof OWN
export const ERROR_CODES = Object.keys(OWN) as [ErrorCode, ...ErrorCode[]]
export const isErrorCode = (text: string | null | undefined): text is ErrorCode =>
  typeof text === 'string' && Object.hasOwn(OWN, text)

/** Codes of HTTP and MCP answers, of the request log and of integrity flags. */
const OF_ANSWERS = {
  ...HTTP_ERRORS,
  ...EDITORIAL_ERRORS,
  ...HTTP_REASONS,
  ...HTTP_DETAILS,
  ...RPC_ERRORS,
  ...CITATION_ERRORS,
  ...ANSWER_WARNINGS,
  ...WEBHOOK_ERRORS,
  ...LOG_CODES,
  ...INTEGRITY_FLAGS,
}
export type AnswerCode = keyof typeof OF_ANSWERS

/** The whole catalogue. */
export type CatalogueCode = ErrorCode | AnswerCode
export const CATALOGUE: Readonly<Record<CatalogueCode, ErrorEntry>> = { ...OWN, ...OF_ANSWERS }
