import { expect, it } from 'vitest'
import { servedLink } from '#cli/commands/studio/served-link.ts'

it('A page is named where its studio goes on, and only there', () => {
  const link = 'http://127.0.0.1:4800/pay/sale/s1'
  expect(servedLink(link, { isLocal: false })).toBe(link)
  expect(servedLink(link, { isLocal: true })).toBeNull()
  for (const none of [null, undefined])
    for (const isLocal of [true, false]) expect(servedLink(none, { isLocal })).toBe(none)
})
