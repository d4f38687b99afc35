import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openServices, passphrase } from './open-services.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

const backupPassphrase = 'words for the backup alone'
const wanted = { name: 'Herbarium', network: 'preprod', lockTime: null } as const

const open = async () => {
  const harness = await openServices()
  const folder = temporaryFolder()
  const { policyId } = await harness.call('policies.generate', wanted)
  const save = (as: 'file' | 'paper', vaultPassphrase = passphrase) => {
    harness.state.saveTo = join(folder, `backup.${as}`)
    return harness.call('backups.save', {
      policyId,
      passphrase: vaultPassphrase,
      backupPassphrase,
      as,
    })
  }
  return { ...harness, folder, policyId, save }
}

describe('a backup in the window', () => {
  it('is saved for the passphrase of the vault alone, also while that is unlocked', async () => {
    const { save, state, call, app, policyId } = await open()
    await expect(save('file', 'not the passphrase')).rejects.toMatchObject({
      code: 'wrong_passphrase',
    })
    expect(state.suggested).toEqual([])
    await call('vault.lock', null)
    const saved = await save('file')
    expect(app.vault.status().state).toBe('locked')
    expect(saved).toMatchObject({ path: state.saveTo, policy: { backup: { state: 'made' } } })
    expect((await stat(saved?.path ?? '')).mode & 0o777).toBe(0o600)
    expect(state.suggested).toEqual([`policy-${policyId.slice(0, 8)}-backup.age`])
    state.saveTo = null
    const args = { policyId, passphrase, backupPassphrase, as: 'paper' } as const
    expect(await call('backups.save', args)).toBeNull()
  })

  it('passes its test, from a file that was picked or from what its codes say', async () => {
    const { save, call, pick, logged } = await open()
    const path = (await save('paper'))?.path ?? ''
    const fromFile = { source: { kind: 'file', path }, backupPassphrase } as const
    await expect(call('backups.test', fromFile)).rejects.toMatchObject({
      details: { rule: 'file_not_picked' },
    })
    await pick(path)
    const tested = await call('backups.test', fromFile)
    expect(tested).toMatchObject({
      canMint: true,
      policy: { backup: { state: 'tested', fingerprint: tested.backup.fingerprint } },
    })
    expect(logged('policy')[0]).toBe('A backup of the policy Herbarium has passed its test.')
    const text = await readFile(path, 'utf8')
    const pasted = { source: { kind: 'text', text }, backupPassphrase } as const
    expect((await call('backups.test', pasted)).backup).toEqual(tested.backup)
    await expect(
      call('backups.test', { ...pasted, backupPassphrase: passphrase }),
    ).rejects.toMatchObject({ code: 'wrong_passphrase' })
  })

  it('that replaces a proven one is not proven by that', async () => {
    const { save, call, pick } = await open()
    const path = (await save('file'))?.path ?? ''
    await pick(path)
    const fromFile = { source: { kind: 'file', path }, backupPassphrase } as const
    expect(await call('backups.test', fromFile)).toMatchObject({
      policy: { backup: { state: 'tested' } },
    })
    expect(await save('file')).toMatchObject({ path, policy: { backup: { state: 'made' } } })
  })

  it('is restored on another computer', async () => {
    const { save, policyId } = await open()
    const path = (await save('file'))?.path ?? ''
    const other = await openServices()
    await other.pick(path)
    const source = { kind: 'file', path } as const
    expect(await other.call('backups.restore', { source, backupPassphrase })).toMatchObject({
      of: 'policy',
      alreadyHere: [],
      wasKnown: false,
      policy: { policyId, name: 'Herbarium', canMint: true, backup: { state: 'made' } },
    })
    expect(await other.call('policies.list', null)).toMatchObject([{ policyId, canMint: true }])
  })

  it('of a wallet is restored by the same call', async () => {
    const { app, state, call, folder } = await open()
    const { id: walletId } = await app.wallets.create('preprod')
    state.saveTo = join(folder, 'wallet.age')
    const saved = await call('backups.saveWallet', { walletId, passphrase, backupPassphrase })
    const path = saved?.path ?? ''
    const other = await openServices()
    await other.pick(path)
    const input = { source: { kind: 'file', path }, backupPassphrase } as const
    const { firstAddress } = await app.wallets.show(walletId)
    const answer = { of: 'wallet', walletId, network: 'preprod', firstAddress }
    expect(await other.call('backups.restore', input)).toEqual({ ...answer, wasHere: false })
    expect(other.logged('vault')[0]).toBe(`The wallet ${walletId} was restored from a backup.`)
    expect(await other.app.vault.hasPhrase(walletId)).toBe(true)
    expect(await other.call('backups.restore', input)).toEqual({ ...answer, wasHere: true })
  })

  it('stands before its keys can be removed, and the name must be typed', async () => {
    const { save, call, pick, policyId } = await open()
    const remove = (typed: string, insist = false) =>
      call('backups.removeKeys', { policyId, typed, insist })
    const errorFor = (rule: string) => ({ details: { rule } })
    await expect(remove('Other', true)).rejects.toMatchObject(errorFor('typed_name'))
    await expect(remove('Herbarium')).rejects.toMatchObject(errorFor('not_tested'))
    const path = (await save('file'))?.path ?? ''
    await expect(remove('Herbarium')).rejects.toMatchObject(errorFor('not_tested'))
    await pick(path)
    await call('backups.test', { source: { kind: 'file', path }, backupPassphrase })
    await call('vault.lock', null)
    for (const insist of [false, true])
      await expect(remove('Herbarium', insist)).rejects.toMatchObject({ code: 'vault_locked' })
    await call('vault.unlock', { passphrase })
    expect(await remove('Herbarium')).toMatchObject({ canMint: false, keys: [{ here: false }] })
  })
})

