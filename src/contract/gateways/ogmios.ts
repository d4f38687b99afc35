import { z } from 'zod'
import { listOf, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { hexOf } from '../fields.ts'
import { assetNameHex, blockHash, wholeAmount, wholeCount } from './wire-fields.ts'

/**
 * The part of Ogmios 6 and 7 that Coldpress uses: JSON-RPC 2.0, one question in each HTTP POST. Source:
 * https://github.com/CardanoSolutions/ogmios/tree/435189a/docs/static/api, `ogmios.json` and
 * `cardano.json` of v6.14 and v7.0.
 */

/** The fields that every answer has; `error` is there instead of `result`. */
export const ogmiosError = z.object({
  error: z.object({ code: z.int(), message: longText, data: z.unknown().optional() }),
})

export const ogmiosResult = <T extends z.ZodType>(result: T) => z.object({ result })

/** `queryNetwork/tip`. An empty chain answers `origin`. */
export const ogmiosPoint = z.object({ slot: wholeCount, id: blockHash })

/** `queryNetwork/blockHeight`. */
export const ogmiosHeight = wholeCount

/** `queryNetwork/genesisConfiguration` of the era `shelley`. */
export const ogmiosGenesis = z.object({
  networkMagic: wholeCount,
  securityParameter: wholeCount.min(1),
})

/** `queryLedgerState/epoch`. */
export const ogmiosEpoch = wholeCount

const bytes = z.object({ bytes: wholeCount })
const ada = z.object({ ada: z.object({ lovelace: wholeAmount }) })

/** Far above any price; a larger number is none. */
const mostFraction = 1_000_000

/** `queryLedgerState/protocolParameters`. `base` and `multiplier` may be fractions. */
export const ogmiosParameters = z.object({
  minFeeCoefficient: wholeAmount,
  minFeeConstant: ada,
  minUtxoDepositCoefficient: wholeAmount,
  maxTransactionSize: bytes,
  maxValueSize: bytes,
  stakeCredentialDeposit: ada,
  stakePoolDeposit: ada,
  minFeeReferenceScripts: z
    .object({
      base: z.number().nonnegative().max(mostFraction),
      range: wholeCount,
      multiplier: z.number().nonnegative().max(mostFraction),
    })
    .nullish(),
})

/** By policy ID, then by asset name; `ada` holds the lovelace. */
const ogmiosValue = recordOf(
  recordOf(wholeAmount, z.union([z.literal('lovelace'), assetNameHex])),
  z.union([z.literal('ada'), hexOf(28)]),
)

/** An item of `queryLedgerState/utxo`. */
export const ogmiosUtxo = z.object({
  transaction: z.object({ id: blockHash }),
  index: wholeCount,
  address: shortText,
  value: ogmiosValue,
  datumHash: shortText.nullish(),
  datum: z.unknown().optional(),
  script: z.unknown().optional(),
})

export const ogmiosUtxos = listOf(ogmiosUtxo)

/** `submitTransaction`. */
export const ogmiosSubmitted = z.object({ transaction: z.object({ id: blockHash }) })
