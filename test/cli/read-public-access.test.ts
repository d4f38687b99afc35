import { describe, expect, it } from 'vitest'
import { readPublicAccess } from '#cli/commands/studio/read-public-access.ts'

const listen = '127.0.0.1:4880'
const publicUrl = 'https://shop.example.com'

describe('The options of a studio that buyers reach', () => {
  it('are an address with a port and an origin, or none at all', () => {
    expect(readPublicAccess({})).toBeUndefined()
    expect(readPublicAccess({ listen, publicUrl })).toEqual({
      origin: publicUrl,
      listen: { host: '127.0.0.1', port: 4880 },
      trustedProxies: [],
    })
    expect(
      readPublicAccess({ listen: '[::1]:4880', publicUrl: 'https://Shop.Example.com:8443/' }),
    ).toMatchObject({
      origin: 'https://shop.example.com:8443',
      listen: { host: '::1', port: 4880 },
    })
    expect(readPublicAccess({ listen, publicUrl: 'http://127.0.0.1:8080' })?.origin).toBe(
      'http://127.0.0.1:8080',
    )
  })

  it('belong together', () => {
    for (const texts of [{ listen }, { publicUrl }, { trustedProxy: ['127.0.0.1'] }])
      expect(() => readPublicAccess(texts)).toThrow('belong together')
  })

  it('name no link that somebody on the way could change, and none with a path', () => {
    for (const url of [
      'http://shop.example.com',
      'shop.example.com',
      'https://shop.example.com/pay',
      'https://shop.example.com?x=1',
      'https://user@shop.example.com',
      'file:///etc/passwd',
    ])
      expect(() => readPublicAccess({ listen, publicUrl: url }), url).toThrow('--public-url')
  })

  it('name a port that stays the same', () => {
    for (const text of ['4880', '127.0.0.1', '127.0.0.1:0', '127.0.0.1:65536', 'localhost:4880'])
      expect(() => readPublicAccess({ listen: text, publicUrl }), text).toThrow('--listen')
  })

  it('know a proxy by an address or a network, and refuse anything else by name', () => {
    const read = (proxy: string) => readPublicAccess({ listen, publicUrl, trustedProxy: [proxy] })
    expect(read('10.0.0.0/8')?.trustedProxies).toHaveLength(1)
    expect(() => read('localhost')).toThrow('--trusted-proxy: localhost is neither an IP address')
    expect(() => read('10.0.0.0/33')).toThrow('10.0.0.0/33')
  })
})
