/** A line of a CSV (RFC 4180, CRLF), safe to open in a spreadsheet. */
export const csvLine = (values: readonly string[]): string => `${values.map(csvCell).join(',')}\r\n`

/** Whether a spreadsheet that opens the cell runs it as a formula (OWASP, "CSV Injection"). */
export const isFormula = (cell: string): boolean => /^[=+\-@\t\r]/u.test(cell)

/** An apostrophe before it makes it text. */
const csvCell = (value: string): string => {
  const harmless = isFormula(value) ? `'${value}` : value
  return /[",\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
