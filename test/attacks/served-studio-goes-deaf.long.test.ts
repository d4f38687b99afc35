import { spawnSync } from 'node:child_process'
import { unlinkSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestHome } from '../support/coldpress.ts'
import { serve, signingEvents, signingLines } from '../support/serving.ts'
import { until } from '../support/until.ts'

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => home.remove())

const fifo = (name: string): string => {
  const path = join(home.dir, name)
  expect(spawnSync('mkfifo', [path]).status).toBe(0)
  return path
}

/** Longer than the vault stays open without use. */
const idle = (): Promise<void> => sleep(5_000)
const shortLock = ['--lock-after', '1s']

describe('A studio that is served longer than its vault stays open', () => {
  it('opens the vault again from its passphrase file and delivers what was paid', async () => {
    const studio = await serve(home, ['--passphrase-file', home.passphraseFile, ...shortLock])
    expect(studio).toMatchObject({ lock_after: '1s', opens_again: true })
    const sold = await studio.reserve('Again')
    await idle()
    await studio.pay(sold)
    await until(async () => (await studio.sale(sold)).status === 'COMPLETED')
    expect(await studio.health(studio.api_key)).toEqual({
      status: 'ok',
      signing: null,
      gateway_used_up_until: null,
    })
    expect(signingEvents(home)).toEqual([])
  })

  it('says everywhere, and once, that a paid sale waits when the vault cannot be opened again', async () => {
    const file = home.file('gone.txt', await readFile(home.passphraseFile, 'utf8'))
    const studio = await serve(home, ['--passphrase-file', file, ...shortLock])
    const sold = await studio.reserve('Deaf')
    unlinkSync(file)
    await idle()
    await studio.pay(sold)
    const words = expect.stringContaining('The vault is locked and cannot be opened again.')
    const block = { reason: 'vault_locked', message: words }
    expect(await until(async () => (await studio.sale(sold)).signing_blocked)).toMatchObject(block)
    const { collection_id: collection, mint_id: mintId } = await studio.sale(sold)
    expect(await studio.mint(collection, mintId ?? '')).toMatchObject({
      signing_blocked: block,
      missing_here: [expect.any(String), expect.any(String)],
    })
    expect(await studio.health(studio.api_key)).toMatchObject({
      status: 'ok',
      signing: { ...block, waiting: 1 },
    })
    for (const key of [undefined, 'wrong'])
      expect(await studio.health(key)).toEqual({ status: 'ok' })
    await until(() => signingEvents(home).length === 1)
    // That several rounds more say nothing new can only be given time.
    await sleep(4_000)
    expect(signingEvents(home)).toEqual([
      { level: 'warning', message: expect.stringContaining(`Sale ${sold.id}`) },
    ])
    expect(signingLines(home)).toHaveLength(1)

    const shown = await home.run(['sale', 'show', sold.id])
    expect(shown.stdout).toContain('The vault is locked')
    await home.json(['sale', 'show', sold.id, '--wait'])
    await until(async () => (await studio.sale(sold)).status === 'COMPLETED')
    expect(signingEvents(home)).toMatchObject([{}, { level: 'info' }])
  })

  it('is refused before it starts when the passphrase comes through a pipe and the vault would lock', async () => {
    for (const path of [fifo('pipe'), '/dev/stdin']) {
      const run = await home.run(['studio', 'serve', '--passphrase-file', path])
      expect(run.code).toBe(2)
      expect(run.stderr).toContain(path)
      expect(run.stderr).toContain('--lock-after never')
      expect(run.stdout).toBe('')
    }
  })

  it('keeps the vault open with --lock-after never, also for a passphrase from a pipe', async () => {
    const path = fifo('never')
    const args = ['--passphrase-file', path, '--lock-after', 'never']
    const studio = await serve(home, args, () => {
      void readFile(home.passphraseFile).then((bytes) => writeFile(path, bytes))
    })
    expect(studio).toMatchObject({ lock_after: 'never', opens_again: false })
    const sold = await studio.reserve('Never')
    await studio.pay(sold)
    await until(async () => (await studio.sale(sold)).status === 'COMPLETED')
  })

  it.each(['0s', '25d', 'soon'])('refuses --lock-after %s', async (time) => {
    const run = await home.run(['studio', 'serve', '--lock-after', time])
    expect(run.code).toBe(2)
    expect(run.stderr).toContain('--lock-after')
  })
})
