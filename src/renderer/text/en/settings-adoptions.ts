import type { AdoptedAt, AdoptionProgress, AdoptionReport } from '#contract/adoptions/calls.ts'
import { bytesText, countText, decimalText, numberText } from '#values/text/format.ts'
import { mintedRoyaltyText } from '#contract/royalty/royalty-text.ts'

/** Existing policies whose images are kept. */
export const adoptionWords = {
  title: 'Existing policies',
  text: 'Keep the images of any policy, yours or not. Coldpress reads from the chain what its tokens name, fetches it through IPFS gateways, checks every block and pins it.',
  adopt: 'Adopt a policy…',
  adoptTitle: 'Adopt a policy',
  again: 'Adopt again…',
  againOf: (policyId: string) => `Adopt again… the policy ${policyId}`,
  start: 'Adopt policy',
  policyId: 'Policy ID',
  policyIdHint: '56 digits of hex.',
  network: 'Network',
  networkHint: 'Networks with a gateway. Set up others under Gateways.',
  target: 'Pin at',
  gateways: 'IPFS gateways',
  gatewaysHint: 'One address a line, asked in this order. They have to answer CAR archives.',
  reason: 'The vault keeps the keys of gateways and pinning services.',
  steps: {
    tokens: 'Read tokens from the chain',
    fetch: 'Fetch images',
    pin: 'Pin images',
  },
  progress: ({ step, done, total, bytes }: AdoptionProgress) =>
    ({
      tokens: `${numberText(done)} of ${countText(total, 'token')} read`,
      fetch: `${numberText(done)} of ${countText(total, 'CID')} fetched${bytes === 0 ? '' : ` · ${bytesText(bytes)}`}`,
      pin: `${numberText(done)} of ${countText(total, 'CID')} pinned`,
    })[step],
  rate: (perSecond: number) => `${decimalText(perSecond, 1)}/s`,
  stop: 'Stop',
  stopOf: 'Stop adopting the policy',
  whole: 'Complete',
  lacking: 'Incomplete',
  tokens: (read: number, tokens: number) =>
    `${numberText(read)} of ${countText(tokens, 'token')} read.`,
  royalty: (royalty: AdoptionReport['royalty']) =>
    `Royalty on chain: ${royalty ? mintedRoyaltyText(royalty) : 'not read yet'}.`,
  kept: (kept: number, cids: number, bytes: number) =>
    `${numberText(kept)} of ${countText(cids, 'CID')} on this computer (${bytesText(bytes)}).`,
  elsewhere: (tokens: number) =>
    `${countText(tokens, 'token names', 'tokens name')} a file that is not on IPFS. Coldpress does not keep it.`,
  place: ({ place, held, untaken, repinned }: AdoptedAt, cids: number) =>
    [
      `${place}: ${numberText(held)} of ${numberText(cids)} pinned.`,
      ...(repinned === 0 ? [] : [`${countText(repinned, 'lost pin')} made again.`]),
      ...(untaken === 0 ? [] : [`It cannot take ${countText(untaken, 'CAR archive')}.`]),
    ].join(' '),
  missing: (cids: number) =>
    `${countText(cids, 'CID is', 'CIDs are')} missing. Adopt the policy again to ask for ${cids === 1 ? 'it' : 'them'}.`,
  broken: (addresses: number) =>
    `${countText(addresses, 'address leads', 'addresses lead')} nowhere.`,
  brokenOne: (uri: string) => `${uri}: its folder has no such file.`,
  adopted: 'Last run',
}
