import type { Protocol } from '../chromium/cdp.ts'

/** Electron's name of a permission → Chromium's; `media` is asked for by its kinds. */
const permissions: Readonly<Record<string, readonly Protocol.Browser.PermissionType[]>> = {
  'background-sync': ['backgroundSync'],
  'clipboard-read': ['clipboardReadWrite'],
  'clipboard-sanitized-write': ['clipboardSanitizedWrite'],
  'display-capture': ['displayCapture'],
  geolocation: ['geolocation'],
  'idle-detection': ['idleDetection'],
  'local-fonts': ['localFonts'],
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

const media = [
  { kind: 'audio', type: 'audioCapture' },
  { kind: 'video', type: 'videoCapture' },
] as const

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
  const isGranted = async (permission: string, more: object = {}): Promise<boolean> => {
    const details = { requestingUrl: `${origin}/`, isMainFrame: true, ...more }
    if (check?.(contents, permission, origin, details) !== false) return true
    if (request === undefined) return true
    return new Promise((resolve) => request(contents, permission, resolve, details))
  }
  const asked = Object.entries(permissions).map(async ([permission, types]) =>
    (await isGranted(permission)) ? types : [],
  )
  const askedOfMedia = media.map(async ({ kind, type }) =>
    (await isGranted('media', { mediaType: kind, mediaTypes: [kind] })) ? [type] : [],
  )
  return (await Promise.all([...asked, ...askedOfMedia])).flat()
}
