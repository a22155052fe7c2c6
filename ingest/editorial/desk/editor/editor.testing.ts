import { deterministicVerifier } from '#contracts/law/claims/judge.ts'
import { preparedSources } from '../../../groundedness/prepared-sources.ts'
import type { CitedTexts } from '../../../ports.ts'
import { judgedBefore } from '../../annotate/judged-before.ts'
import { memoryScratches } from '../../scratch/memory-scratches.testing.ts'
import { rememberedTexts } from '../../scratch/save-scratch.ts'
import type { EditorDeps } from './present.ts'
import { editorWork } from './work.ts'

/** The editor in memory, without vocabularies. */
export const memoryEditor = (
  cited: CitedTexts,
): Pick<EditorDeps, 'scratches' | 'remembered' | 'work' | 'concepts'> => ({
  scratches: memoryScratches(),
  remembered: rememberedTexts(),
  work: editorWork({
    cited,
    verifier: deterministicVerifier,
    prepared: preparedSources(),
    judged: judgedBefore(),
    clock: () => performance.now(),
  }),
  concepts: { search: () => Promise.resolve([]), byId: () => Promise.resolve(null) },
})
