import { describe, expect, it } from 'vitest'
import { incompressible } from '../../support/generated-bytes.ts'
import { keyHashOf } from '#cardano/keys.ts'
import { publicPolicyText } from '#cardano/public-policy.ts'
import { type NativeScript, policyIdOf } from '#cardano/scripts.ts'
import { fitForCodes, qrFileOf } from '#app/signing/qr-kind.ts'
import { utf16 } from '../../support/utf16.ts'

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
const envelope = (type: string, cborHex = '84a0a0f5f6') => ({ type, description: '', cborHex })
const witnessHex = `825820${'ab'.repeat(32)}5840${'cd'.repeat(64)}`
const keyHex = `5820${'07'.repeat(32)}`
const request = (more: object = {}) => ({
  format: 'coldpress-signing-request',
  version: 1,
  transactions: [envelope('Tx ConwayEra')],
  ...more,
})

const policyKey = { keyHash: keyHashOf(new Uint8Array(32)), publicKey: '00'.repeat(32) }
const script: NativeScript = { type: 'sig', keyHash: policyKey.keyHash }
const publicPolicy: object = JSON.parse(
  publicPolicyText({
    policyId: policyIdOf(script),
    name: null,
    network: 'preprod',
    script,
    keys: [{ ...policyKey, path: null }],
  }),
)

describe('a file that is to be shown as codes', () => {
  it.each([
    ['request', request()],
    ['transaction', envelope('Tx ConwayEra')],
    ['transaction', envelope('Unwitnessed Tx BabbageEra')],
    ['transaction', envelope('TxBodyMary')],
    ['transaction', envelope('Signed Tx ConwayEra')],
    ['transaction', envelope('')],
    ['witness', envelope('TxWitness ConwayEra', witnessHex)],
    ['witness', envelope('', witnessHex)],
    ['witness', [envelope('TxWitness ConwayEra', witnessHex), envelope('', witnessHex)]],
    ['policy', publicPolicy],
  ])('is a %s by what stands in it', (kind, value) => {
    const bytes = bytesOf(value)
    expect(qrFileOf('/home/ada/some.file', bytes)).toEqual({ kind, name: 'some.file', bytes })
  })

  it('crosses in UTF-8 when it is in UTF-16', () => {
    const value = request()
    expect(qrFileOf('some.cpreq', utf16(JSON.stringify(value))).bytes).toEqual(bytesOf(value))
  })

  it.each([
    envelope('PaymentSigningKeyShelley_ed25519', keyHex),
    envelope('Tx ConwayEra', keyHex),
    envelope('TxWitness ConwayEra', keyHex),
    envelope('', keyHex),
    envelope('', '00'),
    [envelope('TxWitness ConwayEra', witnessHex), envelope('', keyHex)],
    [],
    envelope('', `8200581c${'07'.repeat(28)}`),
    envelope('PaymentExtendedSigningKeyShelley_ed25519_bip32'),
    { scripts: [] },
    'abandon abandon about',
  ])('is refused when it is anything else: %j', (value) => {
    expect(() => qrFileOf('my.skey', bytesOf(value))).toThrow(/keys never go that way/u)
  })

  it('is no public policy file with anything more in it', () => {
    const bytes = bytesOf({ ...publicPolicy, signing_keys: [keyHex] })
    expect(() => qrFileOf('policy.json', bytes)).toThrow(/signing_keys: no such field/u)
  })

  it('is left as it is while it is small enough, thumbnails and all', () => {
    const file = qrFileOf('a.cpreq', bytesOf(request({ thumbnails: [{ name: 'one' }] })))
    expect(fitForCodes(file)).toEqual({ file, thumbnailsLeftOut: 0, parentsLeftOut: 0 })
  })

  /** Text that deflate cannot shorten below its number of bytes. */
  const noise = (bytes: number, seed: number) =>
    Buffer.from(incompressible(bytes, seed)).toString('hex')

  it('counts deflated bytes, so that hex of twice the limit still fits', () => {
    const file = qrFileOf('a.cpreq', bytesOf(request({ parents: [noise(30_000, 1)] })))
    expect(file.bytes.length).toBeGreaterThan(60_000)
    expect(fitForCodes(file)).toEqual({ file, thumbnailsLeftOut: 0, parentsLeftOut: 0 })
  })

  it('loses its thumbnails alone where they make it too large', () => {
    const thumbnails = [{ data: noise(20_000, 1) }, { data: noise(20_000, 2) }]
    const { file, ...leftOut } = fitForCodes(
      qrFileOf('a.cpreq', bytesOf(request({ thumbnails, title: 'Night Garden' }))),
    )
    expect(leftOut).toEqual({ thumbnailsLeftOut: 2, parentsLeftOut: 0 })
    expect(JSON.parse(new TextDecoder().decode(file.bytes))).toEqual(
      request({ thumbnails: [], parents: [], title: 'Night Garden' }),
    )
  })

  it('loses its longest parents where it is too large without thumbnails', () => {
    const parents = [noise(12_000, 1), noise(25_000, 2), noise(10_000, 3)]
    const { file, ...leftOut } = fitForCodes(qrFileOf('a.cpreq', bytesOf(request({ parents }))))
    expect(leftOut).toEqual({ thumbnailsLeftOut: 0, parentsLeftOut: 1 })
    expect(JSON.parse(new TextDecoder().decode(file.bytes))).toMatchObject({
      parents: [parents[0], parents[2]],
    })
  })

  it('is refused where it stays too large', () => {
    const title = noise(40_000, 1)
    const rich = qrFileOf('a.cpreq', bytesOf(request({ title, thumbnails: [{}] })))
    expect(() => fitForCodes(rich)).toThrow(/bytes without thumbnails and parents; at most 32768/u)
    const plain = qrFileOf('a.tx', bytesOf({ ...envelope('Tx ConwayEra'), description: title }))
    expect(() => fitForCodes(plain)).toThrow(/at most 32768/u)
  })
})
