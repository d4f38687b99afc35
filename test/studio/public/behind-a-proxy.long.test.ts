import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addTokensResponse } from '#contract/tokens/token.ts'
import { findChromium } from '../../../tools/chromium-host/chromium/find-chromium.ts'
import { ensureSystemPackages, ofTheLongTests } from '../../../tools/system-packages.ts'
import { TestHome } from '../../support/coldpress.ts'
import { openNetwork, type TestNetwork } from '../../support/network.ts'
import { herbarium } from '../../support/prints.ts'
import { until } from '../../support/until.ts'

const shop = 'shop.example.com'
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let network: TestNetwork
let home: TestHome
let browser: Browser
const programs: ChildProcess[] = []
let served: { readonly base_url: string; readonly app_id: string; readonly api_key: string }

const start = (command: readonly string[], environment: NodeJS.ProcessEnv = {}): ChildProcess => {
  const [program = '', ...args] = network.within(command)
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment },
  })
  programs.push(child)
  return child
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** The studio, with the command of the document. */
const serve = async () => {
  const document = readFileSync('docs/how-to/serve.md', 'utf8')
  const line = /^coldpress (?<args>studio serve .*)$/mu.exec(document)?.groups?.['args'] ?? ''
  const args = line
    .replace('--network mainnet', '--network devnet')
    .replace('--passphrase-file passphrase.txt', `--passphrase-file ${home.passphraseFile}`)
    .split(' ')
  const child = home.start([...args, '--json'])
  programs.push(child)
  if (child.stdout === null) throw new Error('no standard output')
  const [first] = z
    .tuple([z.string()])
    .parse(await once(createInterface({ input: child.stdout }), 'line'))
  return z
    .looseObject({ base_url: z.string(), app_id: z.string(), api_key: z.string() })
    .parse(JSON.parse(first))
}

const call = async (path: string, body: unknown): Promise<unknown> => {
  const reply = await network.fetch(`${served.base_url}/${served.app_id}/v1${path}`, {
    method: 'POST',
    headers: { 'x-api-key': served.api_key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.status, reply.body).toBeLessThan(300)
  return JSON.parse(reply.body)
}

/** A token with a price; answers its payment link. */
const priced = async (name: string): Promise<string> => {
  const { id } = z.looseObject({ id: z.string() }).parse(await call('/nft/collections', herbarium))
  const token = {
    asset_name: name,
    name,
    image: png,
    price: 12_000_000,
    metadata_attributes: [{ tag: '<ink>', value: 'sepia' }],
  }
  const added = await call(`/nft/collections/${id}/tokens`, { tokens: [token] })
  return addTokensResponse.parse(added).data[0]?.payment_link ?? ''
}

/** The configuration as the document has it. */
const configurationOf = (language: 'nginx' | 'caddy'): string => {
  const document = readFileSync('docs/how-to/serve.md', 'utf8')
  const [, block] = new RegExp(`\`\`\`${language}\n([^\`]+)\`\`\``, 'u').exec(document) ?? []
  if (block === undefined) throw new Error(`the document has no configuration of ${language}`)
  return block
}

const startNginx = (folder: string): ChildProcess => {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${shop}`]
  spawnSync('openssl', ['req', ...kind, ...files])
  const site = configurationOf('nginx').replaceAll(`/etc/letsencrypt/live/${shop}`, folder)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  const path = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    path,
    // A worker of its own would give up rights, which a namespace of this user may not allow.
    `${user}\npid ${join(folder, 'pid')};\ndaemon off;\nmaster_process off;\nerror_log stderr warn;\nevents {}\nhttp {\naccess_log off;\n${places}\n${site}\n}\n`,
  )
  return start(['nginx', '-c', path, '-p', folder])
}

const startCaddy = (folder: string): ChildProcess => {
  const own = '{\n  admin off\n  skip_install_trust\n}\n'
  const path = join(folder, 'Caddyfile')
  writeFileSync(path, own + configurationOf('caddy').replace('{', '{\n  tls internal'))
  const environment = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder }
  return start(['caddy', 'run', '--config', path, '--adapter', 'caddyfile'], environment)
}

beforeAll(async () => {
  if (!ensureSystemPackages(ofTheLongTests)) throw new Error('nginx and Caddy are needed')
  network = await openNetwork()
  if (!network.isApart)
    console.warn('No network namespace is allowed here: the proxies listen on loopback.')
  home = await TestHome.withVault()
  home.within = network.within
  served = await serve()
  // Playwright speaks to the browser through pipes, which reach into another network.
  const program = home.file(
    'chromium.sh',
    `#!/bin/sh\nexec ${network.within([findChromium() ?? '']).join(' ')} "$@"\n`,
  )
  chmodSync(program, 0o700)
  browser = await chromium.launch({
    executablePath: program,
    chromiumSandbox: false,
    args: ['--disable-gpu', `--host-resolver-rules=MAP ${shop} ${network.address}`],
  })
})
afterAll(async () => {
  await browser.close()
  await Promise.all(programs.map(end))
  await network.close()
  home.remove()
})

