import type { SearchWriter } from '../../ports.ts'
import type { IndexProjection } from '../projection.ts'

/** The search documents of each text. */
export const searchProjection = (writer: SearchWriter): IndexProjection => ({
  name: 'search',
  handles: 'committed texts',
  apply: writer.apply,
  documents: writer.documents,
  drop: writer.drop,
  ...(writer.rest === undefined ? {} : { rest: writer.rest }),
})
