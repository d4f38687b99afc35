import { ColdpressError, messageOf } from '../../shared/errors.ts'
import type { InputFacts } from '../../shared/transactions.ts'
import { parseAddress } from '../cardano/addresses.ts'
import { networkId, type Network } from '../cardano/network.ts'
import { policyIdOf } from '../cardano/scripts.ts'
import { refText, type OutputRef } from '../cardano/utxo.ts'
import { inspectChain } from './inspect-request.ts'
import type { SigningRequest } from './request-types.ts'
import { checkThumbnail } from './thumbnails.ts'

const invalid = (reason: string): ColdpressError =>
  new ColdpressError('invalid', `signing request: ${reason}`)

/**
 * What a request says beside its transactions must belong to them: else it is there to mislead.
 * @throws ColdpressError `invalid` that names the entry
 */
export const checkRequest = (request: SigningRequest): void => {
  for (const [place, thumbnail] of request.thumbnails.entries())
    checkThumbnail(thumbnail, `signing request: thumbnails[${place}]`)
  for (const [place, { address }] of request.resolvedInputs.entries())
    checkAddress(`resolved_inputs[${place}].address`, address, request)
  for (const [place, { address }] of request.expected.addresses.entries())
    checkAddress(`expected.addresses[${place}].address`, address, request)
  const summaries = inspectChain(request)
  const ids = summaries.map(({ txId }) => txId)
  const twice = ids.findIndex((id, place) => ids.indexOf(id) !== place)
  if (twice !== -1) throw invalid(`transactions[${twice}]: the same transaction stands there twice`)
  const used = summaries.flatMap((one) => [
    ...one.inputs,
    ...one.collateral,
    ...one.referenceInputs,
  ])
  checkInputs(request.resolvedInputs, used, new Set(ids))
  const hashes = new Set(summaries.flatMap(({ scripts }) => scripts.map(({ hash }) => hash)))
  for (const [place, script] of request.scripts.entries())
    if (!hashes.has(policyIdOf(script)))
      throw invalid(
        `scripts[${place}]: its hash ${policyIdOf(script)} is no policy and no script of any transaction here`,
      )
}

const checkAddress = (field: string, text: string, { network }: SigningRequest): void => {
  const fault = addressFault(text, network)
  if (fault !== undefined) throw invalid(`${field}: ${fault}`)
}

/** An address of Byron times may be spent from, so that it is one is no fault. */
const addressFault = (text: string, network: Network): string | undefined => {
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
  told: readonly OutputRef[],
  used: readonly InputFacts[],
  ids: ReadonlySet<string>,
): void => {
  const refs = new Set(used.map(({ txId, index }) => `${txId}#${index}`))
  const seen = new Set<string>()
  for (const [place, ref] of told.entries()) {
    const text = refText(ref)
    if (!refs.has(text))
      throw invalid(`resolved_inputs[${place}]: ${text} is an input of no transaction here`)
    if (ids.has(ref.txId))
      throw invalid(
        `resolved_inputs[${place}]: ${text} is made by a transaction here, whose own bytes say what it holds`,
      )
    if (seen.has(text)) throw invalid(`resolved_inputs[${place}]: ${text} stands there twice`)
    seen.add(text)
  }
}
