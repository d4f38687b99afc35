import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestHome } from '../support/coldpress.ts'

let home: TestHome
beforeAll(() => {
  home = new TestHome()
})
afterAll(() => home.remove())

/**
 * Counts the threads of the pool when the program ends, by the names that libuv gives them. What the
 * tests' own process asks for is not passed on.
 */
const counter = `
  import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
  delete process.env.UV_THREADPOOL_SIZE
  process.on('exit', () => {
    const names = readdirSync('/proc/self/task').map((task) => readFileSync('/proc/self/task/' + task + '/comm', 'utf8'))
    writeFileSync(process.env.COUNTED, String(names.filter((name) => name.trim() === 'libuv-worker').length))
  })`

it.runIf(process.platform === 'linux')(
  'of the command line has eight threads: six may wait for a drive, and some are left for the data folder',
  async () => {
    const counted = home.file('counted', '')
    const { code } = await home.run(['collection', 'list'], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(counter)}`,
      COUNTED: counted,
    })
    expect(code).toBe(0)
    expect(readFileSync(counted, 'utf8')).toBe('8')
  },
)
