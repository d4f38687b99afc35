import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { startLoopbackServer } from '../support/loopback-server.ts'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'how-to', 'script.md'), 'utf8')
const script = /^```bash\n(?<script>#!.*?)^```$/msu.exec(page)?.groups?.['script'] ?? ''

const address = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'
const event = z.object({
  idempotency_key: z.string(),
  data: z.object({ status: z.string(), sale_id: z.string() }),
})

/** Images that differ, and a table with a price for each. */
const makeWorks = async (folder: string, count: number): Promise<void> => {
  mkdirSync(folder)
  const rows: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const background = { r: number % 256, g: number >> 8, b: 90 }
    await sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toFile(join(folder, `${number}.png`))
    rows.push(`Work${number},Work ${number},${number}.png,${20 + (number % 5)}`)
  }
  writeFileSync(
    join(folder, 'works.csv'),
    ['asset_name,name,image,price_ada', ...rows, ''].join('\n'),
  )
}

it('The script of the how-to, of at most 40 lines, makes a drop of 300 tokens with a royalty, prices, twenty sales and their events', async () => {
  expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  const dir = mkdtempSync(join(tmpdir(), 'drop-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const received = new Map<string, z.output<typeof event>['data']>()
  const shop = await startLoopbackServer(async (_request, message, response) => {
    const { idempotency_key: key, data } = event.parse(JSON.parse(await text(message)))
    received.set(key, data)
    response.end()
  })
  onTestFinished(() => shop.close())
  await makeWorks(join(dir, 'works'), 300)
  writeFileSync(join(dir, 'passphrase.txt'), 'a long enough passphrase\n', { mode: 0o600 })
  writeFileSync(join(dir, 'drop.sh'), script)
  mkdirSync(join(dir, 'bin'))
  const launcher = join(dir, 'bin', 'coldpress')
  writeFileSync(
    launcher,
    `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'bin', 'coldpress.js')}' "$@"\n`,
  )
  chmodSync(launcher, 0o755)

  const run = async (command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const child = spawn(command, args, {
      cwd: dir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...more,
        PATH: `${join(dir, 'bin')}:${process.env['PATH'] ?? ''}`,
        DBUS_SESSION_BUS_ADDRESS: undefined,
        XDG_RUNTIME_DIR: undefined,
      },
    })
    const [out, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    expect(code, `${out}\n${errors}`).toBe(0)
    return out
  }
  const verified = await run('bash', ['drop.sh', 'works', address, shop.url])
  expect(verified).toContain('20')

  const home = {
    COLDPRESS_HOME: join(dir, 'coldpress-data'),
    COLDPRESS_PASSPHRASE_FILE: join(dir, 'passphrase.txt'),
  }
  const json = async (...args: readonly string[]): Promise<unknown> =>
    JSON.parse(await run(launcher, [...args, '--json'], home))
  expect(await json('collection', 'list')).toMatchObject([
    { name: 'Drop', token_count: 300, token_sold_count: 20 },
  ])
  expect(await json('mint', 'royalty', '--collection', 'Drop')).toMatchObject({ status: 'minted' })
  const tokens = z
    .array(z.object({ status: z.string(), price: z.number().nullable() }))
    .parse(await json('token', 'list', '--collection', 'Drop'))
  expect(tokens.every(({ price }) => price !== null && price >= 20_000_000)).toBe(true)
  const sold = z
    .array(z.object({ id: z.string(), status: z.string() }))
    .parse(await json('sale', 'list'))
  expect(sold.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'COMPLETED'))

  // what the studio had not delivered when the script ended, the next one delivers
  const serving = spawn(launcher, ['studio', 'serve'], {
    stdio: 'ignore',
    env: { ...process.env, ...home, PATH: `${join(dir, 'bin')}:${process.env['PATH'] ?? ''}` },
  })
  onTestFinished(async () => {
    const ended = once(serving, 'exit')
    serving.kill('SIGTERM')
    await ended
  })
  const delivered = (status: string): ReadonlySet<string> =>
    new Set(
      [...received.values()].flatMap((data) => (data.status === status ? [data.sale_id] : [])),
    )
  for (const status of ['MINTING', 'COMPLETED'])
    await expect
      .poll(() => [...delivered(status)].toSorted())
      .toEqual(sold.map(({ id }) => id).toSorted())
}, 900_000)
