import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TestHome } from '../support/coldpress.ts'
import { serve, signingEvents } from '../support/serving.ts'
import { rejectInProcess } from '../support/throw-in-process.ts'

describe('studio serve', () => {
  it('goes on after a rejection that nobody handled, and says so to its owner alone', async () => {
    const home = await TestHome.withVault()
    try {
      let output = ''
      const studio = await serve(home, ['--network', 'devnet'], (child) => {
        child.stderr?.on('data', (text: Buffer) => {
          output += text.toString()
        })
      })
      expect(await studio.health(studio.api_key)).not.toHaveProperty('unhandled_errors')
      await rejectInProcess(studio.pid, 'quotes-a-secret')
      await expect
        .poll(() => studio.health(studio.api_key), { timeout: 20_000 })
        .toMatchObject({ status: 'ok', unhandled_errors: { count: 1 } })
      expect(await studio.health(undefined)).toEqual({ status: 'ok' })
      expect(await studio.newCollection()).toMatch(/^01/u)
      await expect.poll(() => output).toContain('was caught by nobody. The studio goes on')
      expect(signingEvents(home)).toContainEqual(
        expect.objectContaining({ level: 'error', message: expect.stringContaining('by nobody') }),
      )
      const log = readFileSync(join(home.dir, 'studio', 'devnet.log'), 'utf8')
      expect(log).toContain('"msg":"unhandled"')
      expect(log + output).not.toContain('quotes-a-secret')
    } finally {
      home.remove()
    }
  })
})
