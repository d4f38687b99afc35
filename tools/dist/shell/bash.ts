import type { CommandFacts, OptionFacts, ValueKind } from './command-facts.ts'

const pattern = (path: readonly string[]): string => `'${path.map((word) => ` ${word}`).join('')}'`

/** The statement that offers values; empty where only the user knows them. */
const offer = (value: ValueKind): string => {
  if (value === 'file') return 'compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))'
  if (value === 'folder') return 'compopt -o filenames; COMPREPLY=($(compgen -d -- "$cur"))'
  if (value === 'flag' || value === 'text') return ''
  return `COMPREPLY=($(compgen -W '${value.join(' ')}' -- "$cur"))`
}

const valueCases = ({ path }: CommandFacts, options: readonly OptionFacts[]): readonly string[] =>
  options
    .filter(({ value }) => value !== 'flag')
    .map(({ names, value }) => {
      // The program's own options stand behind any command.
      const at = path.length === 0 ? '*' : pattern(path)
      const patterns = names.map((name) => `${at}' ${name}'`).join(' | ')
      return `    ${patterns}) ${[offer(value), 'return'].filter(Boolean).join('; ')} ;;`
    })

const names = (options: readonly OptionFacts[]): readonly string[] =>
  options.flatMap((one) => one.names)

/** A completion script for bash. It starts no program: everything is in it. */
export const bashCompletion = (facts: readonly CommandFacts[]): string => {
  const [program, ...commands] = facts
  const global = [...names(program?.options ?? []), '--help']
  return `# bash completion of coldpress, made from its help
_coldpress() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" at='' i words=''
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
    ${commands.map(({ path }) => pattern(path)).join(' | ')}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at $prev" in
${[...commands, ...(program === undefined ? [] : [program])].flatMap((one) => valueCases(one, one.options)).join('\n')}
  esac
  case "$at" in
${facts
  .map(
    ({ path, options, values, commands: children }) =>
      `    ${pattern(path)}) words='${[...children.map(([name]) => name), ...values, ...names(options)].join(' ')}' ;;`,
  )
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words ${global.join(' ')}" -- "$cur"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then
    compopt -o filenames
    COMPREPLY=($(compgen -f -- "$cur"))
  fi
}
complete -F _coldpress coldpress
`
}
