import { createRequire } from 'node:module'
import { join } from 'node:path'

/** A package of its own: the root does not install it. */
export const packagesFolder = join(import.meta.dirname, 'packages')

/** Their types are not there when the root is checked: what is used of them is typed here. */
const require = createRequire(join(packagesFolder, 'package.json'))

/** What electron-builder tells its `afterPack` hook. */
export type PackContext = {
  readonly appOutDir: string
  readonly electronPlatformName: string
  readonly packager: {
    readonly executableName?: string
    readonly appInfo: { readonly productFilename: string }
  }
}

type Builder = {
  readonly build: (options: {
    readonly projectDir: string
    readonly config: object
    readonly dir?: boolean
    readonly publish: 'never'
  }) => Promise<readonly string[]>
}

/** Each fuse's number in Electron's binary, under its name. */
export type FuseNumbers = Readonly<Record<string, number | string>>

type Fuses = {
  readonly flipFuses: (program: string, fuses: object) => Promise<number>
  readonly getCurrentFuseWire: (program: string) => Promise<Readonly<Record<string, unknown>>>
  readonly FuseV1Options: FuseNumbers
  readonly FuseVersion: { readonly V1: string }
}

type Asar = {
  readonly extractAll: (archive: string, target: string) => void
  readonly listPackage: (
    archive: string,
    options: { readonly isPack: boolean },
  ) => readonly string[]
}

export const loadBuilder = (): Builder => {
  const loaded: Builder = require('electron-builder')
  return loaded
}

export const loadFuses = (): Fuses => {
  const loaded: Fuses = require('@electron/fuses')
  return loaded
}

export const loadAsar = (): Asar => {
  const loaded: Asar = require('@electron/asar')
  return loaded
}
