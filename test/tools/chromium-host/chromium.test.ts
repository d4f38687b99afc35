import { describe, expect, it } from 'vitest'
import { createAddresses } from '../../../tools/chromium-host/chromium/addresses.ts'
import { chromiumArguments } from '../../../tools/chromium-host/chromium/arguments.ts'
import { findChromium } from '../../../tools/chromium-host/chromium/find-chromium.ts'

const machine = (
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string>>,
  programs: readonly string[],
) => ({ platform, env, isProgram: (path: string) => programs.includes(path) })

describe('findChromium', () => {
  it('takes the first folder of the path that has one', () => {
    const env = { PATH: '/none::/opt/bin:/usr/bin' }
    const programs = ['/usr/bin/google-chrome', '/usr/bin/chromium', '/opt/bin/chromium']
    expect(findChromium(machine('linux', env, programs))).toBe('/opt/bin/chromium')
  })

  it('finds applications on macOS, also those of the user alone', () => {
    const own = '/Users/a/Applications/Chromium.app/Contents/MacOS/Chromium'
    expect(findChromium(machine('darwin', { HOME: '/Users/a' }, [own]))).toBe(own)
  })

  it('finds Edge on Windows, which is always there', () => {
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'
    const env = { 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' }
    expect(findChromium(machine('win32', env, [edge]))).toBe(edge)
  })

  it('takes COLDPRESS_CHROMIUM and looks nowhere else when it is wrong', () => {
    const env = { PATH: '/usr/bin', COLDPRESS_CHROMIUM: '/my/browser' }
    expect(findChromium(machine('linux', env, ['/usr/bin/chromium', '/my/browser']))).toBe(
      '/my/browser',
    )
    expect(findChromium(machine('linux', env, ['/usr/bin/chromium']))).toBeUndefined()
  })

  it('answers undefined when there is none', () => {
    expect(findChromium(machine('linux', { PATH: '/usr/bin' }, []))).toBeUndefined()
  })
})

describe('chromiumArguments', () => {
  const setup = {
    profile: '/tmp/profile',
    bootUrl: 'https://boot.app.invalid/',
    given: ['--proxy-server=http://elsewhere'],
    isRoot: false,
    hasDevelopmentServer: false,
  }

  it('shuts the browser in, whatever it is given: the last of two equal switches holds', () => {
    const args = chromiumArguments(setup)
    expect(args.findLast((argument) => argument.startsWith('--proxy-server='))).toBe(
      '--proxy-server=socks5://127.0.0.1:1',
    )
    expect(args).toContain('--host-resolver-rules=MAP * ~NOTFOUND')
  })

  it('keeps the sandbox for everybody but root', () => {
    expect(chromiumArguments(setup)).not.toContain('--no-sandbox')
    expect(chromiumArguments({ ...setup, isRoot: true })).toContain('--no-sandbox')
  })

  it('lets a development server in, and only this machine', () => {
    expect(chromiumArguments({ ...setup, hasDevelopmentServer: true })).toContain(
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    )
  })
})

describe('addresses', () => {
  const { toWeb, fromWeb, headerToWeb } = createAddresses((scheme) => scheme === 'app')

  it.each([
    ['app://coldpress/index.html', 'https://coldpress.app.invalid/index.html'],
    ['app://coldpress/', 'https://coldpress.app.invalid/'],
    ['app://coldpress/a?b=app://c#d', 'https://coldpress.app.invalid/a?b=app://c#d'],
  ])('%s is %s in the browser, and back', (own, web) => {
    expect(toWeb(own)).toBe(web)
    expect(fromWeb(web)).toBe(own)
  })

  it.each([
    'https://example.com/app.invalid/',
    'https://app.invalid.example.com/',
    'https://coldpress.app.invalid.evil.example/',
    'https://coldpress.other.invalid/',
    'data:text/html,x',
    'other://coldpress/',
  ])('the Chromium host leaves the address %s alone', (url) => {
    expect(fromWeb(url)).toBe(url)
    expect(toWeb(url)).toBe(url)
  })

  it('translates the scheme in a content policy', () => {
    expect(headerToWeb("default-src 'none'; img-src 'self' app: data:")).toBe(
      "default-src 'none'; img-src 'self' https://*.app.invalid data:",
    )
  })
})
