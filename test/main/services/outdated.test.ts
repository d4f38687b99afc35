import { expect, it } from 'vitest'
import { baseAddress, testAddress } from '../../studio/open-studio.ts'
import { watchedPolicy } from '../../studio/mints/watched-policy.ts'
import { openServices } from './open-services.ts'

it('The window shows what was built before a payout changed, and withdraws it', async () => {
  const { call, app, logged } = await openServices()
  const client = await app.accounts.client('local')
  const { policy } = watchedPolicy()
  const { id: collectionId } = await client.createCollection({
    name: 'Leaves',
    payout_address: testAddress,
    policy: policy,
    royalty: { address: [testAddress], rate: '0.05' },
  })
  const collectionRef = { accountId: 'local', collectionId }
  const { address } = await client.getFunding(collectionId)
  await (await app.gateways.get('devnet')).fund?.(address, 10_000_000n)
  const status = async () => (await client.getRoyalty(collectionId)).status
  await expect.poll(status, { timeout: 30_000 }).toBe('awaiting_witnesses')
  expect(await call('collections.get', collectionRef)).not.toHaveProperty('warnings')

  await client.updateCollection(collectionId, { payout_address: baseAddress })
  const { mint_id: id } = await client.getRoyalty(collectionId)
  expect(await call('collections.get', collectionRef)).toMatchObject({
    outdated: [{ kind: 'mint', id }],
    warnings: [expect.stringContaining(`The mint ${id} waits for signatures`)],
  })
  expect(await call('minting.show', { ...collectionRef, mintId: id ?? '' })).toMatchObject({
    warnings: [expect.stringContaining('pays the payout address of before the change')],
  })
  expect(await call('collections.withdrawOutdated', collectionRef)).toEqual({
    withdrawn: 1,
    reasons: [],
  })
  expect(logged('signing')[0]).toBe('What was built before Leaves changed was withdrawn.')
  expect((await client.getMint(collectionId, id ?? '')).status).toBe('cancelled')
  expect(await call('collections.get', collectionRef)).not.toHaveProperty('outdated')
})
