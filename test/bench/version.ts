import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Measure } from './main.ts'
import { median } from './median.ts'

const rounds = 21
/** Of what Node itself takes to start and do nothing. */
const goalRatio = 2

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'coldpress.js')

const milliseconds = (args: readonly string[]): number => {
  const started = performance.now()
  spawnSync(process.execPath, args, { stdio: 'ignore' })
  return performance.now() - started
}

/** `coldpress --version` against a Node that does nothing, in turn. */
export const benchVersion = (): readonly Measure[] => {
  const floors: number[] = []
  const versions: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    floors.push(milliseconds(['-e', '0']))
    versions.push(milliseconds([launcher, '--version']))
  }
  const ratio = median(versions) / median(floors)
  return [
    {
      what: `\`coldpress --version\`; \`node -e 0\` takes ${median(floors).toFixed(0)} ms`,
      value: `${median(versions).toFixed(0)} ms, ${ratio.toFixed(2)} times as long`,
      goal: `≤ ${goalRatio} times`,
      met: ratio <= goalRatio,
    },
  ]
}
