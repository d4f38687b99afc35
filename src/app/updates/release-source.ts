import { type Installation, installations } from '#contract/updates/installations.ts'
import { readBaseUrl } from '#platform/http/base-url.ts'
import { isPublicKey } from '#keys/seal/ed25519.ts'

/** Where releases come from, and who may sign them. */
export type ReleaseSource = {
  /** The page of releases, without a trailing slash; `https`. */
  readonly url: string
  /** Public keys of the project, hex. */
  readonly keys: readonly string[]
}

/**
 * The project's page of releases and its public keys. Both are empty until the owner publishes the
 * first release: checks become possible then (docs/packaging.md, "Sign a release").
 *
 * To change the key: add the new one here, and sign that release with the old one. From then on
 * sign with both. Remove the old one when nobody uses an older version any more, or at once if it
 * was stolen: older versions then have to be updated by hand.
 */
const projectUrl: string | undefined = undefined
export const projectKeys: readonly string[] = []

/** What a checkout uses in place of the project's, such as the server of a test. */
const variables = {
  url: 'COLDPRESS_RELEASES',
  key: 'COLDPRESS_RELEASE_KEY',
  /** Takes the part of this installation. */
  installation: 'COLDPRESS_RELEASE_FOR',
} as const

/** A checkout as the installation that it takes the part of. */
export const pretendedInstallation = (
  env: Readonly<Record<string, string | undefined>>,
): Installation =>
  installations.find((installation) => installation === env[variables.installation]) ?? 'checkout'

/**
 * Undefined: this build knows of none. Installed packages never read the environment, so that
 * nothing of it can name another key.
 */
export const releaseSourceOf = (
  isCheckout: boolean,
  env: Readonly<Record<string, string | undefined>>,
): ReleaseSource | undefined => {
  const url = isCheckout ? env[variables.url] : undefined
  const key = env[variables.key]
  if (url !== undefined && key !== undefined && isPublicKey(key))
    return { url: readBaseUrl(url, 'key'), keys: [key] }
  return projectUrl === undefined || projectKeys.length === 0
    ? undefined
    : { url: projectUrl, keys: projectKeys }
}

/** The newest release, as GitHub's pages of releases name it. */
export const feedUrl = ({ url }: ReleaseSource): string => `${url}/latest/download/release.json`

export const fileUrl = (
  { url }: ReleaseSource,
  release: { readonly version: string },
  file: { readonly name: string },
): string => `${url}/download/v${release.version}/${file.name}`
