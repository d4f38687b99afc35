import { ColdpressError } from '#values/errors/errors.ts'
import { fingerprintOf } from '#cardano/fingerprint.ts'
import { TxId } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import { refText, type Utxo } from '#cardano/utxo.ts'
import { nameHexOf, policyOf, sumOf, Unit, type Value } from '#cardano/value.ts'
import type { Block, Gateway } from '#chain/gateway/gateway.ts'

/** A network and the gateway through which it is read. Opened once the question makes sense. */
type OpenChain = () => Promise<{ readonly network: Network; readonly gateway: Gateway }>

/** Some of a token. `name`: as text where it is some, else in hex. */
export type AmountOfToken = {
  readonly unit: string
  readonly name: string
  readonly quantity: bigint
}

/** ADA and tokens. */
export type ValueView = { readonly lovelace: bigint; readonly assets: readonly AmountOfToken[] }

/** `output`: its transaction and index, as `<transaction ID>#<index>`. */
export type OutputView = ValueView & { readonly output: string; readonly address: string }

/** The newest block. @throws as the gateway */
export const readTip = async (
  open: OpenChain,
  signal: AbortSignal,
): Promise<Block & { readonly network: Network }> => {
  const { network, gateway } = await open()
  return { network, ...(await gateway.tip(signal)) }
}

/**
 * A token as the chain has it.
 * @param asset the policy ID and the name in hex, with a dot between them or without
 * @throws ColdpressError `invalid`, `not_found`, and as the gateway
 */
export const readTokenOnChain = async (open: OpenChain, asset: string, signal: AbortSignal) => {
  const unit = Unit(asset.replace('.', ''))
  const { network, gateway } = await open()
  const found = await gateway.asset(unit, signal)
  if (found === undefined)
    throw new ColdpressError('not_found', `There is no token ${unit} on ${network}.`)
  return {
    ...found,
    network,
    unit,
    name: nameOf(unit),
    fingerprint: fingerprintOf(policyOf(unit), nameHexOf(unit)),
    holders: await gateway.holdersOf(unit),
  }
}

/** What lies at an address. @throws as the gateway */
export const readAddressOnChain = async (
  open: OpenChain,
  address: string,
  signal: AbortSignal,
): Promise<{
  readonly network: Network
  readonly total: ValueView
  readonly outputs: readonly OutputView[]
}> => {
  const { network, gateway } = await open()
  const utxos = await gateway.utxosAt(address, signal)
  return {
    network,
    total: valueView(sumOf(utxos.map(({ value }) => value))),
    outputs: utxos.map(outputView),
  }
}

/**
 * A transaction that is in a block.
 * @throws ColdpressError `invalid`, `not_found`, and as the gateway
 */
export const readTransactionOnChain = async (open: OpenChain, id: string) => {
  const txId = TxId(id)
  const { network, gateway } = await open()
  const found = await gateway.transaction(txId)
  const put = await gateway.outputsOf(txId)
  if (found === undefined || put === undefined)
    throw new ColdpressError(
      'not_found',
      `Transaction ${txId} is in no block of ${network}. It may not have arrived yet.`,
    )
  const { block, height, slot } = found
  return {
    network,
    txId,
    block,
    height,
    slot,
    inputs: put.inputs.map(outputView),
    outputs: put.outputs.map(outputView),
    metadata: (await gateway.metadata(txId)) ?? [],
  }
}

const valueView = ({ lovelace, assets }: Value): ValueView => ({
  lovelace,
  assets: [...assets].map(([unit, quantity]) => ({ unit, name: nameOf(unit), quantity })),
})

const outputView = ({ address, value, ...ref }: Utxo): OutputView => ({
  output: refText(ref),
  address,
  ...valueView(value),
})

const nameOf = (unit: Unit): string => {
  const hex = nameHexOf(unit)
  if (hex === '') return 'the royalty token'
  const bytes = Buffer.from(hex, 'hex')
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? text : hex
}
