import { test } from 'vitest'
import { openMintHarness } from './mint-harness.ts'

type Cleanup = { readonly onCleanup: (work: () => Promise<void>) => void }

const openForTest = async ({}, { onCleanup }: Cleanup) => {
  const harness = await openMintHarness()
  onCleanup(() => harness.close())
  return harness
}

/** A test with a devnet and a studio that mints on it, which all tests of its file share. */
export const mintTest = test
  .extend('harness', { scope: 'file' }, openForTest)
  .extend('studio', { scope: 'file' }, async ({ harness }, { onCleanup }) => {
    const studio = await harness.open()
    onCleanup(() => studio.close())
    return studio
  })

/** A test with a devnet of its own, on which it starts and ends studios itself. */
export const restartTest = test.extend('harness', openForTest)
