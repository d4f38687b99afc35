import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { TestHome } from '../support/coldpress.ts'
import { until } from '../support/until.ts'

const home = new TestHome()
afterAll(() => home.remove())

const fifo = (name: string): string => {
  const path = join(home.dir, name)
  execFileSync('mkfifo', [path])
  return path
}

/** Code and standard error of a command that a shell runs. */
const inShell = async (command: string): Promise<{ code: unknown; stderr: string }> => {
  const child = spawn('bash', ['-c', command], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, COLDPRESS_HOME: home.dir, CLI: `node bin/coldpress.js` },
  })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, stderr }
}

describe.concurrent('a pipe that a command is to read', () => {
  test.each([
    ['collection file', ['collection', 'create', '--file']],
    ['backup', ['policy', 'drill']],
    ['transaction file', ['tx', 'inspect']],
    ['event file', ['events', 'import']],
  ])('ends a command with an error after 10 seconds when nobody writes: %s', async (what, args) => {
    const path = fifo(`silent-${args.join('-')}`)
    const started = performance.now()
    const { code, stderr } = await home.run([...args, path])
    expect(stderr).toContain('nothing came through it for 10 seconds')
    expect(stderr).toContain(what)
    expect(code).toBe(2)
    expect(performance.now() - started).toBeGreaterThan(9_000)
  })

  test('is given up at Ctrl-C', async () => {
    const path = fifo('interrupted')
    const child = home.start(['collection', 'create', '--file', path])
    const ended = once(child, 'exit')
    // It can be opened to write once the command reads it; held open, it says nothing and does not end.
    const writer = await until(() =>
      open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined),
    )
    child.kill('SIGINT')
    expect(await ended).toEqual([4, null])
    await writer.close()
  })

  test('may have a writer that comes late, and one that is slow', async () => {
    const path = fifo('late')
    const done = home.run(['collection', 'create', '--file', path])
    await sleep(2_000)
    writeFileSync(path, '{"name": 1}')
    expect(await done).toMatchObject({ code: 3, stderr: expect.stringContaining('name: ') })
  })

  test('of the shell goes on working when its program takes longer than 10 seconds', async () => {
    const slow = `(sleep 11; echo '{"name": 1}')`
    const [substituted, piped] = await Promise.all([
      inShell(`$CLI collection create --file <${slow}`),
      inShell(`${slow} | $CLI collection create --file /dev/stdin`),
    ])
    expect(substituted).toMatchObject({ code: 3, stderr: expect.stringContaining('name: ') })
    expect(piped).toMatchObject({ code: 3, stderr: expect.stringContaining('name: ') })
  })
})
