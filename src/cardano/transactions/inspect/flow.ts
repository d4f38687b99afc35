import { bodyField } from '../parts/fields.ts'
import { addressOfText, type Credential, type KnownAddress } from './addresses.ts'
import { withdrawalsIn } from './needs.ts'
import type { MaybeKnown, TransactionReading } from './read.ts'
import { holderOf, type Ownership } from './ownership.ts'
import { refText, type Utxo } from '../../utxo.ts'
import { difference, lovelaceOnly, sumOf, type Unit, type Value } from '../../value.ts'

/** Where the money of one transaction goes, as far as its bytes and this vault prove it. */
export type Flow = {
  /** What leaves with each output, in order; undefined where nothing leaves. */
  readonly leaving: readonly (Value | undefined)[]
  /**
   * Outputs at this vault's addresses, minus its proved inputs and the rewards it withdraws. Inputs
   * of unconfirmed keys count too: better to show too large a loss than too small a one.
   */
  readonly netChange: Value
  /** Inputs with unproved contents; any of them may belong to this vault. */
  readonly unprovedInputs: number
}

/** Only the body that made an input proves its contents; anything else is a statement. */
const provedIn = ({ utxo }: MaybeKnown): readonly Utxo[] =>
  utxo === undefined || utxo.source === 'stated' ? [] : [utxo]

/**
 * An output stays with its owner if its payment key is in this vault or the user confirmed its
 * address, and otherwise up to the amount that proved inputs brought from the same address, for
 * each asset. Everything else leaves.
 */
export const flowOf = (found: TransactionReading, own: Ownership): Flow => {
  const inputs = [...new Map(found.inputs.map((input) => [refText(input.ref), input])).values()]
  const proved = inputs.flatMap(provedIn)
  const isOwn = (address: KnownAddress): boolean => holderOf(address, own) === 'vault'
  const mayBeOwn = (address: KnownAddress): boolean =>
    isOwn(address) || isKeyOf(address.credential, own.unconfirmedKeys)
  const received = found.outputs.filter(({ address }) => isOwn(address)).map(({ value }) => value)
  const spent = proved
    .filter(({ address }) => mayBeOwn(addressOfText(address)))
    .map(({ value }) => value)
  return {
    leaving: leavingOf(found, proved, own),
    netChange: difference(sumOf(received), sumOf([...spent, ...ownRewards(found, own)])),
    unprovedInputs: inputs.length - proved.length,
  }
}

const ownRewards = (
  { parts: { fields } }: TransactionReading,
  { keys, unconfirmedKeys }: Ownership,
): readonly Value[] =>
  withdrawalsIn(fields.get(bodyField.withdrawals))
    .filter(({ address: { credential } }) => isKeyOf(credential, keys.union(unconfirmedKeys)))
    .map(({ lovelace }) => lovelaceOnly(lovelace))

const isKeyOf = (credential: Credential, keys: ReadonlySet<string>): boolean =>
  credential.kind === 'key' && keys.has(credential.hash)

/** What an address may still receive back; every output to it uses some of that. */
type Brought = { lovelace: bigint; readonly assets: Map<Unit, bigint> }

const leavingOf = (
  { outputs }: TransactionReading,
  proved: readonly Utxo[],
  own: Ownership,
): Flow['leaving'] => {
  const brought = new Map<string, Brought>(
    [...Map.groupBy(proved, ({ address }) => address)].map(([address, utxos]) => {
      const { lovelace, assets } = sumOf(utxos.map(({ value }) => value))
      return [address, { lovelace, assets: new Map(assets) }]
    }),
  )
  return outputs.map(({ address, value }) => {
    if (holderOf(address, own) !== 'others') return undefined
    const rest = subtractBrought(value, brought.get(address.text))
    return rest.lovelace === 0n && rest.assets.size === 0 ? undefined : rest
  })
}

/** The part of a value that exceeds what was brought. Reduces what was brought by the rest. */
const subtractBrought = (value: Value, brought: Brought | undefined): Value => {
  if (brought === undefined) return value
  const returned = minOf(value.lovelace, brought.lovelace)
  brought.lovelace -= returned
  const assets = new Map<Unit, bigint>()
  for (const [unit, quantity] of value.assets) {
    const there = brought.assets.get(unit) ?? 0n
    const back = minOf(quantity, there)
    brought.assets.set(unit, there - back)
    if (quantity > back) assets.set(unit, quantity - back)
  }
  return { lovelace: value.lovelace - returned, assets }
}

const minOf = (a: bigint, b: bigint): bigint => (a < b ? a : b)
