import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createAdoptions } from '#app/adoptions/adoptions.ts'
import { adoptionSchema } from '#app/adoptions/journal.ts'
import { TxId } from '#cardano/ids.ts'
import { Unit } from '#cardano/value.ts'
import { openContentStore } from '#media/content/store.ts'
import { Database } from '#platform/db/database.ts'
import { createPinSet } from '#media/pinning/pin-set.ts'
import { startIpfsGateway } from '../../support/ipfs-gateway.ts'
import { memoryPinner } from '../../media/pinning/memory-pinner.ts'

export const policyId = '7eae28af2208be856f7a119668ae52a49b73725e326dc16579dcc373'
export const image = (name: string, bytes = 100): Buffer => Buffer.alloc(bytes, name)

const minted = { quantity: 1n, firstMintedIn: TxId('ab'.repeat(32)), mintOrBurnCount: 1 }

/** The chain's gateway, with the metadata of tokens by name. */
export const chain = (
  metadata: Readonly<Record<string, unknown>>,
  {
    firstMint,
    firstMintedIn = minted.firstMintedIn,
  }: { readonly firstMint?: Uint8Array; readonly firstMintedIn?: TxId } = {},
) => {
  const asked: string[] = []
  const unitOf = (name: string) => Unit(policyId + Buffer.from(name).toString('hex'))
  const gateway = {
    network: 'preprod' as const,
    asked,
    calls: 0,
    callsPerDay: Infinity,
    budget: () => ({ calls: gateway.calls, callsPerDay: gateway.callsPerDay }),
    assetsOf: async () =>
      Object.keys(metadata).map((name) => ({
        unit: unitOf(name),
        quantity: name.startsWith('burned') ? 0n : 1n,
      })),
    hangs: false,
    /** Calls that have begun to hang. */
    hanging: 0,
    asset: async (unit: Unit, signal?: AbortSignal) => {
      if (gateway.hangs)
        await new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('the call ended')))
          gateway.hanging += 1
        })
      gateway.calls += 1
      const name = Object.keys(metadata).find((one) => unitOf(one) === unit) ?? ''
      asked.push(name)
      return { ...minted, firstMintedIn, unit, metadata: metadata[name] }
    },
    transactionCbor: async () => firstMint,
  }
  return gateway
}

type Chain = ReturnType<typeof chain>

const isChain = (given: Readonly<Record<string, unknown>> | Chain): given is Chain =>
  typeof given['assetsOf'] === 'function'

/** A policy's chain, two IPFS gateways and a pin target, all of which can lie; the home is in `dir`. */
export const openAdoptions = async (dir: string) => {
  const ipfs = await startIpfsGateway()
  const other = await startIpfsGateway()
  const db = new Database(':memory:', [adoptionSchema])
  const content = await openContentStore({ dir })
  onTestFinished(async () => {
    await ipfs.close()
    await other.close()
    content.close()
    db.close()
  })
  const kubo = memoryPinner('kubo')
  const adoptions = createAdoptions({ db, content })
  const adopt = (metadata: Readonly<Record<string, unknown>> | Chain, more = {}) =>
    adoptions.run({
      policyId,
      gateway: isChain(metadata) ? metadata : chain(metadata),
      ipfsGateways: [ipfs.url, other.url],
      pins: createPinSet({ name: 'kubo', pinners: [kubo] }),
      signal: new AbortController().signal,
      // No test waits for its end.
      timeoutMs: 60_000,
      ...more,
    })
  const partial = () => {
    try {
      return readdirSync(join(dir, 'partial'))
    } catch {
      return []
    }
  }
  return { ipfs, other, content, kubo, adopt, partial }
}
