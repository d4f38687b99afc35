import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import type { Pieces } from '#platform/disk/pieces.ts'
import type { InputSummary } from '#contract/signing/transactions.ts'
import { parseAddress } from '#cardano/addresses.ts'
import { networkId, type Network } from '#cardano/network.ts'
import { policyIdOf } from '#cardano/scripts.ts'
import { refText, type OutputRef } from '#cardano/utxo.ts'
import type { ResolvedInput } from '#cardano/transactions/inspect/read.ts'
import { isSameValue } from '#cardano/value.ts'
import { inspectingChain, outputsOfParent } from './inspect-request.ts'
import type { SigningRequest } from './request-types.ts'
import { checkThumbnail } from './thumbnails.ts'

const invalid = (reason: string): ColdpressError =>
  new ColdpressError('invalid', `signing request: ${reason}`)

/**
 * Checks that a request's statements belong to its transactions; others could only mislead. In pieces: a transaction
 * or a parent takes some milliseconds.
 * @throws ColdpressError `invalid` that names the entry
 */
export function* checkingRequest(request: SigningRequest): Pieces<void> {
  for (const [position, thumbnail] of request.thumbnails.entries())
    checkThumbnail(thumbnail, `signing request: thumbnails[${position}]`)
  for (const [position, { address }] of request.resolvedInputs.entries())
    checkAddress(`resolved_inputs[${position}].address`, address, request)
  for (const [at, { addresses }] of request.expected.entries())
    for (const [position, { address }] of addresses.entries())
      checkAddress(`expected[${at}].addresses[${position}].address`, address, request)
  for (const [position, body] of request.parents.entries()) {
    requireParent(body, position)
    yield
  }
  const summaries = yield* inspectingChain(request)
  const ids = summaries.map(({ txId }) => txId)
  const twice = ids.findIndex((id, position) => ids.indexOf(id) !== position)
  if (twice !== -1) throw invalid(`transactions[${twice}]: the same transaction stands there twice`)
  const used = summaries.flatMap((summary) => [
    ...summary.inputs,
    ...summary.collateral,
    ...summary.referenceInputs,
  ])
  checkInputs(request.resolvedInputs, used, new Set(ids))
  checkParents(request, used, new Set(ids))
  const hashes = new Set(summaries.flatMap(({ scripts }) => scripts.map(({ hash }) => hash)))
  for (const [position, script] of request.scripts.entries())
    if (!hashes.has(policyIdOf(script)))
      throw invalid(
        `scripts[${position}]: its hash ${policyIdOf(script)} is no policy and no script of any transaction here`,
      )
}

const checkAddress = (field: string, text: string, { network }: SigningRequest): void => {
  const error = addressError(text, network)
  if (error !== undefined) throw invalid(`${field}: ${error}`)
}

/** Byron addresses are allowed: their outputs may still be spent. */
const addressError = (text: string, network: Network): string | undefined => {
  try {
    const address = parseAddress(text)
    if (address.bech32 !== text) return 'write it in lower case and without spaces'
    if (address.kind === 'stake') return 'a stake address holds nothing and cannot be paid'
    return address.networkId === networkId(network) ? undefined : `it is not of ${network}`
  } catch (error) {
    return messageOf(error)
  }
}

const checkInputs = (
  stated: readonly OutputRef[],
  used: readonly InputSummary[],
  ids: ReadonlySet<string>,
): void => {
  const refs = new Set(used.map(({ txId, index }) => `${txId}#${index}`))
  const seen = new Set<string>()
  for (const [position, ref] of stated.entries()) {
    const text = refText(ref)
    if (!refs.has(text))
      throw invalid(`resolved_inputs[${position}]: ${text} is an input of no transaction here`)
    if (ids.has(ref.txId))
      throw invalid(
        `resolved_inputs[${position}]: ${text} is made by a transaction here, whose own bytes say what it holds`,
      )
    if (seen.has(text)) throw invalid(`resolved_inputs[${position}]: ${text} stands there twice`)
    seen.add(text)
  }
}

/** Each parent must have created an input here, and no statement may contradict a parent. */
const checkParents = (
  { parents, resolvedInputs }: SigningRequest,
  used: readonly InputSummary[],
  ids: ReadonlySet<string>,
): void => {
  const wanted = new Set<string>(used.map(({ txId }) => txId))
  const stated = new Map(resolvedInputs.map((utxo) => [refText(utxo), utxo]))
  const seen = new Set<string>()
  for (const [position, body] of parents.entries()) {
    const outputs = requireParent(body, position)
    const [first] = outputs
    const txId = first?.txId ?? ''
    if (!wanted.has(txId) || ids.has(txId))
      throw invalid(`parents[${position}]: it made no input of the transactions here`)
    if (seen.has(txId)) throw invalid(`parents[${position}]: ${txId} stands there twice`)
    seen.add(txId)
    for (const output of outputs) {
      const claim = stated.get(refText(output))
      if (claim === undefined) continue
      if (claim.address === output.address && isSameValue(claim.value, output.value)) continue
      throw invalid(
        `resolved_inputs: ${refText(output)} is stated to hold something else than its parent proves. Do not sign; ask whoever made the request`,
      )
    }
  }
}

const requireParent = (body: Uint8Array, position: number): readonly ResolvedInput[] => {
  try {
    return outputsOfParent(body)
  } catch (error) {
    if (!isColdpressError(error, 'invalid')) throw error
    throw invalid(`parents[${position}]: ${messageOf(error)}`)
  }
}
