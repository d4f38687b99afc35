import { copyFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { contentsOf, contentsTable, overBudget } from '../../tools/dist/check/contents.ts'
import { filesIn } from '../../tools/dist/check/files-in.ts'
import { foreignBinaries } from '../../tools/dist/check/foreign-binaries.ts'
import { loadAsar } from '../../tools/dist/load-packages.ts'
import { fuses, readFuses } from '../../tools/dist/pack/fuses.ts'
import { updaterConfig } from '../../tools/dist/pack/updater-config.ts'
import { folderTest as test } from '../support/folder-test.ts'
import { packedApp, root } from './packages.ts'

const archive = join(packedApp, 'resources', 'app.asar')

const listed = (): readonly string[] =>
  loadAsar()
    .listPackage(archive, { isPack: false })
    .map((path) => path.replaceAll('\\', '/'))

describe('the packed app', () => {
  test('all nine fuses are set, as read back from the packed program', async () => {
    const read = await readFuses(join(packedApp, 'coldpress-window'))
    expect(read).toEqual(fuses)
    expect(Object.keys(read)).toHaveLength(9)
  })

  test('holds no binary of another system or processor, and one that is planted is refused', ({
    folder,
  }) => {
    expect(foreignBinaries(packedApp, process)).toEqual([])
    cpSync(join(packedApp, 'resources', 'app.asar.unpacked'), folder, { recursive: true })
    const musl = join(folder, 'node_modules', '@img', 'sharp-linuxmusl-x64')
    mkdirSync(musl, { recursive: true })
    copyFileSync(join(root, 'package.json'), join(musl, 'package.json'))
    expect(foreignBinaries(folder, process)).toHaveLength(1)
  })

  test('keeps each part within its budget, and the documentation has the same table', () => {
    const sizes = contentsOf(packedApp)
    console.log(contentsTable(sizes))
    expect(overBudget(sizes)).toEqual([])
    const documented = readFileSync(join(root, 'docs', 'packaging.md'), 'utf8')
    // Sizes of bundles move with each change: the parts and their budgets have to be the same.
    const columns = (table: string): readonly string[] =>
      table
        .split('\n')
        .filter((line) => /^\| .* \| [\d.]+ \| [\d.]+ \|$/u.test(line) && !line.includes('**'))
        .map((line) => line.replace(/\| [\d.]+ (?=\| [\d.]+ \|$)/u, ''))
    expect(columns(documented)).toEqual(columns(contentsTable(sizes)))
  })

  test('the archive holds what Electron runs: no command line, no source map, no image library', () => {
    const files = listed()
    for (const wanted of ['/out/main/index.js', '/out/main/keys.js', '/out/preload/index.cjs'])
      expect(files).toContain(wanted)
    expect(
      files.filter((path) => /sharp|\/cli\.js$|\.map$|\.ts$|\/src$|\/tests?\//u.test(path)),
    ).toEqual([])
  })

  test('names the folder of electron-updater, without which it installs nothing', () => {
    const config = readFileSync(join(packedApp, 'resources', 'app-update.yml'), 'utf8')
    expect(config).toBe(updaterConfig)
  })

  test('only native code of the app lies outside the archive', () => {
    const unpacked = filesIn(join(packedApp, 'resources', 'app.asar.unpacked'))
    expect(unpacked.length).toBeGreaterThan(0)
    expect(unpacked.filter((path) => !path.endsWith('.node'))).toEqual([])
  })
})
