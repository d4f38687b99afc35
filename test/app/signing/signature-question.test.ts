import { expect, it } from 'vitest'
import { inspectRequest } from '#app/signing/inspect-request.ts'
import { signatureQuestion } from '#app/signing/signature-question.ts'
import { buildBurn } from '#cardano/transactions/build/build-burn.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { unitOf } from '#cardano/value.ts'
import {
  ada,
  alice,
  contextWith,
  enterprise,
  home,
  other,
  payer,
  plainId,
  plainPolicy,
  utxoOf,
} from '../../cardano/transactions/ingredients.ts'
import { mintRequest } from './requests.ts'

const own = {
  keys: new Set<string>([payer.keyHash, alice.keyHash]),
  unconfirmedKeys: new Set<string>(),
  walletAddresses: new Set<string>(),
  addressBook: new Map<string, string>(),
  policyNames: new Map(),
}
const named = (count: number) => Array.from({ length: count }, (_, at) => `Meadow ${at + 1}`)

it('A signature is asked about with what the vault gains and loses, who is paid, and the fee', () => {
  const { question, lines, yes } = signatureQuestion(
    'preprod',
    inspectRequest(mintRequest({ names: named(2) }), { own }),
  )
  expect(question).toBe('Sign this transaction?')
  expect(yes).toBe('Sign')
  expect(lines[0]).toBe('Network: preprod')
  expect(lines.filter((line) => line.startsWith('Your vault:')).join('\n')).toMatch(
    /\+1 × Meadow 1 .*\n.*\+1 × Meadow 2 /u,
  )
  expect(lines.some((line) => line.endsWith(` to ${home}`))).toBe(true)
  expect(lines.some((fact) => /^Mints 2 tokens of policy [0-9a-f]{56}$/u.test(fact))).toBe(true)
  expect(lines.some((fact) => /^Fee: 0\.\d+ ADA$/u.test(fact))).toBe(true)
})

it('Many tokens are counted by policy, so that a mint of 120 fits into one box', () => {
  const request = mintRequest({ names: named(120) })
  const { question, lines } = signatureQuestion('preprod', inspectRequest(request, { own }))
  expect(question).toBe(`Sign these ${request.transactions.length} transactions?`)
  expect(lines.some((line) => line.startsWith('Your vault: +120 × tokens of 120 names'))).toBe(true)
  expect(lines.length).toBeLessThanOrEqual(40)
  expect(request.transactions.length).toBeGreaterThan(1)
})

it('What is burned is named, also where it is at the address of somebody else', () => {
  const held = ['Meadow 1', 'Meadow 2'].map((name) => Buffer.from(name))
  const holder = utxoOf(
    {
      lovelace: ada(3),
      assets: new Map(held.map((name) => [unitOf(plainId, name.toString('hex')), 1n])),
    },
    enterprise(other),
  )
  const [built] = buildBurn(contextWith([utxoOf(ada(9))]), {
    policy: plainPolicy,
    tokens: held.map((assetName) => ({ assetName, quantity: 1n })),
    holders: [holder],
  })
  const summary = inspectTransaction(built?.cbor ?? new Uint8Array())
  const { lines } = signatureQuestion('preprod', [{ summary, warnings: [] }])
  expect(lines).toContain(`Burns 2 tokens of policy ${plainId}: Meadow 1, Meadow 2`)
})
