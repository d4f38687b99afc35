import { isColdpressError } from '#values/errors/errors.ts'
import type { TransactionSummary, TransactionWarning } from '#contract/signing/transactions.ts'
import { addressOfText } from '../inspect/addresses.ts'
import { nothingOwned } from '../inspect/ownership.ts'
import type { Expectations } from './expectations.ts'
import { warning } from './warning-table.ts'

/** CIP-27: the royalty token has no name, comes before every other of its policy, and is final. */
export const royaltyWarnings = (
  summary: TransactionSummary,
  { policyId, hasMinted, awaitsRoyalty }: Expectations,
): TransactionWarning[] => {
  const minted = summary.mint.flatMap(({ assets }) =>
    assets.filter(({ quantity }) => BigInt(quantity) > 0n),
  )
  const royalties = minted.filter(({ nameHex }) => nameHex === '')
  const royalty = summary.metadata?.royalty ?? null
  const notYet =
    awaitsRoyalty === true && minted.some((assets) => assets.policyId === policyId)
      ? [warning('royalty_not_yet', { policyId: policyId ?? '' })]
      : []
  if (royalty === null)
    return [
      ...royalties.map((policy) =>
        warning('royalty_metadata_missing', { policyId: policy.policyId }),
      ),
      ...notYet,
    ]
  if (royalties.length === 0) return [warning('royalty_not_minted', {}), ...notYet]
  const others = minted.length - royalties.length
  return [
    ...(hasMinted === true ? [warning('royalty_too_late', { policyId: policyId ?? '' })] : []),
    ...(others > 0 ? [warning('royalty_with_other_tokens', { tokens: others })] : []),
    ...(summary.mint.length > 1
      ? [warning('royalty_several_policies', { policies: summary.mint.length })]
      : []),
    ...(royalty.rate === null ? [warning('royalty_rate', {})] : []),
    ...addressWarnings(royalty.address, summary.network.id),
  ]
}

const addressWarnings = (text: string | null, network: 0 | 1 | null): TransactionWarning[] => {
  if (text === null) return [warning('royalty_address', { reason: 'there is none' })]
  try {
    const { isStake, networkId } = addressOfText(text)
    if (isStake) return [warning('royalty_address', { reason: 'a stake address cannot be paid' })]
    return network === null || network === networkId
      ? []
      : [warning('royalty_address', { reason: 'it is of another network' })]
  } catch (error) {
    if (!isColdpressError(error, 'invalid')) throw error
    return [warning('royalty_address', { reason: error.message })]
  }
}

/** Labels of CIP-67: such tokens carry their metadata in a datum (CIP-68). */
const cip68 = /^000[0-9a-f]{4}0/u

export const metadataWarnings = (summary: TransactionSummary): TransactionWarning[] => {
  const { metadata, metadataHash, mint } = summary
  const described = new Set(metadata?.nfts.map(({ policyId, nameHex }) => policyId + nameHex))
  const bare = mint
    .flatMap(({ assets }) => assets)
    .filter(({ policyId, nameHex, quantity }) => {
      const isNft = BigInt(quantity) > 0n && nameHex !== '' && !cip68.test(nameHex)
      return isNft && !described.has(policyId + nameHex)
    })
  const errors = Map.groupBy(metadata?.errors ?? [], ({ error }) => error)
  return [
    ...(metadataHash === 'none' || metadataHash === 'matches'
      ? []
      : [warning('metadata_hash', { state: metadataHash })]),
    ...[...errors].map(([error, all]) =>
      warning('metadata_unreadable', { error, at: all[0]?.at ?? '', count: all.length }),
    ),
    ...(bare.length === 0
      ? []
      : [warning('metadata_missing', { tokens: bare.length, name: nameOf(bare[0]) })]),
  ]
}

const nameOf = (asset: { readonly name: string | null; readonly nameHex: string } | undefined) =>
  asset?.name ?? asset?.nameHex ?? ''

/**
 * Tokens that bear the name of a policy of this computer, by the request's titles or by their own
 * metadata, and are minted under one that it does not know: a forger's collection looks so.
 */
export const nameWarnings = (
  { mint, metadata }: Pick<TransactionSummary, 'mint' | 'metadata'>,
  { own: { policyNames } = nothingOwned, titles = [] }: Expectations,
): TransactionWarning[] => {
  const foreign = mint.filter(({ policyId }) => !policyNames.has(policyId))
  if (foreign.length === 0) return []
  // Names without a letter or a digit are never found.
  const named = [...policyNames].flatMap(([own, name]) =>
    name === null || wordsOf(name).trim() === '' ? [] : { own, name, words: wordsOf(name) },
  )
  return foreign.flatMap(({ policyId }) => {
    const tokens = (metadata?.nfts ?? []).filter((token) => token.policyId === policyId)
    const stated = [...titles, ...tokens.flatMap(({ name }) => name ?? [])].map(wordsOf)
    const borne = named.find(({ words }) => stated.some((text) => text.includes(words)))
    if (borne === undefined) return []
    const { own, name } = borne
    return [warning('name_of_own_policy', { policyId, own, name })]
  })
}

/** Letters and digits with one blank around each word, without accents, case or unseen characters. */
const wordsOf = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .replaceAll(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()} `
