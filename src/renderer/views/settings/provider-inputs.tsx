import { PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import {
  type ProviderFacts,
  type ProviderField,
  type ProviderSettings,
  secretFieldOf,
} from '#shared/providers.ts'
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

export const isComplete = (provider: ProviderFacts, draft: ProviderDraft): boolean =>
  provider.fields.every(({ name, type, need }) => {
    if (need === 'optional') return true
    if (type !== 'secret') return need !== 'required' || (draft.settings[name] ?? '').trim() !== ''
    return (need === 'expected' && !draft.hasSecret) || draft.secret.trim() !== ''
  })

/** The kind, where there is a choice, and an input for each field of the provider. */
export const ProviderInputs = ({
  providers,
  draft,
  onChange,
  secretHint,
  hasFocus,
}: {
  readonly providers: readonly ProviderFacts[]
  readonly draft: ProviderDraft
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
  onChange,
}: {
  readonly field: ProviderField
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
}) => (
  <PasswordInput
    label={label}
    description={`${hint}. ${kept}`}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    autoComplete="off"
    required={need !== 'optional'}
    visibilityToggleButtonProps={{ 'aria-label': words.showSecret }}
  />
)
