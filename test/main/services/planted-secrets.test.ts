import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { generatePolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { readyFolder } from '#app/home/place-import.ts'
import { type CallInput, type CallName, type CallOutput, calls } from '#contract/window/calls.ts'
import { temporaryFolder } from '../../support/folder-test.ts'
import { startLoopbackServer } from '../../support/loopback-server.ts'
import { filesUnder, findPlanted, type Planted } from '../../support/planted-secrets.ts'
import { herbariumForm, openServices } from './open-services.ts'

const random = (): string => randomBytes(24).toString('base64url')

/** A policy's key in the forms in which people have it. */
const plantKey = () => {
  const key = generatePolicyKey()
  const bytes = key.secret.use((secret) => Uint8Array.from(secret))
  const script = JSON.stringify({ type: 'sig', keyHash: key.keyHash })
  return { script, skey: writeSigningKey(key, 'envelope').text(), bytes }
}

const openPlanted = async () => {
  const harness = await openServices({ hasVault: false })
  const planted = new Map<string, Uint8Array>()
  const plant = (name: string, text = random()): string => {
    planted.set(name, new TextEncoder().encode(text))
    return text
  }
  const secrets = (): Planted[] => [...planted].map(([name, bytes]) => ({ name, bytes }))
  return { ...harness, planted, plant, secrets }
}

type TestServices = Awaited<ReturnType<typeof openPlanted>>
type Give = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N> | undefined>

/** Passphrases of backups and words of phrases, in calls that go well and badly. */
const giveBackupSecrets = async (
  give: Give,
  of: { readonly harness: TestServices; readonly policyId: string; readonly passphrase: string },
): Promise<void> => {
  const { harness, policyId, passphrase } = of
  const { plant, state, pick, home } = harness
  const backupPassphrase = plant('passphrase of a backup')
  const path = join(home, 'backup.html')
  state.saveTo = path
  const save = { policyId, passphrase, as: 'paper' } as const
  await give('backups.save', { ...save, backupPassphrase })
  await give('backups.save', { ...save, backupPassphrase: 'short' })
  await give('backups.save', {
    ...save,
    passphrase: plant('wrong passphrase to back up'),
    backupPassphrase: plant('passphrase of no backup'),
  })
  const { id: walletId } = await harness.app.wallets.create('preprod')
  const walletPath = join(home, 'wallet.age')
  state.saveTo = walletPath
  const walletPassphrase = plant('passphrase of a wallet backup')
  await give('backups.saveWallet', {
    walletId,
    passphrase,
    backupPassphrase: walletPassphrase,
  })
  await pick(walletPath)
  const walletSource = { kind: 'file', path: walletPath } as const
  await give('backups.testWallet', { source: walletSource, backupPassphrase: walletPassphrase })
  await give('backups.testWallet', {
    source: walletSource,
    backupPassphrase: plant('wrong passphrase of a wallet backup'),
  })
  state.saveTo = null
  await pick(path)
  const source = { kind: 'file', path } as const
  await give('backups.test', { source, backupPassphrase })
  await give('backups.test', { source, backupPassphrase: plant('wrong passphrase to drill') })
  await give('backups.restore', { source, backupPassphrase })
  await give('backups.restore', { source, backupPassphrase: plant('wrong passphrase to restore') })

  const started = await give('phrases.start', null)
  const words = started?.words ?? []
  plant('words of a phrase', words.slice(0, 5).join(' '))
  const position = started?.wordNumbers[0] ?? 0
  const fingerprint = started?.fingerprint ?? ''
  await give('phrases.confirm', { fingerprint, given: [{ position, word: plant('wrong word') }] })
  const given = (started?.wordNumbers ?? []).map((at) => ({
    position: at,
    word: words[at - 1] ?? '',
  }))
  await give('phrases.confirm', { fingerprint, given })
  await give('phrases.restore', { words: `${words.slice(1).join(' ')} ${plant('no word')}` })
  await give('phrases.derive', { fingerprint, index: null })
}

/** The data folder's whole move. @returns the folder with its file */
const giveHomeSecrets = async (
  give: Give,
  { harness, passphrase }: { readonly harness: TestServices; readonly passphrase: string },
): Promise<string> => {
  const { plant, state, pick } = harness
  const folder = temporaryFolder()
  const file = join(folder, 'moved.coldpress')
  state.saveTo = file
  await give('home.backUp', { passphrase: plant('wrong passphrase to back up'), images: true })
  await give('home.export', { passphrase: plant('wrong passphrase to export'), images: true })
  await give('home.export', { passphrase, images: true })
  state.saveTo = null
  await pick(file)
  await give('home.import', { file, passphrase: plant('wrong passphrase to import') })
  await give('home.import', { file, passphrase })
  return folder
}

/** Every call that takes a secret, well and badly, and what each failed with. */
const giveSecrets = async (harness: TestServices) => {
  const { call, plant, planted } = harness
  const failures: string[] = []
  const given = new Set<CallName>()
  const give = async <N extends CallName>(name: N, input: CallInput<N>) => {
    given.add(name)
    try {
      return await call(name, input)
    } catch (error) {
      failures.push(`${name}: ${String(error)} ${JSON.stringify(error)}`)
      return undefined
    }
  }
  const server = await startLoopbackServer(async ({ headers }, message, response) => {
    // A careless service: it repeats what it refuses.
    const said = `bad request: ${JSON.stringify(headers)} ${await textOf(message)}`
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status_code: 401, message: said }))
  })
  onTestFinished(() => server.close())

  const passphrase = plant('passphrase')
  await give('vault.create', { passphrase })
  await give('vault.create', { passphrase: plant('passphrase of a second vault') })
  await give('vault.unlock', { passphrase: plant('wrong passphrase') })
  const changed = plant('changed passphrase')
  await give('vault.change', {
    oldPassphrase: plant('wrong old passphrase'),
    newPassphrase: plant('passphrase that was not taken'),
  })
  await give('vault.change', { oldPassphrase: passphrase, newPassphrase: changed })

  const account = { network: 'testnet', baseUrl: server.url, appId: 'shop' } as const
  const added = await give('accounts.add', { ...account, name: 'Shop', apiKey: plant('API key') })
  await give('accounts.add', { ...account, name: 'Shop', apiKey: plant('API key of a taken name') })
  await give('accounts.add', {
    ...account,
    name: 'Bad',
    apiKey: `${plant('API key with a break')}\n x`,
  })
  const inUrl = `https://me:${plant('password in an address')}@service.example`
  await give('accounts.add', {
    ...account,
    name: 'Url',
    baseUrl: inUrl,
    apiKey: plant('API key 2'),
  })
  await give('accounts.test', { accountId: added?.id ?? '' })
  await give('collections.list', { accountId: added?.id ?? '' })
  const kubo = (url: string) => ({ kind: 'kubo', settings: { url } })
  await give('pins.use', { name: 'mine', ...kubo(server.url), secret: plant('pin token') })
  await give('pins.use', { name: 'bad', ...kubo(inUrl), secret: plant('pin token 2') })
  await give('pins.use', {
    name: 'odd',
    ...kubo(server.url),
    secret: `${plant('odd token')}\u0007é`,
  })
  await give('pins.test', { name: 'mine' })
  await give('pins.test', { name: 'odd' })

  const text = (content: string) => ({ kind: 'text', text: content }) as const
  const { script, skey, bytes } = plantKey()
  planted.set('imported key', bytes)
  const options = { name: 'Imported', network: null }
  const taken = await give('policies.import', {
    source: text(script),
    keys: [text(skey)],
    ...options,
  })
  const foreign = plantKey()
  planted.set('foreign key', foreign.bytes)
  await give('policies.import', { source: text(script), keys: [text(foreign.skey)], ...options })
  await give('policies.import', { source: text(foreign.skey), keys: [], ...options })
  await give('policies.import', {
    source: text(`{"cut off": "${foreign.skey}`),
    keys: [],
    ...options,
  })
  await give('policies.inspect', { source: text(foreign.skey), keys: [], network: 'preprod' })
  await give('policies.inspect', {
    source: text(`ed25519_sk1${plant('torn key')}`),
    keys: [],
    network: 'preprod',
  })
  const policyId = taken?.policyId ?? ''
  await give('policies.reveal', { policyId, passphrase: plant('wrong passphrase to reveal') })
  const revealed = await give('policies.reveal', { policyId, passphrase: changed })
  await give('policies.saveWithKeys', { policyId, passphrase: plant('wrong passphrase to save') })
  await give('policies.saveKeyFiles', { policyId, passphrase: plant('wrong passphrase for files') })
  await give('inboxes.setSecret', { accountId: added?.id ?? '', secret: plant('inbox secret') })
  await give('inboxes.setSecret', { accountId: added?.id ?? '', secret: 'short' })
  await give('inboxes.setSecret', { accountId: 'local', secret: plant('secret of no inbox') })
  await give('inboxes.makeSecret', { accountId: added?.id ?? '' })
  const inbox = await give('inboxes.reveal', { accountId: added?.id ?? '' })
  plant('inbox secret that was made', inbox?.text)
  const callbackUrl = 'https://hooks.example.com/'
  await give('inboxes.register', { accountId: added?.id ?? '', callbackUrl })
  const gateway = { network: 'preprod', kind: 'blockfrost', name: '' } as const
  await give('gateways.set', {
    ...gateway,
    settings: { baseUrl: server.url },
    secret: plant('project ID'),
  })
  await give('gateways.set', {
    ...gateway,
    settings: { baseUrl: inUrl },
    secret: plant('project ID 2'),
  })
  await give('gateways.add', {
    ...gateway,
    settings: { baseUrl: server.url },
    secret: plant('project ID of another gateway'),
  })
  await give('gateways.check', {
    ...gateway,
    settings: { baseUrl: server.url },
    secret: plant('project ID that is checked'),
  })
  await give('gateways.test', { id: 'preprod' })
  await give('app.copy', { text: revealed?.text ?? '', secret: true })
  await giveBackupSecrets(give, { harness, policyId, passphrase: changed })
  const hosted = added?.id ?? ''
  const policy = { kind: 'vault', policyId, sendKeysTo: hosted } as const
  await give('collections.create', { accountId: 'local', form: { ...herbariumForm, policy } })
  const form = { ...herbariumForm, policy }
  const wrong = plant('wrong passphrase to send keys')
  await give('collections.create', { accountId: hosted, form, passphrase: wrong })
  await give('collections.create', { accountId: hosted, form, passphrase: changed })
  const moved = await giveHomeSecrets(give, { harness, passphrase: changed })
  return { failures, given, revealed, moved }
}

