import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import { generatePolicyKey, signBody } from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { slotAt } from '#cardano/slots.ts'
import { assemble } from '#cardano/transactions/assemble.ts'
import { tokenMetadata } from '#cardano/metadata.ts'
import type { Mint } from '#contract/mints/mint.ts'
import {
  ada,
  fundingOf,
  mintOf,
  mintReaches,
  openMintHarness,
  postMint,
  type MintHarness,
} from '../studio/mints/mint-harness.ts'
import {
  addTokens,
  createCollection,
  image,
  testAddress,
  type TestStudio,
  tokenBody,
} from '../studio/open-studio.ts'
import type { Measure } from './main.ts'

const tokenCount = 1_000
const perRequest = 25
/** The devnet's own pace. */
const blockMs = 1_000

const secondsOf = async <T>(work: () => Promise<T> | T): Promise<readonly [number, T]> => {
  const started = performance.now()
  const result = await work()
  return [(performance.now() - started) / 1000, result]
}

const names = Array.from({ length: tokenCount }, (_, at) => `Bench${String(at + 1)}`)

const openCollection = async (harness: MintHarness, studio: TestStudio): Promise<string> => {
  const { id } = await createCollection(studio)
  for (let at = 0; at < tokenCount; at += perRequest) {
    const batch = names.slice(at, at + perRequest)
    await addTokens(studio, id, ...batch.map((name) => tokenBody(name)))
  }
  const { address } = await fundingOf(studio, id)
  await harness.fundAndWait(address, 10_000n * ada)
  return id
}

/** The same tokens built and signed with nothing around it: no journal, no reservation, no chain. */
const buildAlone = async (harness: MintHarness, address: string): Promise<void> => {
  const key = generatePolicyKey()
  const script = scriptFromJson({
    type: 'all',
    scripts: [{ type: 'sig', keyHash: key.keyHash }],
  })
  const policyId = policyIdOf(script)
  const { parameters } = await harness.gateway.parameters()
  const transactions = buildMint(
    {
      network: 'devnet',
      parameters,
      slot: slotAt('devnet', new Date()),
      funding: { utxos: await harness.gateway.utxosAt(address), changeAddress: address },
    },
    {
      policy: { script, signers: new Set([key.keyHash]) },
      tokens: names.map((name) => ({
        assetName: new TextEncoder().encode(name),
        address: testAddress,
        metadata: tokenMetadata(
          undefined,
          { asset_name: name, name, image, metadata_attributes: [], custom_attributes: {} },
          policyId,
        ),
      })),
    },
  )
  for (const { cbor, txId } of transactions) assemble(cbor, [signBody(key, txId)])
  key.secret.wipe()
}

/**
 * 1,000 tokens from the request to the last confirmation, in a studio over a devnet at its own pace:
 * a block a second, three confirmations.
 */
export const benchMint = async (): Promise<readonly Measure[]> => {
  const harness = await openMintHarness(blockMs)
  const studio = await harness.open()
  try {
    const id = await openCollection(harness, studio)
    const { address } = await fundingOf(studio, id)
    // The first time compiles the code, for both.
    await buildAlone(harness, address)
    const [floor] = await secondsOf(() => buildAlone(harness, address))
    const [whole, { accepted, made }] = await secondsOf(async () => {
      const [seconds, answer] = await secondsOf(async () =>
        mintOf(await postMint(studio, id, { tokens: 'all', to: testAddress })),
      )
      return { accepted: seconds, made: await mintReaches(studio, answer, 'completed') }
    })
    const onChain = await mintedCount(harness, made)
    const what = `${tokenCount} tokens in ${made.transactions.length} transactions, from the request to three confirmations; the request alone ${accepted.toFixed(1)} s, ${(accepted / floor).toFixed(1)} times building and signing alone`
    return [
      {
        what,
        value: `${whole.toFixed(1)} s, ${onChain} on chain`,
        goal: `${tokenCount} on chain`,
        met: onChain === tokenCount,
      },
    ]
  } finally {
    await studio.close()
    await harness.close()
  }
}

const mintedCount = async (
  { gateway }: MintHarness,
  { policy_id: policyId }: Mint,
): Promise<number> =>
  (await gateway.assetsOf(policyId)).filter(({ quantity }) => quantity === 1n).length
