import { existsSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TestHome } from '../support/coldpress.ts'

let home: TestHome
beforeEach(() => {
  home = new TestHome()
})
afterEach(() => {
  home.remove()
})

it.runIf(existsSync('/proc/self/coredump_filter'))(
  'a crash of the command line would leave nothing of its memory',
  async () => {
    const show = home.file(
      'show.mjs',
      `import { readFileSync } from 'node:fs'
process.on('exit', () => console.error('filter', readFileSync('/proc/self/coredump_filter', 'utf8').trim()))
`,
    )
    const { stderr } = await home.run(['asset', '--help'], { NODE_OPTIONS: `--import ${show}` })
    expect(stderr).toMatch(/^filter 0+$/mu)
  },
)
