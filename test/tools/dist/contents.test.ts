import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { contentsOf, contentsTable, overBudget } from '../../../tools/dist/check/contents.ts'
import { folderTest as test } from '../../support/folder-test.ts'

const mebibyte = 1024 * 1024

test('the table of contents names each part of a packed app once, and what is over its budget', ({
  folder,
}) => {
  const sizes = {
    'coldpress-window': 3,
    'resources/app.asar': 10,
    'resources/app.asar.unpacked/node_modules/@napi-rs/x/x.node': 1,
    'resources/command-line/node_modules/node/bin/node': 200,
    'resources/command-line/node_modules/@img/y/y.so': 4,
    'resources/command-line/out/main/cli.js': 2,
    'resources/command-line/resources/sample/1.png': 1,
  }
  for (const [path, size] of Object.entries(sizes)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), '')
    truncateSync(join(folder, path), size * mebibyte)
  }
  const contents = contentsOf(folder)
  const table = contentsTable(contents)
  expect(table).toContain('| Electron | 3.0 | ')
  expect(table).toContain("| The app's archive (app.asar) | 10.0 | ")
  expect(table).toContain('| Sample, licences, the rest | 1.0 | ')
  expect(table).toContain('| **All** | 221.0 | ')
  expect(overBudget(contents)).toEqual([
    'Node 24: 200.0 MiB; the budget is 125.0 MiB (docs/packaging.md).',
  ])
})
