import { join } from 'node:path'
import { loadFuses, type PackContext } from '../load-packages.ts'

/**
 * All of Electron's fuses, by their names in @electron/fuses. A fuse that a later Electron adds and
 * that is missing here ends packing.
 */
export const fuses: Readonly<Record<string, boolean>> = {
  // Nothing may turn the app into a Node that runs any script: it has the keychain's trust.
  RunAsNode: false,
  // The window keeps no cookies, and this would ask macOS for a key at the first start.
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  // Effective on macOS and Windows only.
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
}

/** Electron's program in a packed app. */
const packedProgram = ({ appOutDir, electronPlatformName, packager }: PackContext): string => {
  const { productFilename } = packager.appInfo
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`)
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`)
  return join(appOutDir, packager.executableName ?? productFilename)
}

/** Sets the fuses of a packed app before it is signed. */
export const setFuses = async (context: PackContext): Promise<void> => {
  const { flipFuses, FuseV1Options, FuseVersion } = loadFuses()
  const byNumber = Object.entries(fuses).map(([name, isOn]) => [FuseV1Options[name], isOn])
  await flipFuses(packedProgram(context), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature:
      context.electronPlatformName === 'darwin' && process.arch === 'arm64',
    ...Object.fromEntries(byNumber),
  })
}

/** The fuses as they stand in a program, by name; those that it does not have are left out. */
export const readFuses = async (program: string): Promise<Readonly<Record<string, boolean>>> => {
  const { getCurrentFuseWire, FuseV1Options } = loadFuses()
  const wire = await getCurrentFuseWire(program)
  const on = '1'.charCodeAt(0)
  return Object.fromEntries(
    Object.entries(FuseV1Options)
      .filter(([, number]) => typeof number === 'number' && String(number) in wire)
      .map(([name, number]) => [name, wire[String(number)] === on]),
  )
}
