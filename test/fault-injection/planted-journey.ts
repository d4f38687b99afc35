import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { phraseFingerprint, policyKeyFromPhrase, wordsOf } from '#cardano/derive.ts'
import { policyKeyOf, writeSigningKey, type PolicyKey } from '#cardano/keys.ts'
import { policyIdOf, scriptToJson } from '#cardano/scripts.ts'
import { paymentKeyAt } from '#cardano/payment-wallet.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { Backend } from '#keys/vault-schemas.ts'
import { sealWallet } from '#keys/vault/wallet-backup.ts'
import { given, vectors } from '../cardano/vectors.ts'
import { TestHome } from '../support/coldpress.ts'
import { startLoopbackServer, type LoopbackServer } from '../support/loopback-server.ts'
import { filesUnder, findPlanted, type Planted } from '../support/planted-secrets.ts'
import { herbarium } from '../support/prints.ts'

const apiKey = 'planted-Api_Key-9f3e71c2d4b8'
const passphrase = 'planted passphrase of many words'
const backupPassphrase = 'planted backup passphrase, another'
const seed = Uint8Array.from({ length: 32 }, (_, at) => (at * 73 + 41) % 251)
const key = policyKeyOf(Uint8Array.from(seed))
const phrase = given(vectors.cip1855[0]?.mnemonic)
const derived = policyKeyFromPhrase(Secret.ofText(phrase), 0)

/** What a studio's wallet is made of, its words in threes, and the key that its first sale is paid to. */
const walletEntropy = Uint8Array.from({ length: 32 }, (_, at) => (at * 89 + 17) % 241)
const walletWords = wordsOf(walletEntropy)
const walletKey = paymentKeyAt(walletEntropy, 0)

export const planted: readonly Planted[] = [
  { name: 'API key', bytes: Buffer.from(apiKey) },
  { name: 'passphrase', bytes: Buffer.from(passphrase) },
  { name: 'backup passphrase', bytes: Buffer.from(backupPassphrase) },
  { name: 'policy key', bytes: seed },
  { name: 'derived key', bytes: derived.secret.use((bytes) => bytes.slice(0, 32)) },
  { name: 'second half of the derived key', bytes: derived.secret.use((bytes) => bytes.slice(32)) },
  ...['exercise club noble', 'olympic puppy private', 'fatal fashion vacuum'].map((words) => ({
    name: `recovery phrase (${words})`,
    bytes: Buffer.from(words),
  })),
  { name: 'wallet', bytes: walletEntropy },
  { name: 'key of the wallet', bytes: walletKey.secret.use((bytes) => bytes.slice(0, 32)) },
  ...[0, 3, 6, 9, 12, 15, 18, 21].map((at) => ({
    name: `words of the wallet from number ${at + 1}`,
    bytes: Buffer.from(walletWords.slice(at, at + 3).join(' ')),
  })),
]

const scriptOf = ({ keyHash }: PolicyKey) => ({ type: 'sig', keyHash }) as const
export const textOf = (form: 'bech32' | 'hex' | 'cbor' | 'envelope') =>
  writeSigningKey(key, form).text()
const servicePolicy = (signingKeys: readonly unknown[]) => ({
  lock: false,
  policy_id: policyIdOf(scriptOf(key)),
  script: scriptToJson(scriptOf(key)),
  signing_keys: signingKeys,
})

/** A service that repeats its input in its answers, as badly written ones do. */
const startEcho = () =>
  startLoopbackServer(async ({ headers }, message, response) => {
    const said = `bad request: ${JSON.stringify(headers)} ${await text(message)}`
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ statusCode: 400, message: said }))
  })

const webhookMade = z.object({ id: z.string(), secret: z.string().startsWith('whsec_') })
const studioLine = z.object({ base_url: z.string(), app_id: z.string(), api_key: z.string() })
type Studio = z.output<typeof studioLine>

/** Runs commands, and keeps what each printed. The files that hold secrets lie outside the home. */
class Scene {
  readonly home = new TestHome()
  readonly #root = mkdtempSync(join(tmpdir(), 'coldpress-planted-'))
  readonly #inputs = join(this.#root, 'inputs')
  readonly #temporary = join(this.#root, 'tmp')
  readonly #printed = new Map<string, Uint8Array>()
  readonly #told: Planted[] = []
  readonly #environment: NodeJS.ProcessEnv

