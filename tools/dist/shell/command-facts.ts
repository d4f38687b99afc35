import type { Command, Option } from 'commander'
import { type IdKind, idKinds } from '#cli/commands/studio/id-kinds.ts'
import { saleResolutions } from '#contract/sales/sale-status.ts'
import { publicNetworks } from '#chain/gateway/stored-gateways.ts'

/** What a shell can offer for a value: words, or the ids that the data folder has. */
export type ValueKind = 'flag' | 'file' | 'folder' | 'text' | readonly string[] | IdsOf

export type IdsOf = { readonly ids: IdKind }

export type OptionFacts = {
  /** `-V`, `--version`. */
  readonly names: readonly string[]
  /** As the help shows it: `--format <format>`. */
  readonly usage: string
  readonly description: string
  readonly value: ValueKind
}

export type CommandFacts = {
  /** The words after `coldpress`; none for the program itself. */
  readonly path: readonly string[]
  /** As the help shows them: `<folder>`, `[job]`. */
  readonly parameters: string
  readonly description: string
  readonly options: readonly OptionFacts[]
  /** What each of its arguments takes, in order: words or ids, none where a shell cannot know them. */
  readonly values: readonly (readonly string[] | IdsOf)[]
  readonly examples: readonly string[]
  /** The names of its own commands, with their descriptions. */
  readonly commands: readonly (readonly [name: string, description: string])[]
}

/** The grammar's own words for files. */
const files = /^(?:file|csv|path|file-or-hex|files?)$/u
const folders = /^(?:dir|folder|home)$/u

const idKindOf = (name: string): IdsOf | undefined => {
  const kind = idKinds.find((known) => known === name)
  return kind && { ids: kind }
}

/** What an argument of this name takes. A gateway is named by its network too. */
const wordsOfArguments: Readonly<Record<string, readonly string[]>> = {
  network: publicNetworks,
  ids: publicNetworks,
  gateway: publicNetworks,
  kind: idKinds,
  action: saleResolutions,
}

/** The built-in accounts. Names that were chosen are left out: a shell would expand what is in them. */
const builtInAccounts = ['local', ...publicNetworks.map((network) => `local-${network}`)]

const valueOf = (option: Option): ValueKind => {
  if (!option.required && !option.optional) return 'flag'
  if (option.long === '--account') return builtInAccounts
  if (option.long === '--collection') return { ids: 'collection' }
  if (option.argChoices !== undefined) return option.argChoices
  const name = /[<[](?<name>[^>\].]+)/u.exec(option.flags)?.groups?.['name'] ?? ''
  if (files.test(name)) return 'file'
  return folders.test(name) ? 'folder' : 'text'
}

/** Commander's help breaks descriptions into lines; a shell wants one. */
const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

const optionFacts = (option: Option): OptionFacts => ({
  names: [option.short, option.long].filter((name) => name !== undefined && name !== null),
  usage: option.flags,
  description: oneLine(option.description),
  value: valueOf(option),
})

const helpText = (command: Command): string => {
  let text = ''
  command.configureOutput({ writeOut: (piece) => (text += piece) }).outputHelp()
  return text
}

const examplesOf = (command: Command): readonly string[] => {
  const [, examples = ''] = /\nExamples?:\n(?<lines>(?: {2}.*\n)+)/u.exec(helpText(command)) ?? []
  return examples
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

const parameterText = (command: Command): string =>
  command.registeredArguments
    .map((one) => {
      const name = `${one.name()}${one.variadic ? '...' : ''}`
      return one.required ? `<${name}>` : `[${name}]`
    })
    .join(' ')

/** An argument `<id>` is of its group: that of `policy show` is a policy. */
const valuesOf = (command: Command, path: readonly string[]): CommandFacts['values'] =>
  command.registeredArguments.map((argument) => {
    const name = argument.name()
    return (
      wordsOfArguments[name] ??
      idKindOf(name === 'id' && path.length === 2 ? (path[0] ?? '') : name) ??
      []
    )
  })

/** Every command of the program, the program itself first, in the order of the help. */
export const commandFacts = (
  command: Command,
  path: readonly string[] = [],
): readonly CommandFacts[] => [
  {
    path,
    parameters: parameterText(command),
    description: oneLine(command.description()),
    options: command.options.filter(({ hidden }) => !hidden).map(optionFacts),
    values: valuesOf(command, path),
    examples: examplesOf(command),
    commands: command.commands.map((child) => [child.name(), oneLine(child.description())]),
  },
  ...command.commands.flatMap((child) => commandFacts(child, [...path, child.name()])),
]

/** Every option that is followed by its value, in any command: what follows it is no argument. */
export const optionsWithValues = (facts: readonly CommandFacts[]): readonly string[] => [
  ...new Set(
    facts.flatMap(({ options }) =>
      options.filter(({ value }) => value !== 'flag').flatMap(({ names }) => names),
    ),
  ),
]

/** The lines under "Exit codes:" of the program's help: `0  done`. */
export const exitCodes = (program: Command): readonly (readonly [code: string, text: string])[] =>
  [...helpText(program).matchAll(/^ {2}(?<code>\d) {2}(?<text>.*)$/gmu)].map(
    ({ groups }) => [groups?.['code'] ?? '', groups?.['text'] ?? ''] as const,
  )
