import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

type Environment = Readonly<Record<string, string | undefined>>
export type ElectronPackage = { readonly folder: string; readonly version: string }

const programs: Readonly<Record<string, string>> = {
  darwin: join('Electron.app', 'Contents', 'MacOS', 'Electron'),
  win32: 'electron.exe',
}

/** Through its package.json alone: `electron` itself would begin a download when it is resolved. */
export const electronPackage = (): ElectronPackage => {
  const manifest = createRequire(import.meta.url).resolve('electron/package.json')
  const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'))
  return { folder: dirname(manifest), version }
}

const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true

const versionIn = (dist: string): string => {
  try {
    return readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/u, '')
  } catch {
    return ''
  }
}

/** Electron's program, when it is whole and of the package's version. */
export const electronBinary = (
  { folder, version }: ElectronPackage,
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined => {
  const override = env['ELECTRON_OVERRIDE_DIST_PATH']
  const dist = override ?? join(folder, 'dist')
  const program = join(dist, programs[platform] ?? 'electron')
  const isRight = override !== undefined || versionIn(dist) === version
  return isRight && isFile(program) ? program : undefined
}

/** Asks before the installer does: that one has no time limit, and a stalled server holds it for minutes. */
export const isReachable = async (
  version: string,
  env: Environment = process.env,
  withinMs = 2500,
): Promise<boolean> => {
  const releases =
    env['ELECTRON_MIRROR'] ??
    env['npm_config_electron_mirror'] ??
    'https://github.com/electron/electron/releases/download/'
  try {
    const { status } = await fetch(`${releases}v${version}/SHASUMS256.txt`, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(withinMs),
    })
    return status < 400
  } catch {
    return false
  }
}

/** Runs the package's installer beside us, so that it can be given up. */
export const install = async (
  { folder }: ElectronPackage,
  withinMs = 180_000,
): Promise<boolean> => {
  const child = spawn(process.execPath, [join(folder, 'install.js')], { stdio: 'inherit' })
  const ended = new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
  const giveUp = new AbortController()
  const late = sleep(withinMs, false, { signal: giveUp.signal }).catch(() => false)
  const isDone = await Promise.race([ended, late])
  giveUp.abort()
  if (!isDone) child.kill('SIGKILL')
  return isDone
}
