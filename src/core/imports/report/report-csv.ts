import { importRules } from '#shared/import-rules.ts'
import type { Issue } from '../table/issues.ts'

/** All issues as a table (RFC 4180, CRLF), safe to open in a spreadsheet. */
export const reportCsv = (issues: readonly Issue[]): string => {
  const header = ['severity', 'rule', 'row', 'column', 'value', 'message', 'fix', 'source']
  const rows = issues.map((found) => [
    found.severity,
    found.rule,
    found.row === null ? '' : String(found.row),
    found.column ?? '',
    found.value ?? '',
    found.message,
    found.fix?.label ?? importRules[found.rule].advice,
    importRules[found.rule].source,
  ])
  return [header, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/** A spreadsheet runs a cell that starts like a formula; an apostrophe before it makes it text. */
const csvCell = (value: string): string => {
  const harmless = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
