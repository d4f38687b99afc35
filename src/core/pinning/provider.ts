import type { z } from 'zod'
import type { ProviderFacts, ProviderSettings } from '#shared/providers.ts'
import type { ContentStore } from '#core/content/store.ts'
import { requireOnline } from '#core/offline/offline.ts'
import type { Secret } from '#core/secret/secret.ts'
import type { Pinner } from './pinner.ts'

type PinnerContext<S> = {
  readonly name: string
  readonly settings: S
  readonly secret: Secret | undefined
  readonly content: ContentStore
}

/** A kind of pin target. A folder of this one exports it; `providers.ts` lists it. */
type PinProviderOf<S extends ProviderSettings> = ProviderFacts & {
  /** Schema of the settings without the secret. Each value is stored and shown. */
  readonly settings: z.ZodType<S>
  /** A target that exists without being set up. */
  readonly defaultTarget?: { readonly name: string; readonly settings: S }
  /** Whether the default target is the only one, and always works. */
  readonly isBuiltIn?: true
  readonly create: (context: PinnerContext<S>) => Pinner | Promise<Pinner>
}

export type PinProvider = PinProviderOf<ProviderSettings>

/**
 * Checks the settings by the schema again when they come back from the database. A pinner that is
 * not built in refuses every call when Coldpress was started offline.
 */
export const pinProvider = <S extends ProviderSettings>(own: PinProviderOf<S>): PinProvider => ({
  ...own,
  create: async (context) => {
    const settings = own.settings.parse(context.settings)
    const pinner = await own.create({ ...context, settings })
    return own.isBuiltIn === true ? pinner : onlineOnly(pinner)
  },
})

const onlineOnly = (pinner: Pinner): Pinner => ({
  name: pinner.name,
  pin: async (cid, signal) => {
    requireOnline()
    await pinner.pin(cid, signal)
  },
  isPinned: async (cid, signal) => {
    requireOnline()
    return pinner.isPinned(cid, signal)
  },
  test: async (signal) => {
    requireOnline()
    await pinner.test(signal)
  },
})
