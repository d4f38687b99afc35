import { describe, expect, it } from 'vitest'
import ipaddr from 'ipaddr.js'
import { clientAddress, type TrustedProxies } from '#studio/public/client-address.ts'

const proxies: TrustedProxies = ['127.0.0.1/32', '10.0.0.0/8', 'fd00::1/128'].map((network) =>
  ipaddr.parseCIDR(network),
)
const from = (peer: string, forwarded?: string | readonly string[]): string =>
  clientAddress(peer, forwarded, proxies).key

describe('The address that a request came from', () => {
  it('is the last one that a trusted proxy saw, whatever the client wrote before it', () => {
    expect(from('127.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
    expect(from('127.0.0.1', '198.51.100.1, 127.0.0.1, 203.0.113.9')).toBe('203.0.113.9')
    expect(from('127.0.0.1', '198.51.100.1, 203.0.113.9, 10.1.2.3')).toBe('203.0.113.9')
    expect(from('::ffff:127.0.0.1', ['198.51.100.1', '203.0.113.9'])).toBe('203.0.113.9')
  })

  it('is the peer itself where that is no trusted proxy', () => {
    expect(from('198.51.100.7', '203.0.113.9')).toBe('198.51.100.7')
    expect(clientAddress('127.0.0.1', '203.0.113.9', []).key).toBe('127.0.0.1')
  })

  it('is the proxy where what it passed on is no address', () => {
    for (const text of ['', 'unknown', '1.2.3', "'; DROP", '203.0.113.9:4711', '\u{202e}'])
      expect(from('127.0.0.1', text), text).toBe('127.0.0.1')
  })

  it('reads no more than sixteen steps of a header', () => {
    const endless = Array<string>(100_000).fill('10.0.0.1').join(',')
    expect(from('127.0.0.1', `203.0.113.9,${endless}`)).toBe('10.0.0.1')
  })

  it('counts a customer of an IPv6 provider as one', () => {
    expect(from('fd00::1', '2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(from('2001:db8:1:2:ffff::1')).toBe('2001:db8:1:2::/64')
  })
})
