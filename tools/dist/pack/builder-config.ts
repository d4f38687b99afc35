import { join } from 'node:path'
import { product } from '../product.ts'
import { setFuses } from './fuses.ts'

export type PackPaths = {
  /** The staged app, the staged command line, and the folder for what is made. */
  readonly app: string
  readonly commandLine: string
  readonly output: string
  /** The file `app-update.yml`. */
  readonly updaterConfig: string
  /** `icon.png` and `signing-request.png`, from which electron-builder makes each system's own. */
  readonly icons: string
}

export type ElectronSource = {
  readonly version: string
  /** An unpacked Electron; without it electron-builder downloads the version. */
  readonly dist: string | undefined
}

/**
 * The configuration for electron-builder on every system. It has been run for Linux's `dir`; the
 * targets of macOS and Windows and the AppImage are made in the release workflow only.
 */
export const builderConfig = (paths: PackPaths, electron: ElectronSource): object => ({
  appId: product.appId,
  productName: product.name,
  electronVersion: electron.version,
  ...(electron.dist === undefined ? {} : { electronDist: electron.dist }),
  directories: { output: paths.output, buildResources: paths.icons },
  // All native packages are prebuilt for every Node (Node-API).
  npmRebuild: false,
  nodeGypRebuild: false,
  files: ['**/*'],
  asar: { smartUnpack: false },
  // Native code is loaded from a file of its own. Nothing else of the app is outside the archive.
  asarUnpack: ['**/*.node'],
  extraResources: [
    { from: paths.commandLine, to: 'command-line', filter: ['**/*'] },
    // Left out of every other copy.
    { from: join(paths.commandLine, 'node_modules'), to: 'command-line/node_modules' },
    { from: paths.updaterConfig, to: 'app-update.yml' },
  ],
  afterPack: setFuses,
  fileAssociations: [
    {
      ext: 'cpreq',
      name: 'Coldpress signing request',
      description: 'Coldpress signing request',
      mimeType: product.requestType,
      icon: join(paths.icons, 'signing-request.png'),
      role: 'Viewer',
      isPackage: false,
    },
  ],
  artifactName: 'coldpress-${version}-${os}-${arch}.${ext}',
  toolsets: { appimage: '1.0.3' },
  linux: {
    executableName: product.windowProgram,
    category: 'Graphics',
  },
  mac: {
    category: 'public.app-category.graphics-design',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: join(import.meta.dirname, 'entitlements.mac.plist'),
    // Also of the Node that came with it, which compiles JavaScript as Electron does.
    entitlementsInherit: join(import.meta.dirname, 'entitlements.mac.inherit.plist'),
    notarize: process.env['APPLE_API_KEY'] !== undefined,
  },
  nsis: { oneClick: false, perMachine: false, deleteAppDataOnUninstall: false },
  win: { executableName: product.name },
})