it('the locks to come are saved as a calendar', async () => {
  const { call, state, folder } = await open()
  await call('policies.generate', { ...wanted, lockTime: '2999-01-01T00:00:00Z' })
  state.saveTo = join(folder, 'locks.ics')
  expect(await call('backups.saveCalendar', null)).toBe(state.saveTo)
  expect(await readFile(state.saveTo, 'utf8')).toContain('DTSTART:29990101T000000Z')
})

it('a recovery phrase is shown once, kept when its words were given back, and makes policies', async () => {
  const { call } = await open()
  const { fingerprint, words, wordNumbers } = await call('phrases.start', null)
  const given = wordNumbers.map((position) => ({ position, word: words[position - 1] ?? '' }))
  await expect(
    call('phrases.confirm', { fingerprint, given: given.slice(1) }),
  ).rejects.toMatchObject({ details: { rule: 'words_differ', positions: [wordNumbers[0]] } })
  const made = await call('phrases.confirm', { fingerprint, given })
  expect(made).toMatchObject({ fingerprint, here: true, used: [], nextIndex: 0 })
  const policy = await call('policies.generate', {
    ...wanted,
    phrase: { fingerprint, index: null },
  })
  const derived = await call('phrases.derive', { fingerprint, index: 0 })
  expect(policy.keys).toEqual([{ keyHash: derived.keyHash, here: true, path: "m/1855'/1815'/0'" }])
  expect(await call('phrases.restore', { words: words.join(' ') })).toMatchObject({
    fingerprint,
    origin: 'created',
    nextIndex: 1,
  })
  expect(await call('phrases.list', null)).toHaveLength(1)
})

describe('the backup of a wallet that sales are paid to', () => {
  it('is saved for the passphrase of the vault alone, passes its test, and is recorded', async () => {
    const { call, app, state, pick, folder, logged } = await open()
    const { id: walletId } = await app.wallets.create('preprod')
    const path = join(folder, 'wallet.age')
    state.saveTo = path
    const input = { walletId, passphrase, backupPassphrase }
    await expect(
      call('backups.saveWallet', { ...input, passphrase: 'not the passphrase' }),
    ).rejects.toMatchObject({ code: 'wrong_passphrase' })
    expect(state.suggested).toEqual([])
    expect(await call('backups.saveWallet', input)).toEqual({ path })
    expect(state.suggested).toEqual([`wallet-${walletId.slice(0, 8)}-backup.age`])
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await app.wallets.show(walletId)).backup.state).toBe('made')
    await pick(path)
    const source = { kind: 'file', path } as const
    await expect(
      call('backups.testWallet', { source, backupPassphrase: 'some other words' }),
    ).rejects.toThrow('passphrase')
    expect(await call('backups.testWallet', { source, backupPassphrase })).toMatchObject({
      walletId,
      isKnown: true,
    })
    expect((await app.wallets.show(walletId)).backup.state).toBe('tested')
    expect(logged('vault')).toContain(`A backup of the wallet ${walletId} has passed its test.`)
    state.saveTo = null
    expect(await call('backups.saveWallet', input)).toBeNull()
  })
})
