import { expect, it } from 'vitest'
import { countWords, phraseKeysOf } from '#renderer/views/policies/phrases/phrase-uses.ts'
import { keyHash, samplePolicy } from '../sample-policy.ts'

it('each index of a phrase has its path and the policies that name its key', () => {
  const derivedAt = '2026-11-21T12:00:00.000Z'
  const used = [
    { index: 0, keyHash, publicKey: 'aa', derivedAt },
    { index: 3, keyHash: 'beef'.repeat(14), publicKey: 'bb', derivedAt },
  ]
  const policy = samplePolicy()
  expect(phraseKeysOf({ used }, [policy])).toEqual([
    { ...used[0], path: "m/1855'/1815'/0'", policies: [policy] },
    { ...used[1], path: "m/1855'/1815'/3'", policies: [] },
  ])
})

it('words are counted however they are set apart', () => {
  expect(countWords('')).toBe(0)
  expect(countWords('  one\ttwo\n\nthree ')).toBe(3)
})
