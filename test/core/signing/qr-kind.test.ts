import { describe, expect, it } from 'vitest'
import { fitForCodes, qrFileOf } from '../../../src/core/signing/qr-kind.ts'

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
const envelope = (type: string) => ({ type, description: '', cborHex: '84a0a0f5f6' })
const request = (more: object = {}) => ({
  format: 'coldpress-signing-request',
  version: 1,
  transactions: [envelope('Tx ConwayEra')],
  ...more,
})

describe('a file that is to be shown as codes', () => {
  it.each([
    ['request', request()],
    ['transaction', envelope('Tx ConwayEra')],
    ['transaction', envelope('Unwitnessed Tx BabbageEra')],
    ['transaction', envelope('TxBodyMary')],
    ['witness', envelope('TxWitness ConwayEra')],
  ])('is a %s by what stands in it', (kind, value) => {
    const bytes = bytesOf(value)
    expect(qrFileOf('/home/ada/some.file', bytes)).toEqual({ kind, name: 'some.file', bytes })
  })

  it.each([
    envelope('PaymentSigningKeyShelley_ed25519'),
    envelope('PaymentExtendedSigningKeyShelley_ed25519_bip32'),
    { scripts: [] },
    'abandon abandon about',
  ])('is refused when it is anything else: %j', (value) => {
    expect(() => qrFileOf('my.skey', bytesOf(value))).toThrow(/keys never go that way/u)
  })

  it('is left as it is while it is small enough, thumbnails and all', () => {
    const file = qrFileOf('a.cpreq', bytesOf(request({ thumbnails: [{ name: 'one' }] })))
    expect(fitForCodes(file)).toEqual({ file, thumbnailsLeftOut: 0 })
  })

  it('loses its thumbnails alone where they make it too large', () => {
    const thumbnails = [{ data: 'A'.repeat(9000) }, { data: 'B'.repeat(9000) }]
    const { file, thumbnailsLeftOut } = fitForCodes(
      qrFileOf('a.cpreq', bytesOf(request({ thumbnails, title: 'Night Garden' }))),
    )
    expect(thumbnailsLeftOut).toBe(2)
    expect(JSON.parse(new TextDecoder().decode(file.bytes))).toEqual(
      request({ thumbnails: [], title: 'Night Garden' }),
    )
  })

  it('is refused where it stays too large', () => {
    const title = 'x'.repeat(17_000)
    const rich = qrFileOf('a.cpreq', bytesOf(request({ title, thumbnails: [{}] })))
    expect(() => fitForCodes(rich)).toThrow(/bytes without its thumbnails; at most 16384/u)
    const plain = qrFileOf('a.cpreq', bytesOf(request({ title })))
    expect(() => fitForCodes(plain)).toThrow(/at most 16384/u)
  })
})
