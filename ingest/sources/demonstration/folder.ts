import { join } from 'node:path'

/** The project's own demonstration texts. */
export const DEMONSTRATION_FOLDER = join(import.meta.dirname, 'corpus')
