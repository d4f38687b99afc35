import type { Protocol } from '../chromium/cdp.ts'

/** Electron's name of a permission → Chromium's. */
const permissions: Readonly<Record<string, readonly Protocol.Browser.PermissionType[]>> = {
  'background-sync': ['backgroundSync'],
  'clipboard-read': ['clipboardReadWrite'],
  'clipboard-sanitized-write': ['clipboardSanitizedWrite'],
  'display-capture': ['displayCapture'],
  geolocation: ['geolocation'],
  'idle-detection': ['idleDetection'],
  'local-fonts': ['localFonts'],
  media: ['audioCapture', 'videoCapture'],
  midi: ['midi'],
  midiSysex: ['midiSysex'],
  nfc: ['nfc'],
  notifications: ['notifications'],
  'payment-handler': ['paymentHandler'],
  'persistent-storage': ['durableStorage'],
  'screen-wake-lock': ['wakeLockScreen'],
  sensors: ['sensors'],
  'speaker-selection': ['speakerSelection'],
  'storage-access': ['storageAccess'],
  'window-management': ['windowManagement'],
}

export type RequestHandler = (
  contents: object,
  permission: string,
  callback: (granted: boolean) => void,
  details: object,
) => void
export type CheckHandler = (
  contents: object,
  permission: string,
  origin: string,
  details: object,
) => boolean

/**
 * Chromium does not tell its debugger that a page asks for a permission, so the app's handlers are
 * asked for all of them before the page loads. As in Electron, what has no handler is granted.
 */
export const grantedPermissions = async (
  request: RequestHandler | undefined,
  check: CheckHandler | undefined,
  contents: object,
  origin: string,
): Promise<Protocol.Browser.PermissionType[]> => {
  const isGranted = async (permission: string): Promise<boolean> => {
    const details = { requestingUrl: `${origin}/`, isMainFrame: true }
    if (check?.(contents, permission, origin, details) !== false) return true
    if (request === undefined) return true
    return new Promise((resolve) => request(contents, permission, resolve, details))
  }
  const asked = Object.entries(permissions).map(async ([permission, types]) =>
    (await isGranted(permission)) ? types : [],
  )
  return (await Promise.all(asked)).flat()
}
