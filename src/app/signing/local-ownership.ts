import type { TransactionSummary } from '#contract/signing/transactions.ts'
import { KeyHash } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import type { PaymentKeyAt } from '#keys/vault-schemas.ts'
import { keysOfAddress, type Ownership } from '#cardano/transactions/inspect/ownership.ts'
import type { KeyState } from '#keys/vault/own-keys.ts'
import { inspectChain } from './inspect-request.ts'
import type { SigningRequest } from './request-types.ts'

/** This computer's own knowledge of keys and addresses, independent of any request. */
export type OwnershipSource = {
  /** Whether a key is the user's own or merely stored in the vault. */
  readonly keyState: (keyHash: KeyHash) => Promise<KeyState>
  /**
   * Whether an address, including its stake part, belongs to a studio's wallet on this computer.
   */
  readonly isWalletAddress: (address: string) => Promise<boolean>
  /** Receives where a request's payment keys are in wallets, before it is evaluated. */
  readonly learn: (keys: readonly PaymentKeyAt[]) => void
  /** Labels of the confirmed addresses of a network, by address. */
  readonly addressBook: (network: Network) => Promise<ReadonlyMap<string, string>>
  /** Names of the listed policies of a network, by their ids. */
  readonly policyNames: (network: Network) => Ownership['policyNames']
}

type Named = Pick<TransactionSummary, 'inputs' | 'outputs' | 'collateralReturn' | 'signers'>

/** The keys and addresses in transactions that belong to this computer's user. */
export const ownershipOf = async (
  summaries: readonly Named[],
  network: Network | null,
  source: OwnershipSource,
): Promise<Ownership> => {
  const addresses = summaries.flatMap(addressesIn)
  const keys = [...addresses.flatMap(keysOfAddress), ...summaries.flatMap(keysNamed)]
  const states = new Map<string, KeyState>()
  for (const key of new Set(keys)) states.set(key, await source.keyState(KeyHash(key)))
  const inState = (state: KeyState) =>
    new Set([...states].flatMap(([key, its]) => (its === state ? key : [])))
  return {
    keys: inState('own'),
    unconfirmedKeys: inState('unconfirmed'),
    walletAddresses: await those(addresses, source.isWalletAddress),
    addressBook: network === null ? new Map() : await source.addressBook(network),
    policyNames: network === null ? new Map() : source.policyNames(network),
  }
}

const those = async (
  candidates: readonly string[],
  isWanted: (candidate: string) => Promise<boolean>,
): Promise<ReadonlySet<string>> => {
  const each = [...new Set(candidates)]
  const answers = await Promise.all(each.map(isWanted))
  return new Set(each.filter((_, position) => answers[position]))
}

const addressesIn = ({ inputs, outputs, collateralReturn }: Named): readonly string[] => [
  ...inputs.flatMap(({ address }) => address ?? []),
  ...outputs.map(({ address }) => address),
  ...(collateralReturn === null ? [] : [collateralReturn.address]),
]

const keysNamed = ({ signers }: Named): readonly string[] => signers.map(({ keyHash }) => keyHash)

/** The keys and addresses of a request that belong to this computer's user. */
export const ownershipIn = (
  request: SigningRequest,
  source: OwnershipSource,
): Promise<Ownership> => {
  source.learn(request.paymentKeys)
  return ownershipOf(inspectChain(request), request.network, source)
}
