import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { bundler } from '../../tools/start/build.ts'
import { packApp } from '../../tools/dist/pack/pack-app.ts'
import { run } from '../../tools/dist/run.ts'
import { sharedFolderTest as test } from '../support/folder-test.ts'
import { packedApp, root } from './packages.ts'

const hashOf = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex')

test('two builds of the same sources, in two folders, give the same app.asar', async ({
  folder,
}) => {
  const copy = join(folder, 'checkout')
  const sources = [
    'src',
    'resources',
    'bin',
    'package.json',
    'package-lock.json',
    'LICENSE',
    'README.md',
  ]
  for (const name of sources) cpSync(join(root, name), join(copy, name), { recursive: true })
  cpSync(join(root, 'electron.vite.config.ts'), join(copy, 'electron.vite.config.ts'))
  // Links to the same files: a bundler resolves a link to a folder, and would name the first checkout.
  run('cp', ['-al', join(root, 'node_modules'), join(copy, 'node_modules')])
  const built = spawnSync(process.execPath, [bundler(copy), 'build'], {
    cwd: copy,
    encoding: 'utf8',
  })
  expect(built.status, built.stderr).toBe(0)
  const second = await packApp({ root: copy, work: join(folder, 'work'), mayUseStandIn: true })
  expect(hashOf(join(second.folder, 'resources', 'app.asar'))).toBe(
    hashOf(join(packedApp, 'resources', 'app.asar')),
  )
})
