import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { type AppOptions, hostProgram, type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { screenshot } from '../support/screens.ts'
import { uiTimeout } from '../support/window-actions.ts'

const errorTitle = 'Coldpress cannot open its data'

let disk: string
let running: RunningApp | undefined
afterEach(async () => {
  await running?.kill()
  running = undefined
  spawnSync('umount', ['--lazy', disk])
  rmSync(disk, { recursive: true, force: true, maxRetries: 5 })
})

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'coldpress-first-start-'))

const mountDisk = (mebibytes: number): string => {
  disk = newFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=700`, 'none', disk])
  return disk
}

const fillDisk = (): void => {
  for (let byte = 2 ** 20; byte >= 1; byte /= 2)
    try {
      for (;;) appendFileSync(join(disk, 'fill'), Buffer.alloc(byte))
    } catch {
      // no room for a piece of this size
    }
}

/** Mounts need root; `unshare` tries one without leaving it. */
const canMount =
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
if (!canMount) console.warn('NOT TESTED: a full and a read-only disk need mounts, which need root.')

const start = async (options: AppOptions): Promise<Page> => {
  running = await startApp(options)
  return running.page
}

/** What the page says instead of the app. */
const errorOf = async (page: Page, name: string): Promise<string> => {
  await page.getByRole('heading', { level: 1, name: errorTitle }).waitFor({ timeout: uiTimeout })
  expect(await axeViolations(page)).toEqual([])
  await screenshot(page, `first-start-${name}`)
  return (await page.getByRole('alert').textContent()) ?? ''
}

const tryAgain = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: text.common.retry }).click()
  await page
    .getByRole('heading', { level: 1, name: text.start.title })
    .waitFor({ timeout: uiTimeout })
}

it('says which address to open where the system opens no browser', async () => {
  disk = newFolder()
  const page = await start({ home: join(disk, 'home') })
  await page.getByRole('heading', { level: 1, name: text.start.title }).waitFor()
  await running?.app.evaluate(({ shell }) => {
    // After the time that a system takes to look for one.
    shell.openExternal = () =>
      new Promise((_resolve, reject) => {
        setTimeout(() => reject(new Error('there is none')), 500)
      })
  })
  const link = 'http://127.0.0.1:4880/pay/sale/0123abc'
  await page.evaluate(`window.open('${link}')`)
  await page
    .getByText(`This computer opened no browser for ${link}.`)
    .first()
    .waitFor({ timeout: uiTimeout })
  await screenshot(page, 'first-start-no-browser')
})

describe.runIf(canMount)('the first start of the window', () => {
  it('says that the disk is full, and goes on when there is room again', async () => {
    const home = join(mountDisk(6), 'home')
    mkdirSync(home)
    fillDisk()
    const page = await start({ home })
    const said = await errorOf(page, 'full-disk')
    expect(said).toContain('no room left')
    expect(said).toContain('Free some space')
    execFileSync('mount', ['-o', 'remount,size=256m', disk])
    rmSync(join(disk, 'fill'))
    await tryAgain(page)
  })

  it('says that the disk is read-only, and goes on when it can be written', async () => {
    const home = join(mountDisk(256), 'home')
    mkdirSync(home)
    execFileSync('mount', ['-o', 'remount,ro', disk])
    const page = await start({ home })
    const said = await errorOf(page, 'read-only-disk')
    expect(said).toContain('its disk is read-only')
    expect(said).toContain(home)
    execFileSync('mount', ['-o', 'remount,rw', disk])
    await tryAgain(page)
  })

  it('says that the data folder belongs to another user, whatever its mode, and changes nothing in it', async () => {
    disk = newFolder()
    // Root without the right to go past the modes of files, as any other user.
    const rights = '-dac_override,-dac_read_search'
    const program = join(disk, 'start.sh')
    writeFileSync(
      program,
      `#!/bin/sh\nexec setpriv --bounding-set=${rights} --inh-caps=${rights} '${hostProgram()}' "$@"\n`,
      { mode: 0o755 },
    )
    for (const mode of [0o700, 0o755]) {
      const home = join(disk, `home-${mode.toString(8)}`)
      mkdirSync(home, { mode })
      writeFileSync(join(home, 'own'), 'of somebody else')
      chownSync(home, 1000, 1000)
      const page = await start({ home, program })
      const said = await errorOf(page, `another-user-${mode.toString(8)}`)
      expect(said).toContain(`The data folder ${home} belongs to another user of this computer.`)
      expect(said).toContain('Use Coldpress as that user')
      expect(said).toContain('COLDPRESS_HOME')
      expect(readdirSync(home)).toEqual(['own'])
      await running?.kill()
    }
  })
})
