import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { parseAddress } from '#cardano/addresses.ts'
import { readBech32 } from '#cardano/bech32.ts'
import { addressParts, type AddressParts } from '../chain/address-parts.ts'
import type { Chain } from '../chain/chain.ts'
import {
  isKnownHolder,
  lovelaceAt,
  outputsAt,
  sumAt,
  type OutputHolder,
  type UnspentRow,
} from '../chain/find-outputs.ts'
import {
  countTransactionsAt,
  findTransactionsAt,
  type BlockPosition,
} from '../chain/find-transactions.ts'
import { amountsOf, outputView } from './amounts.ts'
import { assetOrLovelace } from './assets.ts'
import { found, listParameters, route, type DevnetRoute } from './route.ts'
import { transactionRefView } from './transactions.ts'

/** Blockfrost's text; an address of mainnet is as invalid here as a mistyped one. */
const badAddress = 'Invalid address for this network or malformed address format.'

const badStakeAddress = 'Invalid or malformed stake address format.'

/** Prefixes of a payment credential in the place of an address (CIP-5); the first names either kind. */
const credentialPrefixes: ReadonlySet<string> = new Set(['addr_vkh', 'script'])

const credentialBytes = 28

/** An address or a payment credential, as it was asked for. */
type AskedHolder = OutputHolder &
  Pick<AddressParts, 'isScript' | 'stakeAddress'> & {
    readonly text: string
    readonly type: 'byron' | 'shelley'
  }

/** @throws ColdpressError `invalid` for what is neither an address nor a payment credential */
const readHolder = (text: string, networkId: Chain['networkId']): AskedHolder => {
  const reading = readBech32(text)
  if (
    reading.outcome === 'read' &&
    credentialPrefixes.has(reading.prefix) &&
    reading.bytes.length === credentialBytes
  )
    return {
      by: 'payment',
      value: bytesToHex(reading.bytes),
      text: text.toLowerCase(),
      type: 'shelley',
      isScript: reading.prefix === 'script',
      stakeAddress: null,
    }
  const { bech32, kind, networkId: stated } = parseAddress(text)
  if (stated !== networkId || kind === 'stake') throw new ColdpressError('invalid', badAddress)
  const { isScript, stakeAddress } = addressParts(bech32)
  const type = kind === 'byron' ? 'byron' : 'shelley'
  return { by: 'address', value: bech32, text: bech32, type, isScript, stakeAddress }
}

const readStakeAddress = (text: string, networkId: Chain['networkId']): string => {
  const { bech32, kind, networkId: stated } = parseAddress(text)
  if (stated !== networkId || kind !== 'stake') throw new ColdpressError('invalid', badStakeAddress)
  return bech32
}

/** A text that `read` reads; the rule is Blockfrost's whatever is wrong with it. */
const readable = <T>(read: (text: string) => T, rule: string) =>
  shortText.transform((text, context): T => {
    try {
      return read(text)
    } catch (error) {
      if (!isColdpressError(error, 'invalid')) throw error
      context.addIssue({ code: 'custom', message: rule })
      return z.NEVER
    }
  })

/** `<height>` or `<height>:<index in the block>`. */
const position = (index: number) =>
  shortText
    .regex(/^\d{1,15}(?::\d{1,9})?$/u, 'Missing, out of range or malformed block number.')
    .transform((text): BlockPosition => {
      const [height, ofTransaction] = text.split(':')
      return { height: Number(height), index: Number(ofTransaction ?? index) }
    })

const first: BlockPosition = { height: 0, index: 0 }
const last: BlockPosition = { height: Number.MAX_SAFE_INTEGER, index: Number.MAX_SAFE_INTEGER }

export const addressRoutes = (chain: Chain): readonly DevnetRoute[] => {
  const { database, networkId } = chain
  /** The routes of an address are 404 until it was paid once. */
  const known = <T extends OutputHolder>(holder: T): T =>
    found(isKnownHolder(database, holder) ? holder : undefined)
  const asked = { address: readable((text) => readHolder(text, networkId), badAddress) }
  const askedList = { ...asked, ...listParameters }
  return [
    route('/addresses/{address}', asked, ({ address }) => ({
      address: address.text,
      amount: amountsOf(sumAt(database, known(address), 'unspent')),
      stake_address: address.stakeAddress,
      type: address.type,
      script: address.isScript,
    })),
    route('/addresses/{address}/total', asked, ({ address }) => ({
      address: address.text,
      received_sum: amountsOf(sumAt(database, known(address), 'received')),
      sent_sum: amountsOf(sumAt(database, address, 'sent')),
      tx_count: countTransactionsAt(database, address),
    })),
    route('/addresses/{address}/utxos', askedList, ({ address, ...page }) =>
      outputsAt(database, known(address), page).map(utxoView),
    ),
    route(
      '/addresses/{address}/utxos/{asset}',
      { ...askedList, asset: assetOrLovelace },
      ({ address, asset, ...page }) =>
        outputsAt(database, known(address), page, asset).map(utxoView),
    ),
    route(
      '/addresses/{address}/transactions',
      {
        ...askedList,
        from: position(first.index).default(first),
        to: position(last.index).default(last),
      },
      ({ address, ...range }) =>
        findTransactionsAt(database, known(address), range).map(transactionRefView),
    ),
    route(
      '/accounts/{stake_address}',
      { stake_address: readable((text) => readStakeAddress(text, networkId), badStakeAddress) },
      ({ stake_address: stakeAddress }) => accountView(database, stakeAddress),
    ),
  ]
}

const utxoView = (output: UnspentRow) => ({
  ...outputView(output),
  tx_hash: output.tx_id,
  tx_index: output.output_index,
  block: output.block_hash,
})

/**
 * An account as Blockfrost shows one that owns ADA and was never registered: the devnet has no
 * certificates. One that owns nothing yet is unknown.
 */
const accountView = (database: Chain['database'], stakeAddress: string) => {
  const holder: OutputHolder = { by: 'stake_address', value: stakeAddress }
  found(isKnownHolder(database, holder) ? holder : undefined)
  return {
    stake_address: stakeAddress,
    active: false,
    registered: false,
    active_epoch: null,
    controlled_amount: String(lovelaceAt(database, holder)),
    rewards_sum: '0',
    withdrawals_sum: '0',
    reserves_sum: '0',
    treasury_sum: '0',
    withdrawable_amount: '0',
    pool_id: null,
    drep_id: null,
  }
}
