import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { generatePolicyKey } from '#cardano/keys.ts'
import { scriptToCbor } from '#cardano/scripts.ts'
import { paperPage } from '#app/policies/paper.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { SealedBackup } from '#keys/vault-schemas.ts'
import { sealBackup } from '#keys/vault/backup-file.ts'
import { findChromium } from '../../../tools/chromium-host/chromium/find-chromium.ts'

const run = promisify(execFile)
const chromium = findChromium()
const folder = mkdtempSync(join(tmpdir(), 'coldpress-paper-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const backupOf = (count: number): Promise<SealedBackup> => {
  const keys = Array.from({ length: count }, () => generatePolicyKey())
  const scripts = keys.map(({ keyHash }) => ({ type: 'sig' as const, keyHash }))
  return sealBackup(
    {
      name: 'W'.repeat(100),
      network: 'preprod',
      scriptCbor: scriptToCbor({ type: 'all', scripts }),
    },
    keys,
    Secret.ofText('words for the backup alone'),
    { created: '2026-01-01T00:00:00.000Z', workFactor: 2 },
  )
}

/** Sheets of paper that a browser prints the page on. */
const sheetsOf = async (program: string, name: string, page: string): Promise<number> => {
  const [html, pdf] = [join(folder, `${name}.html`), join(folder, `${name}.pdf`)]
  writeFileSync(html, page)
  await run(program, [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    `--user-data-dir=${join(folder, 'profile')}`,
    '--no-pdf-header-footer',
    `--print-to-pdf=${pdf}`,
    `file://${html}`,
  ])
  return readFileSync(pdf, 'latin1').match(/\/Type \/Page\b/gu)?.length ?? 0
}

describe.runIf(chromium !== undefined)('a printed backup', () => {
  it.each([1, 3, 8])('of %i keys is one sheet, whatever its name', async (count) => {
    const page = paperPage(await backupOf(count))
    expect(await sheetsOf(chromium ?? '', `keys-${count}`, page)).toBe(1)
  })

  it('is refused where it would be two', async () => {
    const backup = await backupOf(9)
    expect(() => paperPage(backup)).toThrow(/Keep it as a file/u)
  })
})
