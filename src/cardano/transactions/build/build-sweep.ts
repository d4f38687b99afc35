import { ColdpressError } from '#values/errors/errors.ts'
import { paymentAddress } from '../../addresses.ts'
import { Shortfall } from './balance.ts'
import { buildDraft, Oversize } from './build.ts'
import { spendableUtxos } from './spendable-utxos.ts'
import { packLargest } from './pack.ts'
import type { BuildContext, BuiltTransaction } from './types.ts'
import { plainValidity } from './validity.ts'

/**
 * Sends everything in the funding to one address, with tokens, in as few outputs as possible. If
 * there are more inputs than one transaction can hold, it takes as many as fit, largest ADA first.
 * @throws ColdpressError `invalid` for an address that cannot receive it; `conflict` when the
 * funding is empty, or fee and minimum ADA would use all of it
 */
export const buildSweep = (
  { network, parameters, funding, ...moment }: BuildContext,
  address: string,
): BuiltTransaction => {
  const { bech32: changeAddress } = paymentAddress(address, network)
  const spendables = spendableUtxos(funding.utxos)
  if (spendables.length === 0)
    throw new ColdpressError('conflict', 'funding: nothing that is free is there to be sent')
  const draft = {
    outputs: [],
    mint: new Map(),
    validity: plainValidity(moment),
    policySigners: new Set<never>(),
  }
  // Tokens may need more ADA than there is; the rest of the ADA is then sent without them.
  for (const candidates of [
    spendables,
    spendables.filter(({ utxo }) => utxo.value.assets.size === 0),
  ]) {
    const built = packLargest(candidates.length, (count) => {
      const spends = candidates.slice(0, count)
      const result = buildDraft({ ...draft, spends }, [], { parameters, changeAddress })
      return result instanceof Oversize ? undefined : result
    })
    if (built !== undefined && !(built instanceof Shortfall)) return built
  }
  throw new ColdpressError(
    'conflict',
    'funding: too little is there to be sent; the fee and the least that an output holds would take it all',
  )
}
