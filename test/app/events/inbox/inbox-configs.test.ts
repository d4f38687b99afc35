import { describe, expect, it, onTestFinished } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { createInboxConfigs, inboxesSchema } from '#app/events/inbox/inbox-configs.ts'

const open = () => {
  const db = new Database(':memory:', [inboxesSchema])
  onTestFinished(() => db.close())
  return createInboxConfigs(db)
}

describe('the place of an inbox', () => {
  it('is off before anybody turns it on', () => {
    expect(open().get('shop')).toEqual({
      accountId: 'shop',
      isOn: false,
      port: 4801,
      hosts: [],
      scheme: null,
    })
  })

  it('is kept as it was set, until the account goes', () => {
    const configs = open()
    const wanted = { accountId: 'shop', isOn: true, port: 5000, scheme: null }
    configs.set({ ...wanted, hosts: [' Hooks.Example.COM '] })
    const kept = { ...wanted, hosts: ['hooks.example.com'] }
    expect(configs.get('shop')).toEqual(kept)
    configs.set({ ...kept, isOn: false })
    expect(configs.get('shop')).toEqual({ ...kept, isOn: false })
    configs.remove('shop')
    expect(configs.get('shop').port).toBe(4801)
  })

  it('has a scheme that stays as it was first fixed, until another one is chosen', () => {
    const configs = open()
    expect(configs.fixScheme('shop', 'standard')).toBe('standard')
    expect(configs.fixScheme('shop', 'tangocrypto')).toBe('standard')
    const config = configs.get('shop')
    expect(config).toMatchObject({ isOn: false, port: 4801, scheme: 'standard' })
    expect(configs.set({ ...config, port: 5000, scheme: null }).scheme).toBe('standard')
    expect(configs.set({ ...config, scheme: 'tangocrypto' }).scheme).toBe('tangocrypto')
    expect(configs.fixScheme('shop', 'standard')).toBe('tangocrypto')
  })

  it.each([
    [{ port: 80 }, /^inbox: port: below 1024/u],
    [{ port: 70_000 }, /^inbox: port: above 65535/u],
    [{ hosts: ['https://hooks.example.com'] }, /^inbox: hosts\[0\]: not a host name/u],
    [{ hosts: ['a b'] }, /not a host name/u],
    [{ hosts: [''] }, /not a host name/u],
  ])('refuses %j with the field and the rule', (change, message) => {
    const configs = open()
    const wanted = { accountId: 'shop', isOn: true, port: 5000, hosts: [], scheme: null, ...change }
    expect(() => configs.set(wanted)).toThrow(message)
    expect(configs.get('shop').isOn).toBe(false)
  })
})
