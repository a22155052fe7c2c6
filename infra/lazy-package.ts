import { createRequire } from 'node:module'

/**
 * Loads a package when it is first needed, where `await import()` can't be written: large ones that
 * most processes never use would make every start slower. `from` is the `import.meta.url` of the
 * module that needs it. The types come by `import type`.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the types
export const lazyPackage = <Package>(from: string, name: string): (() => Package) => {
  const load = createRequire(from)
  return () => load(name) as Package
}
