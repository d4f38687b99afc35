import type { z } from 'zod'
import { limits } from '#values/bounds/limits.ts'
import { ledgerReferenceScripts, type ProtocolParameters } from '#cardano/parameters.ts'
import type { DatedParameters, Gateway } from './gateway.ts'

/**
 * Ten times what Cardano has asked for since Alonzo, and for reference scripts since Conway. A fee is
 * gone for good, and mints are signed without anybody looking at them: a gateway that errs or lies
 * must not set it as it likes.
 */
const highest = {
  minFeeA: 440n,
  minFeeB: 1_553_810n,
  coinsPerUtxoByte: 43_100n,
  perByte: 10n * ledgerReferenceScripts.perByte,
} as const

/** Smaller steps would raise the price in each more often than any fee can bear. */
const leastStepBytes = ledgerReferenceScripts.stepBytes / 10n

export type StatedParameters = Omit<ProtocolParameters, 'referenceScripts'> & {
  /** What the gateway states of them; the rest are the ledger's constants. */
  readonly referenceScripts?:
    | Partial<NonNullable<ProtocolParameters['referenceScripts']>>
    | undefined
}

/**
 * The parameters that a gateway states, as far as they can be believed.
 * @param context receives an issue for each that cannot
 */
export const believedParameters = (
  { referenceScripts, ...stated }: StatedParameters,
  context: Pick<z.RefinementCtx, 'addIssue'>,
): ProtocolParameters => {
  const reference = { ...ledgerReferenceScripts, ...referenceScripts }
  const { perByte, stepBytes, steeper } = reference
  const tooMuch = (name: string, value: bigint | string, most: bigint | string): void =>
    context.addIssue({
      code: 'custom',
      path: [name],
      message: `${value} is beyond anything that Cardano asks (at most ${most} is believed)`,
    })
  for (const name of ['minFeeA', 'minFeeB', 'coinsPerUtxoByte'] as const)
    if (stated[name] > highest[name]) tooMuch(name, stated[name], highest[name])
  if (perByte > highest.perByte) tooMuch('referenceScripts', perByte, highest.perByte)
  if (steeper.numerator > 2n * steeper.denominator)
    tooMuch('referenceScripts', `${steeper.numerator}/${steeper.denominator}`, '2')
  if (stepBytes < leastStepBytes)
    context.addIssue({
      code: 'custom',
      path: ['referenceScripts'],
      message: `steps of ${stepBytes} bytes are smaller than anything that Cardano has (at least ${leastStepBytes} is believed)`,
    })
  return {
    ...stated,
    // What is built here must be readable here, whatever a gateway says.
    maxTxBytes: Math.min(stated.maxTxBytes, limits.transactionBytes),
    referenceScripts: reference,
  }
}

/** The price of a byte of a reference script, as gateways write it; rounded up to a lovelace. */
export const perByteOf = (price: number | null | undefined): StatedParameters['referenceScripts'] =>
  price === null || price === undefined ? undefined : { perByte: BigInt(Math.ceil(price)) }

const cacheMs = 10 * 60 * 1000

/** Parameters change at the end of an epoch, which lasts a day or more. */
export const cachedParameters = (
  now: () => Date,
  read: (signal: AbortSignal | undefined) => Promise<Omit<DatedParameters, 'fetchedAt'>>,
): Gateway['parameters'] => {
  let cached: DatedParameters | undefined
  return async ({ fresh = false, signal } = {}) => {
    const time = now()
    const ageMs = cached === undefined ? Infinity : time.getTime() - cached.fetchedAt.getTime()
    if (cached !== undefined && !fresh && ageMs < cacheMs) return cached
    cached = { ...(await read(signal)), fetchedAt: time }
    return cached
  }
}
