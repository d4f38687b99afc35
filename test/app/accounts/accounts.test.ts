import { describe, expect, it } from 'vitest'
import { accountsSchema, createAccounts } from '#app/accounts/accounts.ts'
import type { MintingClient } from '#app/api/client.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { Secret } from '#platform/secret/secret.ts'
import { answer, clientOf, plantedKey, answerError, serve } from '../api/service.ts'
import { sampleCollection } from '../api/samples.ts'
import { filesHolding, openHome } from './home.ts'

const noStudio = (): Promise<MintingClient> => Promise.reject(new Error('no studio here'))

const open = async (localClient = noStudio) => {
  const home = await openHome([accountsSchema])
  await home.create()
  const localNetworks = () => ['devnet'] as const
  const deps = { db: home.db, vault: home.vault, localClient, localNetworks }
  return { ...home, deps, accounts: createAccounts(deps) }
}

const shop = (baseUrl = 'https://service.example') => ({
  name: 'Shop',
  network: 'testnet' as const,
  baseUrl,
  appId: 'app1',
  apiKey: Secret.ofText(plantedKey),
})

const page = (collection: unknown) => answer(200, { data: [collection], cursor: null })

describe('the Local studio', () => {
  it('is there without set-up, by id and by name', async () => {
    const { accounts } = await open()
    expect(accounts.list().map(({ id, name, kind }) => ({ id, name, kind }))).toEqual([
      { id: 'local', name: 'Local studio', kind: 'local' },
    ])
    expect(accounts.get('local')).toEqual(accounts.get('LOCAL studio'))
  })

  it('has an account for each network that has a gateway, and keeps its devnet id', async () => {
    const { deps } = await open()
    const accounts = createAccounts({ ...deps, localNetworks: () => ['mainnet', 'devnet'] })
    expect(accounts.list().map(({ id, name, network }) => [id, name, network])).toEqual([
      ['local', 'Local studio', 'testnet'],
      ['local-mainnet', 'Local studio (mainnet)', 'mainnet'],
    ])
    // what it left behind is still named when its gateway was removed
    expect(accounts.get('local-preprod')).toMatchObject({ chain: 'preprod' })
    await expect(accounts.add({ ...shop(), name: 'Local Studio (Preprod)' })).rejects.toMatchObject(
      {
        code: 'conflict',
      },
    )
  })

  it('is reached through the function that starts it', async () => {
    const service = await serve(page(sampleCollection))
    const { client } = clientOf(service.baseUrl)
    const { accounts } = await open(async () => client)
    expect(await accounts.client('local')).toBe(client)
    expect(await accounts.test('local')).toMatchObject({
      account: 'Local studio',
      network: 'testnet',
    })
  })

  it('the account of the Local studio cannot be removed', async () => {
    const { accounts } = await open()
    await expect(accounts.remove('local')).rejects.toMatchObject({ code: 'invalid' })
    expect(accounts.list()).toHaveLength(1)
  })
})

describe('adding', () => {
  it('keeps the key in the vault and nowhere else', async () => {
    const { accounts, vault, home } = await open()
    const added = await accounts.add({ ...shop(), name: '  Shop ' })
    expect(added).toMatchObject({ name: 'Shop', kind: 'hosted', appId: 'app1' })
    expect(accounts.get('shop')).toEqual(added)
    expect(accounts.get(added.id)).toEqual(added)
    expect((await vault.getApiKey(added.id))?.text()).toBe(plantedKey)
    expect(await filesHolding(home, plantedKey)).toEqual([])
    expect(await filesHolding(home, 'service.example')).not.toEqual([])
  })

  it('leaves the caller its secret', async () => {
    const { accounts } = await open()
    const wanted = shop()
    await accounts.add(wanted)
    expect(wanted.apiKey.text()).toBe(plantedKey)
  })

  it.each(['Shop', 'SHOP', 'ｓｈｏｐ', 'Local Studio', 'local'])(
    'refuses the name %s a second time',
    async (name) => {
      const { accounts } = await open()
      await accounts.add(shop())
      await expect(accounts.add({ ...shop(), name })).rejects.toMatchObject({ code: 'conflict' })
      expect(accounts.list()).toHaveLength(2)
    },
  )

  it.each([
    [{ name: ' ' }, 'name: empty'],
    [{ name: 'x'.repeat(65) }, 'name: above 64'],
    [{ appId: '' }, 'appId: empty'],
    [{ appId: '..' }, 'app ID'],
    [{ baseUrl: 'http://service.example' }, 'https'],
    [{ baseUrl: 'https://u:p@service.example' }, 'password'],
    [{ apiKey: Secret.ofText('') }, 'API key'],
  ])('refuses %o and stores nothing', async (change, message) => {
    const { accounts, vault } = await open()
    let puts = 0
    const watched = {
      setApiKey: async (named: Parameters<Vault['setApiKey']>[0]) => {
        puts += 1
        await vault.setApiKey(named)
      },
      getApiKey: vault.getApiKey.bind(vault),
      removeApiKey: vault.removeApiKey.bind(vault),
    }
    const { deps } = await open()
    const error = createAccounts({ ...deps, vault: watched }).add({ ...shop(), ...change })
    await expect(error).rejects.toThrow(message)
    await expect(error).rejects.toMatchObject({ code: 'invalid' })
    expect(puts).toBe(0)
    expect(accounts.list()).toHaveLength(1)
  })

  it('stores nothing of a service that refuses or is on another network, where it is asked first', async () => {
    const { accounts } = await open()
    const refusing = await serve(answerError(401, 'no such key'))
    await expect(accounts.add(shop(refusing.baseUrl), true)).rejects.toMatchObject({
      code: 'unauthorized',
    })
    const elsewhere = await serve(page({ ...sampleCollection, network: 'mainnet' }))
    await expect(accounts.add(shop(elsewhere.baseUrl), true)).rejects.toThrow(
      /set to testnet.*answers for mainnet/u,
    )
    expect(accounts.list()).toHaveLength(1)
    const right = await serve(page(sampleCollection))
    await accounts.add(shop(right.baseUrl), true)
    expect(accounts.list()).toHaveLength(2)
  })

  it('leaves no account when the vault refuses the key', async () => {
    const { db, vault } = await openHome([accountsSchema])
    const accounts = createAccounts({
      db,
      vault,
      localClient: noStudio,
      localNetworks: () => ['devnet'],
    })
    await expect(accounts.add(shop())).rejects.toMatchObject({ code: 'vault_locked' })
    expect(accounts.list()).toHaveLength(1)
  })

  it('leaves no key when another process takes the name meanwhile', async () => {
    const { accounts, deps, vault } = await open()
    const ids: string[] = []
    const slow = {
      ...deps,
      vault: {
        setApiKey: async (named: Parameters<Vault['setApiKey']>[0]) => {
          await vault.setApiKey(named)
          ids.push(named.accountId)
          await accounts.add(shop())
        },
        getApiKey: vault.getApiKey.bind(vault),
        removeApiKey: vault.removeApiKey.bind(vault),
      },
    }
    await expect(createAccounts(slow).add(shop())).rejects.toMatchObject({ code: 'conflict' })
    expect(ids).toHaveLength(1)
    expect(await vault.getApiKey(ids[0] ?? '')).toBeUndefined()
    expect(accounts.list()).toHaveLength(2)
  })
})

