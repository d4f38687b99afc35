import { adaText } from '#values/text/format.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { paymentAddress } from '../../addresses.ts'
import { buildSingle } from './build.ts'
import { minLovelace, valueBytes } from './outputs.ts'
import type { BuildContext, BuiltTransaction, TransactionOutput } from './types.ts'
import { plainValidity } from './validity.ts'

/**
 * Pays one or many addresses, tokens included, in one transaction with an output for each.
 * `minLovelace` says what an output must hold.
 * @throws ColdpressError `invalid` that names the output and what is wrong with it, `conflict` when
 * lovelace (`details.missing`) or a token is missing, `too_large`
 */
export const buildPayment = (
  context: BuildContext,
  outputs: readonly TransactionOutput[],
): BuiltTransaction => {
  if (outputs.length === 0)
    throw new ColdpressError('invalid', 'outputs: none was given; say whom to pay how much')
  return buildSingle(
    context,
    {
      outputs: outputs.map((output, index) => checked(context, output, index)),
      mint: new Map(),
      validity: plainValidity(context),
      policySigners: new Set(),
    },
    { what: 'payment', advice: 'pay fewer addresses at once, or from fewer and larger outputs' },
  )
}

const checked = (
  { network, parameters }: BuildContext,
  { address, value }: TransactionOutput,
  index: number,
): TransactionOutput => {
  const invalid = (message: string) =>
    new ColdpressError('invalid', `outputs[${index}]: ${message}`)
  const output = { address: paymentAddress(address, network).bech32, value }
  for (const [unit, quantity] of value.assets)
    if (quantity <= 0n) throw invalid(`${quantity} of the token ${unit}; give 1 or more`)
  const least = minLovelace(output, parameters)
  if (value.lovelace < least)
    throw invalid(
      `${adaText(value.lovelace, 'ADA')}; the ledger wants at least ${adaText(least, 'ADA')} in this output`,
    )
  const bytes = valueBytes(value)
  if (bytes <= parameters.maxValueBytes) return output
  throw invalid(
    `its tokens take ${bytes} bytes, at most ${parameters.maxValueBytes} allowed; send them in several outputs`,
  )
}
