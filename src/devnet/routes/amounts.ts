import type { BlockfrostAmount } from '#contract/gateways/blockfrost.ts'
import type { Value } from '#cardano/value.ts'
import type { OutputRow } from '../chain/find-outputs.ts'

/** What an output holds, lovelace first. */
export const amountsOf = ({ lovelace, assets }: Value): BlockfrostAmount[] => [
  { unit: 'lovelace', quantity: String(lovelace) },
  ...[...assets].map(([unit, quantity]) => ({ unit, quantity: String(quantity) })),
]

/** The parts of an output that every list of outputs shows. */
export const outputView = (output: OutputRow) => ({
  address: output.address,
  amount: amountsOf(output),
  output_index: output.output_index,
  data_hash: output.data_hash,
  inline_datum: output.inline_datum,
  reference_script_hash: output.script_hash,
})
