import { finalityText, isFinal } from '#contract/mints/finality-text.ts'
import type { Finality } from '#contract/mints/finality.ts'

/** Whether a rollback may still take back what is confirmed, for the line `final`. */
export const finalText = (finality: Finality | null | undefined): string | undefined => {
  if (finality === null || finality === undefined) return undefined
  return isFinal(finality) ? 'yes: no rollback can take it back' : finalityText(finality)
}
