/** Stands in for `node:fs/promises` in the simulated process: every path is a file of its own. */
export * from 'node:fs/promises'

export const realpath = async (path: string): Promise<string> => path
export const stat = async (): Promise<{ isFile(): boolean; isDirectory(): boolean }> => ({
  isFile: () => true,
  isDirectory: () => false,
})
