import type { Command, Option } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'

/** Free text may be empty, and so is the name of a royalty token. */
const mayBeEmpty = /<(?:text|words)>/u
const emptyArgument = 'name-hex'

/**
 * An unset variable of a script arrives as an empty value, or as blanks. It must not count as an option that was not
 * given: `--home ""` would use the real data folder, `--tokens ""` all tokens.
 * @throws ColdpressError `usage` naming the option or the argument
 */
export const requireNoEmptyValue = (command: Command): void => {
  for (let one: Command | null = command; one !== null; one = one.parent)
    for (const option of one.options)
      if (isEmpty(one, option)) throw emptyError(option.long ?? option.flags)
  for (const [index, argument] of command.registeredArguments.entries())
    if (argument.name() !== emptyArgument && holdsEmpty(command.processedArgs[index]))
      throw emptyError(argument.name().toUpperCase())
}

const isEmpty = (command: Command, option: Option): boolean =>
  !mayBeEmpty.test(option.flags) && holdsEmpty(command.getOptionValue(option.attributeName()))

const holdsEmpty = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((part) => holdsEmpty(part))
    : typeof value === 'string' && value.trim() === ''

const emptyError = (name: string): ColdpressError =>
  new ColdpressError(
    'usage',
    `${name}: the value is empty. A variable of a script may not be set. Give a value, or leave it out. Nothing was done.`,
  )
