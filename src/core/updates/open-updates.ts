import { installationOf } from './installation.ts'
import { releaseSourceOf } from './release-source.ts'
import { createUpdates, type Updates } from './updates.ts'

/** The updates of this running program. */
export const openUpdates = (options: {
  readonly home: string
  /** The version of this program. */
  readonly current: string
  /** The folder with the program's package.json, or its app.asar. */
  readonly program: string
}): Updates => {
  const installation = installationOf(options.program, process)
  return createUpdates({
    home: options.home,
    current: options.current,
    installation,
    arch: process.arch,
    source: releaseSourceOf(installation === 'checkout', process.env),
  })
}
