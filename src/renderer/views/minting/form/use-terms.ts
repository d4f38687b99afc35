import { useCallback, useEffect, useRef, useState } from 'react'
import type { ErrorInfo } from '#shared/calls/call.ts'
import type { MintTerms } from '#shared/calls/minting.ts'
import { call, errorInfoOf } from '#renderer/bridge.ts'
import type { CollectionRef } from '#renderer/stores/minting.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'

/** What a mint would be paid from and signed with. Asking for the first time makes a key, for which a vault is needed. */
export const useTerms = ({ accountId, collectionId }: CollectionRef) => {
  const [terms, setTerms] = useState<MintTerms>()
  const [error, setError] = useState<ErrorInfo>()
  const isThere = useRef(true)
  const settle = useCallback(async (answer: Promise<MintTerms>): Promise<void> => {
    try {
      const found = await answer
      if (!isThere.current) return
      setTerms(found)
      setError(undefined)
    } catch (error) {
      if (isThere.current) setError(errorInfoOf(error))
    }
  }, [])
  const refresh = useCallback(
    () =>
      settle(
        withVault(text.minting.keyReason, () => call('minting.terms', { accountId, collectionId })),
      ),
    [accountId, collectionId, settle],
  )
  useEffect(() => {
    isThere.current = true
    void refresh()
    return () => {
      isThere.current = false
    }
  }, [refresh])
  return { terms, error, refresh, setTerms }
}
