import type { PolicyId } from '../../ids.ts'
import { nameKey, nftAuxiliary, type Cip25Version } from './auxiliary.ts'
import type { BodyDraft } from './body.ts'
import type { MintToken } from './mint-tokens.ts'
import type { MintPolicy, TransactionOutput, Validity } from './types.ts'

/** What every transaction of one mint has in common. */
export type MintDraft = {
  readonly policy: MintPolicy
  readonly policyId: PolicyId
  readonly validity: Validity
}

/** Mints these tokens into these outputs, which must hold them. */
export const mintDraft = (
  { policy, policyId, validity }: MintDraft,
  version: Cip25Version,
  tokens: readonly MintToken[],
  outputs: readonly TransactionOutput[],
): BodyDraft => ({
  outputs,
  mint: new Map(tokens.map(({ unit }) => [unit, 1n])),
  validity,
  script: policy.script,
  policySigners: policy.signers,
  auxiliary: nftAuxiliary(
    version,
    policyId,
    tokens.map(({ name, content }) => [nameKey(version, name), content]),
    tokens[0]?.stated ?? '1.0',
  ),
})

/** An upper limit by metadata and names alone, which are in the output and in the mint. */
export const maxOf = (tokens: readonly MintToken[], maxBytes: number): number => {
  let bytes = 0
  const first = tokens.findIndex(({ name, content }) => {
    bytes += 3 * name.length + content.length
    return bytes > maxBytes
  })
  return first === -1 ? tokens.length : Math.max(first, 1)
}
