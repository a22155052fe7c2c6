export function prunePackages(packages: string): void
export function removeOwnNode(packages: string): void
