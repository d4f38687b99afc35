import type { CallOutput } from '#contract/window/calls.ts'
import { useCall } from './use-call.ts'

type Work = CallOutput<'vault.work'>

const none: Work = []

/** What waits for the vault while it is locked, by collection; while it is open nothing does. */
export const useVaultWork = (): Work => {
  const { data: status } = useCall('vault.status', null)
  const { data = none } = useCall('vault.work', status?.state === 'locked' ? null : undefined)
  return data
}
