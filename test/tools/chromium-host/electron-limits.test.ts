import { describe, expect, it } from 'vitest'
import { parseArguments } from '../../../tools/chromium-host/arguments.ts'
import { createEvent } from '../../../tools/chromium-host/electron/event.ts'
import { strict } from '../../../tools/chromium-host/electron/strict.ts'
import { checkWebPreferences } from '../../../tools/chromium-host/electron/web-preferences.ts'
import { missingInBoringSsl } from '../../../tools/chromium-host/process/boringssl.ts'

const reason = (name: string, ...args: readonly unknown[]): string | undefined =>
  missingInBoringSsl[name]?.(args)

describe('what BoringSSL lacks', () => {
  it.each([
    ['createHash', ['blake2b512']],
    ['createHash', ['sha3-256']],
    ['createHmac', ['blake2s256', 'key']],
    ['hkdf', ['shake128']],
    ['pbkdf2', ['password', 'salt', 1, 32, 'sha3-512']],
    ['createCipheriv', ['chacha20-poly1305']],
    ['createDecipheriv', ['aes-256-ocb']],
    ['argon2', ['argon2id', {}]],
  ])('%s(%j) is missing there', (name, args) => {
    expect(reason(name, ...args)).toMatch(/./u)
  })

  it.each([
    ['createHash', ['sha256']],
    ['createHash', ['RSA-SHA512']],
    ['pbkdf2Sync', ['password', 'salt', 1, 32, 'sha512']],
    ['createCipheriv', ['aes-256-gcm']],
    ['sign', [null, 'data']],
    ['scrypt', ['password', 'salt', 32]],
  ])('%s(%j) is not among what BoringSSL lacks', (name, args) => {
    expect(reason(name, ...args)).toBeUndefined()
  })
})

describe('webPreferences', () => {
  it.each([
    { sandbox: false },
    { contextIsolation: false },
    { nodeIntegration: true },
    { nodeIntegrationInWorker: true },
    { webSecurity: false },
    { webviewTag: true },
    { allowRunningInsecureContent: true },
    { experimentalFeatures: true },
    { enableBlinkFeatures: 'Serial' },
    { additionalArguments: ['--x'] },
  ])('the Chromium host refuses the webPreferences %j', (preferences) => {
    expect(() => checkWebPreferences(preferences)).toThrow(Object.keys(preferences)[0])
  })

  it('takes a window that says what it already is', () => {
    const own = {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      partition: 'coldpress',
      preload: '/x.cjs',
      spellcheck: false,
      devTools: true,
    }
    expect(() => checkWebPreferences(own)).not.toThrow()
  })
})

describe('strict', () => {
  it('throws for a member that is not there, and names it', () => {
    const app = strict('app', { getName: () => 'Coldpress' })
    expect(app.getName()).toBe('Coldpress')
    expect(() => Reflect.get(app, 'dock')).toThrow('The Chromium host has no app.dock.')
  })

  it('is no promise to those who ask', async () => {
    const window = strict('BrowserWindow', { id: 1 })
    expect(await Promise.resolve(window)).toBe(window)
  })

  it('lets a test put its own function in', () => {
    const shell = strict('shell', { beep: (): string => 'loud' })
    shell.beep = () => 'quiet'
    expect(shell.beep()).toBe('quiet')
  })

  it('throws as Electron does when the window is gone', () => {
    let isGone = false
    const window = strict(
      'BrowserWindow',
      { show: () => {}, isDestroyed: () => isGone, removeListener: () => {} },
      () => isGone,
    )
    window.show()
    isGone = true
    expect(() => window.show()).toThrow('Object has been destroyed')
    expect(window.isDestroyed()).toBe(true)
    window.removeListener()
  })
})

it('an event remembers that it was prevented', () => {
  const event = createEvent({ url: 'x' })
  event.preventDefault()
  expect(event).toMatchObject({ url: 'x', defaultPrevented: true })
})

it('arguments go to Chromium, to the inspector and to the app', () => {
  const parsed = parseArguments([
    '--no-sandbox',
    '--inspect=0',
    '--remote-debugging-port=0',
    '/some/app',
    '--headless=new',
    '--mine',
    'file.csv',
  ])
  expect(parsed).toEqual({
    inspectPort: 0,
    chromium: ['--no-sandbox', '--remote-debugging-port=0', '--headless=new'],
    app: ['--mine', 'file.csv'],
    target: '/some/app',
  })
})
