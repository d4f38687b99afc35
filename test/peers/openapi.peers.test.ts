import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestHome } from '../support/coldpress.ts'
import { herbarium } from '../support/prints.ts'
import { serve } from '../support/serving.ts'

const tools = join(import.meta.dirname, '..', '..', 'tools', 'openapi-peers')
const ofNpm = join(tools, 'node_modules', '.bin')
const ofPython = join(tools, 'venv', 'bin')
const isNpmThere = existsSync(join(tools, 'node_modules', '.installed-from-lock.json'))
const isPythonThere = existsSync(join(ofPython, 'schemathesis'))
for (const [isThere, what] of [
  [isNpmThere, 'Redocly, Spectral, openapi-typescript and axios are'],
  [isPythonThere, 'openapi-python-client and schemathesis are'],
] as const)
  if (!isThere)
    process.stderr.write(
      `${what} not installed, so they are not asked: see tools/openapi-peers/README.md\n`,
    )

const run = async (
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    cwd: tools,
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((cause: { readonly stdout: string }) => {
    // What failed stands in what it prints.
    throw new Error(`${program} failed:\n${cause.stdout.slice(-20_000)}`, { cause })
  })
  return `${stdout}${stderr}`
}

describe.runIf(isNpmThere || isPythonThere)('the OpenAPI document, as others read it', () => {
  const generated = join(tools, 'generated')
  const document = join(generated, 'openapi.json')
  let home: TestHome
  beforeAll(async () => {
    home = await TestHome.withVault()
    rmSync(generated, { recursive: true, force: true })
    mkdirSync(generated)
  })
  afterAll(() => home.remove())

  /** A studio with its document on disk. */
  const documented = async () => {
    const studio = await serve(home, ['--passphrase-file', home.passphraseFile])
    const reply = await fetch(`${studio.base_url}/openapi.json`)
    writeFileSync(document, await reply.text())
    return studio
  }
  const operationCount = (): number =>
    readFileSync(document, 'utf8').match(/"operationId":/gu)?.length ?? 0
  const asked = ({ base_url, api_key }: { base_url: string; api_key: string }) =>
    [base_url, api_key, herbarium.payout_address] as const

  it.runIf(isNpmThere)('has no error by the rules of Redocly and Spectral', async () => {
    await documented()
    expect(await run(join(ofNpm, 'redocly'), ['lint', document])).toContain('is valid')
    const linted = await run(join(ofNpm, 'spectral'), ['lint', document])
    expect(linted).toContain('No results with a severity of')
  })

  it.runIf(isNpmThere)(
    'types a client of openapi-fetch that sells, cancels and gets webhooks',
    async () => {
      const studio = await documented()
      const schema = join(generated, 'schema.d.ts')
      await run(join(ofNpm, 'openapi-typescript'), [document, '--output', schema])
      const types = readFileSync(schema, 'utf8')
      expect(types.match(/^ {4}\w+: \{\n {8}parameters:/gmu)).toHaveLength(operationCount())
      const checked = ['--noEmit', '--strict', '--skipLibCheck', '--allowJs', '--checkJs']
      const modules = ['--module', 'nodenext', '--target', 'esnext', '--types', 'node']
      await run('tsc', ['--ignoreConfig', ...checked, ...modules, 'fetch-client.mjs'])
      await run(process.execPath, ['fetch-client.mjs', ...asked(studio)])
    },
  )

  it.runIf(isNpmThere).for(['axios', 'axios-today'])(
    'is not needed by the SDK of the interface, which calls with %s',
    async (version) => {
      const studio = await documented()
      expect(await run(process.execPath, ['axios-client.mjs', ...asked(studio), version])).toBe('')
    },
  )

  it.runIf(isPythonThere)(
    'makes a Python client that sells, cancels and gets webhooks',
    async () => {
      const studio = await documented()
      const client = join(generated, 'python')
      const args = ['generate', '--path', document, '--output-path', client, '--overwrite']
      const made = await run(join(ofPython, 'openapi-python-client'), args, {
        PATH: `${ofPython}:${process.env['PATH'] ?? ''}`,
      })
      expect(made).not.toMatch(/unable|warning|error/iu)
      const python = join(ofPython, 'python')
      await run(python, ['python_client.py', ...asked(studio)], { PYTHONPATH: client })
    },
  )

  it.runIf(isPythonThere)(
    'is kept by every answer to the requests that schemathesis makes of it',
    { timeout: 3_600_000 },
    async () => {
      const { base_url: base, api_key: key } = await documented()
      const phases = ['--phases', 'examples,coverage,fuzzing,stateful']
      const amount = ['--max-examples', '130', '--seed', '42', '--continue-on-failure']
      const header = ['--header', `x-api-key: ${key}`, '--generation-database', 'none']
      const config = ['--config-file', join(tools, 'schemathesis.toml')]
      const args = [...config, 'run', `${base}/openapi.json`, ...header, ...phases, ...amount]
      const told = await run(join(ofPython, 'schemathesis'), args)
      const [, cases = '0'] = /(?<cases>\d+) generated/u.exec(told) ?? []
      expect(Number(cases), told).toBeGreaterThan(10_000)
    },
  )
})
