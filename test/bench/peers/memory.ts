/** Memory of a process and all that it started, from /proc. */
import { readdir, readFile } from 'node:fs/promises'

const KB_PER_MB = 1_024

/** Parent of each process. */
const parents = async (): Promise<Map<number, number>> => {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/u.test(name))
  const found = new Map<number, number>()
  for (const id of ids) {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
    // The name of the program, in brackets, may hold anything.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (parent !== undefined) found.set(Number(id), Number(parent))
  }
  return found
}

/** The processes below this one, without it. */
export const descendants = async (root: number): Promise<number[]> => {
  const of = await parents()
  const below = new Set([root])
  for (let before = 0; before !== below.size;) {
    before = below.size
    for (const [id, parent] of of) if (below.has(parent)) below.add(id)
  }
  below.delete(root)
  return [...below]
}

/**
 * Resident memory, with what processes share counted once: each has its part of it. Null where the
 * system does not tell.
 */
export const memoryMb = async (ids: readonly number[]): Promise<number | null> => {
  let kilobytes = 0
  for (const id of ids) {
    const text = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')
    kilobytes += Number(/^Pss:\s+(\d+)/mu.exec(text)?.[1] ?? 0)
  }
  return kilobytes === 0 ? null : Math.round(kilobytes / KB_PER_MB)
}
