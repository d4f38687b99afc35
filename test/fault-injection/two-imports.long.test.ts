import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
  contentsOf,
  freshFolder,
  makeFolder,
  openStudio,
  removeFolder,
  row,
  temporaryFiles,
} from '../app/imports/harness.ts'
import { type FlakyMode, startFlakyProxy } from './mischief-proxy.ts'
import { startProgram } from './start-program.ts'

const images = 60
const script = join(import.meta.dirname, 'import.process.ts')

// Fault 16 of docs/faults.md.
it('of two programs that import in one home, the second names the first, and no token is doubled', async () => {
  const root = await freshFolder()
  onTestFinished(() => removeFolder(root))
  const studio = await openStudio(join(root, 'studio'))
  onTestFinished(studio.close)
  // The first waits for the answer to its first tokens until the second has ended.
  const [uploading, secondEnded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const proxy = await startFlakyProxy(studio.baseUrl, async (): Promise<FlakyMode> => {
    uploading.resolve()
    await secondEnded.promise
    return 'none'
  })
  onTestFinished(() => proxy.close())
  const [home, folder] = [join(root, 'home'), join(root, 'art')]
  await makeFolder(folder, images)
  const args = [script, home, folder, proxy.baseUrl, studio.collectionId]

  const first = startProgram(process.execPath, args)
  await uploading.promise
  const second = await startProgram(process.execPath, args).ended
  secondEnded.resolve()
  expect(second.code).not.toBe(0)
  expect(second.stderr).toMatch(/code: 'conflict'/u)
  expect(second.stderr).toMatch(new RegExp(`pid: ${first.child.pid}`, 'u'))

  expect((await first.ended).code).toBe(0)
  expect(await temporaryFiles(home)).toEqual([])
  const held = await contentsOf(studio.client, studio.collectionId)
  expect(held.map(({ asset_name }) => asset_name)).toEqual(
    Array.from({ length: images }, (_, at) => row(at + 1)[0]),
  )
})
