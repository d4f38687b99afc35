import { crashFolderVariable } from '#platform/crash/crash-trace.ts'
import { proxyVariables } from '#platform/http/outgoing/proxy.ts'
import { offlineVariable } from '#platform/offline/offline.ts'
import type { Port } from '#transport/process/port.ts'

/** The child programs of the bundle. */
export type ProcessName = 'keys' | 'studio'

/** Starts `out/main/<name>.js` in its own process with only that environment. */
export type StartProcess = (name: ProcessName, env: Readonly<Record<string, string>>) => Port

/** Needed by Node on Windows, for temporary files, offline mode and crash reports. */
const system = [
  'SystemRoot',
  'windir',
  'TEMP',
  'TMP',
  'TMPDIR',
  offlineVariable,
  crashFolderVariable,
]

/** Needed to reach the system's keychain: the home on macOS, the session bus on Linux. */
const keychain = [
  'HOME',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
]

/** A child process gets no other variables of the user: they may hold other programs' secrets. */
export const environmentFor = (
  name: ProcessName,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> => {
  const wanted = [...system, ...(name === 'keys' ? keychain : proxyVariables)]
  return Object.fromEntries(
    wanted.flatMap((key) => {
      const value = env[key]
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
}
