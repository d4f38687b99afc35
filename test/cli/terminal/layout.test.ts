import { afterEach, describe, expect, it, vi } from 'vitest'
import { hint, repeatInHints } from '#cli/terminal/hint.ts'
import { renderText, screenOf } from '#cli/terminal/layout.ts'
import {
  cutColumn,
  detailTable,
  numberColumn,
  sections,
  table,
  verbatim,
} from '#cli/terminal/table.ts'

const at = (width: number) => ({ width, hasStyle: false })

const rows = [
  { id: 'one', size: '7', path: '/home/ada/prints/first/edition' },
  { id: 'three', size: '1,250', path: '/home/ada/prints/second/edition' },
]
const sizes = table(rows, {
  id: ({ id }) => id,
  size: numberColumn(({ size }) => size),
  folder: cutColumn(({ path }) => path),
})

describe('a table', () => {
  it('aligns numbers at the right, and is not cut where there is no terminal', () => {
    expect(renderText(sizes)).toBe(
      [
        'id      size  folder',
        'one        7  /home/ada/prints/first/edition',
        'three  1,250  /home/ada/prints/second/edition',
      ].join('\n'),
    )
  })

  it('loses the middle of what no command takes where the terminal is narrow', () => {
    expect(renderText(sizes, at(32))).toBe(
      [
        'id      size  folder',
        'one        7  /home/ada…/edition',
        'three  1,250  /home/ada…/edition',
      ].join('\n'),
    )
  })

  it('becomes details under each other where cutting is not enough, with every id whole', () => {
    expect(renderText(sizes, at(24)).split('\n\n')).toEqual([
      expect.stringMatching(/^id\n {2}one\nsize\n {2}7\nfolder\n {2}\/home\/ada\/prints\/first/u),
      expect.stringContaining('three'),
    ])
    const address = `addr_test1${'q'.repeat(98)}`
    const addresses = table([{ address }], {
      address: (row) => row.address,
      label: () => 'Payout of the herbarium',
    })
    expect(renderText(addresses, at(60)).split('\n')).toContain(`  ${address}`)
  })

  it('aligns characters that a terminal draws wide', () => {
    const names = table(['押し花', 'Fern'], { name: (name) => name, state: () => 'ready' })
    expect(renderText(names).split('\n')).toEqual([
      'name    state',
      '押し花  ready',
      'Fern    ready',
    ])
  })
})

describe('a mark', () => {
  it('has a colour where the terminal has any, and its word in any case', () => {
    const styled = { width: 40, hasStyle: true }
    expect(renderText('coldpress: It is not there.', styled)).toBe(
      '\u{1b}[31mcoldpress:\u{1b}[39m It is not there.',
    )
    expect(renderText('warning keychain: locked', styled)).toContain('\u{1b}[33mwarning\u{1b}[39m')
    expect(renderText('ok      disk: 7 GiB free', styled)).toContain('\u{1b}[32mok\u{1b}[39m')
    expect(renderText('The disk is ok.', styled)).toBe('The disk is ok.')
    expect(renderText('coldpress: It is not there.', at(40))).toBe('coldpress: It is not there.')
  })
})

describe('prose', () => {
  it('is broken between words, behind the mark of a warning, and not at all without a terminal', () => {
    const warning = 'WARNING  The address is a script, which has to be able to spend what it gets.'
    expect(renderText(warning)).toBe(warning)
    expect(renderText(warning, at(50))).toBe(
      'WARNING  The address is a script, which has to be\n         able to spend what it gets.',
    )
  })

  it('leaves a command whole that can be pasted, and continues a long one with a backslash', () => {
    // A command that ran before in this process may have named its data folder.
    repeatInHints({})
    const command = hint('sale list --collection 01k')
    expect(renderText(`To see what is sold: ${command}`, at(44))).toBe(
      `To see what is sold:\n${command}`,
    )
    const long = hint("mint build --collection 01k --name 'a drop of two' --to addr_test1vz2")
    const lines = renderText(`To mint: ${long}`, at(44)).split('\n')
    expect(lines[0]).toBe('To mint:')
    expect(lines.slice(1, -1).every((line) => line.endsWith(' \\'))).toBe(true)
    expect(
      lines
        .slice(1)
        .join('\n')
        .replaceAll(/ \\\n +/gu, ' '),
    ).toBe(long)
    expect(lines.some((line) => line.includes("'a drop of two'"))).toBe(true)
  })

  it('never changes what another program reads', () => {
    const json = JSON.stringify({ name: 'a long name of many words', more: 'words and words' })
    expect(renderText(sections('Metadata:', verbatim(json)), at(30))).toBe(`Metadata:\n\n${json}`)
  })
})

describe('details', () => {
  it('go on under their value, or stand under their name where a word needs the width', () => {
    const details = detailTable([
      ['state', 'waiting for two signatures of the policy'],
      ['policy', 'a'.repeat(40)],
    ])
    expect(renderText(details, at(42))).toBe(
      [
        'state   waiting for two signatures of the',
        '        policy',
        'policy',
        `  ${'a'.repeat(40)}`,
      ].join('\n'),
    )
  })
})

describe('the style of labels', () => {
  afterEach(() => vi.unstubAllEnvs())
  const terminal = Object.assign(Object.create(process.stdout), { isTTY: true, columns: 80 })

  it('is bold on a terminal alone, and never under NO_COLOR', () => {
    vi.stubEnv('NO_COLOR', '')
    vi.stubEnv('TERM', 'xterm')
    const details = detailTable([['state', 'open']])
    expect(renderText(details, screenOf(terminal))).toBe('\u{1b}[1mstate\u{1b}[22m  open')
    vi.stubEnv('NO_COLOR', '1')
    expect(renderText(details, screenOf(terminal))).toBe('state  open')
    expect(screenOf(Object.assign(terminal, { isTTY: false })).width).toBeUndefined()
  })
})
