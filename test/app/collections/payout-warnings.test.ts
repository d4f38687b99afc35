import { expect, it } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { type Collection, collection } from '#contract/collections/collection.ts'
import { exampleCollection } from '#contract/collections/examples.ts'
import { withPayoutWarnings } from '#app/collections/payout-warnings.ts'

const script = writeBech32('addr_test', Uint8Array.of(0x70, ...new Uint8Array(28)))

it('A collection warns of a payout to a script once, also where its service does not', () => {
  const example: Collection = { ...collection.parse(exampleCollection), warnings: undefined }
  const silent = { ...example, payout_address: script }
  const warned = withPayoutWarnings(silent)
  expect(warned.warnings).toEqual([
    expect.stringContaining(`The payout address ${script} is that of a script, not of a key.`),
  ])
  expect(withPayoutWarnings(warned).warnings).toEqual(warned.warnings)
  expect(withPayoutWarnings(example)).toBe(example)
})
