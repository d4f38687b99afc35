import { describe, expect, it } from 'vitest'
import { issuesOf, rulesOf, withCell } from './plan-fixture.ts'

describe('names of files that look the same', () => {
  it.for([
    ['a narrow blank of macOS', 'Shot at 6.58 PM.png', 'Shot at 6.58\u202FPM.png', 'U+202F'],
    ['a no-break blank in the table', 'Shot\u00A01.png', 'Shot 1.png', 'U+0020'],
    ['a long dash', 'bean-1.png', 'bean\u20131.png', 'U+2013'],
    ['a curly apostrophe', "Ada's.png", 'Ada\u2019s.png', 'U+2019'],
    ['curly quotes', 'a "b".png', 'a \u201Cb\u201D.png', 'U+201C'],
    ['a doubled blank', 'bean 1.png', 'bean  1.png', 'looks the same'],
    ['full-width letters', 'ABC.png', '\uFF21\uFF22\uFF23.png', 'U+FF21'],
    ['a folder', 'Shot 1.png', 'art/Shot\u202F1.png', 'U+202F'],
  ] as const)('are those of one file with a note: %s', ([, cell, name, what]) => {
    const plan = withCell('image', cell, { files: [name] })
    expect(plan.tokens[0]?.image).toMatchObject({ file: { name } })
    expect(issuesOf(plan, 'file_name_differs')[0]?.message).toContain(what)
  })

  it('are nobody’s where two files look like it', () => {
    const files = ['a\u202Fb.png', 'a\u00A0b.png']
    expect(rulesOf(withCell('image', 'a b.png', { files }))).toContain('ambiguous_file')
  })
})

describe('a path behind a CID with a character that ends an address', () => {
  const cid = 'QmZr3xYVsADwanDpZGHtU2AVVfAhgcRAxP3nKug7t88EHs'
  it.for([
    [`ipfs://${cid}/Wookz#526.png`, 'the character #', `ipfs://${cid}/Wookz%23526.png`],
    [`ipfs://${cid}/My bean.png`, 'a blank', `ipfs://${cid}/My%20bean.png`],
    [
      `https://ipfs.io/ipfs/${cid}/Wookz#526.png`,
      'the character #',
      `https://ipfs.io/ipfs/${cid}/Wookz%23526.png`,
    ],
  ] as const)('is named, and what to write is offered: %s', ([cell, what, written]) => {
    const [found] = issuesOf(withCell('image', cell), 'invalid_image')
    expect(found?.message).toContain(`has ${what} in the path`)
    expect(found?.fix).toMatchObject({ kind: 'set_value', value: written })
    const plan = withCell('image', written)
    expect(rulesOf(plan)).not.toContain('invalid_image')
    expect(plan.tokens[0]?.image).toMatchObject({ kind: 'ipfs' })
  })
})

describe('what a spreadsheet left in a cell', () => {
  it.for(['=A1&B1', '=CONCAT(A1, B1)', '=SUM(A1:A3)', '=$B$2'])(
    'the formula %s is named',
    (cell) => {
      expect(rulesOf(withCell('Serial', cell))).toContain('spreadsheet_formula')
    },
  )

  it.for(['1.23457E+14', '1,2E+11', '5E+20'])('the shortened number %s is named', (cell) => {
    expect(rulesOf(withCell('Serial', cell))).toContain('spreadsheet_number')
  })

  it.for(['=D', '= equal', '1E4', 'E+5', '2E+'])('%s is a text like any other', (cell) => {
    const rules = rulesOf(withCell('Serial', cell))
    expect(rules).not.toContain('spreadsheet_formula')
    expect(rules).not.toContain('spreadsheet_number')
  })
})
