import { describe, it } from 'vitest'
import { playStories } from './hostile-moods.ts'

describe('a hostile minting service', () => {
  // Fault 18 of docs/faults.md.
  it('after any mix of its moods, a resumed import ends with every token exactly once', async () => {
    await playStories({ stories: 10, seed: 21 })
  })
})
