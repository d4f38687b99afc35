import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import {
  addressesIn,
  checkSecretGiven,
  parseSettings,
  providerOf,
  providerSettings,
  type ProviderSettings,
  type ProviderView,
  providerViewOf,
} from '#contract/providers/providers.ts'
import { serviceUpload } from '#contract/imports/service-upload.ts'
import { pinTargetName } from '#contract/pins/pin-target.ts'
import type { Cid } from '../content/cid.ts'
import type { ContentStore } from '../content/store.ts'
import { columns, type Database, type Schema } from '#platform/db/database.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { PinLabel, Pinner } from './pinner.ts'
import {
  createPinChecks,
  errorsWithDetails,
  type PinCheck,
  type PinChecks,
  pinChecksTable,
  type TargetCheck,
} from './check-pins.ts'
import { fetchedImagesTable } from './image-fetches.ts'
import {
  createPinRecords,
  lostPinsColumn,
  pinLabelColumn,
  type PinRecord,
  pinRecordsTable,
} from './pin-records.ts'
import { checkNeed, createPinSet, type PinSet } from './pin-set.ts'
import type { PinMembers, PinProvider } from './provider.ts'
import { pinProviders } from './providers.ts'
import { createServiceUpload, type ServiceUploader } from './service-upload/service-upload.ts'
import { withUrls } from './url-of-multiaddr.ts'

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

/** Public data only: a secret is in the vault under {@link pinSecretName}. */
export const pinningSchema: Schema = {
  name: 'pinning',
  steps: [
    `CREATE TABLE pin_targets (
      name TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      settings TEXT NOT NULL
    ) STRICT`,
    pinRecordsTable,
    lostPinsColumn,
    pinLabelColumn,
    pinChecksTable,
    fetchedImagesTable,
    errorsWithDetails,
  ],
}

const targetOf = (
  name: string,
  kind: string,
  settings: ProviderSettings,
  isDefault = false,
): PinTarget => {
  const provider = pinProviders.find((pinProvider) => pinProvider.kind === kind)
  const [url = null] = addressesIn(provider, settings)
  return { name, kind, settings, url, isDefault, isBuiltIn: provider?.isBuiltIn === true }
}

const targetRow = z
  .object({ name: longText, kind: shortText, settings: columns.json(providerSettings) })
  .transform(({ name, kind, settings }) => targetOf(name, kind, settings))

export const pinSecretName = (target: string): string => `pin-${target}`

/** Input of the user: `kind` is one of {@link PinTargets.providers}. */
export type NewPinTarget = {
  readonly name: string
  readonly kind: string
  readonly settings: ProviderSettings
  readonly secret?: Secret
}

/** A pin target that had an image. `target`: null when none has its address any more. */
export type HeldAt = PinRecord & { readonly target: string | null }

export type PinTargets = {
  readonly list: () => readonly PinTarget[]
  /** The kinds that can be set up. */
  readonly providers: () => readonly ProviderView[]
  /** @throws ColdpressError `not_found`, and what the vault throws */
  readonly open: (name: string) => Promise<PinSet>
  /**
   * For an import, whose service may take the images itself.
   * @throws ColdpressError `invalid` for the upload of a Local studio, and as open
   */
  readonly openFor: (name: string, service: ServiceUploader) => Promise<PinSet>
  /** Whether every image that it calls pinned is at a place other than this computer. */
  readonly isPublic: (name: string) => boolean
  /** Those that had an image when they were last asked, by name. */
  readonly heldAt: (cid: Cid) => readonly HeldAt[]
  /** What the target once had, also what it has lost since. */
  readonly everAt: (name: string) => readonly Cid[]
  /** What an image was called when it was pinned. */
  readonly labelOf: (cid: Cid) => PinLabel | undefined
  /** Notes which targets have the images and which do not, as a check has found. */
  readonly noteCheck: (
    check: PinCheck,
    pinners: readonly Pinner[],
    signal: AbortSignal,
  ) => Promise<void>
  /** The last check of each target. */
  readonly checks: PinChecks
  /**
   * The targets that a damaged file may come back from: those of the set, then the others that were
   * set up, each once. @throws what the vault throws
   */
  readonly openSources: (pins: Pick<PinSet, 'pinners'>) => Promise<readonly Pinner[]>
  /** Those that are in the content store, and that no other target had when it was last asked. */
  readonly onlyHere: (cids: readonly Cid[]) => readonly Cid[]
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
    setApiKey(named: { readonly accountId: string; readonly apiKey: Secret }): Promise<void>
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
  const records = createPinRecords(deps.db)
  const named = (name: string): PinTarget => {
    const target = list().find((target) => target.name === name)
    if (target === undefined) throw unknownTarget(name, list())
    return target
  }
  const pinnerOf = async ({ name, kind, settings }: PinTarget): Promise<Pinner> => {
    const provider = providerOf(pinProviders, kind)
    if ('members' in provider)
      throw new ColdpressError('invalid', `${name} is made of other targets; name these instead`)
    const secret =
      provider.isBuiltIn === true ? undefined : await deps.vault.getApiKey(pinSecretName(name))
    return provider.create({ name, settings, secret, content: deps.content })
  }
  const open = async (name: string): Promise<PinSet> => {
    const target = named(name)
    const provider = providerOf(pinProviders, target.kind)
    if (!('members' in provider))
      return createPinSet({ name, pinners: [await pinnerOf(target)], records })
    const { names, need } = provider.members(target.settings)
    const pinners = await Promise.all(names.map((target) => pinnerOf(named(target))))
    return createPinSet({ name, pinners, need, records })
  }
  return {
    list,
    providers: () => settablePinProviders().map(providerViewOf),
    open,
    openFor: async (name, service) =>
      name === serviceUpload ? createServiceUpload(service, records) : open(name),
    isPublic: (name) => {
      if (name === serviceUpload) return true
      const target = named(name)
      const provider = providerOf(pinProviders, target.kind)
      if (!('members' in provider)) return !target.isBuiltIn
      const { names, need } = provider.members(target.settings)
      return need > names.filter((candidate) => named(candidate).isBuiltIn).length
    },
    heldAt: (cid) => {
      const targets = list()
      return records.of(cid).map((record) => {
        const { kind, url } = record
        const target = targets.find((candidate) => isAt(candidate, kind, url))
        return { ...record, target: target?.name ?? null }
      })
    },
    everAt: (name) => {
      const target = named(name)
      return records.everAt(({ kind, url }) => isAt(target, kind, url))
    },
    labelOf: (cid) => records.labelOf(cid),
    noteCheck: async ({ found, places }, pinners, signal) => {
      for (const [index, pinner] of pinners.entries()) {
        const { url, ...identity } = await pinner.identify(signal)
        // the content store of this computer is asked each time
        if (url === '') continue
        const lost = lackingAt(places[index])
        const held = [...found.keys()].filter((cid) => !lost.has(cid))
        records.note({ url, ...identity }, { held, lost })
      }
    },
    checks: createPinChecks(deps.db),
    openSources: async ({ pinners }) => {
      const sources = [...pinners]
      for (const target of list()) {
        const { name, isDefault, isBuiltIn } = target
        const isKnown = sources.some((source) => source.name === name)
        if (isDefault || isBuiltIn || isKnown || isMade(target)) continue
        const pinner = await pinnerOf(target).catch(ifKeyMissing)
        if (pinner !== undefined) sources.push(pinner)
      }
      return sources
    },
    onlyHere: (cids) =>
      cids.filter((cid) => deps.content.get(cid) !== undefined && records.of(cid).length === 0),
    use: async (wanted) => {
      const { name, kind, settings } = checked(wanted, list())
      const { secret } = wanted
      if (secret === undefined) await deps.vault.removeApiKey(pinSecretName(name))
      else await deps.vault.setApiKey({ accountId: pinSecretName(name), apiKey: secret })
      deps.db.upsert('pin_targets', { name, kind, settings }, 'name')
      return targetOf(name, kind, settings)
    },
  }
}

