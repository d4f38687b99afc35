import { z } from 'zod'
import { listOf, longText, recordOf, shortText } from './bounded.ts'
import { ColdpressError } from './errors.ts'
import { describeIssues } from './issues.ts'

/** One setting of a provider: an option of the command line, an input of the window. */
const providerField = z.object({
  /** Key of the setting, in camel case; the option is the same in kebab case. */
  name: longText,
  label: longText,
  /** One sentence without its period. */
  hint: longText,
  /**
   * The user confirms every address of a `url` field before anything is sent there. A `secret` goes
   * to the vault and never into the settings; a provider has one at most.
   */
  type: z.enum(['text', 'url', 'secret']),
  /** `expected`: asked for, unless the user says that there is none. */
  need: z.enum(['required', 'expected', 'optional']),
})
export type ProviderField = z.output<typeof providerField>

/** What the command line and the window know of a provider. */
export const providerFacts = z.object({
  kind: longText,
  label: longText,
  description: longText,
  fields: listOf(providerField),
})
export type ProviderFacts = z.output<typeof providerFacts>

/** What a provider needs besides its secret, by the names of its fields. */
export const providerSettings = recordOf(shortText)
export type ProviderSettings = Readonly<Record<string, string>>

export const providerFactsOf = ({
  kind,
  label,
  description,
  fields,
}: ProviderFacts): ProviderFacts => ({ kind, label, description, fields })

/** @throws ColdpressError `invalid` */
export const providerOf = <P extends { readonly kind: string }>(
  providers: readonly P[],
  kind: string,
): P => {
  const found = providers.find((one) => one.kind === kind)
  if (found !== undefined) return found
  const known = providers.map((one) => one.kind).join(', ')
  throw new ColdpressError('invalid', `kind: ${kind} is unknown; choose one of: ${known}`)
}

/** Settings as a form gives them, by the provider's schema; an empty one counts as left out. */
export const parseSettings = <S extends ProviderSettings>(
  schema: z.ZodType<S>,
  settings: ProviderSettings,
): S => {
  const given = Object.entries(settings).map(([name, value]) => [name, value.trim()] as const)
  const parsed = schema.safeParse(Object.fromEntries(given.filter(([, value]) => value !== '')))
  if (parsed.success) return parsed.data
  throw new ColdpressError('invalid', describeIssues(parsed.error))
}

/** The addresses among the settings. */
export const addressesIn = (
  provider: Pick<ProviderFacts, 'fields'> | undefined,
  settings: ProviderSettings,
): readonly string[] =>
  (provider?.fields ?? []).flatMap(({ name, type }) =>
    type === 'url' ? (settings[name] ?? []) : [],
  )

export const secretFieldOf = ({
  fields,
}: Pick<ProviderFacts, 'fields'>): ProviderField | undefined =>
  fields.find(({ type }) => type === 'secret')

/** @throws ColdpressError `invalid` for a secret that is missing, or that the provider has no use for */
export const checkSecretGiven = (provider: ProviderFacts, isGiven: boolean): void => {
  const field = secretFieldOf(provider)
  if (isGiven && field === undefined)
    throw new ColdpressError('invalid', `${provider.kind} takes no secret; leave it out`)
  if (!isGiven && field?.need === 'required')
    throw new ColdpressError('invalid', `${field.name}: required`)
}
