import { useEffect, useRef } from 'react'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { refreshCollection } from '#renderer/data/tokens.ts'
import { useCall } from '#renderer/data/use-call.ts'

/** A changed mint also changes tokens. */
export const useMintUpdates = (collectionRef: CollectionRef): void => {
  const { data } = useCall('minting.list', collectionRef)
  const states = (data?.mints ?? []).map(({ id, status }) => `${id} ${status}`).join()
  const before = useRef<string>(undefined)
  useEffect(() => {
    const isNews =
      before.current !== undefined && before.current !== '' && before.current !== states
    before.current = states
    if (isNews) void refreshCollection()
  }, [states])
}
