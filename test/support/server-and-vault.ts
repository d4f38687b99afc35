import { expect, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { type Sale, sale as saleShape } from '#contract/sales/sale.ts'
import { addTokensResponse } from '#contract/tokens/token.ts'
import { startBlockfrost } from './blockfrost-stand-in.ts'
import { TestHome } from './coldpress.ts'
import { herbarium } from './prints.ts'
import type { serve } from './serving.ts'
import { at, carry, succeeds } from './two-machines.ts'

export const onPreprod = ['--account', 'local-preprod'] as const
const image = 'ipfs://QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw'
const price = 12_000_000

/** A creator's home, which has the policy key, and a server on preprod that watches the policy. */
export const openServerAndVault = async () => {
  const chain = await startBlockfrost({ network: 'preprod', projectId: 'preprodTest' })
  const [cold, server] = await Promise.all([TestHome.withVault(), TestHome.withVault()])
  onTestFinished(async () => {
    cold.remove()
    server.remove()
    await chain.close()
  })
  const generate = ['policy', 'generate', '--name', 'Herbarium', '--network', 'preprod']
  const { policy_id: policyId, key_hashes: keys } = z
    .looseObject({ policy_id: z.string(), key_hashes: z.tuple([z.string()]) })
    .parse(await succeeds(cold, [...generate, '--offline', '--public', at(cold, 'policy.json')]))
  await succeeds(server, ['policy', 'import', '--file', carry(cold, 'policy.json', server)])
  const projectId = server.file('project-id.txt', 'preprodTest\n')
  const gateway = ['gateway', 'set', 'preprod', '--base-url', chain.baseUrl]
  await succeeds(server, [...gateway, '--project-id-file', projectId])
  return { chain, cold, server, policyId, keys }
}

/** A collection on the server whose policy's key is in the other home. */
export const watchedCollection = async (server: TestHome, policyId: string): Promise<string> => {
  const request = server.file(
    'collection.json',
    JSON.stringify({ ...herbarium, policy: undefined }),
  )
  const create = ['collection', 'create', '--file', request, '--policy', policyId, '--yes']
  const made = await succeeds(server, [...create, ...onPreprod])
  return z.looseObject({ id: z.string() }).parse(made).id
}

/** As systemd starts it: the passphrase is a credential of the service. */
export const serverOptions = (server: TestHome): readonly string[] => [
  '--network',
  'preprod',
  '--passphrase-file',
  server.passphraseFile,
]

type Studio = Awaited<ReturnType<typeof serve>>

/** Adds tokens of these names over the interface; answers their ids. */
export const addNamed = async (
  studio: Studio,
  collection: string,
  names: readonly string[],
  more: object = {},
): Promise<readonly string[]> => {
  const tokens = names.map((name) => ({
    asset_name: name,
    name,
    image,
    metadata_attributes: [{ tag: '<ink>', value: 'sepia' }],
    ...more,
  }))
  const added = await studio.call(`/nft/collections/${collection}/tokens`, { tokens })
  return addTokensResponse.parse(added).data.map(({ id }) => id)
}

/** Makes a sale of each token over the interface, and pays it as a buyer does. */
export const sellAndPay = async (
  studio: Studio,
  chain: Awaited<ReturnType<typeof startBlockfrost>>,
  collection: string,
  tokens: readonly string[],
): Promise<readonly Sale[]> => {
  const sales: Sale[] = []
  for (const token of tokens) {
    const reserved = await studio.call(`/nft/collections/${collection}/sales`, {
      type: 'fixed',
      price,
      reservation_time: 900,
      delivers_within: 172_800,
      tokens: [token],
    })
    const sale = saleShape.parse(reserved)
    sales.push(sale)
    await chain.pay(sale.payment_address, BigInt(price))
  }
  return sales
}

export const reaches = (
  studio: Studio,
  sales: readonly Sale[],
  status: Sale['status'],
): Promise<void> =>
  vi.waitFor(
    async () => {
      const now = await Promise.all(sales.map((sale) => studio.sale(sale)))
      expect(now.map((one) => one.status)).toEqual(sales.map(() => status))
    },
    { timeout: 180_000, interval: 1_000 },
  )
