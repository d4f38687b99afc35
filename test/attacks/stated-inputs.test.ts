import { describe, expect, it } from 'vitest'
import { bodyOf } from '#cardano/transactions/inspect/parents.ts'
import { errorsToAccept, requireAccepted } from '#app/signing/acceptance.ts'
import { inspectRequest } from '#app/signing/inspect-request.ts'
import { ownershipIn, type OwnershipSource } from '#app/signing/local-ownership.ts'
import { readRequestFile, writeRequestFile } from '#app/signing/request-file.ts'
import type { SigningRequest } from '#app/signing/request-types.ts'
import {
  ada,
  collector,
  enterprise,
  parameters,
  payer,
} from '../cardano/transactions/ingredients.ts'
import { provedUtxo } from '../cardano/transactions/proved-utxo.ts'
import { payTo, raw } from '../cardano/transactions/raw.ts'

/** Whoever signs; the key is in the vault. The thief wrote the request. */
const victim = enterprise(payer)
const thief = collector
const vault: OwnershipSource = {
  keyState: async (keyHash: string) => (keyHash === payer.keyHash ? 'own' : 'absent'),
  learn: () => undefined,
  isWalletAddress: async () => false,
  addressBook: async () => new Map<string, string>(),
  policyNames: () => new Map(),
}
const fee = 200_000n
const stolen = ada(10_000)
const provedInput = provedUtxo(stolen + fee, victim)

/** All of the victim's coin goes to the thief, with a story around it. */
const theft = (story: Partial<SigningRequest> = {}): SigningRequest => ({
  createdAt: new Date('2026-05-01T12:00:00Z'),
  title: 'Mint of Herbarium',
  collectionName: 'Herbarium',
  network: 'devnet',
  transactions: [
    raw({
      inputs: [[provedInput.utxo.txId, provedInput.utxo.index]],
      outputs: [payTo(thief, stolen)],
      fee,
    }),
  ],
  parents: [],
  resolvedInputs: [],
  paymentKeys: [],
  scripts: [],
  parameters: { asOf: new Date('2026-05-01T11:59:00Z'), values: parameters },
  expected: [],
  thumbnails: [],
  ...story,
})
const nowSlot = 1_000n
const opened = async (story?: Partial<SigningRequest>) => {
  const request = readRequestFile(writeRequestFile(theft(story)))
  const own = await ownershipIn(request, vault)
  const [inspected] = inspectRequest(request, { nowSlot, own })
  if (inspected === undefined) throw new Error('no transaction')
  return inspected
}
const atThief = { ...provedInput.utxo, address: thief, isSpecial: false }

describe('a request that states the input of its victim at the address of the thief', () => {
  it('does not make what leaves look like change, and is not signed without a code', async () => {
    const { summary, warnings } = await opened({ resolvedInputs: [atThief] })
    expect(summary.outputs).toMatchObject([{ leaving: { lovelace: String(stolen) } }])
    expect(warnings[0]).toMatchObject({ code: 'inputs_unproved', severity: 'error' })
    expect(() => requireAccepted({ summary, warnings }, new Set())).toThrow(/Accept this first/u)
    expect(errorsToAccept(warnings, new Set(['inputs_unproved']))).toEqual([])
  })

  it('gains nothing by naming the thief as an agreed address', async () => {
    const addresses = [{ address: thief, label: 'Your change' }]
    const nothing = {
      policyId: undefined,
      lockSlot: undefined,
      hasMinted: undefined,
      awaitsRoyalty: undefined,
    }
    const { warnings } = await opened({
      parents: [provedInput.parent],
      expected: [{ ...nothing, addresses }],
    })
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'ada_to_unknown_address', severity: 'warning' }),
    )
  })

  it('is refused where a parent contradicts the statement', () => {
    const contradicted = theft({ parents: [provedInput.parent], resolvedInputs: [atThief] })
    expect(() => writeRequestFile(contradicted)).toThrow(/something else than its parent proves/u)
  })

  it('cannot pass a forged body for a parent: its hash is the id that the input names', () => {
    const forged = bodyOf(raw({ outputs: [payTo(thief, stolen + fee)] }))
    expect(() => writeRequestFile(theft({ parents: [forged] }))).toThrow(
      /parents\[0\]: it made no input of the transactions here/u,
    )
  })
})

describe('a proved input of the thief', () => {
  it('makes no more of an output come back than it brought', async () => {
    const little = provedUtxo(ada(2), thief)
    const inputs = [provedInput, little].map(({ utxo }) => [utxo.txId, utxo.index] as const)
    const { summary, warnings } = await opened({
      transactions: [raw({ inputs, outputs: [payTo(thief, stolen + ada(2))], fee })],
      parents: [provedInput.parent, little.parent],
    })
    expect(summary.outputs).toMatchObject([{ leaving: { lovelace: String(stolen) } }])
    expect(summary.netChange.lovelace).toBe(String(-stolen - fee))
    expect(warnings).toContainEqual(
      expect.objectContaining({
        code: 'ada_to_unknown_address',
        facts: expect.objectContaining({ lovelace: String(stolen) }),
      }),
    )
  })
})
