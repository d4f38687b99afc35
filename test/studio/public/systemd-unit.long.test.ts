import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { folderTest as it } from '../../support/folder-test.ts'

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

/** A unit of the document under the name of its file. */
const units =
  /`\/etc\/systemd\/system\/(?<name>coldpress-[a-z.]+)`[^\n]*\n\n```ini\n(?<unit>[^`]+)```/gu

describe.skipIf(!hasSystemd)('The units of the document', () => {
  it('are accepted by systemd', ({ folder }) => {
    const document = readFileSync('docs/how-to/serve.md', 'utf8')
    const paths = [...document.matchAll(units)].map(({ groups }) => {
      const { name = '', unit = '' } = groups ?? {}
      const path = join(folder, name)
      // What it starts, and as whom, must exist where it is verified.
      const here = unit
        .replace('/usr/bin/coldpress', join(process.cwd(), 'bin', 'coldpress.js'))
        .replace('User=coldpress', 'User=root')
      writeFileSync(path, here)
      return path
    })
    expect(paths).toHaveLength(3)
    expect(document.match(/LoadCredential=passphrase:/gu)).toHaveLength(2)
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })
})
