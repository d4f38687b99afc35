import { text } from '../text/en.ts'
import { change } from '../data/change.ts'

/** Restores what was deleted. @returns what was done, as a sentence */
export const restoreFromBin = async (
  accountId: string,
  ids: readonly string[],
): Promise<string> => {
  const { restored, failures } = await change('bin.restore', { accountId, ids: [...ids] })
  const [first] = restored
  const [failure] = failures
  if (first === undefined || failure !== undefined)
    throw new Error(text.bin.failed(restored.length, ids.length, failure ?? ''))
  return restored.length === 1
    ? text.bin.restored(first.name)
    : text.bin.restoredAll(restored.length)
}
