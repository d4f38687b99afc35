import { change } from '#renderer/data/change.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { useAction } from '#renderer/views/use-submit.ts'

/** Signs with this vault, which is asked to open when it has to. */
export const useSign = (mintRef: MintRef) =>
  useAction(() => withVault(text.minting.vaultReason, () => change('minting.sign', mintRef)))
