import { canBeSold } from '#renderer/data/token-status.ts'
import { describe, expect, it } from 'vitest'
import {
  chosenRows,
  countMintable,
  emptyMintDraft as draft,
  mintRequestOf,
  payoutOf,
  chosenReceiver,
} from '#renderer/views/minting/form/form-of.ts'
import { tokenRowOf } from '../token-row.ts'
import { terms } from './terms.ts'

const known = { payout: 'addr_payout', terms, royalty: null }

describe('the form of a mint', () => {
  it('asks by default for all tokens but those on sale, to the payout address, paid by the collection', () => {
    expect(mintRequestOf(draft, known)).toEqual({
      tokens: 'unlisted',
      to: 'addr_payout',
      funding: 'own',
      valid_for_seconds: 7200,
    })
  })

  it('sends what was picked and typed, without the spaces around it', () => {
    const typed = {
      ...draft,
      tokens: 'picked' as const,
      picked: new Set(['t1', 't2']),
      to: 'other' as const,
      address: ' addr_x ',
      funding: 'other' as const,
      payer: 'addr_y ',
      signers: new Set(['k1']),
      validFor: '604800' as const,
    }
    expect(mintRequestOf(typed, known)).toEqual({
      tokens: ['t1', 't2'],
      to: 'addr_x',
      funding: { address: 'addr_y' },
      signers: ['k1'],
      valid_for_seconds: 604_800,
    })
  })

  it('asks those to sign that it shows as chosen, where there is a choice', () => {
    const choice = { ...terms, policy: { ...terms.policy, hasChoice: true, suggested: ['k2'] } }
    expect(mintRequestOf(draft, { ...known, terms: choice }).signers).toEqual(['k2'])
    const none = { ...terms, policy: { ...choice.policy, suggested: [] } }
    expect(mintRequestOf(draft, { ...known, terms: none }).signers).toBeUndefined()
  })

  it('begins with the royalty token where that is chosen and its token is not minted', () => {
    const royalty = { rate: '0.05', address: 'addr_royalty' }
    expect(mintRequestOf(draft, { ...known, royalty }).royalty).toBeUndefined()
    expect(mintRequestOf({ ...draft, withRoyalty: true }, { ...known, royalty }).royalty).toEqual(
      royalty,
    )
    expect(mintRequestOf({ ...draft, withRoyalty: true }, known).royalty).toBeUndefined()
  })

  it('has no payout address to offer where income is shared', () => {
    expect(payoutOf({ payout_address: [{ addr: 'a', ratio: 0.5 }] })).toBe(null)
    expect(chosenReceiver(draft, null)).toBe('other')
    expect(mintRequestOf(draft, { ...known, payout: null }).to).toBe('')
    expect(mintRequestOf({ ...draft, to: 'own' }, { ...known, payout: null }).to).toBe('addr_own')
  })
})

describe('the tokens of a mint', () => {
  const open = [
    tokenRowOf('plain'),
    { ...tokenRowOf('on sale'), price: 25_000_000 },
    tokenRowOf('held back', 'OPEN'),
  ]
  const idsOf = (tokens: typeof draft.tokens, picked: readonly string[] = []) =>
    chosenRows(open, { tokens, picked: new Set(picked) }).map(({ id }) => id)

  it('leave out those on sale unless asked for, and those held back unless picked', () => {
    expect(countMintable(open)).toEqual({ listed: 1, unlisted: 1 })
    expect(idsOf('unlisted')).toEqual(['plain'])
    expect(idsOf('all')).toEqual(['plain', 'on sale'])
    expect(idsOf('picked', ['on sale', 'held back'])).toEqual(['on sale', 'held back'])
  })
})

describe('tokens that can be minted', () => {
  it('are those that nobody has or is getting', () => {
    const statuses = ['OPEN', 'FOR_SALE', 'RESERVED', 'MINTING', 'COMPLETED', 'UPLOADING_CONTENT']
    const rows = statuses.map((status) => tokenRowOf(status, status))
    expect(rows.filter(canBeSold).map(({ id }) => id)).toEqual(['OPEN', 'FOR_SALE'])
  })
})
