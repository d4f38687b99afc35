import {
  type CommandFacts,
  type IdsOf,
  type OptionFacts,
  optionsWithValues,
  type ValueKind,
} from './command-facts.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** `_describe` splits at the first colon that has no backslash. */
const described = (name: string, description: string): string =>
  quoted(`${name.replaceAll(':', '\\:')}:${description}`)

const pattern = (path: readonly string[]): string => `'${path.map((word) => ` ${word}`).join('')}'`

/** Its lines, split by zsh when it completes. */
const idsOf = ({ ids }: IdsOf): string => `\${(f)"$(coldpress studio ids ${ids} 2>/dev/null)"}`

const offer = (value: ValueKind): string => {
  if (value === 'file') return '_files'
  if (value === 'folder') return '_files -/'
  if (value === 'flag' || value === 'text') return "_message 'value'"
  return `compadd -- ${'ids' in value ? idsOf(value) : value.join(' ')}`
}

const valueCases = ({ path, options }: CommandFacts): readonly string[] =>
  options
    .filter(({ value }) => value !== 'flag')
    .map(({ names, value }) => {
      const at = path.length === 0 ? '*' : pattern(path)
      return `    (${names.map((name) => `${at}' ${name}'`).join('|')}) ${offer(value)}; return ;;`
    })

const argumentCases = ({ path, values }: CommandFacts): readonly string[] =>
  values.flatMap((value, index) => {
    const words = 'ids' in value ? idsOf(value) : value.join(' ')
    return words === '' ? [] : `    (${pattern([...path, String(index)])}) commands+=(${words}) ;;`
  })

const optionWords = (options: readonly OptionFacts[]): string =>
  options
    .flatMap(({ names, description }) => names.map((name) => described(name, description)))
    .join(' ')

/** A completion function for zsh, with the descriptions of the help. */
export const zshCompletion = (facts: readonly CommandFacts[]): string => {
  const [program, ...commands] = facts
  return `#compdef coldpress
# zsh completion of coldpress, made from its help
_coldpress() {
  local at='' i arguments=0
  local -a commands options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
      (${commands.map(({ path }) => pattern(path)).join('|')}) at="$at \${words[i]}" arguments=0 ;;
      (*)
        case "\${words[i]}" in
          (${optionsWithValues(facts).join('|')}) (( i += 1 )) ;;
          (-*) ;;
          (*) (( arguments += 1 )) ;;
        esac
        ;;
    esac
  done
  case "$at \${words[CURRENT - 1]}" in
${[...commands, ...(program === undefined ? [] : [program])].flatMap(valueCases).join('\n')}
  esac
  case "$at" in
${facts
  .map(
    ({ path, options, commands: children }) =>
      `    (${pattern(path)}) commands=(${children.map(([name, text]) => described(name, text)).join(' ')}) options=(${path.length === 0 ? '' : optionWords(options)}) ;;`,
  )
  .join('\n')}
  esac
  case "$at $arguments" in
${facts.flatMap(argumentCases).join('\n')}
  esac
  options+=(${optionWords(program?.options ?? [])} '--help:show the help')
  if [[ "\${words[CURRENT]}" == -* ]]; then
    _describe -o 'option' options
  elif (( \${#commands} )); then
    _describe 'command' commands
  else
    _files
  fi
}
if [ "$funcstack[1]" = _coldpress ]; then _coldpress; else compdef _coldpress coldpress; fi
`
}
