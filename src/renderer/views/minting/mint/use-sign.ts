import { change } from '#renderer/data/change.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { useAction } from '#renderer/views/use-submit.ts'

/** Signs with this vault, and asks the user to unlock it if necessary. */
export const useSign = (mintRef: MintRef) =>
  useAction(() => withVault(text.minting.vaultReason, () => change('minting.sign', mintRef)))
