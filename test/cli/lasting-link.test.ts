import { expect, it } from 'vitest'
import { lastingLink } from '../../src/cli/lasting-link.ts'

it('A page is named where its studio goes on, and only there', () => {
  const link = 'http://127.0.0.1:4800/pay/sale/s1'
  expect(lastingLink(link, { isLocal: false })).toBe(link)
  expect(lastingLink(link, { isLocal: true })).toBeNull()
  for (const none of [null, undefined])
    for (const isLocal of [true, false]) expect(lastingLink(none, { isLocal })).toBe(none)
})
