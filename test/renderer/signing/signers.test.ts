import { describe, expect, it } from 'vitest'
import { shownSignersOf } from '#renderer/views/signing/signers.ts'
import { keys, summaryWith } from './summaries.ts'

const [payer = '', alice = '', bob = '', carol = ''] = keys

const asked = {
  signers: [{ keyHash: payer, reasons: ['input' as const] }],
  scripts: [
    {
      hash: 'ee'.repeat(28),
      script: null,
      origin: 'transaction' as const,
      uses: ['mint' as const],
      state: 'needs_signatures' as const,
      count: 2,
      of: [alice, bob, carol],
    },
  ],
}
const missing = (...of: string[]) => ({
  keys: of,
  choices: [],
  scripts: [],
  unknownInputs: 0,
  byronInputs: 0,
})
const signature = (keyHash: string, isValid = true) => ({ keyHash, publicKey: '', isValid })

describe('who signs', () => {
  it('tells keys that must sign from those that may, and those that are here', () => {
    const signers = shownSignersOf({
      summary: summaryWith({ ...asked, missing: missing(payer) }),
      keysHere: [payer, bob],
      signedHere: [],
    })
    expect(signers.map(({ keyHash, state }) => [keyHash, state])).toEqual([
      [payer, 'missingHere'],
      [bob, 'mayHere'],
      [alice, 'may'],
      [carol, 'may'],
    ])
    expect(signers[0]?.reasons).toEqual(['input'])
  })

  it('tells signatures that were made here from those of others, and from wrong ones', () => {
    const signatures = [signature(alice), signature(bob), signature(carol, false)]
    const signers = shownSignersOf({
      summary: summaryWith({ ...asked, signatures, missing: missing(payer) }),
      keysHere: [alice],
      signedHere: [alice],
    })
    expect(signers.map(({ keyHash, state }) => [keyHash, state])).toEqual([
      [carol, 'wrong'],
      [alice, 'signedHere'],
      [bob, 'signed'],
      [payer, 'missing'],
    ])
  })
})
