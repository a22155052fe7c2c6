import { Fault } from '#contracts/fault.ts'
import type { FolderFaults } from '../embeddings/model-folder.ts'

const HINT =
  'give ENTAILMENT_MODEL_DIR a folder laid out like infra/entailment/model; or unset it to use the model that is shipped; or set it to none to do without'

const fault = (kind: 'missing' | 'broken', message: string, cause?: unknown): Fault =>
  new Fault(`entailment-model-${kind}`, message, {
    ...(cause === undefined ? {} : { cause }),
    hint: HINT,
  })

/** Faults of the folder that ENTAILMENT_MODEL_DIR names. */
export const entailmentFaults: FolderFaults = {
  missing: (what, cause) => fault('missing', `ENTAILMENT_MODEL_DIR has no ${what}`, cause),
  broken: (what, cause) => fault('broken', `the entailment model can't be used: ${what}`, cause),
}
