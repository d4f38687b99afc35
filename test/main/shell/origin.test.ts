import { join, sep } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOwn, outsideLink, startUrl } from '#main/shell/origin.ts'
import { fileWithin } from '#main/shell/file-response.ts'

describe('the app’s own addresses', () => {
  it.each([
    startUrl('de-DE'),
    'app://coldpress/',
    'app://coldpress/thumb/Qm?size=320',
    'APP://coldpress/x',
  ])('an address of the app is recognised: %s', (address) => expect(isOwn(address)).toBe(true))

  it.each([
    'https://coldpress/',
    'app://coldpress.evil/',
    'app://evil/coldpress',
    'app://coldpress@evil/',
    'app://coldpress:8080/',
    'file:///etc/passwd',
    'app:coldpress',
    'null',
    '',
  ])('an address that is not of the app is refused: %s', (address) =>
    expect(isOwn(address)).toBe(false),
  )
})

describe('links to the outside', () => {
  it('open when their host is on the list', () => {
    expect(outsideLink('https://cardanoscan.io/tx/1?a=b#c')).toBe(
      'https://cardanoscan.io/tx/1?a=b#c',
    )
  })

  it('open to the page of a transaction on the devnet, and to nothing else of this machine', () => {
    const page = `http://127.0.0.1:4711/api/v0/devnet/tx/${'ab'.repeat(32)}`
    expect(outsideLink(page)).toBe(page)
    for (const other of [
      `${page}?a=b`,
      `${page}#c`,
      `${page}/../../fund`,
      page.replace('127.0.0.1', '127.0.0.1.evil.example'),
      page.replace('127.0.0.1', 'user@127.0.0.1'),
      page.replace('http:', 'https:'),
      'http://127.0.0.1:4711/api/v0/devnet/fund',
      'http://127.0.0.1:4711/',
    ])
      expect(outsideLink(other)).toBe(undefined)
  })

  it.each([
    'http://cardanoscan.io/',
    'https://cardanoscan.io.evil.example/',
    'https://evil.example/cardanoscan.io',
    'https://sub.cardanoscan.io/',
    'https://cardanoscan.io:8443/',
    'https://user:word@cardanoscan.io/',
    'https://cardanoscan.io@evil.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'cardanoscan.io',
    '',
  ])('stay closed otherwise: %s', (address) => expect(outsideLink(address)).toBe(undefined))
})

describe('the file of an address', () => {
  const folder = join(sep, 'app', 'renderer')

  it('the file of an address of the app lies in its folder', () => {
    expect(fileWithin(folder, '/assets/index-1.js')).toBe(join(folder, 'assets', 'index-1.js'))
    expect(fileWithin(folder, '/a%20b.css')).toBe(join(folder, 'a b.css'))
  })

  it.each(['/../secret', '/..%2f..%2fsecret', '/a/../../renderer-2/x', '/%00', '/%', '/', '/.'])(
    'no file of the app has the address %s',
    (path) => expect(fileWithin(folder, path)).toBe(undefined),
  )

  it('never lies outside, whatever is asked', () => {
    const piece = fc.constantFrom('..', '.', '%2e%2e', '%2f', '/', '\\', 'a', '%5c', '%252e', '//')
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const file = fileWithin(folder, `/${pieces.join('')}`)
        return file === undefined || file.startsWith(folder + sep)
      }),
    )
  })
})
