import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { cssErrors } from '../../tools/css-classes.ts'
import { temporaryFolder } from '../support/folder-test.ts'

let root: string

beforeEach(() => {
  root = temporaryFolder()
  mkdirSync(join(root, 'src/renderer/views'), { recursive: true })
})

const write = (name: string, text: string): void =>
  writeFileSync(join(root, 'src/renderer', name), text)

const view = (body: string, from = './list.module.css'): void =>
  write('views/list.tsx', `import styles from '${from}'\nexport const List = () => ${body}\n`)

test('the CSS modules of the window define each class that is used and no other', () => {
  expect(cssErrors(join(import.meta.dirname, '../..'))).toEqual([])
})

test('a class that a view uses and no CSS module defines is an error', () => {
  write('views/list.module.css', '.row { margin: 0 }')
  view(`<p className={styles['row']}><b className={styles['stepTime']} /></p>`)
  expect(cssErrors(root)).toEqual([
    'src/renderer/views/list.module.css: ".stepTime" is used, not defined',
  ])
})

test('a class that a CSS module defines and nothing uses is an error', () => {
  write('views/list.module.css', '.row { margin: 0 }\n@media print { .row .cell { margin: 0 } }')
  view(`<p className={styles['row']} />`)
  expect(cssErrors(root)).toEqual([
    'src/renderer/views/list.module.css: ".cell" is defined, not used',
  ])
})

test('a class counts as used where an expression chooses it or another class composes it', () => {
  write(
    'views/list.module.css',
    '.a { margin: 0 }\n.b { composes: a; composes: base from "./ui.module.css" }',
  )
  write('views/ui.module.css', '.base { padding: 0 }')
  view(`<p styles={{ x: 1 }} className={styles[isOn ? 'b' : 'c']} />`)
  expect(cssErrors(root)).toEqual(['src/renderer/views/list.module.css: ".c" is used, not defined'])
})

test('modules that compose from each other are an error, for their build would never end', () => {
  write('views/list.module.css', '.a { composes: b from "./ui.module.css" }')
  write('views/ui.module.css', '.b { composes: c from "./list.module.css" }')
  write('views/alone.module.css', '.a { margin: 0 }\n.b { composes: a }')
  expect(cssErrors(root).filter((error) => error.includes('composes'))).toEqual([
    'src/renderer/views/list.module.css: composes from a module that composes from it',
    'src/renderer/views/ui.module.css: composes from a module that composes from it',
  ])
})

test('a class without a written name and a module without a file are errors', () => {
  write('views/list.module.css', '.row { margin: 0 }')
  view(`<p className={styles[name]}><b className={styles['row']} /></p>`)
  expect(cssErrors(root)).toEqual([
    "src/renderer/views/list.tsx: name each class as styles['name']",
  ])
  view(`<p className={styles['row']} />`, './lost.module.css')
  expect(cssErrors(root)[0]).toMatch(/lost\.module\.css, which does not exist$/)
})

test('a class whose declarations repeat those of another class is an error', () => {
  write(
    'views/list.module.css',
    '.row { margin: 0; color: red }\n.row[data-on] { top: 0; left: 0 }',
  )
  write('views/page.module.css', '.line { color: red; margin: 0 }\n.line svg { top: 0; left: 0 }')
  view(`<p className={styles['row']} />`)
  write(
    'views/page.tsx',
    `import own from './page.module.css'\nexport const Page = () => <p className={own['line']} />\n`,
  )
  expect(cssErrors(root)).toEqual([
    'src/renderer/views/page.module.css: ".line" repeats src/renderer/views/list.module.css: ".row"; make it a part of src/renderer/ui',
  ])
})
