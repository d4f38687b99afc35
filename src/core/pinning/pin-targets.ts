import { z } from 'zod'
import { longText, shortText } from '#shared/bounded.ts'
import { ColdpressError } from '#shared/errors.ts'
import { describeIssues } from '#shared/issues.ts'
import {
  addressesIn,
  checkSecretGiven,
  parseSettings,
  type ProviderFacts,
  providerFactsOf,
  providerOf,
  providerSettings,
  type ProviderSettings,
} from '#shared/providers.ts'
import type { ContentStore } from '#core/content/store.ts'
import { columns, type Database, type Schema } from '#core/db/database.ts'
import type { Secret } from '#core/secret/secret.ts'
import type { Pinner } from './pinner.ts'
import { pinProviders } from './providers.ts'

/** Where files can be pinned, by the name that `--pin` takes. */
export type PinTarget = {
  readonly name: string
  readonly kind: string
  readonly settings: ProviderSettings
  /** The first address among the settings; null when nothing leaves this computer. */
  readonly url: string | null
  /** A default that the user did not set up; nothing may listen there. */
  readonly isDefault: boolean
  /** Always present; the user cannot change it. */
  readonly isBuiltIn: boolean
}

/** Public facts only: a secret is in the vault under {@link pinSecretName}. */
export const pinningSchema: Schema = {
  name: 'pinning',
  steps: [
    `CREATE TABLE pin_targets (
      name TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      settings TEXT NOT NULL
    ) STRICT`,
  ],
}

const targetOf = (
  name: string,
  kind: string,
  settings: ProviderSettings,
  isDefault = false,
): PinTarget => {
  const provider = pinProviders.find((one) => one.kind === kind)
  const [url = null] = addressesIn(provider, settings)
  return { name, kind, settings, url, isDefault, isBuiltIn: provider?.isBuiltIn === true }
}

const targetRow = z
  .object({ name: longText, kind: shortText, settings: columns.json(providerSettings) })
  .transform(({ name, kind, settings }) => targetOf(name, kind, settings))

const targetName = z.object({
  name: longText.regex(/^[a-z0-9][a-z0-9-]{0,31}$/u, 'use lower-case letters, digits and hyphens'),
})

export const pinSecretName = (target: string): string => `pin-${target}`

/** Input of the user: `kind` is one of {@link PinTargets.providers}. */
export type NewPinTarget = {
  readonly name: string
  readonly kind: string
  readonly settings: ProviderSettings
  readonly secret?: Secret
}

export type PinTargets = {
  readonly list: () => readonly PinTarget[]
  /** The kinds that can be set up. */
  readonly providers: () => readonly ProviderFacts[]
  /** @throws ColdpressError `not_found`, and what the vault throws */
  readonly pinner: (name: string) => Promise<Pinner>
  /**
   * Adds or changes a target; the secret, copied, goes to the vault first. Without one, the
   * target has none: a secret never follows a name to another address.
   * @throws ColdpressError `invalid`, and what the vault throws
   */
  readonly use: (target: NewPinTarget) => Promise<PinTarget>
}

export const createPinTargets = (deps: {
  readonly db: Database
  readonly content: ContentStore
  readonly vault: {
    getApiKey(name: string): Promise<Secret | undefined>
    setApiKey(name: string, key: Secret): Promise<void>
    removeApiKey(name: string): Promise<void>
  }
}): PinTargets => {
  const list = (): readonly PinTarget[] => {
    const own = deps.db.all(targetRow, 'SELECT name, kind, settings FROM pin_targets ORDER BY name')
    const isOwn = (name: string) => own.some((target) => target.name === name)
    const defaults = pinProviders.flatMap(({ kind, defaultTarget, isBuiltIn }) =>
      defaultTarget === undefined || isOwn(defaultTarget.name)
        ? []
        : targetOf(defaultTarget.name, kind, defaultTarget.settings, isBuiltIn !== true),
    )
    return [...defaults, ...own]
  }
  return {
    list,
    providers: () => settablePinProviders().map(providerFactsOf),
    pinner: async (name) => {
      const target = list().find((one) => one.name === name)
      if (target === undefined) throw unknownTarget(name, list())
      const provider = providerOf(pinProviders, target.kind)
      const secret =
        provider.isBuiltIn === true ? undefined : await deps.vault.getApiKey(pinSecretName(name))
      return provider.create({ name, settings: target.settings, secret, content: deps.content })
    },
    use: async (wanted) => {
      const { name, kind, settings } = checked(wanted)
      const { secret } = wanted
      if (secret === undefined) await deps.vault.removeApiKey(pinSecretName(name))
      else await deps.vault.setApiKey(pinSecretName(name), secret)
      deps.db.upsert('pin_targets', { name, kind, settings }, 'name')
      return targetOf(name, kind, settings)
    },
  }
}

export const settablePinProviders = () => pinProviders.filter(({ isBuiltIn }) => isBuiltIn !== true)

const checked = ({ name, kind, settings, secret }: NewPinTarget): NewPinTarget => {
  try {
    const parsed = targetName.safeParse({ name })
    if (!parsed.success) throw new ColdpressError('invalid', describeIssues(parsed.error))
    if (pinProviders.some((one) => one.isBuiltIn === true && one.defaultTarget?.name === name))
      throw new ColdpressError('invalid', `name: ${name} is built in; choose another`)
    const provider = providerOf(settablePinProviders(), kind)
    checkSecretGiven(provider, secret !== undefined)
    return { name, kind, settings: parseSettings(provider.settings, settings) }
  } catch (error) {
    if (!(error instanceof ColdpressError)) throw error
    throw new ColdpressError('invalid', `This pin target cannot be used: ${error.message}`)
  }
}

const unknownTarget = (name: string, targets: readonly PinTarget[]): ColdpressError => {
  const known = targets.map((one) => one.name).join(', ')
  return new ColdpressError(
    'not_found',
    `There is no pinning service “${name}”. Available: ${known}.`,
    { details: { rule: 'no_pin_target', name } },
  )
}
