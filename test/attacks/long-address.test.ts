import { expect, test } from 'vitest'
import { parseAddress } from '#cardano/addresses.ts'

/** Reading base58 takes time by the square of the length: this once took 73 seconds. */
const long = 'Ae2'.padEnd(400_000, '2')

test('an address of 400,000 characters is refused before anything decodes it', () => {
  expect(() => parseAddress(long)).toThrow(
    /address: 400000 characters; no address has more than 256/u,
  )
})
