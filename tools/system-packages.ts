import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findChromium } from './chromium-host/chromium/find-chromium.ts'

/** Programs of Linux, each with the Debian package that holds it. */
type Programs = Readonly<Record<string, string>>

/**
 * What the tests need of Linux beyond Node. The tests that use these programs do not run elsewhere
 * (test/support/platforms.ts).
 */
const ofTheTests: Programs = {
  'dbus-daemon': 'dbus',
  'dbus-run-session': 'dbus',
  'gnome-keyring-daemon': 'gnome-keyring',
}

/** What the longest tests need besides. */
export const ofTheLongTests: Programs = { nginx: 'nginx-light', caddy: 'caddy', openssl: 'openssl' }

/** What the tests of the packages need besides. */
export const ofThePackages: Programs = { mmdebstrap: 'mmdebstrap', rpmbuild: 'rpm' }

const isOnPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** The window's tests take any Chromium, Chrome or Edge that is there. */
const missingBrowser = (): readonly string[] => (findChromium() === undefined ? ['chromium'] : [])

const missingPackages = (needed: Programs): readonly string[] => [
  ...new Set(
    Object.entries(process.platform === 'linux' ? needed : {})
      .filter(([program]) => !isOnPath(program))
      .map(([, debianPackage]) => debianPackage),
  ),
  ...missingBrowser(),
]

/** How a person installs packages here. */
const installCommand = (packages: readonly string[]): string => {
  if (process.platform === 'darwin') return 'on macOS: brew install --cask google-chrome'
  if (process.platform === 'win32') return 'on Windows: winget install Google.Chrome'
  return `on Debian: sudo apt-get install ${packages.join(' ')}`
}

const isDebianRoot = (): boolean =>
  process.getuid?.() === 0 &&
  existsSync('/etc/os-release') &&
  /^ID(?:_LIKE)?=.*debian/mu.test(readFileSync('/etc/os-release', 'utf8'))

/**
 * Installs what the system tests need where that is possible without asking (root on Debian,
 * as on a CI machine); elsewhere it names what is missing and answers false.
 */
export const ensureSystemPackages = (needed: Programs = ofTheTests): boolean => {
  const missing = missingPackages(needed)
  if (missing.length === 0) return true
  if (!isDebianRoot()) {
    console.error(
      `The system tests need these packages: ${missing.join(', ')}. Install them (${installCommand(missing)}) and run npm test again, or run npm run check for everything that needs no system package.`,
    )
    return false
  }
  console.log(`Installing ${missing.join(', ')} …`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: readonly string[]): boolean =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: environment,
    }).status === 0
  const installed =
    apt('update') &&
    apt('install', '-y', '--no-install-recommends', ...missing) &&
    missingPackages(needed).length === 0
  if (!installed) console.error(`Could not install ${missing.join(', ')}.`)
  return installed
}

if (import.meta.main) process.exit(ensureSystemPackages() ? 0 : 1)