const opened = async (page: Page, url: string): Promise<void> => {
  await until(async () =>
    page.goto(url).then(
      () => true,
      () => false,
    ),
  )
}

describe.each([
  { proxy: 'nginx', startProxy: startNginx },
  { proxy: 'Caddy', startProxy: startCaddy },
])('A studio behind $proxy, configured as the document says', ({ proxy, startProxy }) => {
  let running: ChildProcess
  let page: Page
  beforeAll(async () => {
    const folder = join(home.dir, proxy)
    mkdirSync(folder, { mode: 0o755 })
    chmodSync(home.dir, 0o755)
    running = startProxy(folder)
    page = await browser.newPage({ ignoreHTTPSErrors: true })
  })
  afterAll(async () => {
    await page.close()
    await end(running)
  })

  it('sells to a browser elsewhere, over TLS, from the token to its delivery', async () => {
    const link = await priced(`Over${proxy}`)
    expect(link).toMatch(/^https:\/\/shop\.example\.com\/pay\/token\//u)
    const browserErrors: string[] = []
    await opened(page, link)
    page.on('console', (message) => {
      if (message.type() === 'error') browserErrors.push(message.text())
    })
    await expect.poll(() => page.evaluate('document.images[0].naturalWidth')).toBe(1)
    await page.getByRole('button', { name: 'Reserve and pay' }).click()
    await page.waitForURL(/^https:\/\/shop\.example\.com\/pay\/sale\//u)
    await page.getByRole('button', { name: 'Pay 12 ADA' }).click()
    await expect
      .poll(() => page.getByRole('status').first().textContent(), { timeout: 60_000 })
      .toContain('Done. It’s in your wallet')
    expect(browserErrors).toEqual([])
  })

  it('leads from http to https', async () => {
    await page.goto(`http://${shop}/pay/icon.svg`)
    expect(page.url()).toBe(`https://${shop}/pay/icon.svg`)
  })

  it('shows nobody the interface, the state of the studio or its description', async () => {
    for (const path of ['/health', '/openapi.json', `/${served.app_id}/v1/nft/collections`]) {
      // oxlint-disable-next-line no-await-in-loop -- one browser page
      const reply = await page.goto(`https://${shop}${path}`)
      expect(reply?.status(), path).toBe(404)
      // oxlint-disable-next-line no-await-in-loop
      expect(await page.getByRole('heading').textContent()).toBe('Nothing is here')
    }
  })

  it('limits a visitor who claims to come from six hundred addresses', async () => {
    await page.goto(`https://${shop}/pay`)
    const statuses = await page.evaluate(async () => {
      const ask = async (index: number): Promise<number> => {
        const headers = { 'x-forwarded-for': `198.51.${index >> 8}.${index & 255}` }
        return (await fetch('/pay', { headers, cache: 'no-store' })).status
      }
      // nginx ends a connection after a thousand requests
      return Promise.all(Array.from({ length: 600 }, (_, index) => ask(index)))
    })
    const [answered, refused] = [404, 429].map((one) => statuses.filter((is) => is === one).length)
    expect(answered).toBeGreaterThan(0)
    expect(refused).toBeGreaterThan(200)
    expect((answered ?? 0) + (refused ?? 0)).toBe(600)
  })
})
