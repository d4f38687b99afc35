import {
  type CommandFacts,
  type IdsOf,
  type OptionFacts,
  optionsWithValues,
  type ValueKind,
} from './command-facts.ts'

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const joined = (path: readonly string[]): string => path.map((word) => ` ${word}`).join('')

/** fish runs it when it completes. */
const idsOf = ({ ids }: IdsOf): string => `(coldpress studio ids ${ids} 2>/dev/null)`

/** fish's own flags: `-r` needs a value, `-x` one that is no file, `-F` one that is. */
const valueFlags = (value: ValueKind): string => {
  if (value === 'flag') return ''
  if (value === 'text') return ' -x'
  if (value === 'file') return ' -r -F'
  if (typeof value === 'object' && 'ids' in value) return ` -x -a ${quoted(idsOf(value))}`
  if (value === 'folder') return " -x -a '(__fish_complete_directories)'"
  return ` -x -a ${quoted(value.join(' '))}`
}

const nameFlags = (names: readonly string[]): string =>
  names
    .map((name) => (name.startsWith('--') ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`))
    .join('')

const optionLine =
  (condition: string) =>
  ({ names, description, value }: OptionFacts): string =>
    `complete -c coldpress${condition}${nameFlags(names)}${valueFlags(value)} -d ${quoted(description)}`

const linesOf = ({ path, options, values, commands }: CommandFacts): readonly string[] => {
  const condition = ` -n ${quoted(`__coldpress_at ${quoted(joined(path))}`)}`
  return [
    ...commands.map(
      ([name, description]) =>
        `complete -c coldpress${condition} -f -a ${quoted(name)} -d ${quoted(description)}`,
    ),
    ...values.flatMap((value, index) => {
      const words = 'ids' in value ? idsOf(value) : value.join(' ')
      const at = ` -n ${quoted(`__coldpress_at ${quoted(joined(path))} ${index}`)}`
      return words === '' ? [] : `complete -c coldpress${at} -f -a ${quoted(words)}`
    }),
    // The program's own options stand behind any command.
    ...options.map(optionLine(path.length === 0 ? '' : condition)),
  ]
}

/** A completion script for fish, with the descriptions of the help. */
export const fishCompletion = (facts: readonly CommandFacts[]): string => {
  const paths = facts.filter(({ path }) => path.length > 0).map(({ path }) => quoted(joined(path)))
  return `# fish completion of coldpress, made from its help
function __coldpress_at
    set -l at ''
    set -l arguments 0
    set -l before ''
    for word in (commandline -opc)[2..]
        if contains -- "$at $word" ${paths.join(' ')}
            set at "$at $word"
            set arguments 0
        else if not string match -q -- '-*' $word; and not contains -- "$before" ${optionsWithValues(facts).join(' ')}
            set arguments (math $arguments + 1)
        end
        set before $word
    end
    test "$at" = "$argv[1]"; and begin
        test (count $argv) -eq 1; or test $arguments = $argv[2]
    end
end
${facts.flatMap(linesOf).join('\n')}
complete -c coldpress -s h -l help -d 'show the help'
`
}
