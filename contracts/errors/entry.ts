/**
 * What the catalogue says of a code: the general sentence, and what to do (null: nobody can do
 * anything). Where an error is raised, its message may add the detail of the case. `internal`: only
 * a bug of ours, damage from outside or a size beyond tests brings it about.
 */
export type ErrorEntry = readonly [message: string, hint: string | null, reach?: 'internal']
