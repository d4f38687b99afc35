import { describe, expect, it } from 'vitest'
import { outsideLink } from '#main/shell/origin.ts'

describe('a link that leads out of the app', () => {
  it('may lead to the pages of this machine on which something is paid', () => {
    for (const page of ['sale', 'token', 'royalty']) {
      const link = `http://127.0.0.1:33307/pay/${page}/01m80r6r24dymdj1rcbv21gvq2`
      expect(outsideLink(link)).toBe(link)
    }
  })

  it('leads nowhere else on this machine, and to no such page elsewhere', () => {
    for (const link of [
      'http://127.0.0.1:33307/local/v1/nft/collections',
      'http://127.0.0.1:33307/pay/sale/01m8?pay=exact',
      'http://127.0.0.1:33307/pay/sale/../../local',
      'http://127.0.0.1:33307/pay/sale/01m8/picture/0',
      'http://user@127.0.0.1:33307/pay/sale/01m8',
      'http://localhost:33307/pay/sale/01m8',
      'http://pay.example/pay/sale/01m8',
      'https://127.0.0.1:33307/pay/sale/01m8',
      'file:///pay/sale/01m8',
    ])
      expect(outsideLink(link), link).toBeUndefined()
  })
})
