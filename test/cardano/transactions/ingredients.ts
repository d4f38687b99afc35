import { createHash } from 'node:crypto'
import { hexToBytes } from '@noble/hashes/utils.js'
import { writeBech32 } from '#cardano/bech32.ts'
import { TxId, type PolicyId } from '#cardano/ids.ts'
import { policyKeyOf, type PolicyKey } from '#cardano/keys.ts'
import type { Metadatum } from '#cardano/metadata.ts'
import { accountKeyOfEntropy, paymentKeyAt, derivePaymentAddress } from '#cardano/payment-wallet.ts'
import type { ProtocolParameters } from '#cardano/parameters.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import type {
  BuildContext,
  BuiltTransaction,
  MintPolicy,
  TokenToMint,
} from '#cardano/transactions/build/types.ts'
import type { Utxo } from '#cardano/utxo.ts'
import { lovelaceOnly, type Unit, type Value } from '#cardano/value.ts'
import type { ScriptJson } from '#contract/policies/script.ts'
import { createTestLedger, signWith } from '../../support/ledger.ts'

export const parameters: ProtocolParameters = {
  minFeeA: 44n,
  minFeeB: 155_381n,
  coinsPerUtxoByte: 4_310n,
  maxTxBytes: 16_384,
  maxValueBytes: 5_000,
  keyDeposit: 2_000_000n,
  poolDeposit: 500_000_000n,
}

export const slot = 1_000n

const seed = (text: string): Uint8Array => createHash('sha256').update(text).digest()

export const keyOf = (name: string): PolicyKey => policyKeyOf(seed(name))

/** Keys that pay and keys that mint. */
export const payer = keyOf('payer')
export const other = keyOf('other')
export const [alice, bob, carol] = [keyOf('alice'), keyOf('bob'), keyOf('carol')]
/** Where payments of sales arrive: places of a wallet (CIP-1852), whose keys sign. */
const entropy = seed('wallet')
const indexesInUse = [0, 1]
const accountKey = accountKeyOfEntropy(entropy)
const walletKeys = indexesInUse.map((index) => paymentKeyAt(entropy, index))
export const [saleAddress = '', secondSaleAddress = ''] = indexesInUse.map(
  (index) => derivePaymentAddress(accountKey, index, 'devnet').address,
)

export const everyone = [payer, other, ...walletKeys, alice, bob, carol]

const test = 0x60

export const enterprise = ({ keyHash }: Pick<PolicyKey, 'keyHash'>): string =>
  writeBech32('addr_test', Uint8Array.of(test, ...hexToBytes(keyHash)))

const baseAddress = (key: PolicyKey, stake: PolicyKey): string =>
  writeBech32('addr_test', Uint8Array.of(0, ...hexToBytes(key.keyHash + stake.keyHash)))

export const scriptAddress = (policyId: PolicyId): string =>
  writeBech32('addr_test', Uint8Array.of(0x70, ...hexToBytes(policyId)))

export const mainnetAddress = ({ keyHash }: PolicyKey): string =>
  writeBech32('addr', Uint8Array.of(0x61, ...hexToBytes(keyHash)))

export const home = baseAddress(payer, other)
export const buyer = enterprise(keyOf('buyer'))
export const collector = baseAddress(keyOf('collector'), other)

export const ada = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000))

let count = 0
/** An unspent output of a transaction of its own. */
export const utxoOf = (
  value: Value | bigint,
  address: string = home,
  more: Partial<Utxo> = {},
): Utxo => {
  count += 1
  return {
    txId: TxId(Buffer.from(seed(`coin ${count}`)).toString('hex')),
    index: count % 3,
    address,
    value: typeof value === 'bigint' ? lovelaceOnly(value) : value,
    ...more,
  }
}

export const contextWith = (
  utxos: readonly Utxo[],
  change: Partial<BuildContext> = {},
): BuildContext => ({
  network: 'devnet',
  parameters,
  slot,
  funding: { utxos, changeAddress: home },
  ...change,
})

export const sig = ({ keyHash }: PolicyKey): ScriptJson => ({ type: 'sig', keyHash })
export const all = (...scripts: ScriptJson[]): ScriptJson => ({ type: 'all', scripts })
export const any = (...scripts: ScriptJson[]): ScriptJson => ({ type: 'any', scripts })
export const atLeast = (required: number, ...scripts: ScriptJson[]): ScriptJson => ({
  type: 'atLeast',
  required,
  scripts,
})
export const before = (at: number): ScriptJson => ({ type: 'before', slot: at })
export const after = (at: number): ScriptJson => ({ type: 'after', slot: at })

export const policyWith = (json: ScriptJson, ...signers: PolicyKey[]): MintPolicy => ({
  script: scriptFromJson(json),
  signers: new Set(signers.map(({ keyHash }) => keyHash)),
})

/** As most policies are: one key and a lock. */
export const plainPolicy = policyWith(all(sig(alice), before(100_000)), alice)
export const plainId = policyIdOf(plainPolicy.script)
/** Of three owners any two sign; locked from a slot that no test reaches. */
export const twoOfThreeLock = 4_000_000_000
export const twoOfThree = policyWith(
  all(atLeast(2, sig(alice), sig(bob), sig(carol)), before(twoOfThreeLock)),
  alice,
  carol,
)

export const image = 'ipfs://QmbQDvKJeo2NgGcGdnUiUFibTzuKNK5Uij7jzmK8ZccmWp'

/** Ten attributes, as much as an ordinary token has. */
export const described = (name: string): Readonly<Record<string, Metadatum>> => ({
  name,
  image,
  mediaType: 'image/png',
  ...Object.fromEntries(
    ['Paper', 'Ink', 'Plant', 'Press', 'Season', 'Border', 'Frame', 'Mood', 'Run', 'Hand'].map(
      (key) => [key, `${key} of the Midnight`],
    ),
  ),
})

export const tokenNamed = (
  name: string | Uint8Array,
  change: { address?: string; content?: Metadatum; policyId?: PolicyId } = {},
): TokenToMint => {
  const assetName = typeof name === 'string' ? new TextEncoder().encode(name) : name
  const text = Buffer.from(assetName).toString()
  const { address = buyer, content = described(text), policyId = plainId } = change
  return {
    assetName,
    address,
    metadata: {
      '721': { [policyId]: Object.fromEntries([[text, content]]), version: '1.0' },
    },
  }
}

export const tokensNamed = (
  howMany: number,
  change: { address?: string; content?: Metadatum; policyId?: PolicyId } = {},
): TokenToMint[] =>
  Array.from({ length: howMany }, (_, at) =>
    tokenNamed(`Coldpress${String(at).padStart(4, '0')}`, change),
  )

export const held = (lovelace: bigint, assets: readonly (readonly [Unit, bigint])[]): Value => ({
  lovelace,
  assets: new Map(assets),
})

export const signed = (built: BuiltTransaction): Uint8Array =>
  signWith(built.cbor, built.requiredSigners, everyone)

/** Submits them one after the other; the reasons of those that were refused. */
export const rejections = (
  context: BuildContext,
  transactions: readonly BuiltTransaction[],
): readonly string[] => {
  const ledger = createTestLedger(context.funding.utxos, context.slot)
  return transactions.flatMap((built) => ledger.submit(signed(built)) ?? [])
}