describe('removing', () => {
  it('an account is removed with its row and its key', async () => {
    const { accounts, vault } = await open()
    const { id } = await accounts.add(shop())
    expect((await accounts.remove('shop')).id).toBe(id)
    expect(accounts.list()).toHaveLength(1)
    expect(await vault.getApiKey(id)).toBeUndefined()
    await expect(accounts.remove('shop')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('keeps the account when the key cannot be removed, to be tried again', async () => {
    const { accounts, deps, vault } = await open()
    await accounts.add(shop())
    const stuck = createAccounts({
      ...deps,
      vault: {
        setApiKey: vault.setApiKey.bind(vault),
        getApiKey: vault.getApiKey.bind(vault),
        removeApiKey: () =>
          Promise.reject(new ColdpressError('keychain_unreachable', 'The keychain is away.')),
      },
    })
    await expect(stuck.remove('shop')).rejects.toMatchObject({ code: 'keychain_unreachable' })
    expect((await accounts.remove('shop')).name).toBe('Shop')
  })
})

describe('using', () => {
  it('calls the service with the key of the vault', async () => {
    const service = await serve(page(sampleCollection))
    const { accounts } = await open()
    await accounts.add(shop(service.baseUrl))
    expect(await accounts.test('Shop')).toMatchObject({ account: 'Shop', network: 'testnet' })
    expect(service.seen[0]?.headers['x-api-key']).toBe(plantedKey)
    expect(service.seen[0]?.url).toBe('/app1/v1/nft/collections?size=1')
  })

  it('says so when the service is on the other network', async () => {
    const service = await serve(page({ ...sampleCollection, network: 'mainnet' }))
    const { accounts } = await open()
    await accounts.add(shop(service.baseUrl))
    await expect(accounts.test('Shop')).rejects.toThrow(/set to testnet.*answers for mainnet/u)
  })

  it('passes on why the service refuses', async () => {
    const service = await serve(answerError(401, 'no such key'))
    const { accounts } = await open()
    await accounts.add(shop(service.baseUrl))
    await expect(accounts.test('Shop')).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('a refused call makes every client of the account wait, and no other account', async () => {
    const service = await serve(answerError(429, 'slow down', { 'retry-after': '3600' }))
    const other = await serve(page(sampleCollection))
    const { accounts } = await open()
    await accounts.add(shop(service.baseUrl))
    await accounts.add({ ...shop(other.baseUrl), name: 'Stall' })
    const [one, another] = [await accounts.client('Shop'), await accounts.client('Shop')]
    const stall = await accounts.client('Stall')
    // Longer than a call waits: it is answered at once, and the pause is there.
    await expect(one.ping()).rejects.toMatchObject({ code: 'rate_limited' })
    const caller = new AbortController()
    const waiting = another.ping({ signal: caller.signal })
    await stall.ping()
    expect(service.seen).toHaveLength(1)
    caller.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    expect(service.seen).toHaveLength(1)
  })

  it('names the account whose key is gone', async () => {
    const { accounts, vault } = await open()
    const { id } = await accounts.add(shop())
    await vault.removeApiKey(id)
    await expect(accounts.client('Shop')).rejects.toMatchObject({ code: 'key_missing' })
  })

  it('names the accounts that there are', async () => {
    const { accounts } = await open()
    await accounts.add(shop())
    expect(() => accounts.get('stall')).toThrow(/Local studio, Shop/u)
  })
})
