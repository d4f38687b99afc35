import { cpSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import packageJson from '#package' with { type: 'json' }
import { text } from '#renderer/text/en.ts'
import { loadAsar } from '../../tools/dist/load-packages.ts'
import { run } from '../../tools/dist/run.ts'
import { startApp } from '../support/app.ts'
import { folderTest as test } from '../support/folder-test.ts'
import { closeByEscape, createVault, openView } from '../support/window-actions.ts'
import { packedApp } from './packages.ts'

/**
 * The packed app as the Chromium host can run it: it reads no archives, so a folder of the same name
 * and content takes the archive's place. All paths stay as they are in the package.
 */
const openArchive = (folder: string): string => {
  const resources = join(folder, 'resources')
  cpSync(join(packedApp, 'resources'), resources, { recursive: true })
  const archive = join(resources, 'app.asar')
  loadAsar().extractAll(archive, join(folder, 'extracted'))
  renameSync(archive, join(folder, 'app.asar.original'))
  renameSync(join(folder, 'extracted'), archive)
  return archive
}

/** The command line that came with this package, in a data folder. */
const packedCommand = (archive: string, home: string, ...args: readonly string[]): string => {
  const folder = join(dirname(archive), 'command-line')
  const node = join(folder, 'node_modules', 'node', 'bin', 'node')
  const env = { COLDPRESS_HOME: home, DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '' }
  return run(node, [join(folder, 'bin', 'coldpress.js'), ...args], { env })
}

test('the packed app opens, makes a vault, and imports the sample with the Node that it carries, and shows its notices; its command line finds the same data', async ({
  folder,
}) => {
  const archive = openArchive(folder)
  const home = join(folder, 'home')
  const { page, close, kill } = await startApp({ folder: archive, home })
  try {
    await page.getByRole('heading', { level: 1, name: text.start.title }).waitFor()
    await page.getByRole('button', { name: text.start.sample.action }).click()
    await createVault(page)
    await page.getByRole('heading', { level: 1, name: /Import|Pressed/u }).waitFor()
    await openView(page, text.frame.collections)
    await page
      .getByText(/^24 tokens/u)
      .first()
      .waitFor({ timeout: 120_000 })
    await openView(page, text.frame.policies)
    await page.getByRole('main').getByText('Pressed Herbarium').first().waitFor()
    await openView(page, text.frame.settings)
    await page.getByRole('tab', { name: text.settings.sections.about }).click()
    expect(await page.getByRole('table', { name: text.settings.about.licences }).count()).toBe(1)
    await page.getByRole('button', { name: text.settings.about.notices }).click()
    const notices = page.getByRole('dialog', { name: text.settings.about.notices })
    await expect
      .poll(() => notices.getByLabel(text.settings.about.noticesText).inputValue())
      .toContain('Permission is hereby granted')
    await closeByEscape(notices)
    await close()
    expect(packedCommand(archive, home, 'policy', 'list')).toContain('Pressed Herbarium')
    expect(packedCommand(archive, home, '--version')).toBe(`${packageJson.version}\n`)
  } finally {
    await kill()
  }
})
