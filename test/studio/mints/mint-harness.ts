import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { TxId } from '#cardano/ids.ts'
import { type Mint, mint, royaltyView, funding } from '#contract/mints/mint.ts'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import { Secret } from '#platform/secret/secret.ts'
import { startDevnet } from '#devnet/server.ts'
import type { StudioOptions } from '#studio/options.ts'
import {
  addTokens,
  createCollection,
  createFakeVault,
  openStudio,
  type TestStudio,
  tokenBody,
} from '../open-studio.ts'
import { until } from '../../support/until.ts'

const token = 'devnet-token-of-the-tests'
export const ada = 1_000_000n

/** A devnet of its own with quick blocks, and studios on one database over it. */
export const openMintHarness = async (blockMs = 40) => {
  const dir = mkdtempSync(join(tmpdir(), 'coldpress-mints-'))
  const devnet = await startDevnet({
    database: join(dir, 'devnet.db'),
    token: Secret.ofText(token),
    blockMs,
  })
  const projectId = Secret.ofText(token)
  const gateway = createBlockfrost({
    baseUrl: devnet.baseUrl,
    network: 'devnet',
    secret: projectId,
  })
  const fakeVault = createFakeVault()
  const post = async (path: string, body: object): Promise<unknown> => {
    const reply = await fetch(`${devnet.baseUrl}${path}`, {
      method: 'POST',
      headers: { project_id: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(await reply.text())
    return reply.json()
  }
  const fund = async (address: string, lovelace: bigint): Promise<TxId> => {
    const body = { address, lovelace: Number(lovelace) }
    return TxId(z.object({ tx_hash: z.string() }).parse(await post('/devnet/fund', body)).tx_hash)
  }
  const open = (changes: Partial<StudioOptions> = {}): Promise<TestStudio> =>
    openStudio(
      {
        database: join(dir, 'studio.db'),
        gateway,
        fund,
        following: { pollMs: 20, resendMs: 200, marginSlots: 2n },
        ...changes,
      },
      fakeVault,
    )
  return {
    gateway,
    fakeVault,
    fund,
    open,
    /** The same studio where it has no gateway. */
    openWithoutGateway: (): Promise<TestStudio> =>
      openStudio({ database: join(dir, 'studio.db') }, fakeVault),
    rollBack: (blocks: number) => post('/devnet/rollback', { blocks }),
    /** What the address holds, once the payment is in a block. */
    fundAndWait: async (address: string, lovelace: bigint): Promise<void> => {
      const txId = await fund(address, lovelace)
      await until(async () => (await gateway.transaction(txId)) !== undefined)
    },
    close: async (): Promise<void> => {
      await devnet.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
export type MintHarness = Awaited<ReturnType<typeof openMintHarness>>

export const mintsPath = (collectionId: string) => `/nft/collections/${collectionId}/mints`

export const postMint = (studio: TestStudio, collectionId: string, body: object) =>
  studio.call('POST', mintsPath(collectionId), body)

export const mintOf = (reply: { readonly status: number; readonly body: unknown }): Mint => {
  if (reply.status > 201) throw new Error(JSON.stringify(reply.body))
  return mint.parse(reply.body)
}

export const readMint = async (studio: TestStudio, { id, collection_id: collectionId }: Mint) =>
  mintOf(await studio.call('GET', `${mintsPath(collectionId)}/${id}`))

export const mintReaches = async (
  studio: TestStudio,
  made: Mint,
  status: Mint['status'],
): Promise<Mint> => {
  await until(async () => {
    const { status: now, message } = await readMint(studio, made)
    if (now !== status && (now === 'failed' || now === 'completed'))
      throw new Error(`${now} instead of ${status}: ${message}`)
    return now === status
  })
  return readMint(studio, made)
}

export const fundingOf = async (studio: TestStudio, collectionId: string) =>
  funding.parse((await studio.call('GET', `/nft/collections/${collectionId}/funding`)).body)

export const royaltyOf = async (studio: TestStudio, collectionId: string) =>
  royaltyView.parse((await studio.call('GET', `/nft/collections/${collectionId}/royalty`)).body)

const tokenPage = z.object({
  data: z.array(z.object({ asset_name: z.string(), status: z.string() })),
})
export const statusesOf = async (studio: TestStudio, collectionId: string) => {
  const path = `/nft/collections/${collectionId}/tokens?size=100&order=asc`
  const { data } = tokenPage.parse((await studio.call('GET', path)).body)
  return Object.fromEntries(data.map(({ asset_name: name, status }) => [name, status]))
}

/** A collection with tokens and ADA at its own payment address. */
export const fundedCollection = async (
  harness: Pick<MintHarness, 'fundAndWait'>,
  studio: TestStudio,
  options: {
    readonly names: readonly string[]
    readonly lovelace?: bigint
    readonly more?: object
  },
) => {
  const { names, lovelace = 50n * ada, more = {} } = options
  const collection = await createCollection(studio, more)
  const tokens =
    names.length === 0
      ? []
      : await addTokens(studio, collection.id, ...names.map((name) => tokenBody(name)))
  const { address } = await fundingOf(studio, collection.id)
  await harness.fundAndWait(address, lovelace)
  return { collection, tokens, address, id: collection.id }
}
