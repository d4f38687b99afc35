import type { Settings } from '#contract/settings/settings.ts'
import { useCall } from './use-call.ts'

/** The app was started with `--offline`. */
export const useIsOffline = (): boolean => useCall('app.info', null).data?.offline === true

/** The settings with which the window is drawn until they are loaded. */
const initial: Settings = {
  appearance: 'system',
  autoLockMinutes: 15,
  notifyFailures: true,
  notifyPaid: true,
  updateCheck: 'ask',
  pinCheck: 'daily',
  imageGateway: '',
  routingEndpoint: null,
  collectionGoals: {},
}

export const useSettings = (): Settings => useCall('app.settings', null).data ?? initial
