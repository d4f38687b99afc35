import { describe, expect, it } from 'vitest'
import type { MintTerms } from '#contract/mints/calls.ts'
import {
  type BurnDraft,
  burnRequestOf,
  emptyBurnDraft,
  isFilled,
  mayNeedOthers,
} from '#renderer/views/minting/burn/burn-draft.ts'
import { terms } from './terms.ts'

const places = { own: 'addr_own', mintedTo: ['addr_own'] }
const keys = [
  { keyHash: 'k1', here: true },
  { keyHash: 'k2', here: false },
]
const choice: MintTerms = {
  ...terms,
  policy: { ...terms.policy, keys, hasChoice: true, suggested: ['k1'] },
}
const draft = (changes: Partial<BurnDraft> = {}): BurnDraft => ({ ...emptyBurnDraft, ...changes })
const formOf = (changes: Partial<BurnDraft> = {}) => burnRequestOf(draft(changes), places, ['t1'])

describe('a burn', () => {
  it("is paid by the collection's own address and signed by as few keys as needed, unless the user says otherwise", () => {
    expect(formOf()).toEqual({
      tokens: ['t1'],
      addresses: ['addr_own'],
      funding: 'own',
      valid_for_seconds: 7_200,
    })
    const chosen = { funding: 'other', payer: ' addr_payer ', signers: new Set(['k2']) } as const
    expect(formOf(chosen)).toMatchObject({ funding: { address: 'addr_payer' }, signers: ['k2'] })
  })

  it('costs nothing known while an address is to be typed', () => {
    expect(isFilled(formOf())).toBe(true)
    expect(isFilled(formOf({ where: 'other' }))).toBe(false)
    expect(isFilled(formOf({ funding: 'other', payer: ' ' }))).toBe(false)
  })

  it('asks for the time to sign where somebody elsewhere may have to', () => {
    expect(mayNeedOthers(draft(), places, choice)).toBe(false)
    expect(mayNeedOthers(draft({ signers: new Set(['k2']) }), places, choice)).toBe(true)
    expect(mayNeedOthers(draft({ funding: 'other' }), places, choice)).toBe(true)
    expect(mayNeedOthers(draft({ where: 'other' }), places, choice)).toBe(true)
    const suggested = { ...choice, policy: { ...choice.policy, suggested: ['k1', 'k2'] } }
    expect(mayNeedOthers(draft(), places, suggested)).toBe(true)
  })
})
