import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { folderTest as it } from '../../support/folder-test.ts'

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe.skipIf(!hasSystemd)('The unit of the document', () => {
  it('is accepted by systemd', ({ folder }) => {
    const document = readFileSync('docs/selling-anywhere.md', 'utf8')
    const unit = /```ini\n(?<unit>[^`]+)```/u.exec(document)?.groups?.['unit'] ?? ''
    expect(unit).toContain('LoadCredential=passphrase:')
    const path = join(folder, 'coldpress-studio.service')
    // What it starts, and as whom, must exist where it is verified.
    const here = unit
      .replace('/usr/bin/coldpress', join(process.cwd(), 'bin', 'coldpress.js'))
      .replace('User=coldpress', 'User=root')
    writeFileSync(path, here)
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })
})
