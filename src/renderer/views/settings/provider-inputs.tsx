import { Select, Switch, TextInput } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import type { FieldError } from '#contract/collections/calls.ts'
import {
  type ProviderView,
  type ProviderField,
  type ProviderSettings,
  secretFieldOf,
} from '#contract/providers/providers.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { PasswordField } from '#renderer/ui/password-field.tsx'
import { text } from '#renderer/text/en.ts'

const words = text.settings.providers

/** What is typed into the inputs of a provider. */
export type ProviderDraft = {
  readonly kind: string
  readonly settings: ProviderSettings
  readonly secret: string
  /** Off: the user says that the server asks for no secret. */
  readonly hasSecret: boolean
}

export const providerDraft = (kind: string, settings: ProviderSettings = {}): ProviderDraft => ({
  kind,
  settings,
  secret: '',
  hasSecret: true,
})

/** The call's input; null for a secret that was left out. */
export const providerInput = ({ kind, settings, secret, hasSecret }: ProviderDraft) => ({
  kind,
  settings,
  secret: hasSecret && secret.trim() !== '' ? secret : null,
})

/** The fields that the draft's provider still needs, by their path in the call's input. */
export const missingIn = (
  providers: readonly ProviderView[],
  { kind, settings, secret, hasSecret }: ProviderDraft,
): readonly FieldError[] =>
  (providers.find((provider) => provider.kind === kind)?.fields ?? []).flatMap(
    ({ name, type, need }) => {
      const isSecret = type === 'secret'
      const isNeeded = need === 'required' || (isSecret && need === 'expected' && hasSecret)
      if (!isNeeded || (isSecret ? secret : (settings[name] ?? '')).trim() !== '') return []
      return [{ field: isSecret ? 'secret' : `settings.${name}`, message: words.required }]
    },
  )

/** The kind, where there is a choice, and an input for each field of the provider. */
export const ProviderInputs = ({
  providers,
  draft,
  errors,
  onChange,
  secretHint,
  hasFocus,
}: {
  readonly providers: readonly ProviderView[]
  readonly draft: ProviderDraft
  readonly errors: FormErrors
  readonly onChange: (draft: ProviderDraft) => void
  readonly secretHint: string
  /** Whether the dialog opens with the focus on the first input. */
  readonly hasFocus: boolean
}) => {
  const provider = providers.find(({ kind }) => kind === draft.kind)
  const secret = provider === undefined ? undefined : secretFieldOf(provider)
  const settings = provider?.fields.filter(({ type }) => type !== 'secret') ?? []
  const set = (change: Partial<ProviderDraft>) => onChange({ ...draft, ...change })
  return (
    <>
      {providers.length > 1 && (
        <Select
          label={words.kind}
          description={provider?.description}
          data={providers.map(({ kind, label }) => ({ value: kind, label }))}
          value={draft.kind}
          onChange={(kind) => onChange(providerDraft(kind ?? draft.kind))}
        />
      )}
      {settings.map(({ name, label, hint, need }, index) => (
        <TextInput
          key={name}
          label={label}
          description={`${hint}.`}
          value={draft.settings[name] ?? ''}
          onChange={(event) =>
            set({ settings: { ...draft.settings, [name]: event.currentTarget.value } })
          }
          error={errors[`settings.${name}`]}
          spellCheck={false}
          required={need === 'required'}
          data-autofocus={(hasFocus && index === 0) || undefined}
        />
      ))}
      {secret?.need === 'expected' && (
        <Switch
          label={words.hasSecret(secret.label)}
          checked={draft.hasSecret}
          onChange={(event) => set({ hasSecret: event.currentTarget.checked })}
        />
      )}
      {secret !== undefined && draft.hasSecret && (
        <SecretInput
          field={secret}
          hint={secretHint}
          value={draft.secret}
          error={errors['secret']}
          onChange={(value) => set({ secret: value })}
        />
      )}
    </>
  )
}

const SecretInput = ({
  field: { label, hint, need },
  hint: kept,
  value,
  error,
  onChange,
}: {
  readonly field: ProviderField
  readonly hint: string
  readonly value: string
  readonly error: FormErrors[string]
  readonly onChange: (value: string) => void
}) => (
  <PasswordField
    label={label}
    description={`${hint}. ${kept}`}
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
    required={need !== 'optional'}
    visibilityToggleButtonProps={{ 'aria-label': words.showSecret }}
  />
)

/** What a provider cannot do that others can. */
export const ProviderLimits = ({ provider }: { readonly provider: ProviderView | undefined }) =>
  provider?.limits?.map((limit) => <Note key={limit}>{limit}</Note>)
