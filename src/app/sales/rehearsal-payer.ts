import { setTimeout as sleep } from 'node:timers/promises'
import { baseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey, signBody } from '#cardano/keys.ts'
import { assemble } from '#cardano/transactions/assemble.ts'
import { buildPayment } from '#cardano/transactions/build/build-payment.ts'
import { lovelaceOnly } from '#cardano/value.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { createStallCheck } from './stall-check.ts'

/** The devnet, as a rehearsal uses it. */
export type RehearsalChain = Pick<Gateway, 'tip' | 'parameters' | 'utxosAt' | 'submit'> & {
  /** Pays from the devnet's test wallet. */
  readonly fund: (address: string, lovelace: bigint) => Promise<unknown>
}

/** Somebody beside the test wallet who pays. */
export type RehearsalPayer = {
  readonly address: string
  readonly pay: (to: string, lovelace: bigint) => Promise<void>
}

/** Enough for the fee and the change of a payment. */
const spare = 5_000_000n
const pauseMs = 100

/**
 * A wallet with test ADA for one payment, whose keys are forgotten with it.
 * @throws ColdpressError `timeout` when its test ADA does not come; the signal's reason
 */
export const createRehearsalPayer = async (
  { chain, signal, stallMs }: { chain: RehearsalChain; signal: AbortSignal; stallMs: number },
  lovelace: bigint,
): Promise<RehearsalPayer> => {
  const [key, stake] = [generatePolicyKey(), generatePolicyKey()]
  stake.secret.wipe()
  const address = baseAddress(key.keyHash, stake.keyHash, 'devnet')
  await chain.fund(address, lovelace + spare)
  const patience = createStallCheck(stallMs, 'paid to another payer')
  while ((await chain.utxosAt(address, signal)).length === 0) {
    patience('waiting')
    await sleep(pauseMs, undefined, { signal })
  }
  return {
    address,
    pay: async (to, amount) => {
      const [{ slot }, { parameters }, utxos] = await Promise.all([
        chain.tip(signal),
        chain.parameters({ signal }),
        chain.utxosAt(address, signal),
      ])
      const funding = { utxos, changeAddress: address }
      const { cbor, txId } = buildPayment({ network: 'devnet', parameters, slot, funding }, [
        { address: to, value: lovelaceOnly(amount) },
      ])
      await chain.submit(assemble(cbor, [signBody(key, txId)]).bytes)
    },
  }
}
