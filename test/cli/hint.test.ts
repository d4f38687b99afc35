import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { hint, programName, repeatInHints } from '#cli/terminal/hint.ts'

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'coldpress.js')

afterEach(() => {
  repeatInHints({})
})

describe('a hint prints a command as the user must type it', () => {
  it('starts with the path of the launcher in a checkout, and with the name where Coldpress is installed', () => {
    expect(programName('/checkout/bin/coldpress.js', {})).toBe(launcher)
    expect(programName('/usr/local/bin/coldpress', {})).toBe('coldpress')
    expect(programName('/opt/Coldpress/coldpress.js', {}, 'coldpress')).toBe('coldpress')
    expect(programName(undefined, {})).toBe('coldpress')
  })

  it('never tells to ask the registry of npm, which has nobody’s package of this name', () => {
    for (const npm of ['exec', 'run-script', undefined])
      for (const script of ['/checkout/node_modules/.bin/coldpress', '/checkout/bin/coldpress.js'])
        expect(programName(script, { npm_command: npm })).not.toContain('npx')
    expect(programName('/checkout/node_modules/.bin/coldpress', { npm_command: 'exec' })).toBe(
      launcher,
    )
  })

  it('repeats the home and the account of this run', () => {
    expect(hint('policy list')).toBe('coldpress policy list')
    repeatInHints({ home: 'my prints', account: 'shop' })
    expect(hint('policy list')).toBe("coldpress policy list --home 'my prints' --account shop")
    expect(hint('sale list --account other')).toBe(
      "coldpress sale list --account other --home 'my prints'",
    )
  })

  it('names a home of its own, or none where the command runs on another computer', () => {
    repeatInHints({ home: 'prints' })
    expect(hint('pin list', { home: 'demo' })).toBe('coldpress pin list --home demo')
    expect(hint('tx sign FILE', { home: undefined })).toBe('coldpress tx sign FILE')
  })
})
