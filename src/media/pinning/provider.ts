import type { z } from 'zod'
import type { ProviderView, ProviderSettings } from '#contract/providers/providers.ts'
import type { AnyCid, Cid } from '../content/cid.ts'
import type { ContentStore } from '../content/store.ts'
import { requireOnline } from '#platform/offline/offline.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { Pinner, PinLabel } from './pinner.ts'

type PinnerContext<S> = {
  readonly name: string
  readonly settings: S
  readonly secret: Secret | undefined
  readonly content: ContentStore
}

/** The targets that make up one, by name, and how many of them must have an image. */
export type PinMembers = { readonly names: readonly string[]; readonly need: number }

/** A kind of pin target. A folder of this one exports it; `providers.ts` lists it. */
type PinProviderOf<S extends ProviderSettings> = ProviderView & {
  /** Schema of the settings without the secret. Each value is stored and shown. */
  readonly settings: z.ZodType<S>
  /** A target that exists without being set up. */
  readonly defaultTarget?: { readonly name: string; readonly settings: S }
  /** Whether the default target is the only one, and always works. */
  readonly isBuiltIn?: true
} & (
    | { readonly create: (context: PinnerContext<S>) => Pinner | Promise<Pinner> }
    /** A target that is made of others. */
    | { readonly members: (settings: S) => PinMembers }
  )

export type PinProvider = PinProviderOf<ProviderSettings>

/**
 * Checks the settings by the schema again when they come back from the database. A pinner that is
 * not built in refuses every call when Coldpress was started offline.
 */
export const pinProvider = <S extends ProviderSettings>(own: PinProviderOf<S>): PinProvider => {
  if ('members' in own)
    return { ...own, members: (settings) => own.members(own.settings.parse(settings)) }
  return {
    ...own,
    create: async (context) => {
      const settings = own.settings.parse(context.settings)
      const pinner = await own.create({ ...context, settings })
      return own.isBuiltIn === true ? pinner : onlineOnly(pinner)
    },
  }
}

const onlineOnly = (pinner: Pinner): Pinner => {
  const online =
    <A extends readonly unknown[], R>(method: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      requireOnline()
      return await method(...given)
    }
  const { read, prove, archives, makeFolder, findProviders } = pinner
  return {
    name: pinner.name,
    identify: online((signal: AbortSignal) => pinner.identify(signal)),
    pin: online((cid: Cid, signal: AbortSignal, label?: PinLabel) =>
      pinner.pin(cid, signal, label),
    ),
    resend: online((cid: Cid, signal: AbortSignal, label?: PinLabel) =>
      pinner.resend(cid, signal, label),
    ),
    pinned: online((cids: readonly Cid[], signal: AbortSignal) => pinner.pinned(cids, signal)),
    state: online((cid: Cid, signal: AbortSignal) => pinner.state(cid, signal)),
    test: online((signal: AbortSignal) => pinner.test(signal)),
    ...(prove === undefined ? {} : { prove: online(prove) }),
    ...(makeFolder === undefined ? {} : { makeFolder: online(makeFolder) }),
    ...(findProviders === undefined ? {} : { findProviders: online(findProviders) }),
    ...(archives === undefined
      ? {}
      : {
          archives: {
            isPinned: online((cid: AnyCid, signal: AbortSignal) => archives.isPinned(cid, signal)),
            pin: online((cid: AnyCid, signal: AbortSignal, label?: PinLabel) =>
              archives.pin(cid, signal, label),
            ),
          },
        }),
    ...(read === undefined
      ? {}
      : {
          read: async (cid, signal, take) => {
            requireOnline()
            return await read(cid, signal, take)
          },
        }),
  }
}
