import { describe, expect, it } from 'vitest'
import { importRules } from '#contract/imports/import-rules.ts'
import { reportCsv } from '#app/imports/report/report.ts'
import { issueOf } from '#app/imports/table/issues.ts'
import { readTable } from '#app/imports/table/table.ts'

describe('reportCsv', () => {
  it('is a table that the reader reads back, with the source of each rule and what to do', () => {
    const message = 'Row 3, name: "a, b"\nis wrong.'
    const fix = { kind: 'trim', value: 'a', label: 'Remove the white space' } as const
    const csv = reportCsv([
      issueOf('surrounding_whitespace', message, { row: 3, column: 'name', value: ' a', fix }),
      issueOf('no_rows', 'Nothing.'),
    ])
    expect(csv.split('\r\n')[0]).toBe('severity,rule,row,column,value,message,fix,source')
    const table = readTable(new TextEncoder().encode(csv))
    expect(table.issues).toEqual([])
    const { surrounding_whitespace: space, no_rows: empty } = importRules
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['warning', 'surrounding_whitespace', '3', 'name', ' a', message, fix.label, space.source],
      ['error', 'no_rows', '', '', '', 'Nothing.', empty.advice, empty.source],
    ])
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('makes text of %j', (value) => {
    const csv = reportCsv([issueOf('invalid_image', 'No.', { value })])
    const table = readTable(new TextEncoder().encode(csv))
    expect(table.rows[0]?.cells[4]).toBe(`'${value}`)
  })
})
