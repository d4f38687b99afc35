import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { cssErrors } from './css-classes.ts'
import { listedTests, structureErrors } from './structure/errors.ts'
import { namesOfSeveralFiles, smallFilesOfTheirOwn } from './structure/exceptions.ts'
import { codeOf, readFiles } from './structure/source-files.ts'
import { ensureSystemPackages } from './system-packages.ts'

/**
 * `npm run check`: everything that needs no program beside Node. With `--all` (`npm test`) also
 * the system tests, after what they need is there. Every step runs, so that one run names every
 * error; the exit code is 0 only when all passed.
 */
const all = process.argv.includes('--all')
const root = join(import.meta.dirname, '..')
const report = join(root, '.cache', 'vitest.json')

type Step = { readonly name: string; readonly run: () => boolean }

const bin = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(join(root, 'node_modules', '.bin', program), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  }).status === 0

const node = (...args: readonly string[]): boolean =>
  spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    .status === 0

const vitest = (...args: readonly string[]): boolean =>
  bin(
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args,
  )

/** Prints errors. @returns whether there are none */
const hasNone = (errors: readonly string[]): boolean => {
  for (const error of errors) console.error(error)
  return errors.length === 0
}

const checkStructure = (): boolean =>
  hasNone([
    ...structureErrors(codeOf(readFiles('src/**/*')), {
      names: namesOfSeveralFiles,
      smallFiles: smallFilesOfTheirOwn,
    }),
    ...listedTests(readFileSync(join(root, 'vitest.config.ts'), 'utf8')),
  ])

/** Those of vitest.config.ts that judge. */
const projects = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => ['--project', name])

const steps: readonly Step[] = [
  { name: 'types', run: () => bin('tsc', '-b') },
  { name: 'lint', run: () => bin('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'CSS classes', run: () => hasNone(cssErrors(root)) },
  { name: 'structure', run: checkStructure },
  { name: 'boundaries', run: () => bin('depcruise', '--config', '.dependency-cruiser.mjs', 'src') },
  { name: 'unused code', run: () => bin('knip') },
  { name: 'format', run: () => bin('oxfmt', '--check') },
  ...(all
    ? [
        { name: 'system packages', run: ensureSystemPackages },
        { name: 'IPFS test node', run: () => node('tools/ipfs-peer/install.ts') },
        { name: 'build', run: () => node('tools/build.ts') },
        { name: 'tests', run: () => vitest(...projects('unit', 'isolated', 'system', 'e2e')) },
      ]
    : [{ name: 'unit tests', run: () => vitest(...projects('unit', 'isolated')) }]),
]

const counts = z.object({ numPassedTests: z.int(), numFailedTests: z.int() })

/** What vitest reported; nothing passed where it ended before it could report. */
const countTests = (): z.output<typeof counts> => {
  if (existsSync(report)) return counts.parse(JSON.parse(readFileSync(report, 'utf8')))
  console.error('\nvitest ended without a report: the tests did not run to their end.')
  return { numPassedTests: 0, numFailedTests: 0 }
}

mkdirSync(join(root, '.cache'), { recursive: true })
rmSync(report, { force: true })
const failed = steps.filter(({ name, run }) => {
  console.log(`\n── ${name}`)
  return !run()
})
console.log(
  failed.length === 0
    ? '\nAll checks passed.'
    : `\nFailed: ${failed.map(({ name }) => name).join(', ')}.`,
)
const { numPassedTests, numFailedTests } = countTests()
console.log(`${numPassedTests} passed, ${numFailedTests} failed`)
process.exit(failed.length === 0 && numPassedTests > 0 ? 0 : 1)
