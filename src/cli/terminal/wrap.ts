import { displayWidth } from './display-width.ts'

/** Commands that this run has named: each is one word, so that it can be copied. */
const named = new Set<string>()

/** Makes a command one word for {@link wrapLine}. A process runs one command, which names few. */
export const keepWhole = (command: string): string => {
  named.add(command)
  return command
}

/** One word of a shell, with its quotes. */
const shellWords = /(?:'[^']*'|\\.|[^\s'\\])+/gu

/**
 * A command on as many lines as it needs, which a shell reads as one: a line ends with a backslash. On
 * Windows, whose shells have no common sign for it, the command stays on one line.
 */
export const wrapCommand = (command: string, width: number | undefined): readonly string[] => {
  const indent = /^ */u.exec(command)?.[0] ?? ''
  if (width === undefined || displayWidth(command) <= width || process.platform === 'win32')
    return [command]
  const lines: string[] = []
  let line = indent
  for (const [word] of command.matchAll(shellWords)) {
    const isFirst = line.trim() === ''
    if (!isFirst && displayWidth(`${line} ${word} \\`) > width) {
      lines.push(`${line} \\`)
      line = `${indent}  ${word}`
    } else line = isFirst ? `${line}${word}` : `${line} ${word}`
  }
  return [...lines, line]
}

/** A mark before a sentence, such as `WARNING  `: the sentence is aligned behind it. */
const mark = /^ *[\p{L}\d…•-]{1,8} {2,}(?=\S)|^warning (?=\p{L})/u

/**
 * A line on as many lines as it needs, broken between words. A word that is wider than the terminal, such
 * as an address, has its line to itself and is left to the terminal to break, so that it can be copied.
 */
export const wrapLine = (line: string, width: number | undefined): readonly string[] => {
  if (width === undefined || displayWidth(line) <= width) return [line]
  const hang = ' '.repeat(Math.min((mark.exec(line) ?? /^ */u.exec(line))?.[0].length ?? 0, 12))
  const lines: string[] = []
  let current = ''
  for (const { gap, word, isCommand } of wordsOf(line)) {
    if (current.trim() !== '' && displayWidth(`${current}${gap}${word}`) > width) {
      lines.push(current)
      current = hang
    } else current += gap
    const [first = '', ...more] = isCommand
      ? wrapCommand(`${hang}${word}`, width).map((part) => part.slice(hang.length))
      : [word]
    current += first
    for (const part of more) {
      lines.push(current)
      current = `${hang}${part}`
    }
  }
  return [...lines, current]
}

const literally = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)

type Word = { readonly gap: string; readonly word: string; readonly isCommand: boolean }

/** A named command counts as one word, with the stop after it. */
const wordsOf = (line: string): readonly Word[] => {
  const commands = [...named]
    .filter((command) => line.includes(command))
    .toSorted((a, b) => b.length - a.length)
  const words = [...commands.map((command) => `${literally(command)}\\S*`), '\\S+']
  return [...line.matchAll(new RegExp(`(\\s*)(${words.join('|')})`, 'gu'))].map(
    ([, gap = '', word = '']) => ({
      gap,
      word,
      isCommand: commands.some((command) => word.startsWith(command)),
    }),
  )
}