const lackingAt = (check: TargetCheck | undefined): ReadonlySet<Cid> =>
  new Set([...(check?.unpinned ?? []), ...(check?.incomplete ?? [])])

/** Whether the target is made of others. */
export const isMade = ({ kind }: Pick<PinTarget, 'kind'>): boolean =>
  'members' in providerOf(pinProviders, kind)

/** A target without its key gives nothing back; the others may. */
const ifKeyMissing = (error: unknown): undefined => {
  if (!isColdpressError(error, 'key_missing')) throw error
}

const isAt = (target: PinTarget, kind: string, url: string): boolean =>
  target.kind === kind && sameAddress(target.url, url)

const sameAddress = (a: string | null, b: string): boolean =>
  a?.replace(/\/+$/u, '') === b.replace(/\/+$/u, '')

export const settablePinProviders = () => pinProviders.filter(({ isBuiltIn }) => isBuiltIn !== true)

const isBuiltInAs = ({ isBuiltIn, defaultTarget }: PinProvider, name: string): boolean =>
  isBuiltIn === true && defaultTarget?.name === name

const checked = (
  { name, kind, settings, secret }: NewPinTarget,
  targets: readonly PinTarget[],
): NewPinTarget => {
  try {
    const parsed = pinTargetName.safeParse(name)
    if (!parsed.success)
      throw new ColdpressError(
        'invalid',
        `its name is not allowed. ${describeIssues(parsed.error)}`,
      )
    if (
      name === serviceUpload ||
      pinProviders.some((pinProvider) => isBuiltInAs(pinProvider, name))
    )
      throw new ColdpressError('invalid', `the name ${name} is built in; choose another.`)
    const provider = providerOf(settablePinProviders(), kind)
    checkSecretGiven(provider, secret !== undefined)
    const parsedSettings = parseSettings(provider.settings, withUrls(provider, settings))
    if ('members' in provider) checkMembers(provider.members(parsedSettings), targets)
    return { name, kind, settings: parsedSettings }
  } catch (error) {
    if (!(error instanceof ColdpressError)) throw error
    throw new ColdpressError('invalid', `This pinning service cannot be used: ${error.message}`, {
      details: error.details,
    })
  }
}

/** @throws ColdpressError `invalid` for an unknown target, one that has members itself, and the rule */
const checkMembers = ({ names, need }: PinMembers, targets: readonly PinTarget[]): void => {
  for (const name of names) {
    const target = targets.find((candidate) => candidate.name === name)
    if (target === undefined)
      throw new ColdpressError('invalid', `targets: there is no pin target ${name}; add it first`)
    if (isMade(target))
      throw new ColdpressError('invalid', `targets: ${name} is made of other targets itself`)
  }
  checkNeed(need, names.length)
}

const unknownTarget = (name: string, targets: readonly PinTarget[]): ColdpressError => {
  if (name === serviceUpload)
    return new ColdpressError(
      'invalid',
      `${serviceUpload} is for imports: the minting service takes each image with its token and keeps it. Coldpress cannot pin or check files there by themselves.`,
    )
  const known = targets.map((target) => target.name).join(', ')
  return errorBy(
    pinErrors,
    'no_pin_target',
    { name },
    `There is no pinning service “${name}”. Available: ${known}.`,
  )
}
