import type { Statement } from '#keys/seal/seal.ts'
import type { Studio } from '../options.ts'

/** Says in an answer that facts wait for the vault of the creator, where they do. */
export const awaitingField = (
  { seals }: Pick<Studio, 'seals'>,
  statements: readonly Statement[],
): { readonly awaits_confirmation?: true } =>
  statements.some((statement) => seals.isAwaited(statement)) ? { awaits_confirmation: true } : {}
