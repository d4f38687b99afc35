import { describe, expect, it } from 'vitest'
import { atOnce } from '#app/imports/table/pieces.ts'
import { readingTable, readTable, recordBlocks } from '#app/imports/table/table.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Every tenth row has a cell of several lines with quotes, so that some lie where a block would end. */
const rowsWith = (lineEnd: string): readonly string[] =>
  Array.from({ length: 6_000 }, (_, at) => {
    const text = at % 10 === 0 ? `"a ""quoted""${lineEnd}${lineEnd}text, of ${at}"` : `plain ${at}`
    return at % 10 === 3 ? `="Bean${at}",${text}` : `Bean${at},${text}`
  })

describe.each([
  ['\n', 'line feeds'],
  ['\r\n', 'both'],
  ['\r', 'carriage returns'],
])('a table with lines that end with %j (%s)', (lineEnd) => {
  const written = ['asset_name,name', ...rowsWith(lineEnd), ''].join(lineEnd)

  it('is divided between records alone', () => {
    const blocks = [...recordBlocks(written)]
    expect(blocks.length).toBeGreaterThan(1)
    expect(blocks.join('')).toBe(written)
    for (const block of blocks) expect(block.match(/"/gu)?.length ?? 0).toSatisfy(isEven)
  })

  it('is read as one', () => {
    const { rows } = readTable(encode(written))
    expect(rows).toHaveLength(6_000)
    expect(rows[5_990]?.cells).toEqual(['Bean5990', `a "quoted"${lineEnd}${lineEnd}text, of 5990`])
    expect(rows[5_993]?.cells).toEqual(['="Bean5993"', 'plain 5993'])
    expect(rows[5_991]).toEqual({ row: 5_993, cells: ['Bean5991', 'plain 5991'] })
  })
})

const isEven = (count: number): boolean => count % 2 === 0

it('begins with a short block, for a parser that V8 has not compiled yet', () => {
  const [first = '', second = '', ...others] = recordBlocks(rowsWith('\n').join('\n'))
  expect(first.length).toBeLessThan(5_000)
  expect(second.length).toBeGreaterThan(8_000)
  expect(others.some(({ length }) => length > 60_000)).toBe(true)
})

it('names the row of an error in a later block', () => {
  const rows = rowsWith('\n').with(5_500, 'Bean5500,12" print')
  expect(() => readTable(encode(['asset_name,name', ...rows].join('\n')))).toThrow(
    /^Row 5502, column B: a quote stands inside a cell/u,
  )
})

it('names the row whose quotes are never closed', () => {
  const rows = rowsWith('\n').with(5_555, 'Bean5555,"open')
  const bytes = encode(['asset_name,name', ...rows.slice(0, 5_560)].join('\n'))
  expect(() => atOnce(readingTable(bytes))).toThrow(/^Row 5557 opens a quote/u)
})
