import type { Settings } from '#shared/calls/facts.ts'
import { useCall } from './use-call.ts'

/** The app was started with `--offline`. */
export const useIsOffline = (): boolean => useCall('app.info', null).data?.offline === true

/** Until the settings are known, the window is drawn with these. */
const initial: Settings = { appearance: 'system', autoLockMinutes: 15, notifyFailures: false }

export const useSettings = (): Settings => useCall('app.settings', null).data ?? initial
