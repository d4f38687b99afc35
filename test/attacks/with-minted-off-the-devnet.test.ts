import { expect, it, onTestFinished } from 'vitest'
import { createCollection, mainAddress, openStudio, testAddress } from '../studio/open-studio.ts'

it.each([
  ['preview', testAddress],
  ['preprod', testAddress],
  ['mainnet', mainAddress],
] as const)(
  'a studio of %s has no way to delete a collection with its minted tokens',
  async (network, payout_address) => {
    const studio = await openStudio({ network })
    onTestFinished(() => studio.close())
    const { id } = await createCollection(studio, { payout_address })
    const removal = await studio.call('DELETE', `/nft/collections/${id}/with-minted`)
    expect(removal.status).toBe(404)
    expect((await studio.call('GET', `/nft/collections/${id}`)).status).toBe(200)
  },
)
