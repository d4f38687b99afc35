import { describe, expect, it } from 'vitest'
import { findPlanted } from '../support/planted-secrets.ts'
import { planted, testPlantedSecrets, textOf } from './planted-journey.ts'

describe('the search for planted secrets', () => {
  it.each([
    ['raw', (bytes: Uint8Array) => Buffer.from(bytes)],
    ['hex', (bytes: Uint8Array) => Buffer.from(`5820${Buffer.from(bytes).toString('hex')}`)],
    [
      'base64',
      (bytes: Uint8Array) => Buffer.from(Buffer.from([7, ...bytes, 9]).toString('base64')),
    ],
  ])('the search for planted secrets finds each as %s', (_form, write) => {
    for (const secret of planted) {
      const places = new Map([['here', write(secret.bytes)]])
      expect(findPlanted(places, [secret])).not.toEqual([])
    }
  })

  it('finds the policy key in every form of a key', () => {
    for (const form of ['bech32', 'hex', 'cbor', 'envelope'] as const) {
      const places = new Map([[form, Buffer.from(textOf(form))]])
      expect(findPlanted(places, planted)).not.toEqual([])
    }
  })
})

testPlantedSecrets('sealed files', 'sealed-files', async () => ({
  environment: {},
  stop: async () => undefined,
}))
