import { offlineVariable } from '#core/offline/offline.ts'
import type { ProcessName } from './port.ts'

/** What Node itself needs on Windows, where temporary files go, and whether there is a network. */
const system = ['SystemRoot', 'windir', 'TEMP', 'TMP', 'TMPDIR', offlineVariable]

/** Where the system's keychain is found: the home for macOS, the session's bus for Linux. */
const keychain = [
  'HOME',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
]

/** Nothing else of the user's environment reaches a child process: it may hold other programs' secrets. */
export const environmentFor = (
  name: ProcessName,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> => {
  const wanted = name === 'keys' ? [...system, ...keychain] : system
  return Object.fromEntries(
    wanted.flatMap((key) => {
      const value = env[key]
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
}
