import type { Command } from 'commander'
import { errorTable } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import type { Network } from '#values/networks/networks.ts'
import {
  isSameOnChain,
  type VerifiedCollection,
  verifyCollection,
} from '#app/collections/verify-collection.ts'
import { snakeKeys } from '#cli/terminal/snake-keys.ts'
import { command } from '#cli/program.ts'
import { table, type Text } from '#cli/terminal/table.ts'
import { networkOption } from '../policy/network-option.ts'
import { openNetwork } from '../chain.ts'
import { collectionWithTokens } from './collection-with-tokens.ts'

export const addCollectionVerify = (collection: Command): void =>
  command<{ readonly network?: Network }>(
    collection,
    'verify <collection>',
    'compare each token of a collection with the chain: whether it exists once, and its metadata',
    'collection verify Herbarium',
    (verify) =>
      verify.addOption(
        networkOption(
          'the network to read (default: that of the account; one on testnet does not say which)',
        ),
      ),
    async (session, options, nameOrId = '') => {
      const id = await session.findCollectionId(nameOrId)
      const { found, tokens } = await collectionWithTokens(session, id)
      const { network, gateway } = await openNetwork(session, options, found.network)
      const { terminal, signal } = session
      const verified = await verifyCollection(gateway, found, tokens, {
        signal,
        onProgress: (done) => {
          if (terminal.canDraw) terminal.draw(`compared ${done} of ${tokens.length}`)
        },
      }).finally(() => {
        if (terminal.canDraw) terminal.draw('')
      })
      const isSame = isSameOnChain(verified)
      return {
        json: snakeKeys({ same: isSame, network, ...verified }),
        text: verifiedText(verified, network),
        exit: isSame ? 0 : errorTable.conflict.exit,
      }
    },
  )

const stateNames = {
  same: 'minted, and the same on chain',
  not_minted: 'not minted',
  burned: 'burned',
  minting: 'being minted',
  differs: 'different',
} as const

const verifiedText = (verified: VerifiedCollection, network: Network): Text => {
  const { tokens, isRoyaltyThere, others } = verified
  const different = tokens.filter(({ state }) => state === 'differs')
  const counts = Map.groupBy(tokens, ({ state }) => state)
  return [
    ...(tokens.length === 0 ? ['The collection has no tokens.'] : []),
    ...[...counts].map(
      ([state, found]) => `${countText(found.length, 'token')} ${stateNames[state]}.`,
    ),
    ...(isRoyaltyThere === true ? ['The royalty token is on chain.'] : []),
    ...(isRoyaltyThere === false ? ['The royalty token is not on chain, or exists twice.'] : []),
    ...(others.length === 0
      ? []
      : [
          `${countText(others.length, 'token')} of its policy on ${network} not in this collection.`,
        ]),
    ...(different.length === 0
      ? []
      : [
          '',
          table(different, {
            'asset name': ({ assetName }) => assetName,
            id: ({ id }) => id,
            problem: ({ problem }) => problem ?? '',
          }),
        ]),
  ]
}
