import { expect, it } from 'vitest'
import { countEqual } from '#renderer/views/signing/count-equal.ts'
import { output, token } from './summaries.ts'

it('counts equal outputs and keeps every other one, however many there are', () => {
  const buyers = Array.from({ length: 2_000 }, (_, at) => output(`buyer ${at}`))
  const alike = [output('same'), ...buyers, output('same')]
  const counted = countEqual(alike)
  expect(counted).toHaveLength(2_001)
  expect(counted[0]).toMatchObject({ item: { address: 'same' }, times: 2 })
  expect(counted.at(-1)).toMatchObject({ item: { address: 'buyer 1999' }, times: 1 })
})

it('takes no two outputs as equal that differ in a token or a datum', () => {
  const differing = [
    output('same'),
    output('same', { assets: [token('Leaf1')] }),
    output('same', { datum: 'inline' }),
  ]
  expect(countEqual(differing).map(({ times }) => times)).toEqual([1, 1, 1])
})
