import type { Command } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { adaText, countText, numberText } from '#values/text/format.ts'
import { fingerprintOf } from '#cardano/fingerprint.ts'
import { TxId } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import { type OutputRef, refText, type Utxo } from '#cardano/utxo.ts'
import { nameHexOf, policyOf, sumOf, Unit, type Value } from '#cardano/value.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { chainOf } from '#app/accounts/chain-of.ts'
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

/** The network that is read, and its gateway. @throws ColdpressError `usage` for a hosted testnet */
const openChain = async (
  session: Session,
  { network: given }: ChainOptions,
): Promise<{ readonly network: Network; readonly gateway: Gateway }> => {
  const { accounts } = await session.app()
  const network = given ?? chainOf(accounts.get(session.account))
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
      const { network, gateway } = await openChain(session, options)
      const { hash, height, slot, time } = await gateway.tip(session.signal)
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
      const unit = Unit(asset.replace('.', ''))
      const { network, gateway } = await openChain(session, options)
      const found = await gateway.asset(unit, session.signal)
      if (found === undefined)
        throw new ColdpressError('not_found', `There is no token ${unit} on ${network}.`)
      const holders = await gateway.holdersOf(unit)
      const fingerprint = fingerprintOf(policyOf(unit), nameHexOf(unit))
      const { quantity, firstMintedIn, mintOrBurnCount, metadata } = found
      return {
        json: {
          network,
          asset: unit,
          fingerprint,
          quantity: String(quantity),
          first_minted_in: firstMintedIn ?? null,
          mint_or_burn_count: mintOrBurnCount ?? null,
          holders: holders.map(({ address, quantity: held }) => ({
            address,
            quantity: String(held),
          })),
          metadata: metadata ?? null,
        },
        text: detailTable([
          ['network', network],
          ['asset', unit],
          ['name', nameText(unit)],
          ['fingerprint', fingerprint],
          ['exists', `${numberText(quantity)} times`],
          ['first minted in', firstMintedIn],
          ['holders', holders.map(({ address, quantity: held }) => `${address} (${held})`)],
          ['metadata', JSON.stringify(metadata ?? null, undefined, 2).split('\n')],
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
      const { network, gateway } = await openChain(session, options)
      const utxos = await gateway.utxosAt(address, session.signal)
      const total = sumOf(utxos.map(({ value }) => value))
      return {
        json: { network, address, ...valueJson(total), utxos: utxos.map(outputJson) },
        text: [
          detailTable([
            ['network', network],
            ['address', address],
            ['balance', adaText(String(total.lovelace), 'ADA')],
            ['tokens', [...total.assets].map(assetText)],
          ]),
          '',
          outputTable(utxos, 'Nothing lies there.'),
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
      const txId = TxId(id)
      const { network, gateway } = await openChain(session, options)
      const found = await gateway.transaction(txId)
      const put = await gateway.outputsOf(txId)
      if (found === undefined || put === undefined)
        throw new ColdpressError(
          'not_found',
          `Transaction ${txId} is in no block of ${network}. It may not have arrived yet.`,
        )
      const metadata = (await gateway.metadata(txId)) ?? []
      const { block, height, slot } = found
      return {
        json: {
          network,
          tx_id: txId,
          block,
          height,
          slot: String(slot),
          inputs: put.inputs.map(outputJson),
          outputs: put.outputs.map(outputJson),
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
          outputTable(put.inputs, 'none'),
          '',
          'Outputs:',
          outputTable(put.outputs, 'none'),
        ],
      }
    },
  )

const valueJson = ({ lovelace, assets }: Value) => ({
  lovelace: String(lovelace),
  assets: [...assets].map(([unit, quantity]) => ({ unit, quantity: String(quantity) })),
})

const outputJson = ({ address, value, ...ref }: Utxo) => ({
  output: refText(ref),
  address,
  ...valueJson(value),
})

const assetText = ([unit, quantity]: readonly [Unit, bigint]): string =>
  `${quantity === 1n ? '' : `${numberText(quantity)} × `}${nameText(unit)} (${unit})`

/** The name as text where it is some, else in hex. */
const nameText = (unit: Unit): string => {
  const hex = nameHexOf(unit)
  if (hex === '') return 'the royalty token'
  const bytes = Buffer.from(hex, 'hex')
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? text : hex
}

const outputTable = (outputs: readonly Utxo[], none: string): Text =>
  table(
    outputs,
    {
      output: (output: OutputRef) => refText(output),
      ADA: numberColumn(({ value }) => adaText(String(value.lovelace), 'ADA')),
      tokens: ({ value }) => (value.assets.size === 0 ? '' : countText(value.assets.size, 'token')),
      address: ({ address }) => address,
    },
    none,
  )
