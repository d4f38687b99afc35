import { markup, type Markup } from '#values/text/markup.ts'
import { percentOfRate } from '#values/amounts/percent.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { type Network, testNetworkText } from '#values/networks/networks.ts'
import { royaltyTerms } from '#cardano/royalty.ts'
import { readText } from '#cardano/template.ts'
import { findRoyalty } from '../mints/royalty-store.ts'
import type { Studio } from '../options.ts'
import { isPublished, shopLink } from '../shops/shops.ts'
import type { CollectionRow } from '../store/collections.ts'
import { cutText, localTime, nothing } from './page.ts'

/** Which collection a page sells from, and who made it, as far as its metadata says. */
export type PaidCollection = {
  readonly name: string
  readonly creator: string | undefined
  readonly network: Network
  /** Its shop page; undefined while none is published. */
  readonly shopPath: string | undefined
}

const creatorNames: ReadonlySet<string> = new Set(['artist', 'artists', 'author', 'creator'])
const longestName = 200

/** The creator is an attribute that is the same for every token. */
export const paidCollection = (
  { database, network }: Pick<Studio, 'database' | 'network'>,
  collection: {
    readonly id: string
    readonly name: string
    readonly metadata: MetadataTemplate | null
  },
): PaidCollection => {
  const attributes = Object.entries(collection.metadata?.attributes ?? {})
  const [, creator] =
    attributes.find(
      ([name, text]) => creatorNames.has(name.toLowerCase()) && readText(text).kind === 'fixed',
    ) ?? []
  return {
    name: cutText(collection.name, longestName),
    creator: creator && cutText(creator, longestName),
    network,
    shopPath: isPublished(database, collection.id) ? shopLink('', collection.id) : undefined,
  }
}

/** Above the offer; on any network but mainnet with what its money is. */
export const collectionLine = ({ name, creator, network, shopPath }: PaidCollection): Markup =>
  markup`${networkLine(network)}<p class="by">${shopPath === undefined ? name : markup`<a href="${shopPath}">${name}</a>`}${creator === undefined ? '' : ` by ${creator}`}</p>`

export const networkLine = (network: Network): Markup => {
  const sentence = testNetworkText(network)
  return sentence === undefined ? nothing : markup`<p class="network">${sentence}</p>\n`
}

/** What a collector wants to know of a collection: its policy, until when it mints, and its royalty. */
export const aboutCollection = (
  { database }: Pick<Studio, 'database'>,
  { policy_id: policyId, lock_time: lockTime, royalty }: CollectionRow,
): Markup => {
  const onChain = findRoyalty(database, policyId)?.terms
  const rate = onChain?.rate ?? (royalty === null ? undefined : royaltyTerms(royalty).rate)
  return markup`<section class="details"><h2>About the collection</h2>
<dl><dt>Policy ID</dt><dd><code>${policyId}</code></dd>
<dt>Lock</dt><dd>${lockTime === null ? 'Never locks: more works can be minted at any time.' : lockPart(new Date(lockTime))}</dd>
<dt>Royalty</dt><dd>${rate === undefined ? 'None' : `${percentOfRate(rate)}% of later sales`}</dd></dl></section>`
}

const lockPart = (at: Date): Markup => markup`${localTime(at)}. No work can be added after that.`
