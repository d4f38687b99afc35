import { describe, expect, it } from 'vitest'
import { likelyNetwork, lockAnswer } from '#renderer/views/policies/generate-dialog.tsx'

const now = Date.parse('2027-01-14T12:00:00')

describe('when a new policy locks', () => {
  it('never, whatever stands in the hidden field', () => {
    const answer = { lockTime: null, seconds: null }
    expect(lockAnswer({ locks: false, localTime: '2020-01-01T00:00' }, now)).toEqual(answer)
  })

  it('is read as local time and sent as UTC', () => {
    expect(lockAnswer({ locks: true, localTime: '2027-01-14T13:30' }, now)).toEqual({
      lockTime: new Date(2027, 0, 14, 13, 30).toISOString(),
      seconds: 5400,
    })
  })

  it('must be given and lie ahead', () => {
    expect(lockAnswer({ locks: true, localTime: '' }, now)).toEqual({ error: 'missing' })
    expect(lockAnswer({ locks: true, localTime: '2027-13-40T99:00' }, now)).toEqual({
      error: 'missing',
    })
    expect(lockAnswer({ locks: true, localTime: '2027-01-14T12:00' }, now)).toEqual({
      error: 'past',
    })
  })
})

describe('the network that a form starts with', () => {
  const local = { chain: 'devnet' } as const
  const hosted = (network: 'mainnet' | 'testnet') => ({ chain: network }) as const

  it('is that of the accounts', () => {
    expect(likelyNetwork([local])).toBe('devnet')
    expect(likelyNetwork([local, hosted('testnet')])).toBe('preprod')
    expect(likelyNetwork([local, hosted('testnet'), hosted('mainnet')])).toBe('mainnet')
  })

  it('is that of a Local studio on a public network too', () => {
    expect(likelyNetwork([local, { chain: 'preview' }])).toBe('preview')
    expect(likelyNetwork([local, { chain: 'mainnet' }])).toBe('mainnet')
  })
})
