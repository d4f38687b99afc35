import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { TestHome } from '../support/coldpress.ts'

const home = new TestHome()
afterAll(() => home.remove())

const run = async (command: string) => {
  const child = spawn('bash', ['-c', `set -o pipefail; ${command}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, COLDPRESS_HOME: home.dir, CLI: 'node bin/coldpress.js' },
  })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code: Number(code), stderr }
}

test.each(['account list', 'account list --json', 'policy --help', 'tx inspect 00 --json'])(
  'a full disk under standard output is an error with words: %s',
  async (args) => {
    const { code, stderr } = await run(`$CLI ${args} > /dev/full`)
    expect(code).not.toBe(0)
    expect(stderr).toContain('the output cannot be written: The disk has no room left')
  },
)

test('a command whose two outputs are both full ends with an error', async () => {
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, ['bin/coldpress.js', 'account', 'list'], {
    stdio: ['ignore', full, full],
    env: { ...process.env, COLDPRESS_HOME: home.dir },
  })
  expect(await once(child, 'exit')).toEqual([1, null])
})

test('a reader that has seen enough is no error', async () => {
  const { code, stderr } = await run('$CLI account list | true')
  expect([code, stderr]).toEqual([0, ''])
})
