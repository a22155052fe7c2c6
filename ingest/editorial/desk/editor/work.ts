/** The heavy parts of the editor, which may run on a thread of their own. */
import { Fault } from '#contracts/fault.ts'
import {
  annotate,
  type AnnotateDeps,
  type AnnotateRequest,
  type Annotations,
} from '../../annotate/annotate.ts'
import { preview, type PreviewRequest } from '../../annotate/preview.ts'
import { mergeDrafts } from '../../scratch/merge-forms.ts'
import type { MergeDrafts } from '../../scratch/save-draft.ts'
import type { ShownPart } from '../wording.ts'

export type EditorWork = {
  readonly annotate: (request: AnnotateRequest) => Promise<Annotations>
  readonly preview: (request: PreviewRequest) => Promise<ShownPart>
  readonly merge: MergeDrafts
}

/** In the thread of the caller. */
export const editorWork = (deps: AnnotateDeps): EditorWork => ({
  annotate: (request) => annotate(deps, request),
  preview: async (request) => preview(request),
  merge: async (sides) => mergeDrafts(sides),
})

/** Null where the work took too long or its thread ended: the text is kept all the same. */
export const orTooLong = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Fault && error.code === 'computation-failed') return null
    throw error
  }
}
