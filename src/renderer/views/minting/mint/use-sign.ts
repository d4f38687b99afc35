import { useState } from 'react'
import { call } from '#renderer/bridge.ts'
import { useMint } from '#renderer/stores/mint.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'

/** Signs with this vault, which is asked to open when it has to. */
export const useSign = () => {
  const act = useMint((store) => store.act)
  const [busy, setBusy] = useState(false)
  const sign = async () => {
    if (busy) return
    setBusy(true)
    await attempt(() =>
      act((mintRef) => withVault(text.minting.vaultReason, () => call('minting.sign', mintRef))),
    )
    setBusy(false)
  }
  return { busy, sign }
}