it('no call leaves a secret in the log, a database, an event or a failure', async () => {
  const harness = await openPlanted()
  const { failures, given, revealed, moved } = await giveSecrets(harness)
  expect(failures.length).toBeGreaterThan(12)

  // What proves that the search can find: the one call that answers a secret did so.
  const answered = new Map([['answer', Buffer.from(revealed?.text ?? '')]])
  expect(findPlanted(answered, harness.secrets())).toEqual(['answer: imported key (bech32)'])

  const { entries } = await harness.call('log.page', {
    before: null,
    limit: 500,
    kinds: null,
    levels: null,
    search: '',
  })
  expect(entries.length).toBeGreaterThan(8)
  const said = new Map([
    ['failures', Buffer.from(failures.join('\n'))],
    ['events', Buffer.from(JSON.stringify(harness.state.events))],
    ['log', Buffer.from(JSON.stringify(entries))],
  ])
  expect(findPlanted(said, harness.secrets())).toEqual([])
  expect(findPlanted(filesUnder(harness.home, moved), harness.secrets())).toEqual([])

  // What the contract calls secret, and three whose input may hold one.
  const secretCalls = Object.entries(calls).flatMap(([name, call]) =>
    'secret' in call ? [name] : [],
  )
  expect(secretCalls.length).toBeGreaterThan(15)
  const names = [...secretCalls, 'app.copy', 'collections.create', 'policies.inspect']
  const givenNames = new Set<string>(given)
  expect(names.filter((name) => !givenNames.has(name))).toEqual([])
  // The data folder moved, and was imported again.
  expect(existsSync(readyFolder(harness.home))).toBe(true)
})
