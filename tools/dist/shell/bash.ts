import {
  type CommandFacts,
  type OptionFacts,
  optionsWithValues,
  type ValueKind,
} from './command-facts.ts'

const pattern = (path: readonly string[]): string => `'${path.map((word) => ` ${word}`).join('')}'`

/** The statement that offers values; empty where only the user knows them. */
const offer = (value: ValueKind): string => {
  if (value === 'file') return 'compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))'
  if (value === 'folder') return 'compopt -o filenames; COMPREPLY=($(compgen -d -- "$cur"))'
  if (value === 'flag' || value === 'text') return ''
  if ('ids' in value) return `COMPREPLY=($(compgen -W "$(_coldpress_ids ${value.ids})" -- "$cur"))`
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

/** The words of a command, its options last. */
const wordsOf = ({ path, options, commands }: CommandFacts): string =>
  `    ${pattern(path)}) words='${[...commands.map(([name]) => name), ...names(options)].join(' ')}' ;;`

/** What its arguments take; ids are asked for where an argument is typed. */
const argumentCases = ({ path, values }: CommandFacts): readonly string[] =>
  values.flatMap((value, index) => {
    const at = pattern([...path, String(index)])
    if ('ids' in value)
      return `    ${at}) [[ $cur == -* ]] || words+=" $(_coldpress_ids ${value.ids})" ;;`
    return value.length === 0 ? [] : `    ${at}) words+=' ${value.join(' ')}' ;;`
  })

const names = (options: readonly OptionFacts[]): readonly string[] =>
  options.flatMap((one) => one.names)

/** A completion script for bash. It asks Coldpress for ids alone: everything else is in it. */
export const bashCompletion = (facts: readonly CommandFacts[]): string => {
  const [program, ...commands] = facts
  const global = [...names(program?.options ?? []), '--help']
  return `# bash completion of coldpress, made from its help
_coldpress_ids() {
  local i home=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ \${COMP_WORDS[i]} == --home ]] && home=(--home "\${COMP_WORDS[i + 1]}")
  done
  coldpress studio ids "$1" "\${home[@]}" 2>/dev/null
}
_coldpress() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" at='' i words='' arguments=0
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
    ${commands.map(({ path }) => pattern(path)).join(' | ')}) at="$at \${COMP_WORDS[i]}" arguments=0 ;;
    *)
      case "\${COMP_WORDS[i]}" in
      ${optionsWithValues(facts).join(' | ')}) ((i++)) ;;
      -*) ;;
      *) ((arguments++)) ;;
      esac
      ;;
    esac
  done
  case "$at $prev" in
${[...commands, ...(program === undefined ? [] : [program])].flatMap((one) => valueCases(one, one.options)).join('\n')}
  esac
  case "$at" in
${facts.map(wordsOf).join('\n')}
  esac
  case "$at $arguments" in
${facts.flatMap(argumentCases).join('\n')}
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
