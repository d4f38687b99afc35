import { format, isDateFormat, isValidFormat } from 'numfmt'
import { workbookLimits } from './workbook-limits.ts'

/**
 * Formats that a workbook names by number (ECMA-376, part 1, section 18.8.30), as a computer set to
 * US English shows them. The dates 14 and 22 look otherwise in other countries.
 */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
  48: '##0.0E+0',
}

/** Days from the first of 1900 to the first of 1904, from which some workbooks count. */
const daysTo1904 = 1462

/**
 * The text of a number in the format of its style.
 * @param formats of each style: as written, or the number of a built-in one
 */
export const createNumberText = (
  formats: readonly (string | number)[],
  is1904: boolean,
): ((text: string, style: number) => string) => {
  const patterns = formats.map(patternOf)
  return (text, style) => {
    const number = Number(text)
    if (text === '' || !Number.isFinite(number)) return text
    const pattern = patterns[style]
    if (pattern === undefined) return plainNumber(number)
    const shown = pattern.isDate && is1904 ? number + daysTo1904 : number
    return format(pattern.code, shown, { throws: false }).trim()
  }
}

/** Undefined: as Excel shows a number without a format. */
const patternOf = (written: string | number) => {
  const code = typeof written === 'number' ? builtIn[written] : written
  if (code === undefined || /^(?:general|@|)$/iu.test(code)) return undefined
  // Excel has none that long, and how long one takes to apply grows with it.
  if (code.length > workbookLimits.formatChars || !isValidFormat(code)) return undefined
  return { code, isDate: isDateFormat(code) }
}

/** Excel computes with 15 digits. It shortens long numbers to the width of the column, which nobody means. */
const plainNumber = (number: number): string => String(Number(number.toPrecision(15)))
