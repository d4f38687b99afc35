import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ensureBuilt } from '../../../tools/start/build.ts'
import { isBuilt, sourceStamp } from '../../../tools/start/build-stamp.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

let root: string
/** A project whose build program counts its runs and writes what a build writes. */
const builder = `
const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs')
if (existsSync('src/broken.ts')) { console.log('broken.ts: unexpected token'); process.exit(1) }
mkdirSync('out/main', { recursive: true })
for (const name of ['index', 'cli']) writeFileSync('out/main/' + name + '.js', '')
setTimeout(() => appendFileSync('runs', 'x'), 100)
`
beforeEach(() => {
  root = temporaryFolder()
  const bin = join(root, 'node_modules', 'electron-vite', 'bin')
  for (const folder of [bin, join(root, 'src', 'main')]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(bin, 'electron-vite.js'), builder)
  writeFileSync(join(root, 'src', 'main', 'index.ts'), 'one')
  writeFileSync(join(root, 'package.json'), '{}')
})

it('is no reason for an installation to fail where the sources are not there yet', () => {
  copyFileSync(join(import.meta.dirname, '../../../package.json'), join(root, 'package.json'))
  const { status, stderr } = spawnSync('npm run prepare', {
    cwd: root,
    encoding: 'utf8',
    shell: true,
  })
  expect(stderr).toContain('build.ts')
  expect(status).toBe(0)
})

describe('ensureBuilt', () => {
  it('builds once, and again when a source changes', async () => {
    expect(await ensureBuilt(root)).toBe(true)
    expect(await ensureBuilt(root)).toBe(false)
    writeFileSync(join(root, 'src', 'main', 'index.ts'), 'one more')
    expect(await ensureBuilt(root)).toBe(true)
    rmSync(join(root, 'out'), { recursive: true })
    expect(await ensureBuilt(root)).toBe(true)
    rmSync(join(root, 'out', 'main', 'cli.js'))
    expect(await ensureBuilt(root)).toBe(true)
    writeFileSync(join(root, 'node_modules', '.package-lock.json'), '{}')
    expect(await ensureBuilt(root)).toBe(true)
  })

  it('sees a change that keeps the size, a new file, and one that is gone', () => {
    const file = join(root, 'src', 'main', 'index.ts')
    const stamps = [sourceStamp(root)]
    utimesSync(file, 1, 1)
    stamps.push(sourceStamp(root))
    writeFileSync(join(root, 'src', 'new.ts'), '')
    stamps.push(sourceStamp(root))
    rmSync(file)
    stamps.push(sourceStamp(root))
    expect(new Set(stamps).size).toBe(4)
  })

  it('builds once for two who ask at the same moment', async () => {
    const answers = await Promise.all([ensureBuilt(root), ensureBuilt(root)])
    expect(answers.toSorted()).toEqual([false, true])
  })

  it('does not wait for a build that was killed', async () => {
    mkdirSync(join(root, '.cache'))
    writeFileSync(join(root, '.cache', 'build-lock'), '999999999')
    expect(await ensureBuilt(root)).toBe(true)
  })

  it('does not wait for a lock that is older than any build, whoever has its number now', async () => {
    mkdirSync(join(root, '.cache'))
    const lock = join(root, '.cache', 'build-lock')
    writeFileSync(lock, String(process.pid))
    const longAgo = Date.now() / 1000 - 180
    utimesSync(lock, longAgo, longAgo)
    expect(await ensureBuilt(root)).toBe(true)
  })

  it('keeps the parts of earlier builds for a day: a command may be running from them', async () => {
    await ensureBuilt(root)
    const parts = join(root, 'out', 'main')
    for (const [name, hours] of [
      ['new-1.js', 23],
      ['old-1.js', 25],
    ] as const) {
      writeFileSync(join(parts, name), '')
      const then = Date.now() / 1000 - hours * 3600
      utimesSync(join(parts, name), then, then)
    }
    writeFileSync(join(root, 'src', 'new.ts'), '')
    await ensureBuilt(root)
    expect(readdirSync(parts).filter((name) => name.endsWith('-1.js'))).toEqual(['new-1.js'])
  })

  it('says what the build said when it fails, and builds again next time', async () => {
    writeFileSync(join(root, 'src', 'broken.ts'), '')
    await expect(ensureBuilt(root)).rejects.toThrow('broken.ts: unexpected token')
    expect(isBuilt(root)).toBe(false)
    rmSync(join(root, 'src', 'broken.ts'))
    expect(await ensureBuilt(root)).toBe(true)
  })
})
