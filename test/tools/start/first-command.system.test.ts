import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect } from 'vitest'
import { folderTest as it } from '../../support/folder-test.ts'

const project = join(import.meta.dirname, '..', '..', '..')

/** A clone whose programs only say their arguments, without packages. */
const cloneIn = (folder: string): string => {
  const clone = join(folder, 'clone')
  for (const name of ['bin', join('tools', 'start'), 'package.json', 'package-lock.json'])
    cpSync(join(project, name), join(clone, name), { recursive: true })
  mkdirSync(join(clone, 'src', 'cli'), { recursive: true })
  for (const program of ['src/cli/main.ts', 'tools/start.ts', 'tools/check.ts'])
    writeFileSync(
      join(clone, program),
      `console.log(${JSON.stringify(program)}, ...process.argv.slice(2) as string[])\n`,
    )
  return clone
}

/** A folder with a program named npm, which notes what it was called with. */
const npmThat = (folder: string, ends: string): string => {
  const fake = join(folder, 'fake')
  mkdirSync(fake)
  const script = `#!/bin/sh\necho "$@" >> '${join(fake, 'called')}'\n${ends}\n`
  writeFileSync(join(fake, 'npm'), script, { mode: 0o755 })
  return fake
}

const installs = `ln -s '${join(project, 'node_modules')}' node_modules; echo 'added 479 packages'`
const hasNoNetwork = `echo 'npm error code ENOTFOUND' >&2; exit 1`

/** The real one, which runs a script of package.json. */
const npm = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'npm'))
  .find((path) => existsSync(path))

const run = (clone: string, fake: string, command: readonly string[], env: object = {}) => {
  const [program = '', ...args] = command
  const ended = spawnSync(program === 'npm' ? (npm ?? '') : process.execPath, args, {
    cwd: clone,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: [fake, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      COLDPRESS_OFFLINE: '',
      ...env,
    },
  })
  const called = join(fake, 'called')
  return { ...ended, called: existsSync(called) ? readFileSync(called, 'utf8') : '' }
}

const commands = [
  [['npm', 'run', 'demo'], 'src/cli/main.ts demo'],
  [['npm', 'test'], 'tools/check.ts --all'],
  [['npm', 'start', '--', 'a folder'], 'tools/start.ts a folder'],
  [['node', 'bin/coldpress.js', 'policy', 'list'], 'src/cli/main.ts policy list'],
] as const

describe.skipIf(process.platform === 'win32' || npm === undefined)(
  'the first command in a clone',
  () => {
    it.for(commands)(
      '%j installs the packages, says so in a line, and goes on',
      ([command, ran], { folder }) => {
        const clone = cloneIn(folder)
        const fake = npmThat(folder, installs)
        const first = run(clone, fake, command)
        expect(first.stdout.trim().split('\n').at(-1)).toBe(ran)
        expect(first.stdout).not.toContain('added 479')
        expect(first.stderr).toContain('coldpress: installing the packages of this checkout, once')
        expect(first.status).toBe(0)
        expect(first.called).toBe('ci --no-audit --no-fund\n')
        const second = run(clone, fake, command)
        expect(second.stderr).not.toContain('installing')
        expect(second.called).toBe(first.called)
      },
    )

    it.for(commands)('%j says in a sentence that there is no network', ([command], { folder }) => {
      const ended = run(cloneIn(folder), npmThat(folder, hasNoNetwork), command)
      expect(ended.status).toBe(1)
      expect(ended.stderr).toMatch(
        /coldpress: npm ci ended with 1, so .* connect this computer to the network and run this again/u,
      )
      expect(ended.stderr + ended.stdout).not.toMatch(/^\s+at /mu)
    })

    it('begins again where an installation broke off, and believes no npm that installed nothing', ({
      folder,
    }) => {
      const clone = cloneIn(folder)
      mkdirSync(join(clone, 'node_modules', 'node'), { recursive: true })
      const ended = run(clone, npmThat(folder, 'true'), ['node', 'bin/coldpress.js', 'demo'])
      expect(ended).toMatchObject({ status: 1, stdout: '', called: 'ci --no-audit --no-fund\n' })
    })

    it('names npm where it is missing', ({ folder }) => {
      const fake = join(folder, 'fake')
      mkdirSync(fake)
      symlinkSync(process.execPath, join(fake, 'node'))
      const ended = run(cloneIn(folder), fake, ['node', 'bin/coldpress.js', 'demo'], { PATH: fake })
      expect(ended.status).toBe(1)
      expect(ended.stderr).toContain('npm was not found. Install Node 20 or newer')
    })

    it('downloads nothing offline', ({ folder }) => {
      const clone = cloneIn(folder)
      const fake = npmThat(folder, installs)
      const asked = run(clone, fake, ['node', 'bin/coldpress.js', 'demo', '--offline'])
      const set = run(clone, fake, ['npm', 'start'], { COLDPRESS_OFFLINE: '1' })
      for (const { status, stderr, called } of [asked, set]) {
        expect(status).toBe(1)
        expect(stderr).toContain('offline nothing is downloaded')
        expect(called).toBe('')
      }
    })
  },
)

describe('what starts before the version of Node is known', () => {
  const files = [
    'bin/coldpress.js',
    'bin/run-under.js',
    'tools/start/install-packages.cjs',
    'tools/start/run.cjs',
  ]

  it('is written in a language that every Node reads', () => {
    // acorn comes with other packages; this project does not name it.
    const parse = `for (const file of process.argv.slice(1)) require('acorn').parse(
      require('node:fs').readFileSync(file, 'utf8'), { ecmaVersion: 5, allowHashBang: true })`
    const { status, stderr } = spawnSync(process.execPath, ['-e', parse, ...files], {
      cwd: project,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  it('loads no module by a name that old versions do not know', () => {
    for (const file of files)
      expect(readFileSync(join(project, file), 'utf8'), file).not.toContain("require('node:")
  })
})
