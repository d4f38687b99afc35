import { afterEach, describe, expect, it } from 'vitest'
import { hint, programName, repeatInHints } from '#cli/terminal/hint.ts'

afterEach(() => {
  repeatInHints({})
})

describe('a hint prints a command as the user must type it', () => {
  it('starts with npx in a checkout, and without it where Coldpress is installed', () => {
    expect(programName('/checkout/bin/coldpress.js', {})).toBe('npx coldpress')
    expect(programName('/checkout/node_modules/.bin/coldpress', { npm_command: 'exec' })).toBe(
      'npx coldpress',
    )
    expect(programName('/usr/local/bin/coldpress', {})).toBe('coldpress')
    expect(programName('/opt/Coldpress/coldpress.js', {}, 'coldpress')).toBe('coldpress')
    expect(programName(undefined, {})).toBe('npx coldpress')
  })

  it('repeats the home and the account of this run', () => {
    expect(hint('policy list')).toBe('npx coldpress policy list')
    repeatInHints({ home: 'my prints', account: 'shop' })
    expect(hint('policy list')).toBe("npx coldpress policy list --home 'my prints' --account shop")
    expect(hint('sale list --account other')).toBe(
      "npx coldpress sale list --account other --home 'my prints'",
    )
  })

  it('names a home of its own, or none where the command runs on another computer', () => {
    repeatInHints({ home: 'prints' })
    expect(hint('pin list', { home: 'demo' })).toBe('npx coldpress pin list --home demo')
    expect(hint('tx sign FILE', { home: undefined })).toBe('npx coldpress tx sign FILE')
  })
})
