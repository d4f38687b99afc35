import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ensureSystemPackages } from './system-packages.ts'

/**
 * `npm run test:journeys`: the app's longest ways, in its window. A journey drives several programs through
 * a browser, and a busy machine may break one that is right: the files that fail run once more, alone. Their
 * first failure stays in the output, and one that fails twice has failed.
 */
const root = join(import.meta.dirname, '..')
const report = join(root, '.cache', 'journeys.json')

const reportSchema = z.object({
  success: z.boolean(),
  testResults: z.array(z.object({ name: z.string(), status: z.enum(['passed', 'failed']) })),
})

/** @returns the files that failed, or null where the run itself did not come to its end */
const run = (files: readonly string[]): readonly string[] | null => {
  rmSync(report, { force: true })
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--project=journeys',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...files,
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  if (!existsSync(report)) return null
  const { testResults } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')))
  const failed = testResults.filter((file) => file.status === 'failed').map((file) => file.name)
  // Something outside of every file may fail, such as an error after the last test.
  return status !== 0 && failed.length === 0 ? null : failed
}

mkdirSync(join(root, '.cache'), { recursive: true })
if (!ensureSystemPackages()) process.exit(1)
const files = process.argv.slice(2)
const failed = run(files)
if (failed === null) {
  console.error('\nThe journeys did not run to their end.')
  process.exit(1)
}
if (failed.length === 0) process.exit(0)
console.log(`\n── ${failed.length} failed above and run once more:\n${failed.join('\n')}\n`)
process.exit(run(failed)?.length === 0 ? 0 : 1)
