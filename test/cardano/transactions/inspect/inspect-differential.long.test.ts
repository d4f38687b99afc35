import { bytesToHex } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { readBech32 } from '#cardano/bech32.ts'
import { withCsl } from '#cardano/csl.ts'
import { TxId } from '#cardano/ids.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { lovelaceOnly } from '#cardano/value.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import type { AssetAmount, TransactionSummary } from '#contract/signing/transactions.ts'
import { vectors } from '../../vectors.ts'
import { enterprise, keyOf, payer } from '../ingredients.ts'
import { payTo, raw } from '../raw.ts'

/**
 * The inspector and the wasm library read as many mutated transactions as a minute allows. Where both
 * read one, they must agree on its id, fee, inputs, outputs, mint and validity, and the net change of
 * a vault must be what follows from the library's reading.
 */
const budgetMs = 60_000

/** Holds what every input spends. */
const owner = enterprise(payer)

const bases = [
  ...vectors.realTx.map(({ cbor }) => Uint8Array.from(Buffer.from(cbor, 'hex'))),
  raw({ signers: [payer] }),
  raw({ outputs: [payTo(owner, 3_000_000n), payTo(owner, 2_000_000n)] }),
]

const assets = z.record(z.string(), z.record(z.string(), z.string()))
const libraryBody = z.object({
  inputs: z.array(z.object({ transaction_id: z.string(), index: z.int() })),
  outputs: z.array(
    z.object({
      address: z.string(),
      amount: z.object({ coin: z.string(), multiasset: assets.nullable() }),
    }),
  ),
  fee: z.string(),
  ttl: z.string().nullable(),
  validity_start_interval: z.string().nullable(),
  mint: z.array(z.tuple([z.string(), z.record(z.string(), z.string())])).nullable(),
  withdrawals: z.record(z.string(), z.string()).nullable(),
})
type LibraryBody = z.output<typeof libraryBody>

/** Undefined for bytes that the library does not read. */
const readByLibrary = (bytes: Uint8Array) => {
  try {
    return withCsl((csl, own) => {
      const transaction = own(csl.FixedTransaction.from_bytes(bytes))
      const id = own(transaction.transaction_hash()).to_hex()
      return { id, body: libraryBody.parse(JSON.parse(own(transaction.body()).to_json())) }
    })
  } catch {
    return undefined
  }
}

const readHere = (
  bytes: Uint8Array,
  context: Parameters<typeof inspectTransaction>[1] = {},
): TransactionSummary | undefined => {
  try {
    return inspectTransaction(bytes, context)
  } catch (error) {
    if (isColdpressError(error, 'invalid')) return undefined
    throw error
  }
}

const bytesOfAddress = (text: string): Uint8Array => {
  const reading = readBech32(text)
  return reading.outcome === 'read' ? reading.bytes : base58.decode(text)
}
const hexOfAddress = (text: string): string => bytesToHex(bytesOfAddress(text))

/** CIP-19: of header types 0 to 7 and 14 the even ones start with the hash of a key. */
const keyOfAddress = (text: string): string | undefined => {
  const bytes = bytesOfAddress(text)
  const type = (bytes[0] ?? 0) >> 4
  return type === 8 || type % 2 === 1 ? undefined : bytesToHex(bytes.subarray(1, 29))
}

const listed = (given: readonly AssetAmount[]): Record<string, string> =>
  Object.fromEntries(
    given.map(({ policyId, nameHex, quantity }) => [policyId + nameHex, quantity] as const),
  )
const listedByLibrary = (
  given: Iterable<readonly [string, Readonly<Record<string, string>>]>,
): Record<string, string> =>
  Object.fromEntries(
    [...given].flatMap(([policyId, names]) =>
      Object.entries(names).map(([name, quantity]) => [policyId + name, quantity]),
    ),
  )

