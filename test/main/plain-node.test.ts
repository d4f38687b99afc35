import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { plainNodeOf } from '#main/plain-node.ts'
import { folderTest as test } from '../support/folder-test.ts'

const installNode = (folder: string): void => {
  const manifest = join(folder, 'node_modules', 'node', 'package.json')
  mkdirSync(dirname(manifest), { recursive: true })
  writeFileSync(manifest, '{"name":"node"}')
  writeFileSync(join(folder, 'package.json'), '{}')
}

test('in a package, plain Node and what it runs are beside the archive that it cannot read', ({
  folder,
}) => {
  const beside = join(folder, 'command-line')
  installNode(beside)
  const found = plainNodeOf(join(folder, 'app.asar'))
  expect(found.program).toContain(join(beside, 'node_modules', 'node', 'bin'))
  expect(found.images).toBe(join(beside, 'out', 'main', 'images-child.js'))
  expect(found.tables).toBe(join(beside, 'out', 'main', 'tables-child.js'))
  expect(found.resources).toBe(join(beside, 'resources'))
})

test('in a checkout, plain Node is the one that npm installed with it', ({ folder }) => {
  installNode(folder)
  const found = plainNodeOf(folder)
  expect(found.program).toContain(join(folder, 'node_modules', 'node', 'bin'))
  expect(found.resources).toBe(join(folder, 'resources'))
})
