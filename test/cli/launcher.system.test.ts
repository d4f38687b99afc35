import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import packageJson from '#package' with { type: 'json' }
import { sourceStamp, writeStamp } from '../../tools/start/build-stamp.ts'

const project = join(import.meta.dirname, '..', '..')

/** A checkout whose command line only says where it is. */
let checkout: string
beforeEach(() => {
  checkout = mkdtempSync(join(project, '.cache', 'checkout-'))
  for (const folder of ['src/cli', 'out/main'])
    mkdirSync(join(checkout, folder), { recursive: true })
  cpSync(join(project, 'bin'), join(checkout, 'bin'), { recursive: true })
  cpSync(join(project, 'tools', 'start'), join(checkout, 'tools', 'start'), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(checkout, 'node_modules'), 'junction')
  writeFileSync(join(checkout, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(checkout, 'src', 'cli', 'main.ts'),
    "const at: string = 'source'\nconsole.log(at)",
  )
})
afterEach(() => rmSync(checkout, { recursive: true }))

const run = (): string =>
  spawnSync(process.execPath, [join(checkout, 'bin', 'coldpress.js')], {
    encoding: 'utf8',
  }).stdout.trim()

const writeBundles = (): void => {
  writeFileSync(join(checkout, 'out', 'main', 'index.js'), '')
  writeFileSync(join(checkout, 'out', 'main', 'cli.js'), "console.log('bundle')")
}
const build = (): void => {
  writeBundles()
  writeStamp(checkout, sourceStamp(checkout))
}

it('the command line runs from its sources where it was not built', () => {
  expect(run()).toBe('source')
})

it('the bundle runs once it is built, until a source changes', () => {
  build()
  expect(run()).toBe('bundle')
  writeFileSync(join(checkout, 'src', 'cli', 'new.ts'), '')
  expect(run()).toBe('source')
  build()
  expect(run()).toBe('bundle')
})

it('the sources run where a build has not ended', () => {
  writeBundles()
  expect(run()).toBe('source')
})

it('the sources run as they are', () => {
  const main = join(project, 'src', 'cli', 'main.ts')
  const { stdout } = spawnSync(process.execPath, [main, '--version'], { encoding: 'utf8' })
  expect(stdout).toBe(`${packageJson.version}\n`)
})