  constructor(environment: NodeJS.ProcessEnv) {
    for (const folder of [this.#inputs, this.#temporary]) mkdirSync(folder)
    this.#environment = { ...environment, TMPDIR: this.#temporary, COLDPRESS_DEBUG: '1' }
  }

  input(name: string, content: unknown): string {
    const path = join(this.#inputs, name)
    const isWhole = typeof content === 'string' || content instanceof Uint8Array
    writeFileSync(path, isWhole ? content : JSON.stringify(content))
    return path
  }

  /** A path outside of the home, which is searched too. */
  temporary(name: string): string {
    return join(this.#temporary, name)
  }

  /** Adds a secret that a service returned. */
  plant(secret: Planted): void {
    this.#told.push(secret)
  }

  async run(args: readonly string[], passphraseText = passphrase) {
    const file = this.input('passphrase.txt', `${passphraseText}\n`)
    const run = await this.home.run([...args, '--passphrase-file', file], this.#environment)
    this.#print(args, run.stdout + run.stderr)
    return run
  }

  /** Runs a command; fails when that does. */
  async do(...args: readonly string[]): Promise<unknown> {
    const run = await this.run([...args, '--json'])
    if (run.code !== 0) throw new Error(`${args.join(' ')}: ${run.stderr}`)
    return JSON.parse(run.stdout)
  }

  /** `studio serve`, with the document that it starts with. */
  async serve() {
    const file = this.input('passphrase.txt', passphrase)
    const args = ['studio', 'serve', '--json', '--passphrase-file', file]
    const child = this.home.start(args, this.#environment)
    const { stdout, stderr } = child
    if (stdout === null || stderr === null) throw new Error('no pipes')
    const errors = text(stderr)
    const lines = createInterface({ input: stdout })
    const ended = once(child, 'exit').then(async () => {
      throw new Error(`studio serve ended: ${await errors}`)
    })
    const [line] = await Promise.race([once(lines, 'line'), ended])
    ended.catch(() => undefined)
    return {
      studio: studioLine.parse(JSON.parse(String(line))),
      stop: async () => {
        child.kill('SIGTERM')
        await ended.catch(() => undefined)
        this.#print(args, String(line) + (await errors))
      },
    }
  }

  #print(args: readonly string[], printed: string): void {
    this.#printed.set(
      `output ${this.#printed.size} of ${args.slice(0, 2).join(' ')}`,
      Buffer.from(printed),
    )
  }

  files(): Map<string, Uint8Array> {
    return filesUnder(this.home.dir, this.#temporary)
  }

  found(): readonly string[] {
    return findPlanted(new Map([...this.files(), ...this.#printed]), [...planted, ...this.#told])
  }

  remove(): void {
    this.home.remove()
    rmSync(this.#root, { recursive: true, force: true })
  }
}

/**
 * Everything that a secret goes through on the command line, and a search for each afterwards.
 * @param place where the vault keeps its items, for the title
 */
export const testPlantedSecrets = (
  place: string,
  backend: Backend,
  start: () => Promise<{
    readonly environment: NodeJS.ProcessEnv
    readonly stop: () => Promise<void>
  }>,
): void => {
  describe(`secrets that pass through the command line, kept in ${place}`, () => {
    let scene: Scene
    let echo: LoopbackServer
    let stop: () => Promise<void>

    beforeAll(async () => {
      const started = await start()
      stop = started.stop
      scene = new Scene(started.environment)
      echo = await startEcho()
    })
    afterAll(async () => {
      await echo.close()
      scene.remove()
      await stop()
    })

    const useStudio = async (studio: Studio): Promise<string> => {
      const base = `${studio.base_url}/${studio.app_id}/v1`
      const address = `${base}/nft/collections`
      const headers = { 'x-api-key': studio.api_key, 'content-type': 'application/json' }
      const post = (body: string) => fetch(address, { method: 'POST', headers, body })
      const request = (policy: unknown) => JSON.stringify({ ...herbarium, policy })

      const created = await post(request(servicePolicy([JSON.parse(textOf('envelope'))])))
      expect(created.status).toBe(201)
      const { id } = z.object({ id: z.string() }).parse(await created.json())
      const exported = await (await fetch(`${address}/${id}/policy`, { headers })).text()
      expect(exported).toContain(textOf('bech32'))

      const wanted = { type: 'nft_api', name: 'Shop', network: 'testnet' }
      const hook = JSON.stringify({ ...wanted, callback_url: 'http://127.0.0.1:9/' })
      const hooked = await fetch(`${base}/webhooks`, { method: 'POST', headers, body: hook })
      const { id: hookId, secret } = webhookMade.parse(await hooked.json())
      scene.plant({ name: 'webhook secret', bytes: Buffer.from(secret.replace('whsec_', '')) })
      scene.plant({ name: 'its bytes', bytes: Buffer.from(secret.replace('whsec_', ''), 'base64') })
      const tried = await fetch(`${base}/webhooks/${hookId}/test`, {
        method: 'POST',
        headers,
        body: '{}',
      })
      const said = await tried.text()
      expect(tried.status, said).toBeLessThan(300)
      expect(said).not.toContain(secret)

      const longKey = servicePolicy([`${textOf('hex')}00`])
      for (const body of [request(longKey), `{"policy":"${textOf('hex')}`]) {
        const errorReply = await post(body)
        expect(errorReply.status).toBe(400)
        const said = new Map([['the error', Buffer.from(await errorReply.text())]])
        expect(findPlanted(said, planted)).toEqual([])
      }
      const journals = [...scene.files().keys()].filter((path) => path.endsWith('.db-wal'))
      expect(journals).not.toEqual([])
      expect(scene.found()).toEqual([])
      return id
    }

    it('stay out of files and outputs when keys are imported, in every form', async () => {
      await scene.do('policy', 'generate', '--name', 'Own')
      const vaultJson = readFileSync(join(scene.home.dir, 'vault.json'), 'utf8')
      expect(JSON.parse(vaultJson)).toMatchObject({ backend })

      const script = scene.input('policy.script', scriptToJson(scriptOf(key)))
      const forms = { bech32: textOf('bech32'), hex: textOf('hex'), cbor: textOf('cbor') }
      for (const [form, written] of Object.entries({ ...forms, envelope: textOf('envelope') })) {
        const skey = scene.input(`${form}.skey`, written)
        await scene.do('policy', 'import', '--file', script, '--signing-key-file', skey)
        await scene.do('policy', 'import', '--file', skey)
      }
      const exported = servicePolicy([...Object.values(forms), JSON.parse(textOf('envelope'))])
      await scene.do('policy', 'import', '--file', scene.input('policy.json', exported))
      await scene.do('policy', 'inspect', scene.input('policy.json', exported))

      const words = scene.input('phrase.txt', phrase)
      await scene.do('key', 'derive', '--index', '0', '--phrase-file', words, '--store')
      const ofDerived = scene.input('derived.script', scriptToJson(scriptOf(derived)))
      await scene.do('policy', 'import', '--file', ofDerived)
      await scene.do('policy', 'list')
      expect(scene.found()).toEqual([])
    })

    it('stay out of them, and out of the files, when backups are made, tested and restored', async () => {
      const id = policyIdOf(scriptOf(key))
      const own = scene.input('backup-passphrase.txt', `${backupPassphrase}\n`)
      const wrong = scene.input('wrong-passphrase.txt', 'not the passphrase of it\n')
      const [file, page] = [join(scene.home.dir, 'backup.age'), join(scene.home.dir, 'backup.html')]
      const withOwn = ['--backup-passphrase-file', own]
      await scene.do('policy', 'backup', id, '--out', file, '--paper', page, ...withOwn)
      await scene.do('policy', 'drill', page, ...withOwn)
      await scene.do('policy', 'restore', file, ...withOwn)
      for (const verb of ['drill', 'restore']) {
        const { code } = await scene.run(['policy', verb, file, '--backup-passphrase-file', wrong])
        expect(code, verb).toBe(5)
        writeFileSync(`${file}.cut`, readFileSync(file).subarray(0, -9))
        expect((await scene.run(['policy', verb, `${file}.cut`, ...withOwn])).code, verb).toBe(3)
      }
      const sealing = { created: new Date().toISOString(), workFactor: 4 }
      const wallet = { id: phraseFingerprint(walletEntropy), network: 'preprod' } as const
      const entropy = Secret.ofBytes(Uint8Array.from(walletEntropy))
      const sealed = await sealWallet(wallet, entropy, Secret.ofText(backupPassphrase), sealing)
      await scene.do('key', 'wallet', 'restore', scene.input('wallet.age', sealed.file), ...withOwn)
      const walletFile = join(scene.home.dir, 'wallet.age')
      await scene.do('key', 'wallet', 'backup', wallet.id, '--out', walletFile, ...withOwn)
      await scene.do('key', 'phrase', 'restore', '--phrase-file', scene.input('phrase.txt', phrase))
      await scene.do('policy', 'generate', '--from-phrase')
      await scene.do('key', 'phrase', 'show-used')
      await scene.do('policy', 'remove-key', id, '--typed', id)
      await scene.do('policy', 'restore', file, ...withOwn)
      expect(scene.found()).toEqual([])
    })

    it('stay out of them when a service is used that repeats what it receives', async () => {
      const file = scene.input('api-key.txt', `${apiKey}\n`)
      const where = ['--network', 'testnet', '--base-url', echo.url, '--app-id', 'app']
      await scene.do('account', 'add', 'shop', ...where, '--api-key-file', file)
      const request = { ...herbarium, policy: servicePolicy([textOf('bech32'), textOf('hex')]) }
      const collection = scene.input('collection.json', request)
      for (const args of [
        ['account', 'test', 'shop'],
        ['collection', 'create', '--file', collection, '--account', 'shop'],
        ['policy', 'export', 'c1', '--from-account', '--account', 'shop'],
      ]) {
        const { code, stderr } = await scene.run(args)
        expect(code, stderr).toBe(3)
        expect(stderr).toContain('bad request')
      }
      await scene.do('account', 'list')
      expect(scene.found()).toEqual([])
    })

    it('stay out of them while the studio works, its journals included', async () => {
      const served = await scene.serve()
      let id: string
      try {
        id = await useStudio(served.studio)
      } finally {
        await served.stop()
      }
      expect(scene.found()).toEqual([])
      await scene.do('policy', 'export', id, '--from-account')
      expect(scene.found()).toEqual([])
    })

    it('stay out of them when commands fail', async () => {
      const input = scene.input.bind(scene)
      const exported = JSON.stringify(servicePolicy([textOf('bech32')]))
      const otherId = exported.replace(policyIdOf(scriptOf(key)), '0a'.repeat(28))
      const broken = textOf('bech32').replace(/.$/u, (last) => (last === 'q' ? 'p' : 'q'))
      const foreign = input('foreign.script', scriptToJson(scriptOf(derived)))
      const typo = phrase.replace('vacuum', 'vaccuum')
      for (const args of [
        ['policy', 'import', '--file', input('half.json', exported.slice(0, -1))],
        ['policy', 'import', '--file', input('other.json', otherId)],
        ['policy', 'import', '--file', foreign, '--signing-key-file', input('bad.skey', broken)],
        [
          'policy',
          'import',
          '--file',
          foreign,
          '--signing-key-file',
          input('hex.skey', textOf('hex')),
        ],
        ['policy', 'inspect', textOf('hex')],
        ['policy', 'inspect', textOf('bech32')],
        ['policy', 'inspect', input('inspected.skey', textOf('envelope'))],
        ['key', 'derive', '--index', '0', '--phrase-file', input('typo.txt', typo)],
        ['key', 'derive', '--index', '0', '--phrase-file', input('key.txt', textOf('bech32'))],
        ['collection', 'create', '--file', input('half.txt', exported.slice(0, -1))],
        ['collection', 'create', '--file', input('key.json', textOf('envelope'))],
      ]) {
        expect((await scene.run(args)).code, args.slice(0, 2).join(' ')).toBe(3)
      }
      const policyId = policyIdOf(scriptOf(key))
      expect((await scene.run(['policy', 'export', policyId, '--with-keys'])).code).toBe(2)
      const out = ['policy', 'export', policyId, '--with-keys', '--out', input('kept.json', '')]
      expect((await scene.run(out, `${passphrase} but wrong`)).code).toBe(5)
      expect(scene.found()).toEqual([])
    })

    it('are in the one file that was asked for by name, and nowhere else', async () => {
      const out = scene.input('with-keys.json', '')
      await scene.do('policy', 'export', policyIdOf(scriptOf(key)), '--with-keys', '--out', out)
      expect(readFileSync(out, 'utf8')).toContain(textOf('bech32'))
      expect(scene.found()).toEqual([])
    })

    it('stay out of them when the data folder is exported, imported and used again', async () => {
      const file = scene.temporary('moved.coldpress')
      const move = ['home', 'export', file, '--yes']
      expect((await scene.run(move, `${passphrase} but wrong`)).code).toBe(5)
      await scene.do(...move)
      expect((await scene.run(['policy', 'generate'])).code).toBe(3)
      await scene.do('home', 'reactivate', '--yes')
      const back = ['home', 'import', file, '--replace', '--yes']
      expect((await scene.run(back, `${passphrase} but wrong`)).code).toBe(5)
      await scene.do(...back)
      await scene.do('doctor')
      await scene.do('policy', 'list')
      expect(scene.found()).toEqual([])
    })

    it('stay out of the trace of an unexpected error', async () => {
      for (const path of scene.files().keys()) if (/app\.db(?:-\w+)?$/u.test(path)) rmSync(path)
      writeFileSync(join(scene.home.dir, 'app.db'), 'no database'.repeat(100))
      const args = ['policy', 'import', '--file', scene.input('last.skey', textOf('bech32'))]
      expect((await scene.run(args)).code).toBe(1)
      expect(scene.found()).toEqual([])
    })
  })
}
