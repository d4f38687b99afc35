import { z } from 'zod'
import { listOf, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { describeIssues, fieldIssues } from '#values/errors/issues.ts'

/** One setting of a provider: a command-line option and an input in the window. */
const providerField = z.object({
  /** Key of the setting in camel case. The option has the same name in kebab case. */
  name: longText,
  label: longText,
  /** One sentence without a full stop. */
  hint: longText,
  /**
   * The user confirms every address of a `url` field before anything is sent to it. A `secret` goes
   * to the vault and never into the settings; a provider has at most one.
   */
  type: z.enum(['text', 'url', 'secret']),
  /** `expected`: requested, unless the user states that there is none. */
  need: z.enum(['required', 'expected', 'optional']),
})
export type ProviderField = z.output<typeof providerField>

/** What the command line and the window know about a provider. */
export const providerView = z.object({
  kind: longText,
  label: longText,
  description: longText,
  /** Where a user gets what the provider needs, one sentence. */
  advice: longText.optional(),
  /** What it cannot do that others of its kind can, a sentence each. */
  limits: listOf(longText).optional(),
  fields: listOf(providerField),
})
export type ProviderView = z.output<typeof providerView>

/** A provider's settings by field name, without its secret. */
export const providerSettings = recordOf(shortText)
export type ProviderSettings = Readonly<Record<string, string>>

/** Those details alone, without the provider's functions. */
export const providerViewOf = (provider: ProviderView): ProviderView => providerView.parse(provider)

/** @throws ColdpressError `invalid` */
export const providerOf = <P extends { readonly kind: string }>(
  providers: readonly P[],
  kind: string,
): P => {
  const found = providers.find((provider) => provider.kind === kind)
  if (found !== undefined) return found
  const known = providers.map((provider) => provider.kind).join(', ')
  throw new ColdpressError('invalid', `kind: ${kind} is unknown; choose one of: ${known}`)
}

/** Parses the settings of a form with the provider's schema. An empty one counts as absent. */
export const parseSettings = <S extends ProviderSettings>(
  schema: z.ZodType<S>,
  settings: ProviderSettings,
): S => {
  const given = Object.entries(settings).map(([name, value]) => [name, value.trim()] as const)
  const parsed = schema.safeParse(Object.fromEntries(given.filter(([, value]) => value !== '')))
  if (parsed.success) return parsed.data
  const fields = fieldIssues(parsed.error.issues)
  throw new ColdpressError('invalid', `${describeIssues(parsed.error)}.`, {
    details: {
      fields: fields.map(({ field, message }) => ({ field: `settings.${field}`, message })),
    },
  })
}

/** The addresses among the settings. */
export const addressesIn = (
  provider: Pick<ProviderView, 'fields'> | undefined,
  settings: ProviderSettings,
): readonly string[] =>
  (provider?.fields ?? []).flatMap(({ name, type }) =>
    type === 'url' ? (settings[name] ?? []) : [],
  )

export const secretFieldOf = ({
  fields,
}: Pick<ProviderView, 'fields'>): ProviderField | undefined =>
  fields.find(({ type }) => type === 'secret')

/** @throws ColdpressError `invalid` for a missing secret, or one that the provider does not use */
export const checkSecretGiven = (provider: ProviderView, isGiven: boolean): void => {
  const field = secretFieldOf(provider)
  if (isGiven && field === undefined)
    throw new ColdpressError('invalid', `${provider.kind} takes no secret; leave it out`)
  if (!isGiven && field?.need === 'required')
    throw new ColdpressError('invalid', `${field.name}: required`)
}
