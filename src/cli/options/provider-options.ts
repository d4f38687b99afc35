import { type Command, Option } from 'commander'
import type { Secret } from '#platform/secret/secret.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import {
  type ProviderView,
  type ProviderField,
  providerOf,
  secretFieldOf,
  type ProviderSettings,
} from '#contract/providers/providers.ts'
import { readSecretFile } from '../files.ts'
import type { Session } from '../session.ts'

/** What commander read; `kind` is among it. */
export type ProviderOptions = Readonly<Record<string, unknown>>

const kebab = (name: string): string =>
  name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)

const camel = (flag: string): string =>
  flag.replace(/-([a-z])/gu, (_all, letter: string) => letter.toUpperCase())

const flagOf = ({ name, type }: ProviderField): string =>
  type === 'secret' ? `${kebab(name)}-file` : kebab(name)

const withoutFlag = ({ name }: ProviderField): string => `without-${kebab(name)}`

const optionsOf = (field: ProviderField): readonly Option[] => {
  const hint = `${field.hint.charAt(0).toLowerCase()}${field.hint.slice(1)}`
  if (field.type !== 'secret')
    return [new Option(`--${flagOf(field)} <${field.type === 'url' ? 'url' : 'text'}>`, hint)]
  const file = new Option(`--${flagOf(field)} <file>`, `file with the ${hint}`)
  if (field.need !== 'expected') return [file]
  const without = new Option(`--${withoutFlag(field)}`, 'the server asks for none')
  return [file.conflicts(camel(withoutFlag(field))), without]
}

/** `--kind`, and an option for each field of each provider; fields of one name share an option. */
export const addProviderOptions = (
  command: Command,
  providers: readonly ProviderView[],
): Command => {
  const kinds = providers.map(({ kind }) => kind)
  command.addOption(
    new Option('--kind <kind>', providers.map(({ kind, label }) => `${kind}: ${label}`).join('; '))
      .choices(kinds)
      .default(kinds[0]),
  )
  for (const option of providers.flatMap(({ fields }) => fields.flatMap(optionsOf)))
    if (!command.options.some(({ long }) => long === option.long)) command.addOption(option)
  return command
}

/** The settings of the chosen provider. @throws ColdpressError `usage` for an option of another one */
export const providerSettingsIn = (
  providers: readonly ProviderView[],
  options: ProviderOptions,
): { readonly provider: ProviderView; readonly settings: ProviderSettings } => {
  const provider = providerOf(providers, String(options['kind']))
  const own = new Set(provider.fields.map(flagOf))
  for (const flag of providers.flatMap(({ fields }) => fields.map(flagOf)))
    if (!own.has(flag) && options[camel(flag)] !== undefined)
      throw new ColdpressError('usage', `--${flag} is no setting of ${provider.kind}.`)
  const settings: Record<string, string> = {}
  for (const { name, type, need, ...field } of provider.fields) {
    if (type === 'secret') continue
    const value = options[name]
    if (typeof value === 'string') settings[name] = value
    else if (need === 'required')
      throw new ColdpressError('usage', `--${flagOf({ name, type, need, ...field })} is missing.`)
  }
  return { provider, settings }
}

/** The provider's secret from its file; one that is expected is asked for. The caller wipes it. */
export const providerSecret = async (
  provider: ProviderView,
  options: ProviderOptions,
  terminal: Session['terminal'],
): Promise<Secret | undefined> => {
  const field = secretFieldOf(provider)
  if (field === undefined || options[camel(withoutFlag(field))] === true) return undefined
  const file = options[camel(flagOf(field))]
  if (typeof file === 'string') return readSecretFile(file, `${field.label.toLowerCase()} file`)
  return field.need === 'optional'
    ? undefined
    : terminal.promptSecret(`${field.label}: `, `--${flagOf(field)} FILE`)
}

/** Asks for a secret that the provider can do without, once its server has refused a call without it. */
export const wantedSecret = async (
  provider: ProviderView,
  terminal: Session['terminal'],
): Promise<Secret | undefined> => {
  const field = secretFieldOf(provider)
  return field?.need === 'optional' && terminal.canPrompt
    ? terminal.promptSecret(`${field.label}: `)
    : undefined
}
