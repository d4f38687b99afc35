import { join } from 'node:path'
import { test } from 'vitest'
import { freshFolder, openImporter, openStudio, removeFolder } from './harness.ts'

/** A test that imports from `folder`, which it fills itself, into the collection of a studio of its own. */
export const importTest = test
  .extend('home', async ({}, { onCleanup }) => {
    const home = await freshFolder()
    onCleanup(() => removeFolder(home))
    return home
  })
  .extend('folder', ({ home }) => join(home, 'art'))
  .extend('studio', async ({ home }, { onCleanup }) => {
    const studio = await openStudio(home)
    onCleanup(() => studio.close())
    return studio
  })
  .extend('importer', async ({ home, studio }, { onCleanup }) => {
    const importer = await openImporter(home, studio.baseUrl)
    onCleanup(() => importer.close())
    return importer
  })

export type ImportStudio = Awaited<ReturnType<typeof openStudio>>
export type TestImporter = Awaited<ReturnType<typeof openImporter>>
