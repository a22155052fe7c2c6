import { Fault, type Refusal, refusalByCode } from '#contracts/fault.ts'

/** Somebody saved at the same moment, several times over: the person may send it again. */
export const orBusy = async <T>(act: Promise<T>): Promise<T | Refusal> => {
  try {
    return await act
  } catch (error) {
    if (error instanceof Fault && error.code === 'streams-busy') return refusalByCode(error.code)
    throw error
  }
}
