import { bytesToHex } from '@noble/hashes/utils.js'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import { quoted } from '#values/text/text.ts'
import { paymentAddress } from '../../addresses.ts'
import type { PolicyId } from '../../ids.ts'
import type { Metadatum } from '../../metadata.ts'
import type { Network } from '../../network.ts'
import { unitOf, type Unit } from '../../value.ts'
import { metadatumCbor, type Cip25Version } from './auxiliary.ts'
import type { TokenToMint } from './types.ts'

/** A token that was checked, with its metadata in CBOR. */
export type MintToken = {
  /** Its index in the list of tokens to mint. */
  readonly index: number
  /** Its name for messages. */
  readonly label: string
  readonly unit: Unit
  readonly address: string
  /** The first version that can hold its name. */
  readonly version: Cip25Version
  /** How its metadata spells version 1. */
  readonly stated: string
  readonly name: Uint8Array
  /** Its metadata in CBOR. */
  readonly content: Uint8Array
}

/**
 * Checks what is to be minted and encodes its metadata: version 1 of CIP-25 where the name is UTF-8,
 * which explorers read best, version 2 where it is not.
 * @throws ColdpressError `invalid` that names the token and what is wrong with it
 */
export const buildTokens = (
  tokens: readonly TokenToMint[],
  policyId: PolicyId,
  network: Network,
): readonly MintToken[] => {
  if (tokens.length === 0)
    throw new ColdpressError('invalid', 'tokens: none was given; choose at least one to mint')
  const seen = new Set<Unit>()
  return tokens.map((token, index) => {
    const checked = mintToken(token, index, policyId, network)
    if (seen.has(checked.unit))
      throw invalidToken(checked.label, 'it is listed twice; list it once')
    seen.add(checked.unit)
    return checked
  })
}

const mintToken = (
  { assetName, metadata, address }: TokenToMint,
  index: number,
  policyId: PolicyId,
  network: Network,
): MintToken => {
  const name = textOf(assetName)
  const label = nameLabel(assetName)
  if (assetName.length === 0)
    throw invalidToken(
      label,
      'an empty asset name belongs to the royalty token; give the token a name',
    )
  if (assetName.length > limits.ledgerAssetNameBytes)
    throw invalidToken(
      label,
      `its asset name is ${assetName.length} bytes, at most ${limits.ledgerAssetNameBytes} allowed; shorten it`,
    )
  const version = name === undefined ? 2 : 1
  const content = () => metadatumCbor(metadataOf(metadata['721'][policyId], name))
  return {
    index,
    label,
    unit: unitOf(policyId, bytesToHex(assetName)),
    address: labelErrors(label, () => paymentAddress(address, network).bech32),
    version,
    stated: metadata['721'].version,
    name: assetName,
    content: labelErrors(label, content),
  }
}

/** The value of the only token under the policy. */
const metadataOf = (byName: Metadatum | undefined, name: string | undefined): Metadatum => {
  const entries = typeof byName === 'object' ? Object.entries(byName) : []
  const [entry] = entries
  if (entry === undefined || entries.length > 1)
    throw new ColdpressError('invalid', 'metadata: it must hold one token, under this policy')
  if (name !== undefined && entry[0] !== name)
    throw new ColdpressError('invalid', `metadata: it is that of ${quoted(entry[0])}`)
  return entry[1]
}

/** Adds the token's name to an error. */
const labelErrors = <T>(label: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ColdpressError)) throw error
    throw new ColdpressError(error.code, `token ${label}: ${messageOf(error)}`, { cause: error })
  }
}

const invalidToken = (label: string, message: string): ColdpressError =>
  new ColdpressError('invalid', `token ${label}: ${message}`)

const textOf = (assetName: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(assetName)
  } catch {
    return undefined
  }
}

/** An asset name for a message: its text, or its hex where it is none. */
export const nameLabel = (assetName: Uint8Array): string => {
  const text = textOf(assetName)
  return text === undefined ? `0x${bytesToHex(assetName)}` : quoted(text)
}
