import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import packageJson from '#package' with { type: 'json' }

const root = join(import.meta.dirname, '..')

/** `<mode> <object> <stage>\t<path>` for each file in the index. */
const staged = (path: string): string =>
  spawnSync('git', ['ls-files', '--stage', '--', path], { cwd: root, encoding: 'utf8' }).stdout

// Windows and file systems without the bit hide it; the index does not. A source archive has no index.
it.runIf(existsSync(join(root, '.git')))(
  'every program that package.json names is committed as executable, so that npx changes no file',
  () => {
    const programs = Object.values(packageJson.bin)
    expect(programs.map((path) => staged(path).split(' ')[0])).toEqual(programs.map(() => '100755'))
  },
)
