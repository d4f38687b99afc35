import { useState } from 'react'
import { change } from '#renderer/data/change.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'

/** Signs with this vault, which is asked to open when it has to. */
export const useSign = (mintRef: MintRef) => {
  const [busy, setBusy] = useState(false)
  const sign = async () => {
    if (busy) return
    setBusy(true)
    await attempt(() => withVault(text.minting.vaultReason, () => change('minting.sign', mintRef)))
    setBusy(false)
  }
  return { busy, sign }
}
