import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { bundleParts } from '../../../tools/dist/stage/bundle-parts.ts'
import { folderTest as test } from '../../support/folder-test.ts'

test('the parts of a bundle are those that its entries load, now or later', ({ folder }) => {
  const files = {
    'index.js':
      'import { a } from "./a-1.js";\nconst b = () => import("./b-2.js");\n// from "./gone.js"',
    'a-1.js': 'import"./c-3.js";export const a=1',
    'b-2.js': 'export { d } from "./index.js"',
    'c-3.js': '',
    'b-old.js': 'export {}',
    'cli.js': 'import "./a-1.js"',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  expect(bundleParts(folder, ['index.js'])).toEqual(['a-1.js', 'b-2.js', 'c-3.js', 'index.js'])
})
