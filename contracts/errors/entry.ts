/**
 * What the catalogue says of a code: the general sentence, and what to do (null: nobody can do
 * anything). Where an error is raised, its message may add the detail of the case. `internal`: only
 * a bug of ours or damage from outside brings it about, so no test has to reach it.
 */
export type ErrorEntry = readonly [message: string, hint: string | null, reach?: 'internal']
