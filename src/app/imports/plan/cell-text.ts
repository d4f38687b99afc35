import { readAda } from '#values/amounts/ada-amount.ts'
import { bytesOf, charsOf, isWellFormed } from '#values/text/text.ts'
import { limits } from '#values/bounds/limits.ts'
import { mediaType, textError } from '#contract/fields.ts'
import type { IssueRule } from '#contract/imports/import-rules.ts'
import { type Fix, type Issue, issueOf, readable } from '../table/issues.ts'
import type { MappedColumn } from './column-target.ts'

/** The position of a cell, for its issues. */
export type CellRef = { readonly row: number; readonly column: string }

/**
 * Characters that nobody sees: controls, what Unicode displays as nothing (DerivedCoreProperties.txt,
 * Default_Ignorable_Code_Point: zero-width space, marks and overrides of direction, Hangul fillers,
 * tags), and the blank pattern of Braille, U+2800. Joiners, variation selectors and the tags of a
 * flag stay: emoji and several scripts need them. So do the controls that stand for another
 * character: see {@link withMeant}.
 */
const invisible =
  /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800](?<![\t\r\n\u0080-\u009F\u200C\u200D\p{Variation_Selector}]|\u{1F3F4}[\u{E0020}-\u{E007F}]+)/gu
const lineBreaks = /[\t\r\n\u2028\u2029]+/gu
/** A function, a cell or a text after the sign: `=D` is a face. */
const formulaStart = /^=\s*(?:[-+]?\$?[a-z]{1,3}\$?\d|[a-z][a-z0-9.]*\(|"|\()/iu
/** `1.23457E+14` */
const shortNumber = /^[-+]?\d(?:[.,]\d+)?E\+\d{1,3}$/iu
/** What a spreadsheet shows where a formula fails. */
export const spreadsheetError = /^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/u

/**
 * The cell's text without surrounding whitespace, otherwise as written. Reports anything unusual as
 * a warning.
 */
export const readCell = (
  raw: string,
  { target }: MappedColumn,
  cellRef: CellRef,
  report: (found: Issue) => void,
): string => {
  const value = raw.trim()
  const warn = (rule: IssueRule, what: string, details: { value: string; fix?: Fix }) =>
    report(
      issueOf(rule, `Row ${cellRef.row}, ${cellRef.column}: the cell ${what}`, {
        ...cellRef,
        ...details,
      }),
    )
  if (value !== raw && value !== '')
    warn('surrounding_whitespace', 'has white space around it; it is left out.', {
      value: raw,
      fix: { kind: 'trim', value, label: 'Remove the white space' },
    })
  const meant = withMeant(value)
  if (meant !== value)
    warn('misread_character', misreadCell(meant), {
      value,
      fix: { kind: 'set_value', value: meant, label: `Write ${readable(meant)}` },
    })
  else if (holdsMisread(value))
    warn('misread_character', 'holds a control that stands for a lost letter. Type it again.', {
      value,
    })
  const seen = withoutInvisible(value, target.kind === 'field' && target.name !== 'description')
  if (seen !== meant)
    warn('invisible_character', 'holds a character that cannot be seen.', {
      value,
      fix: { kind: 'set_value', value: seen.trim(), label: 'Remove the unseen characters' },
    })
  if (value.includes('\uFFFD'))
    warn(
      'replacement_character',
      'holds "\uFFFD", which a program wrote where it lost a letter. Type it again.',
      { value },
    )
  if (spreadsheetError.test(value))
    warn('spreadsheet_error', "is an error of the spreadsheet's formula.", { value })
  if (formulaStart.test(value))
    warn('spreadsheet_formula', 'holds a formula, and not what it results in.', { value })
  if (shortNumber.test(value))
    warn(
      'spreadsheet_number',
      `holds "${readable(value)}", as a spreadsheet shortens a long number: digits of it may be lost.`,
      { value },
    )
  return value
}

const misreadCell = (meant: string): string =>
  `holds controls where a program misread Windows-1252. What was meant is "${readable(meant)}".`

/**
 * The text as a person sees it, with the characters that were meant. A line break in a one-line name
 * was pasted by mistake; longer texts may have them.
 */
export const withoutInvisible = (value: string, oneLine: boolean): string => {
  const seen = withMeant(value).replace(invisible, '')
  return oneLine ? seen.replace(lineBreaks, ' ') : seen
}

/**
 * The first limit of the interface ("Limits") that a token's text exceeds.
 * @param fixOf makes the fix of a text that is too long
 */
export const lengthIssue = (
  value: string,
  cellRef: CellRef,
  fixOf?: (value: string) => Fix | undefined,
): Issue | undefined => {
  const error = textError(value, limits.tokenText)
  if (error === undefined) return undefined
  const rule = lengthRule(value)
  const isLong = rule === 'text_too_long' || rule === 'text_too_many_bytes'
  const fix = isLong ? fixOf?.(value) : undefined
  const what = rule === 'text_too_short' ? tooShort : `${error}.`
  return issueOf(rule, `Row ${cellRef.row}, ${cellRef.column}: ${what}`, {
    ...cellRef,
    value,
    ...(fix === undefined ? {} : { fix }),
  })
}

const tooShort = `too short: use at least ${limits.tokenText.minChars} characters.`

const lengthRule = (value: string): IssueRule => {
  const { minChars, maxChars } = limits.tokenText
  if (!isWellFormed(value)) return 'invalid_text'
  const chars = charsOf(value)
  if (chars < minChars) return 'text_too_short'
  return chars > maxChars ? 'text_too_long' : 'text_too_many_bytes'
}

/** A name within the interface's 64 bytes can still be longer than the ledger's 32. */
export const ledgerNameIssue = (assetName: string, cellRef: CellRef): Issue | undefined => {
  const bytes = bytesOf(assetName)
  const allowed = limits.ledgerAssetNameBytes
  if (bytes <= allowed) return undefined
  return issueOf(
    'asset_name_over_ledger_limit',
    `Row ${cellRef.row}, ${cellRef.column}: the text has ${bytes} bytes in UTF-8; the ledger's limit is ${allowed}. Use fewer letters, or letters without accents.`,
    { ...cellRef, value: assetName },
  )
}

const notAscii = /[^\u0020-\u007E]/u

/** Version 1 of CIP-25 has any UTF-8 as a key, but some explorers show such a name as hex alone. */
export const asciiNameIssue = (assetName: string, cellRef: CellRef): Issue | undefined => {
  const seen = assetName.replace(invisible, '')
  if (!notAscii.test(seen)) return undefined
  const plain = seen.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const fix = { kind: 'set_value', value: plain, label: `Write ${plain}` } as const
  return issueOf(
    'asset_name_not_ascii',
    `Row ${cellRef.row}, ${cellRef.column}: "${readable(assetName)}" has letters beyond ASCII; some explorers show such a name as hex.`,
    { ...cellRef, value: assetName, ...(notAscii.test(plain) ? {} : { fix }) },
  )
}

const tagLike = /<[^<>\s]+>/u

/** What looks like a tag and is none of the collection's, as another tool's template leaves it. */
export const leftoverTagIssue = (value: string, cellRef: CellRef): Issue | undefined => {
  const [found] = tagLike.exec(value) ?? []
  if (found === undefined) return undefined
  return issueOf(
    'leftover_tag',
    `Row ${cellRef.row}, ${cellRef.column}: "${readable(found)}" looks like a tag, and the collection has no such tag. It would go on chain as it stands.`,
    { ...cellRef, value },
  )
}

export const mediaTypeIssue = (value: string, cellRef: CellRef): Issue | undefined => {
  if (mediaType.safeParse(value).success) return undefined
  return issueOf(
    'invalid_media_type',
    `Row ${cellRef.row}, ${cellRef.column}: not a MIME type such as image/png. Correct it, or leave it empty to take it from the file.`,
    { ...cellRef, value },
  )
}

/** Lovelace of a cell with an amount in ADA; undefined where it holds none. */
export const priceOf = (value: string): number | undefined => {
  const { lovelace } = readAda(value)
  return lovelace === undefined || lovelace > maxPrice ? undefined : Number(lovelace)
}

/** The interface has prices as numbers of JSON, which are exact up to here: 9,007,199,254 ADA. */
const maxPrice = BigInt(Number.MAX_SAFE_INTEGER)

/** The unit, which the header of a price says already. */
const adaSign = /^\s*(?:ada\b|₳)|(?:\bada|₳)\s*$/iu

export const priceIssue = (value: string, cellRef: CellRef): Issue | undefined => {
  if (priceOf(value) !== undefined) return undefined
  const start = `Row ${cellRef.row}, ${cellRef.column}: “${readable(value)}” isn't`
  const number = value.replace(adaSign, '').trim()
  if (number !== value && priceOf(number) !== undefined)
    return issueOf('invalid_price', `${start} a number. Use ${number}.`, {
      ...cellRef,
      value,
      fix: { kind: 'set_value', value: number, label: `Write ${number}` },
    })
  const why = readAda(value).error ?? 'No price can be so high.'
  return issueOf(
    'invalid_price',
    `${start} a price. ${why} Leave it empty for a token without a price.`,
    { ...cellRef, value },
  )
}

/** UTF-8 cannot encode a lone surrogate; typed text may contain one. */
export const wellFormedIssue = (value: string, cellRef: CellRef): Issue | undefined =>
  isWellFormed(value)
    ? undefined
    : issueOf(
        'invalid_text',
        `Row ${cellRef.row}, ${cellRef.column}: not valid Unicode text (a lone surrogate). Type it again.`,
        cellRef,
      )

/**
 * The controls U+0080 to U+009F are in no text that a person wrote: a program took Windows-1252 for
 * ISO 8859-1, where these bytes are quotation marks, dashes, the euro sign and a few letters.
 */
const misread = /[\u0080-\u009F]/gu

const windows1252 = new TextDecoder('windows-1252')

/** The text with the characters that were meant; the five controls that mean none there stay. */
const withMeant = (text: string): string =>
  text.replace(misread, (control) => windows1252.decode(Uint8Array.of(control.charCodeAt(0))))

const holdsMisread = (text: string): boolean => text.search(misread) !== -1
