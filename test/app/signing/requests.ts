import type { Metadatum } from '#cardano/metadata.ts'
import { slotAt } from '#cardano/slots.ts'
import { policyIdOf } from '#cardano/scripts.ts'
import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import type { BuiltTransaction, MintPolicy } from '#cardano/transactions/build/types.ts'
import type { SigningRequest } from '#app/signing/request-types.ts'
import {
  ada,
  alice,
  all,
  bob,
  carol,
  atLeast,
  contextWith,
  described,
  home,
  parameters,
  policyWith,
  sig,
  tokenNamed,
} from '../../cardano/transactions/ingredients.ts'

import { provedUtxo } from '../../cardano/transactions/proved-utxo.ts'

/** Alice's policy, and one that two of three people must sign for. */
export const alicesPolicy = policyWith(all(sig(alice)), alice)
export const twoOfThree = policyWith(atLeast(2, sig(alice), sig(bob), sig(carol)), alice, bob)

export type RequestWish = {
  readonly title?: string
  readonly policy?: MintPolicy
  readonly names?: readonly string[]
  /** What is said of each token on chain; default: about as much as of most. */
  readonly contentOf?: (name: string) => Metadatum
  /** Valid for so long from `now`. */
  readonly validForSlots?: bigint
  readonly now?: Date
  readonly thumbnails?: SigningRequest['thumbnails']
}

/** A mint of tokens to the payer's own address, as whoever prepares it sends it over. */
export const mintRequest = (wish: RequestWish = {}): SigningRequest => {
  const {
    policy = alicesPolicy,
    names = ['Night Garden 1', 'Night Garden 2'],
    contentOf = described,
  } = wish
  const now = wish.now ?? new Date()
  const policyId = policyIdOf(policy.script)
  const { utxo, parent } = provedUtxo(ada(100))
  const utxos = [utxo]
  const { validForSlots } = wish
  const built = buildMint(
    contextWith(utxos, {
      slot: slotAt('devnet', now),
      ...(validForSlots === undefined ? {} : { validForSlots }),
    }),
    {
      policy,
      tokens: names.map((name) =>
        tokenNamed(name, { address: home, policyId, content: contentOf(name) }),
      ),
    },
  )
  return requestFor(built, parent, { ...wish, policy, now })
}

const requestFor = (
  built: readonly BuiltTransaction[],
  parent: Uint8Array,
  { title = 'Night Garden', policy = alicesPolicy, now = new Date(), thumbnails = [] }: RequestWish,
): SigningRequest => {
  const made = new Set<string>(built.map(({ txId }) => txId))
  return {
    createdAt: now,
    title,
    collectionName: title,
    network: 'devnet',
    transactions: built.map(({ cbor }) => cbor),
    parents: [parent],
    resolvedInputs: built.flatMap(({ inputs }) => inputs).filter(({ txId }) => !made.has(txId)),
    scripts: [policy.script],
    parameters: { asOf: now, values: parameters },
    expected: built.map(() => ({
      policyId: policyIdOf(policy.script),
      lockSlot: undefined,
      hasMinted: undefined,
      awaitsRoyalty: undefined,
      addresses: [],
    })),
    paymentKeys: [],
    thumbnails,
  }
}
