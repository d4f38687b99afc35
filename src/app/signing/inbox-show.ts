import { inTurns } from '#platform/disk/pieces.ts'
import type { ShownRequest, ShownTransaction } from '#contract/signing/calls.ts'
import { TxId } from '#cardano/ids.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { answersTo } from './inbox-answers.ts'
import type { InboxChain } from './inbox-chain.ts'
import { clockTime } from './clock-time.ts'
import { assemblingStored, inspectStoredLocally, storedRequestOf } from './inbox-inspect.ts'
import { chosenKeys, keysInVault, namedKeys } from './inbox-keys.ts'
import { keyOf } from './inbox-read.ts'
import type { OwnershipSource } from './local-ownership.ts'
import type { StoredRequest } from './inbox-store.ts'
import type { SigningRequest } from './request-types.ts'

type ShowDeps = {
  readonly home: string
  readonly vault: Pick<Vault, 'hasKey'>
  readonly chain: Pick<InboxChain, 'find'>
  readonly now: () => Date
  readonly ownership: OwnershipSource
}

/** Everything needed to review a request, including what this computer knows itself. */
export const showStored = async (
  stored: StoredRequest,
  { home, vault, chain, now, ownership }: ShowDeps,
): Promise<Omit<ShownRequest, 'policyNames'>> => {
  const { network } = stored.entry
  const assembled = await inTurns(assemblingStored(stored))
  const bytes = assembled.map((one) => one.bytes)
  const clock = clockTime(network, home, now())
  const inspected = await inspectStoredLocally(stored, bytes, clock, ownership)
  const here = await keysInVault(
    vault,
    inspected.flatMap(({ summary }) => namedKeys(summary)),
  )
  const transactions = inspected.map(({ summary, warnings }, position): ShownTransaction => ({
    summary,
    warnings,
    keysHere: namedKeys(summary).filter((key) => here.has(key)),
    toSign: chosenKeys(summary, here),
    signedHere: stored.witnesses
      .filter(({ isOwn, txId }) => isOwn && txId === summary.txId)
      .map(({ witness }) => keyOf(witness)),
    assembleError: assembled[position]?.error ?? null,
    submission: network === null ? null : (chain.find(network, TxId(summary.txId)) ?? null),
  }))
  return {
    entry: stored.entry,
    transactions,
    ...stated(storedRequestOf(stored)),
    answers: answersTo(stored, assembled),
  }
}

const stated = (
  request: SigningRequest | undefined,
): Pick<ShownRequest, 'stated' | 'thumbnails'> => ({
  stated:
    request === undefined
      ? null
      : {
          collectionName: request.collectionName ?? null,
          createdAt: request.createdAt.toISOString(),
          parametersAsOf: request.parameters?.asOf.toISOString() ?? null,
        },
  thumbnails: (request?.thumbnails ?? []).map(({ name, mediaType, bytes }) => ({
    name,
    mediaType,
    base64: Buffer.from(bytes).toString('base64'),
  })),
})
