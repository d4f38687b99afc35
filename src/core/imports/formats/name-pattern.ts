import { ColdpressError } from '#shared/errors.ts'
import { quoted } from '#shared/text.ts'
import { numberIn } from './asset-names.ts'

const maxPattern = 200

/**
 * A token's name by the name of its file: `{stem}` is that name without its ending, `{number}` its
 * last number, `{number:4}` that with at least four digits. Undefined where the file has no number:
 * its place in the folder is none.
 * @throws ColdpressError `invalid` for any other braces
 */
export const nameByPattern = (pattern: string, stem: string): string | undefined => {
  const found = numberIn(stem)
  let lacksNumber = false
  const name = checked(pattern).replaceAll(placeholder, (_, word: string, digits = '1') => {
    if (word === 'stem') return stem.normalize('NFC')
    lacksNumber ||= found === undefined
    return (found ?? '').padStart(Number(digits), '0')
  })
  return lacksNumber ? undefined : name.trim()
}

const placeholder = /\{(?<word>stem|number)(?::(?<digits>\d))?\}/gu

const checked = (pattern: string): string => {
  const rest = pattern.replaceAll(placeholder, '')
  if (pattern.length > maxPattern)
    throw invalidPattern(`has ${pattern.length} characters, at most ${maxPattern} are allowed`)
  if (/[{}]/u.test(rest)) throw invalidPattern(`${quoted(pattern)} has braces that mean nothing`)
  if (rest === pattern) throw invalidPattern(`${quoted(pattern)} gives every token the same name`)
  return pattern
}

const invalidPattern = (what: string): ColdpressError =>
  new ColdpressError(
    'invalid',
    `The pattern of names ${what}. Use {stem} for a file's name, {number} or {number:4} for the number in it.`,
    { details: { rule: 'name_pattern' } },
  )

/** Names of files are names of tokens, unless they are numbers alone: then the folder's comes first. */
export const defaultPattern = (stems: readonly string[], folder: string): string =>
  stems.every((stem) => /^\d+$/u.test(stem))
    ? `${folder.replaceAll(/[{}]/gu, '').replaceAll(/[_-]+/gu, ' ').trim().slice(0, 20)} #{number:4}`.trim()
    : '{stem}'