/** What both say, in one form. */
const factsOf = (summary: TransactionSummary) => ({
  id: summary.txId,
  fee: summary.fee,
  inputs: summary.inputs.map(({ txId, index }) => `${txId}#${index}`),
  outputs: summary.outputs.map((output) => [
    hexOfAddress(output.address),
    output.lovelace,
    listed(output.assets),
  ]),
  mint: listed(summary.mint.flatMap((one) => one.assets)),
  start: summary.validity.invalidBefore?.slot ?? null,
  end: summary.validity.invalidHereafter?.slot ?? null,
})
const factsOfLibrary = ({ id, body }: { readonly id: string; readonly body: LibraryBody }) => ({
  id,
  fee: body.fee,
  inputs: body.inputs.map(({ transaction_id, index }) => `${transaction_id}#${index}`),
  outputs: body.outputs.map(({ address, amount }) => [
    hexOfAddress(address),
    amount.coin,
    listedByLibrary(Object.entries(amount.multiasset ?? {})),
  ]),
  mint: listedByLibrary(body.mint ?? []),
  start: body.validity_start_interval,
  end: body.ttl,
})

/** Every input is proved and held 5 ADA of `owner`'s. */
const held = 5_000_000n
const netChangeOf = (body: LibraryBody, keys: ReadonlySet<string>, owner: string) => {
  const isOwn = (address: string) => keys.has(keyOfAddress(address) ?? '')
  const outputs = body.outputs.filter(({ address }) => isOwn(address))
  const rewards = Object.entries(body.withdrawals ?? {}).filter(([address]) => isOwn(address))
  const refs = new Set(body.inputs.map(({ transaction_id, index }) => `${transaction_id}#${index}`))
  const spent = isOwn(owner) ? BigInt(refs.size) * held : 0n
  const tokens = new Map<string, bigint>()
  for (const { amount } of outputs)
    for (const [unit, quantity] of Object.entries(
      listedByLibrary(Object.entries(amount.multiasset ?? {})),
    ))
      tokens.set(unit, (tokens.get(unit) ?? 0n) + BigInt(quantity))
  return {
    lovelace: String(
      outputs.reduce((sum, { amount }) => sum + BigInt(amount.coin), 0n) -
        rewards.reduce((sum, [, lovelace]) => sum + BigInt(lovelace), 0n) -
        spent,
    ),
    assets: Object.fromEntries(
      [...tokens].flatMap(([unit, quantity]) =>
        quantity === 0n ? [] : [[unit, String(quantity)]],
      ),
    ),
  }
}

it(
  'the inspector and the wasm library agree on every transaction that both read',
  () => {
    let compared = 0
    let onlyHere = 0
    const bytesChanged = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
      maxLength: 4,
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...bases),
        bytesChanged,
        fc.array(fc.nat({ max: 30 }), { maxLength: 3 }),
        (base, changes, places) => {
          const bytes = Uint8Array.from(base)
          for (const [at, value] of changes) bytes[at % bytes.length] = value
          const library = readByLibrary(bytes)
          const plain = readHere(bytes)
          if (plain === undefined || library === undefined) {
            if (plain !== undefined) onlyHere += 1
            return
          }
          expect(factsOf(plain)).toEqual(factsOfLibrary(library))
          const candidates = [
            ...library.body.outputs.map(({ address }) => address),
            ...Object.keys(library.body.withdrawals ?? {}),
            owner,
          ].flatMap((address) => keyOfAddress(address) ?? [])
          const keys = new Set(
            places.map(
              (position) => candidates[position % candidates.length] ?? keyOf('x').keyHash,
            ),
          )
          const resolved = plain.inputs.map(({ txId, index }) => ({
            txId: TxId(txId),
            index,
            address: owner,
            value: lovelaceOnly(held),
            source: 'parent' as const,
          }))
          const own = {
            keys,
            unconfirmedKeys: new Set<string>(),
            walletAddresses: new Set<string>(),
            addressBook: new Map(),
            policyNames: new Map(),
          }
          const summary = inspectTransaction(bytes, { resolved, own })
          expect({
            lovelace: summary.netChange.lovelace,
            assets: listed(summary.netChange.assets),
          }).toEqual(netChangeOf(library.body, keys, owner))
          expect(summary.unprovedInputs).toBe(0)
          compared += 1
        },
      ),
      { numRuns: 10_000_000, interruptAfterTimeLimit: budgetMs, markInterruptAsFailure: false },
    )
    console.info(`${compared} transactions compared; ${onlyHere} that only the inspector reads`)
    expect(compared).toBeGreaterThan(1_000)
  },
  budgetMs * 3,
)
