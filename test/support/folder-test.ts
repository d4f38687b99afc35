import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'

const create = (): string => mkdtempSync(join(tmpdir(), 'coldpress-'))
const remove = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

type Cleanup = { readonly onCleanup: (work: () => void) => void }

const folderFixture = ({}, { onCleanup }: Cleanup): string => {
  const folder = create()
  onCleanup(() => remove(folder))
  return folder
}

/** A test with an empty folder of its own. */
export const folderTest = test.extend('folder', folderFixture)

/** A test with an empty home of its own. */
export const homeTest = test.extend('home', folderFixture)

/** A test with a folder that all tests of its file share. */
export const sharedFolderTest = test.extend('folder', { scope: 'file' }, folderFixture)

/** An empty folder for what a running test opens. It is removed after everything that the test closes later on. */
export const temporaryFolder = (): string => {
  const folder = create()
  onTestFinished(() => remove(folder))
  return folder
}
