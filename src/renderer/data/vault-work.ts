import type { CallOutput } from '#contract/window/calls.ts'
import { useCall } from './use-call.ts'

type Work = CallOutput<'vault.work'>

const none: Work = []

/** What waits for the vault while it is locked, by collection; while it is open nothing does. */
export const useVaultWork = (): Work => {
  const { data: status } = useCall('vault.status', null)
  const isLocked = status?.state === 'locked'
  const { data = none } = useCall('vault.work', isLocked ? null : undefined)
  // The last answer outlives the lock: a key of undefined and one of null are the same.
  return isLocked ? data : none
}
