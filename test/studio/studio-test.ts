import { test } from 'vitest'
import { openStudio } from './open-studio.ts'

/** A test with a studio, which all tests of its file share. */
export const studioTest = test.extend('studio', { scope: 'file' }, async ({}, { onCleanup }) => {
  const studio = await openStudio()
  onCleanup(() => studio.close())
  return studio
})
