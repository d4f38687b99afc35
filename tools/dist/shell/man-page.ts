import type { CommandFacts, OptionFacts } from './command-facts.ts'

/** roff reads a backslash anywhere, a hyphen as a dash, and a dot or quote at the start of a line. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('…', '...')
    .replaceAll('’', '\\(cq')
    .replace(/^(?=\.)/gmu, '\\&')

const optionLines = (options: readonly OptionFacts[]): readonly string[] =>
  options.flatMap(({ usage, description }) => ['.TP', `.B ${escaped(usage)}`, escaped(description)])

const commandLines = ({
  path,
  parameters,
  description,
  options,
  examples,
}: CommandFacts): readonly string[] => [
  `.SS "coldpress ${escaped([...path, parameters].join(' ').trim())}"`,
  `${escaped(description)}.`,
  ...optionLines(options),
  ...examples.flatMap((example) => ['.PP', 'Example:', '.RS', `.B ${escaped(example)}`, '.RE']),
]

export type ManPage = {
  readonly facts: readonly CommandFacts[]
  readonly exitCodes: readonly (readonly [code: string, text: string])[]
  readonly version: string
  readonly date: Date
}

const files = [
  [
    '~/.local/share/Coldpress',
    'The data folder on Linux, unless --home or COLDPRESS_HOME names another one. On macOS ~/Library/Application Support/Coldpress.',
  ],
  ['secrets/', "In the data folder: the vault's sealed items, where no keychain holds them."],
  [
    'app.db, studio/',
    'In the data folder: imports, settings, log; the databases of the studios and of the devnet, and their logs.',
  ],
  ['content/', 'In the data folder: images and works, by their CIDs.'],
] as const

const environment = [
  ['COLDPRESS_HOME', "The folder of Coldpress's data."],
  ['COLDPRESS_PASSPHRASE_FILE', 'A file with the vault passphrase.'],
  ['COLDPRESS_STUDIO_KEY_FILE', 'A file with the key of a studio that serves the data folder.'],
  ['NO_COLOR', 'With any value, the terminal gets neither bold text nor colours.'],
  ['PAGER', 'What shows a long text before a signature; cat or nothing for none.'],
  ['COLDPRESS_OFFLINE', 'With the value 1, no network is used.'],
] as const

/** coldpress(1), made from the help: every command with its options and an example. */
export const manPage = ({ facts, exitCodes, version, date }: ManPage): string => {
  const [program, ...commands] = facts
  const described = (entries: readonly (readonly [string, string])[]): readonly string[] =>
    entries.flatMap(([name, text]) => ['.TP', `.B ${escaped(name)}`, escaped(text)])
  return [
    `.TH COLDPRESS 1 "${date.toISOString().slice(0, 10)}" "Coldpress ${escaped(version)}" "User Commands"`,
    '.SH NAME',
    'coldpress \\- mint NFT collections on Cardano, with the keys on your computer',
    '.SH SYNOPSIS',
    '.B coldpress',
    '.RI [ options ] " command " [ arguments ]',
    '.SH DESCRIPTION',
    escaped(program?.description ?? ''),
    '.PP',
    'Every command takes the options of the program too, and shows its own help with',
    '.BR \\-\\-help .',
    '.SH OPTIONS',
    ...optionLines(program?.options ?? []),
    '.SH COMMANDS',
    ...commands.filter((one) => one.commands.length === 0).flatMap(commandLines),
    '.SH EXIT STATUS',
    ...described(exitCodes),
    '.SH FILES',
    ...described(files),
    '.SH ENVIRONMENT',
    ...described(environment),
    '',
  ].join('\n')
}
