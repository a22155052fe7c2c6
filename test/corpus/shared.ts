import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Real material that lies beside a checkout, not in it. Tests that read it are skipped by name
 * where it is absent.
 */
const SHARED = resolve(import.meta.dirname, '../../../shared')
export const sharedPath = (...parts: string[]): string => join(SHARED, ...parts)
export const hasShared = existsSync(join(SHARED, 'corpus', 'import'))
/** To end a test's name with, so that a skip says why. */
export const NEEDS_SHARED = '(needs ../shared beside the checkout)'
