import { printable, printableLines } from '#values/text/printable.ts'
import { fitMiddle, displayWidth } from './display-width.ts'
import type { TextDetails, TextTable, Text } from './table.ts'
import { wrapLine } from './wrap.ts'

/** Where a text is shown. */
export type Screen = {
  /** Columns; undefined where there is no terminal, and nothing is wrapped. */
  readonly width: number | undefined
  /** Whether labels are bold and marks coloured. The style says nothing that the words do not. */
  readonly hasStyle: boolean
}

const noScreen: Screen = { width: undefined, hasStyle: false }

/** Less is no terminal that anybody reads. */
const minWidth = 20

/** What a stream of this process shows. https://no-color.org */
export const screenOf = (stream: NodeJS.WriteStream): Screen => {
  if (!stream.isTTY) return noScreen
  const { NO_COLOR: noColor = '', TERM: kind } = process.env
  return {
    // a terminal that does not know its size says 0
    width: stream.columns > 0 ? Math.max(stream.columns, minWidth) : undefined,
    hasStyle: noColor === '' && kind !== 'dumb',
  }
}

/** The text's lines, for a pipe unless a screen is named. */
export const renderText = (text: Text, screen: Screen = noScreen): string =>
  linesOf(text, screen).join('\n')

const linesOf = (text: Text, screen: Screen): readonly string[] => {
  if (typeof text === 'string')
    return text
      .split('\n')
      .flatMap((line) => colourMark(wrapLine(printable(line), screen.width), screen))
  if (!('kind' in text)) return text.flatMap((part) => linesOf(part, screen))
  if (text.kind === 'verbatim') return printableLines(text.text).split('\n')
  return text.kind === 'table' ? tableLines(text, screen) : detailLines(text, screen)
}

/** Of a mark that a paragraph begins with: red, yellow and green of the terminal's own palette. */
const markColours: Readonly<Record<string, number>> = {
  'coldpress:': 31,
  ERROR: 31,
  STOP: 31,
  WARNING: 33,
  warning: 33,
  ok: 32,
  'Done:': 32,
}

const colourMark = (
  [first = '', ...more]: readonly string[],
  { hasStyle }: Screen,
): readonly string[] => {
  const [space = '', word = ''] = /^( *)([^ ]+)/u.exec(first)?.slice(1) ?? []
  const colour = hasStyle && Object.hasOwn(markColours, word) ? markColours[word] : undefined
  if (colour === undefined) return [first, ...more]
  return [
    `${space}\u{1b}[${colour}m${word}\u{1b}[39m${first.slice(space.length + word.length)}`,
    ...more,
  ]
}

const gap = '  '

const label = (text: string, { hasStyle }: Screen): string =>
  hasStyle && text.trim() !== '' ? `\u{1b}[1m${text}\u{1b}[22m` : text

const padding = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - displayWidth(text)))

/** Columns that may be cut keep at least this much. */
const minCut = 12

/**
 * A table that is wider than the terminal loses the middle of the columns that may be cut, from the
 * left; if that is not enough, each row becomes details under each other. Nothing else is left out.
 */
const tableLines = (table: TextTable, screen: Screen): readonly string[] => {
  const { columns } = table
  const rows = table.rows.map((row) => row.map(printable))
  const widths = columns.map(({ heading }, at) =>
    Math.max(displayWidth(heading), ...rows.map((row) => displayWidth(row[at] ?? ''))),
  )
  const { width = Infinity } = screen
  const over = (): number =>
    widths.reduce((sum, each) => sum + each, gap.length * (widths.length - 1)) - width
  for (const [at, { canBeCut }] of columns.entries()) {
    const natural = widths[at] ?? 0
    if (canBeCut && over() > 0) widths[at] = Math.max(Math.min(minCut, natural), natural - over())
  }
  if (over() > 0) return recordLines({ ...table, rows }, screen)
  const lineOf = (cells: readonly string[], style: (text: string) => string): string =>
    columns
      .map(({ isNumber }, at) => {
        const cell = fitMiddle(cells[at] ?? '', widths[at] ?? 0)
        const space = padding(cell, widths[at] ?? 0)
        if (isNumber) return `${space}${style(cell)}`
        return `${style(cell)}${at === columns.length - 1 ? '' : space}`
      })
      .join(gap)
      .trimEnd()
  const headings = columns.map(({ heading }) => heading)
  return [
    lineOf(headings, (text) => label(text, screen)),
    ...rows.map((row) => lineOf(row, (text) => text)),
  ]
}

const recordLines = ({ columns, rows }: TextTable, screen: Screen): readonly string[] =>
  rows.flatMap((row, at) => {
    const pairs = columns.flatMap(({ heading }, column) => {
      const cell = row[column] ?? ''
      return cell === '' ? [] : [[heading, [cell]] as const]
    })
    const record = detailLines({ kind: 'details', pairs }, screen)
    return at === 0 ? record : ['', ...record]
  })

/** A narrower column of values is no help. */
const minValue = 24

/** A value stands behind its name, or under it where one of its words would not fit there. */
const detailLines = ({ pairs }: TextDetails, screen: Screen): readonly string[] => {
  const nameWidth = Math.max(0, ...pairs.map(([name]) => displayWidth(name)))
  const indent = ' '.repeat(nameWidth + gap.length)
  const left = screen.width === undefined ? undefined : screen.width - indent.length
  return pairs.flatMap(([name, values]) => {
    const shown = values.map(printable)
    const isBeside =
      left === undefined ||
      (left >= minValue &&
        shown.every((value) => wrapLine(value, left).every((line) => displayWidth(line) <= left)))
    if (!isBeside)
      return [
        ...(name === '' ? [] : [label(name, screen)]),
        ...shown.flatMap((value) => wrapLine(`${gap}${value}`, screen.width)),
      ]
    const lines = shown.flatMap((value) => wrapLine(value, left))
    return lines.map((line, at) =>
      at === 0 ? `${label(name, screen)}${padding(name, nameWidth)}${gap}${line}` : indent + line,
    )
  })
}
