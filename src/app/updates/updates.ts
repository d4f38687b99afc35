import { updateErrors } from '#contract/updates/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { join } from 'node:path'
import { ColdpressError } from '#values/errors/errors.ts'
import { type Installation, installCommand } from '#contract/updates/installations.ts'
import { downloadFile, isFile } from './download-file.ts'
import { removeOthers, whileNobodyDownloads } from './download-folder.ts'
import { fetchRelease } from './fetch-release.ts'
import { fileFor } from './installation.ts'
import { isSignedFile, type Release, type ReleaseFile } from './release.ts'
import { fileUrl, type ReleaseSource } from './release-source.ts'
import { compareVersions } from './version.ts'

/** A release that is newer than this program. */
export type Update = {
  readonly release: Release
  /** The file for this installation; undefined: the release has none, or git brings it. */
  readonly file: ReleaseFile | undefined
}

/** A file that is on this computer, whole, and signed by the project. */
export type VerifiedFile = {
  readonly path: string
  readonly version: string
  readonly file: ReleaseFile
  /** What the user types to install it; undefined where the app does it. */
  readonly command: string | undefined
}

export type Updates = {
  /** Undefined: this build knows no page of releases. */
  readonly source: ReleaseSource | undefined
  readonly installation: Installation
  readonly current: string
  /**
   * Asks for the newest release; undefined when this program is as new.
   * @throws ColdpressError as `fetchRelease` does; `not_implemented` without a source
   */
  readonly check: (signal?: AbortSignal) => Promise<Update | undefined>
  /** The update's file, if it was downloaded before. */
  readonly downloaded: (update: Update) => Promise<VerifiedFile | undefined>
  /**
   * @throws ColdpressError as `downloadFile` does; `not_found` when no file is for this installation;
   * `busy` while another process downloads it
   */
  readonly download: (
    update: Update,
    options: { readonly signal: AbortSignal; readonly onProgress: (bytes: number) => void },
  ) => Promise<VerifiedFile>
  /**
   * Reads the file again, directly before it is installed, and checks what it then finds: that the
   * project signed these bytes as a version that is newer than this program.
   * @throws ColdpressError `corrupt` when that is not so
   */
  readonly verifyAgain: (verified: VerifiedFile) => Promise<void>
}

/** Finds, downloads and verifies newer versions. Installs nothing. */
export const createUpdates = (options: {
  /**
   * The data folder: files go to a folder of its `updates` for each kind of installation, since
   * several may share it.
   */
  readonly home: string
  readonly current: string
  readonly installation: Installation
  readonly arch: string
  readonly source: ReleaseSource | undefined
}): Updates => {
  const { current, installation, source } = options
  const folder = join(options.home, 'updates', installation)
  const verifiedOf = ({ version }: Release, file: ReleaseFile): VerifiedFile => {
    const path = join(folder, file.name)
    return { path, version, file, command: installCommand(installation, path) }
  }
  return {
    source,
    installation,
    current,
    check: async (signal) => {
      const release = await fetchRelease(requireSource(source), signal)
      const isNewer = compareVersions(release.version, current) > 0
      const file = isNewer ? fileFor(release, installation, options.arch) : undefined
      await removeOthers(folder, file)
      return isNewer ? { release, file } : undefined
    },
    downloaded: async ({ release, file }) => {
      if (file === undefined) return undefined
      const verified = verifiedOf(release, file)
      return (await isFile(verified.path, file)) ? verified : undefined
    },
    download: async ({ release, file }, { signal, onProgress }) => {
      if (file === undefined) throw noFile(release, installation)
      const verified = verifiedOf(release, file)
      const url = fileUrl(requireSource(source), release, file)
      await whileNobodyDownloads(folder, () =>
        downloadFile({ url, file, path: verified.path, signal, onProgress }),
      )
      return verified
    },
    verifyAgain: async ({ path, file, version }) => {
      const isNewer = compareVersions(version, current) > 0
      const isOfProject = isSignedFile({ ...file, version }, source?.keys ?? [])
      if (isNewer && isOfProject && (await isFile(path, file))) return
      throw errorBy(
        updateErrors,
        'release_hash',
        { file: file.name },
        `${path} is gone, or changed since it was downloaded, so it was not installed. Download it again.`,
      )
    },
  }
}

const requireSource = (source: ReleaseSource | undefined): ReleaseSource => {
  if (source !== undefined) return source
  throw new ColdpressError(
    'not_implemented',
    'This build of Coldpress does not know where releases are published, so it cannot look for a newer one.',
  )
}

const noFile = ({ version }: Release, installation: Installation): ColdpressError =>
  new ColdpressError(
    'not_found',
    installation === 'checkout'
      ? `Coldpress ${version} is there. This is a checkout: update it with git pull and npm ci.`
      : `Coldpress ${version} has no file for this installation (${installation}). See the page of releases.`,
  )
