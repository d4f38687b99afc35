import { randomBytes } from 'node:crypto'
import { isColdpressError } from '../shared/errors.ts'
import type { Network } from '../core/cardano/network.ts'
import type { Core, RunningStudio } from '../core/index.ts'
import { refuseOffline } from '../core/offline/offline.ts'
import { Secret } from '../core/secret/secret.ts'
import { startHomeStudio } from '../studio/home-studio.ts'

export type LocalStudioOptions = {
  /** Each network has a database of its own. */
  readonly network: Network
  /** 0 or absent: any free port. */
  readonly port?: number
  readonly allowPrivateUrls?: boolean
  /** Absent: a key that lives as long as this studio. */
  readonly apiKey?: Secret
}

/** Starts the studio of this home on loopback, in this process. */
export const startLocalStudio = async (
  core: Core,
  options: LocalStudioOptions,
): Promise<RunningStudio> => {
  refuseOffline()
  const apiKey = options.apiKey ?? newApiKey()
  const running = await startHomeStudio({
    ...options,
    home: core.home,
    content: core.content,
    apiKey,
    keys: core.studioKeys(options.network),
  })
  return { ...running, apiKey }
}

const newApiKey = (): Secret => Secret.ofText(randomBytes(32).toString('base64url'))

/** The vault's name for the key of `studio serve`, which stays the same over restarts. */
export const servedKeyName = 'studio'

/**
 * The key that `studio serve` asks its clients for. It stays the same where the vault can be read;
 * with a locked vault of sealed files the studio gets a key for this run only (`lasting: false`).
 */
export const servedApiKey = async (
  core: Core,
): Promise<{ readonly key: Secret; readonly lasting: boolean }> => {
  try {
    const known = await core.vault.getApiKey(servedKeyName)
    if (known !== undefined) return { key: known, lasting: true }
    const fresh = newApiKey()
    await core.vault.putApiKey(servedKeyName, fresh)
    return { key: fresh, lasting: true }
  } catch (error) {
    if (!isColdpressError(error, 'vault_locked')) throw error
    return { key: newApiKey(), lasting: false }
  }
}
