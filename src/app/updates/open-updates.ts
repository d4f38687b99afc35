import { installationOf } from './installation.ts'
import { pretendedInstallation, releaseSourceOf } from './release-source.ts'
import { createUpdates, type Updates } from './updates.ts'

/** The updates of this running program. */
export const openUpdates = (options: {
  readonly home: string
  /** The version of this program. */
  readonly current: string
  /** The folder with the program's package.json, or its app.asar. */
  readonly program: string
}): Updates => {
  const installation = installationOf(options.program, process.platform)
  const isCheckout = installation === 'checkout'
  return createUpdates({
    home: options.home,
    current: options.current,
    installation: isCheckout ? pretendedInstallation(process.env) : installation,
    arch: process.arch,
    source: releaseSourceOf(isCheckout, process.env),
  })
}
