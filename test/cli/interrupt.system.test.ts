import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { herbarium } from '../support/prints.ts'
import { runInTerminal } from '../support/terminal.ts'

let home: TestHome
let silent: Server
beforeAll(async () => {
  home = await TestHome.withVault()
  // a service that takes every request and never answers
  silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
})
afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  home.remove()
})

const silentUrl = (): string => {
  const { port } = z.object({ port: z.int() }).parse(silent.address())
  return `http://127.0.0.1:${port}`
}

describe('an interrupted command', () => {
  it('ends after one Ctrl-C while a service is silent: exit code 4, and says so', async () => {
    const key = home.file('key.txt', 'an-api-key\n')
    const base = ['--network', 'testnet', '--base-url', silentUrl(), '--app-id', 'a1']
    const added = await home.json(['account', 'add', 'shop', ...base, '--api-key-file', key])
    expect(added.code, added.stderr).toBe(0)
    const asked = once(silent, 'request')
    const unlocked = ['--passphrase-file', home.passphraseFile]
    const child = home.start(['collection', 'list', '--account', 'shop', '--json', ...unlocked])
    if (child.stdout === null) throw new Error('no standard output')
    const output = text(child.stdout)
    await asked
    child.kill('SIGINT')
    expect((await once(child, 'exit'))[0]).toBe(4)
    expect(JSON.parse(await output)).toMatchObject({ error: { code: 'cancelled' } })
  })

  it.runIf(process.platform === 'linux').each([
    { keys: 'Ctrl-C', bytes: '\u{3}' },
    { keys: 'Ctrl-D', bytes: '\u{4}' },
  ])('ends at a prompt for the passphrase with $keys: nothing was changed', async ({ bytes }) => {
    const fresh = new TestHome()
    const file = fresh.file('collection.json', JSON.stringify(herbarium))
    const args = ['collection', 'create', '--file', file, '--home', fresh.dir]
    const { code, screen } = await runInTerminal(home, args, [['New vault passphrase', bytes]])
    expect(screen).toContain('Cancelled at the prompt; nothing was changed.')
    expect(code).toBe(7)
    fresh.remove()
  })
})
