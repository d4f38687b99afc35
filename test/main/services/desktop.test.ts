import { mkdir, rename, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { generatePolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { writeRequestFile } from '#app/signing/request-file.ts'
import { findPlanted } from '../../support/planted-secrets.ts'
import { herbariumForm, openServices, passphrase } from './open-services.ts'
import { temporaryFolder } from '../../support/folder-test.ts'
import { mintRequest } from '../../app/signing/requests.ts'
import { utf16 } from '../../support/utf16.ts'

const importSettings = {
  settings: { maxPixels: null, format: 'keep', quality: 90 },
  pinner: 'local',
} as const

/** A folder with a table and no image, which is enough to be opened. */
const folderOf = async (home: string, name: string): Promise<string> => {
  const folder = join(home, name)
  await mkdir(folder)
  await writeFile(join(folder, 'tokens.csv'), 'asset_name,name,image\nOne,One,one.png\n')
  return folder
}

it('remembers the folders that were imported, for the menu bar and the window', async () => {
  const { call, home, state } = await openServices()
  const { id } = await call('collections.create', { accountId: 'local', form: herbariumForm })
  const into = { accountId: 'local', collectionId: id, csv: null, ...importSettings }
  const [first, second] = [await folderOf(home, 'first'), await folderOf(home, 'second')]
  await call('imports.open', { ...into, folder: first })
  await call('imports.open', { ...into, folder: second })
  expect(await call('app.recentFolders', null)).toEqual([second, first])
  expect(state.recentFolders).toEqual([second, first])
  expect(state.events).toContainEqual(['app.recentFolders', [second, first]])
  const none = { ...into, folder: join(home, 'none') }
  await expect(call('imports.open', none)).rejects.toMatchObject({ code: 'invalid' })
  expect(await call('app.forgetFolder', { folder: second })).toEqual([first])
  expect(await call('app.forgetFolder', { folder: null })).toEqual([])
  expect(state.recentFolders).toEqual([])
})

it('shows the data folder and what was imported in the file manager, and nothing else of the disk', async () => {
  const { call, home, state, app } = await openServices({ hasVault: false })
  const elsewhere = temporaryFolder()
  const folder = await folderOf(elsewhere, 'prints')
  await expect(call('app.showInFolder', { path: folder, how: 'reveal' })).rejects.toMatchObject({
    code: 'invalid',
  })
  app.recentFolders.add(folder)
  await call('app.showInFolder', { path: null, how: 'open' })
  await call('app.showInFolder', { path: folder, how: 'open' })
  await call('app.showInFolder', { path: join(folder, 'tokens.csv'), how: 'reveal' })
  // A file is never opened, which would run a program.
  await call('app.showInFolder', { path: join(folder, 'tokens.csv'), how: 'open' })
  expect(state.shown).toEqual([
    `open ${home}`,
    `open ${folder}`,
    `reveal ${join(folder, 'tokens.csv')}`,
    `reveal ${join(folder, 'tokens.csv')}`,
  ])
  for (const path of [`${folder}/../secret`, '/etc/passwd', 'tokens.csv', `${folder}-other`])
    await expect(call('app.showInFolder', { path, how: 'reveal' })).rejects.toMatchObject({
      code: 'invalid',
    })
  await expect(
    call('app.showInFolder', { path: join(folder, 'gone.png'), how: 'reveal' }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

it('opens the handbook that is there, and says which file the system did not open', async () => {
  const { call, state } = await openServices({ hasVault: false })
  await call('app.openHelp', null)
  expect(state.shown).toEqual([expect.stringMatching(/^open .*README\.md$/u)])
  state.openError = 'no program for it'
  await expect(call('app.openHelp', null)).rejects.toMatchObject({
    message: expect.stringMatching(/README\.md \(no program for it\)/u),
  })
})

it('diagnostics hold versions, states and sizes, but no secret, address, path or chosen name', async () => {
  const { call, home, app } = await openServices()
  const key = generatePolicyKey()
  const bytes = key.secret.use((secret) => Uint8Array.from(secret))
  const script = JSON.stringify({ type: 'sig', keyHash: key.keyHash })
  await call('policies.import', {
    source: { kind: 'text', text: script },
    keys: [{ kind: 'text', text: writeSigningKey(key, 'envelope').text() }],
    name: 'Plantedpolicy',
    network: null,
  })
  await call('accounts.add', {
    network: 'testnet',
    baseUrl: 'https://planted.example',
    appId: 'plantedshop',
    name: 'Plantedaccount',
    apiKey: 'planted-api-key-0123456789',
  })
  const { id } = await call('collections.create', { accountId: 'local', form: herbariumForm })
  app.recentFolders.add(join(home, 'Plantedfolder'))
  app.log.append({ level: 'error', kind: 'app', message: 'Plantedmessage' })

  const { text } = await call('app.diagnostics', null)
  expect(text).toMatch(/^Coldpress: 0\.1\.0 in chromium$/mu)
  expect(text).toMatch(/^Versions: node 24$/mu)
  expect(text).toMatch(/^Vault: unlocked, in sealed-files; its store answers/mu)
  expect(text).toMatch(/^Accounts: 1 local testnet, 1 hosted testnet$/mu)
  expect(text).toMatch(/^Policies: .*devnet/mu)
  expect(text).toMatch(/^Log: .*1 error$/mu)
  expect(text).toMatch(/^Size of app\.db: \d/mu)

  const planted = new Map([['diagnostics', Buffer.from(text)]])
  const secrets = [
    { name: 'key', bytes },
    ...[passphrase, 'planted-api-key-0123456789'].map((secret) => ({
      name: secret,
      bytes: new TextEncoder().encode(secret),
    })),
  ]
  expect(findPlanted(planted, secrets)).toEqual([])
  const told = text.toLowerCase()
  for (const name of ['planted', home, tmpdir(), key.keyHash, id, 'herbarium', 'addr'])
    expect(told).not.toContain(name.toLowerCase())
  expect(text).not.toMatch(/[/\\]/u)
  expect(text).not.toMatch(new RegExp(`\\b${userInfo().username}\\b`, 'u'))
})

it('opens a folder that exists and a signing request, and says what it cannot open', async () => {
  const { call, home, services, state } = await openServices({ hasVault: false })
  const folder = await folderOf(home, 'prints')
  const [table, broken] = [join(folder, 'tokens.csv'), join(home, 'broken.cpreq')]
  await writeFile(broken, 'no request')
  await services.openPaths([folder, table, join(home, 'none'), broken, 'https://evil.example/'])
  expect(state.events.filter(([name]) => name === 'app.opened')).toHaveLength(1)
  const opened = await call('app.takeOpened', null)
  expect(opened.map(({ what }) => what)).toEqual([
    'folder',
    'rejected',
    'rejected',
    'rejected',
    'rejected',
  ])
  expect(opened[0]).toEqual({ what: 'folder', folder })
  expect(opened[1]).toMatchObject({ message: expect.stringMatching(/cannot open “tokens\.csv”/u) })
  // Each is answered once.
  expect(await call('app.takeOpened', null)).toEqual([])
})

it('opens a signing request in UTF-16', async () => {
  const { call, home, services } = await openServices({ hasVault: false })
  const request = join(home, 'garden.cpreq')
  await writeFile(request, utf16(writeRequestFile(mintRequest())))
  await services.openPaths([request])
  expect(await call('app.takeOpened', null)).toMatchObject([{ what: 'request' }])
})

it('a path given to the program does not count as a file that the user picked', async () => {
  const { call, home, services } = await openServices({ hasVault: false })
  const request = join(home, 'request.cpreq')
  await writeFile(request, 'no request')
  await services.openPaths([request])
  await rename(request, join(home, 'other.cpreq'))
  await writeFile(request, 'a file that the page wants to read')
  const source = { kind: 'file', path: request } as const
  await expect(call('signing.receive', { source })).rejects.toMatchObject({
    details: { rule: 'file_not_picked' },
  })
})
