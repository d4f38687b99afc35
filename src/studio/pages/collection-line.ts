import { markup, type Markup } from '#values/text/markup.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { type Network, testNetworkText } from '#values/networks/networks.ts'
import { readText } from '#cardano/template.ts'

/** Which collection a page sells from, and who made it, as far as its metadata says. */
export type PaidCollection = {
  readonly name: string
  readonly creator: string | undefined
  readonly network: Network
}

const creatorNames: ReadonlySet<string> = new Set(['artist', 'artists', 'author', 'creator'])

/** The creator is an attribute that is the same for every token. */
export const paidCollection = (
  collection: { readonly name: string; readonly metadata: MetadataTemplate | null },
  network: Network,
): PaidCollection => {
  const attributes = Object.entries(collection.metadata?.attributes ?? {})
  const [, creator] =
    attributes.find(
      ([name, text]) => creatorNames.has(name.toLowerCase()) && readText(text).kind === 'fixed',
    ) ?? []
  return { name: collection.name, creator, network }
}

/** Above the offer; on any network but mainnet with what its money is. */
export const collectionLine = ({ name, creator, network }: PaidCollection): Markup =>
  markup`${networkLine(network)}<p class="by">${name}${creator === undefined ? '' : ` by ${creator}`}</p>`

const networkLine = (network: Network): Markup => {
  const sentence = testNetworkText(network)
  return sentence === undefined ? { markup: '' } : markup`<p class="network">${sentence}</p>\n`
}
