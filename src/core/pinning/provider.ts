import type { z } from 'zod'
import type { ProviderFacts, ProviderSettings } from '#shared/providers.ts'
import type { ContentStore } from '#core/content/store.ts'
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

/** Checks the settings by the schema again when they come back from the database. */
export const pinProvider = <S extends ProviderSettings>(own: PinProviderOf<S>): PinProvider => ({
  ...own,
  create: (context) => own.create({ ...context, settings: own.settings.parse(context.settings) }),
})
