import type { Command } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Network } from '#values/networks/networks.ts'
import { adaText, countText, numberText } from '#values/text/format.ts'
import { chainOf } from '#app/accounts/chain-of.ts'
import {
  type AmountOfToken,
  type OutputView,
  readAddressOnChain,
  readTip,
  readTokenOnChain,
  readTransactionOnChain,
  type ValueView,
} from '#app/gateways/read-chain.ts'
import { networkOption } from './policy/network-option.ts'
import { command, group } from '../program.ts'
import type { Session } from '../session.ts'
import { detailTable, numberColumn, table, type Text } from '#cli/terminal/table.ts'

type ChainOptions = { readonly network?: Network }

export const addChainCommands = (program: Command): void => {
  const chain = group(program, 'chain', 'read the chain, through the gateway of a network')
  addTip(chain)
  addToken(chain)
  addAddress(chain)
  addTx(chain)
}

const withNetwork = (built: Command): Command =>
  built.addOption(networkOption('the network to read (default: that of the account)'))

/**
 * The network that is read, and its gateway.
 * @param named the network of what is read, as the account's service names it
 * @throws ColdpressError `usage` for a hosted testnet
 */
export const openNetwork = async (
  session: Session,
  { network: given }: ChainOptions,
  named?: string | null,
) => {
  const { accounts } = await session.app()
  const network = given ?? chainOf(accounts.get(session.account), named)
  if (network === undefined)
    throw new ColdpressError(
      'usage',
      'The account does not say which testnet it uses. Give it with --network.',
    )
  return { network, gateway: await session.withVault(({ gateways }) => gateways.get(network)) }
}

const addTip = (chain: Command): void =>
  command<ChainOptions>(
    chain,
    'tip',
    'show the newest block',
    'chain tip --network preprod',
    withNetwork,
    async (session, options) => {
      const { network, hash, height, slot, time } = await readTip(
        () => openNetwork(session, options),
        session.signal,
      )
      return {
        json: { network, block: hash, height, slot: String(slot), time: time.toISOString() },
        text: detailTable([
          ['network', network],
          ['block', hash],
          ['height', numberText(height)],
          ['slot', numberText(slot)],
          ['time', time.toISOString()],
        ]),
      }
    },
  )

const addToken = (chain: Command): void =>
  command<ChainOptions>(
    chain,
    'token <asset>',
    'show a token as the chain has it: how many exist, who holds them, and its metadata; ASSET is the policy ID and the name in hex, in one',
    'chain token 7eae28af2208be856f7a119668ae52a49b73725e326dc16579dcc373504154415445',
    withNetwork,
    async (session, options, asset = '') => {
      const found = await readTokenOnChain(
        () => openNetwork(session, options),
        asset,
        session.signal,
      )
      const { network, unit, name, fingerprint, quantity, firstMintedIn, holders } = found
      const metadata = found.metadata ?? null
      return {
        json: {
          network,
          asset: unit,
          fingerprint,
          quantity: String(quantity),
          first_minted_in: firstMintedIn ?? null,
          mint_or_burn_count: found.mintOrBurnCount ?? null,
          holders: holders.map(({ address, quantity: held }) => ({
            address,
            quantity: String(held),
          })),
          metadata,
        },
        text: detailTable([
          ['network', network],
          ['asset', unit],
          ['name', name],
          ['fingerprint', fingerprint],
          ['exists', `${numberText(quantity)} times`],
          ['first minted in', firstMintedIn],
          ['holders', holders.map(({ address, quantity: held }) => `${address} (${held})`)],
          ['metadata', JSON.stringify(metadata, undefined, 2).split('\n')],
        ]),
      }
    },
  )

const addAddress = (chain: Command): void =>
  command<ChainOptions>(
    chain,
    'address <address>',
    'show what lies at an address: its ADA, its tokens, and each unspent output',
    'chain address addr_test1… --network devnet',
    withNetwork,
    async (session, options, address = '') => {
      const { network, total, outputs } = await readAddressOnChain(
        () => openNetwork(session, options),
        address,
        session.signal,
      )
      return {
        json: { network, address, ...valueJson(total), utxos: outputs.map(outputJson) },
        text: [
          detailTable([
            ['network', network],
            ['address', address],
            ['balance', adaText(String(total.lovelace), 'ADA')],
            ['tokens', total.assets.map(assetText)],
          ]),
          '',
          outputTable(outputs, 'Nothing lies there.'),
        ],
      }
    },
  )

const addTx = (chain: Command): void =>
  command<ChainOptions>(
    chain,
    'tx <tx-id>',
    'show a transaction that is in a block: its inputs, outputs and metadata',
    'chain tx 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    withNetwork,
    async (session, options, id = '') => {
      const { network, txId, block, height, slot, inputs, outputs, metadata } =
        await readTransactionOnChain(() => openNetwork(session, options), id)
      return {
        json: {
          network,
          tx_id: txId,
          block,
          height,
          slot: String(slot),
          inputs: inputs.map(outputJson),
          outputs: outputs.map(outputJson),
          metadata: Object.fromEntries(metadata.map(({ label, json }) => [label, json])),
        },
        text: [
          detailTable([
            ['network', network],
            ['transaction', txId],
            ['block', `${block}, height ${numberText(height)}`],
            ['slot', numberText(slot)],
            ['metadata', metadata.map(({ label }) => `label ${label}`)],
          ]),
          '',
          'Inputs:',
          outputTable(inputs, 'none'),
          '',
          'Outputs:',
          outputTable(outputs, 'none'),
        ],
      }
    },
  )

const valueJson = ({ lovelace, assets }: ValueView) => ({
  lovelace: String(lovelace),
  assets: assets.map(({ unit, quantity }) => ({ unit, quantity: String(quantity) })),
})

const outputJson = ({ output, address, ...value }: OutputView) => ({
  output,
  address,
  ...valueJson(value),
})

const assetText = ({ unit, name, quantity }: AmountOfToken): string =>
  `${quantity === 1n ? '' : `${numberText(quantity)} × `}${name} (${unit})`

const outputTable = (outputs: readonly OutputView[], none: string): Text =>
  table(
    outputs,
    {
      output: ({ output }) => output,
      ADA: numberColumn(({ lovelace }) => adaText(String(lovelace), 'ADA')),
      tokens: ({ assets }) => (assets.length === 0 ? '' : countText(assets.length, 'token')),
      address: ({ address }) => address,
    },
    none,
  )
