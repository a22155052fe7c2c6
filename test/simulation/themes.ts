/** Parts of the service; a seed draws some, so that worlds stay small and all are combined. */
import { makeRandom } from './kernel/random.ts'

export type Theme =
  | 'import'
  | 'edit'
  | 'read'
  | 'kafka'
  | 'assess'
  | 'money'
  | 'replay'
  | 'search'
  | 'erase'
  | 'notify'

/** So that the themes of a seed say nothing of what else it draws. */
const APART = 0x5eed
/** A later theme draws apart from the others, so that worlds without it stay as they were. */
const APART_NOTIFY = 0xbe11

/** Who takes part in the world of a seed. */
export const drawThemes = (seed: number): ReadonlySet<Theme> => {
  const random = makeRandom(seed ^ APART)
  const themes = new Set<Theme>(['import'])
  const reads = random.chance(0.65)
  if (reads) themes.add('read')
  if (random.chance(0.5)) themes.add('edit')
  if (reads && random.chance(0.4)) themes.add('kafka')
  if (reads && random.chance(0.35)) themes.add('assess')
  if (reads && random.chance(0.35)) themes.add('replay')
  if (reads && random.chance(0.25)) themes.add('search')
  if (random.chance(reads ? 0.3 : 0.8)) themes.add('money')
  // Calls are charged for texts that are served.
  if (themes.has('money')) themes.add('read')
  if (themes.has('read') && random.chance(0.35)) themes.add('erase')
  if (themes.has('read') && makeRandom(seed ^ APART_NOTIFY).chance(0.2)) themes.add('notify')
  return themes
}
