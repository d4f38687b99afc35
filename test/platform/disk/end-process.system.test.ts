import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../support/folder-test.ts'

const source = join(import.meta.dirname, '..', '..', '..', 'src', 'platform', 'disk')

/** Opens a named pipe that nobody writes to: the thread that does it never returns. */
const program = (pipe: string): string => `
  import { open } from 'node:fs'
  import { endProcess } from '${join(source, 'drive-reads.ts')}'
  open('${pipe}', () => {})
  process.on('exit', (code) => {
    console.log('exit handler', code)
    process.exitCode = 8
  })
  setImmediate(() => {
    process.exitCode = 7
    endProcess()
  })
`

test('A process ends with its exit code although one of its threads never returns', async () => {
  const pipe = join(temporaryFolder(), 'silent')
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0)
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program(pipe)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString()
  })
  await once(child, 'close')
  expect([output, child.exitCode]).toEqual(['exit handler 7\n', 8])
})
