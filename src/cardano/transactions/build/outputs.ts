import type { ProtocolParameters } from '../../parameters.ts'
import { lovelaceOnly, type Unit, type Value } from '../../value.ts'
import { outputCbor, valueCbor } from './encode.ts'
import type { TransactionOutput } from './types.ts'

/** What the ledger adds to an output's own bytes (Babbage: the input that will spend it). */
const overheadBytes = 160

/** The minimum ADA of an output with these tokens, whatever it holds now. */
export const minLovelace = (
  { address, value }: TransactionOutput,
  { coinsPerUtxoByte }: Pick<ProtocolParameters, 'coinsPerUtxoByte'>,
): bigint => {
  // The amount is part of the output: a larger one may take more bytes.
  let lovelace = 0n
  for (;;) {
    const { length } = outputCbor({ address, value: { ...value, lovelace } })
    const least = coinsPerUtxoByte * BigInt(overheadBytes + length)
    if (least <= lovelace) return lovelace
    lovelace = least
  }
}

const anyLovelace = 2n ** 64n - 1n

export const valueBytes = (value: Value): number => valueCbor(value).length

/** The most of one token in an output: the ledger reads quantities of values as signed 64 bits. */
const mostOfToken = 2n ** 63n - 1n

/**
 * Outputs that hold these tokens, each with the least lovelace: one, or several where its value
 * would be over the ledger's limit. A token is split over two of them only where one may not hold
 * so many.
 */
export const tokenOutputs = (
  address: string,
  assets: ReadonlyMap<Unit, bigint>,
  parameters: ProtocolParameters,
): readonly TransactionOutput[] =>
  layersOf([...assets])
    .flatMap((layer) => bundlesOf(layer, parameters.maxValueBytes))
    .map((bundle) => {
      const output = { address, value: { lovelace: 0n, assets: new Map(bundle) } }
      return withLovelace(output, minLovelace(output, parameters))
    })

/** As {@link tokenOutputs}, but one output also where there is no token. */
export const minOutputs = (
  address: string,
  assets: ReadonlyMap<Unit, bigint>,
  parameters: ProtocolParameters,
): readonly TransactionOutput[] => {
  if (assets.size > 0) return tokenOutputs(address, assets, parameters)
  const output = { address, value: lovelaceOnly(0n) }
  return [withLovelace(output, minLovelace(output, parameters))]
}

export const lovelaceIn = (outputs: readonly TransactionOutput[]): bigint =>
  outputs.reduce((sum, { value }) => sum + value.lovelace, 0n)

/**
 * Lovelace that tokens need to travel to an address alone: what a payment brings for a price is reckoned
 * without it, and so is what a sale gives back.
 */
export const neededToTravel = (
  address: string,
  assets: ReadonlyMap<Unit, bigint>,
  parameters: ProtocolParameters,
): bigint => lovelaceIn(tokenOutputs(address, assets, parameters))

/**
 * Outputs that hold all of it for each of `parts`: what no token needs beside it lies in the last of
 * a part.
 * @returns undefined where a part has less lovelace than its outputs must hold
 */
export const outputsHolding = (
  parts: readonly TransactionOutput[],
  parameters: ProtocolParameters,
): readonly TransactionOutput[] | undefined => {
  const all: TransactionOutput[] = []
  for (const { address, value } of parts) {
    const outputs = minOutputs(address, value.assets, parameters)
    const more = value.lovelace - lovelaceIn(outputs)
    const last = outputs.at(-1)
    if (more < 0n || last === undefined) return undefined
    all.push(...outputs.slice(0, -1), withLovelace(last, last.value.lovelace + more))
  }
  return all
}

type Held = readonly [Unit, bigint]

/** As {@link outputsHolding}, with the missing minimum ADA added to each part. */
export const atLeastMin = (
  parts: readonly TransactionOutput[],
  parameters: ProtocolParameters,
): readonly TransactionOutput[] =>
  outputsHolding(
    parts.map((part) => {
      const least = minFor(part, parameters)
      return withLovelace(part, part.value.lovelace < least ? least : part.value.lovelace)
    }),
    parameters,
  ) ?? []

/** The least lovelace of the outputs that hold a part's tokens. */
export const minFor = (
  { address, value }: TransactionOutput,
  parameters: ProtocolParameters,
): bigint => lovelaceIn(minOutputs(address, value.assets, parameters))

/** Parts with at most {@link mostOfToken} of each token. */
const layersOf = (assets: readonly Held[]): readonly (readonly Held[])[] => {
  const over = assets.flatMap(([unit, quantity]): Held[] =>
    quantity > mostOfToken ? [[unit, quantity - mostOfToken]] : [],
  )
  if (over.length === 0) return [assets]
  const layer = assets.map(([unit, quantity]): Held => [
    unit,
    quantity > mostOfToken ? mostOfToken : quantity,
  ])
  return [layer, ...layersOf(over)]
}

/** In halves until each fits. */
const bundlesOf = (assets: readonly Held[], maxBytes: number): readonly (readonly Held[])[] => {
  if (assets.length === 0) return []
  const whole = valueBytes({ lovelace: anyLovelace, assets: new Map(assets) })
  if (whole <= maxBytes || assets.length === 1) return [assets]
  const pieces = Math.ceil(whole / maxBytes)
  const size = Math.ceil(assets.length / Math.max(pieces, 2))
  const parts = Array.from({ length: Math.ceil(assets.length / size) }, (_, index) =>
    assets.slice(index * size, (index + 1) * size),
  )
  return parts.flatMap((part) => bundlesOf(part, maxBytes))
}

export const withLovelace = (output: TransactionOutput, lovelace: bigint): TransactionOutput => ({
  address: output.address,
  value: { lovelace, assets: output.value.assets },
})
