import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { electronBinary, electronPackage } from '../../start/electron-binary.ts'
import { contentsOf, overBudget } from '../check/contents.ts'
import { foreignBinaries } from '../check/foreign-binaries.ts'
import { layOutStandIn } from '../electron-stand-in.ts'
import { makeBuilderIcons } from '../icons/make-icons.ts'
import { loadBuilder } from '../load-packages.ts'
import { stageApp, stageCommandLine } from '../stage/stage.ts'
import { builderConfig, type ElectronSource, type PackPaths } from './builder-config.ts'
import { updaterConfig } from './updater-config.ts'

export type PackedApp = {
  /** The unpacked app, as it is installed. */
  readonly folder: string
  readonly isStandIn: boolean
  /** What electron-builder made beside it; nothing without `withTargets`. */
  readonly packages: readonly string[]
}

export type PackOptions = {
  readonly root: string
  /** For what is made; emptied first. */
  readonly work: string
  /** A stand-in takes the place of an Electron that is not downloaded. Linux only. */
  readonly mayUseStandIn: boolean
  /** Also makes the packages of macOS, Windows, and the AppImage, as the release does. */
  readonly withTargets?: boolean
}

/** Node's names of systems, as electron-builder begins the names of its folders. */
const unpackedFolder = (): string => {
  const arch = process.arch === 'x64' ? '' : `-${process.arch}`
  if (process.platform === 'darwin') return `mac${arch}`
  return `${process.platform === 'win32' ? 'win' : 'linux'}${arch}-unpacked`
}

const targets: Readonly<Record<string, object>> = {
  darwin: { mac: ['dmg', 'zip'] },
  win32: { win: ['nsis'] },
  linux: { linux: ['AppImage'] },
}

/** Electron as npm's package would download it, the stand-in, or a download by electron-builder. */
const findElectron = ({
  work,
  mayUseStandIn,
}: PackOptions): ElectronSource & { isStandIn: boolean } => {
  const { folder, version } = electronPackage()
  if (electronBinary({ folder, version }) !== undefined)
    return { version, dist: join(folder, 'dist'), isStandIn: false }
  if (!mayUseStandIn || process.platform !== 'linux')
    return { version, dist: undefined, isStandIn: false }
  const dist = join(work, 'electron')
  layOutStandIn(dist, version)
  return { version, dist, isStandIn: true }
}

/** What must hold of every packed app, whoever packed it. */
const checkPacked = (folder: string): void => {
  const errors = [...foreignBinaries(folder, process), ...overBudget(contentsOf(folder))]
  if (errors.length > 0)
    throw new Error(`The packed app is not as it should be:\n${errors.join('\n')}`)
}

/** Packs the built bundles with electron-builder and checks what came of it. */
export const packApp = async (options: PackOptions): Promise<PackedApp> => {
  const { root, work } = options
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const paths: PackPaths = {
    app: join(work, 'app'),
    commandLine: join(work, 'command-line'),
    icons: join(work, 'icons'),
    updaterConfig: join(work, 'app-update.yml'),
    output: join(work, 'packed'),
  }
  stageApp(root, paths.app)
  stageCommandLine(root, paths.commandLine, { withPackages: true })
  await makeBuilderIcons(paths.icons)
  writeFileSync(paths.updaterConfig, updaterConfig)
  const { isStandIn, ...electron } = findElectron(options)
  const config = builderConfig(paths, electron)
  const wanted = options.withTargets === true ? targets[process.platform] : { dir: true }
  const packages = await loadBuilder().build({
    projectDir: paths.app,
    config,
    publish: 'never',
    ...wanted,
  })
  const folder = join(paths.output, unpackedFolder())
  checkPacked(folder)
  return { folder, isStandIn, packages }
}
