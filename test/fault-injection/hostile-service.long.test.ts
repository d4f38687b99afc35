import { describe, it } from 'vitest'
import { playStories } from './hostile-moods.ts'

const chosenSeed = (): number => {
  const seed = Number(process.env['COLDPRESS_SEED'] ?? Date.now() % 1_000_000)
  console.log(`seed ${seed} (COLDPRESS_SEED=${seed} brings it back)`)
  return seed
}

describe('a hostile minting service in many stories', () => {
  // Fault 18 of docs/faults.md.
  it('of any seed leaves every token exactly once', async () => {
    await playStories({ stories: 200, seed: chosenSeed() })
  })

  // Fault 18 of docs/faults.md.
  it('leaves every token exactly once also with images to make and to pin', async () => {
    await playStories({ stories: 12, seed: chosenSeed(), withImages: true })
  })
})
