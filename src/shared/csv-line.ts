/** A line of a CSV (RFC 4180, CRLF), safe to open in a spreadsheet. */
export const csvLine = (values: readonly string[]): string => `${values.map(csvCell).join(',')}\r\n`

/** A spreadsheet runs a cell that starts like a formula; an apostrophe before it makes it text. */
const csvCell = (value: string): string => {
  const harmless = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
