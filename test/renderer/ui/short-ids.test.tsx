// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { cutMiddle } from '#values/text/format.ts'
import { ShortIds } from '#renderer/ui/short-ids.tsx'
import { reactRoot } from '../react-root.ts'

const render = reactRoot()

test('a sentence has its addresses and hashes cut in the middle, and whole in their tooltips', async () => {
  const ids = [`addr_test1${'q'.repeat(98)}`, 'ab'.repeat(28)]
  await render(<ShortIds>{`1 ₳ goes to ${ids[0]} (${ids[1]}) at block abcdef.`}</ShortIds>)
  const [address = '', hash = ''] = ids
  expect(document.body.textContent).toBe(
    `1 ₳ goes to ${cutMiddle(address)} (${cutMiddle(hash)}) at block abcdef.`,
  )
  expect(
    [...document.querySelectorAll('[title]')].map((part) => part.getAttribute('title')),
  ).toEqual(ids)
})
