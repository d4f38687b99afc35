import { describe, expect, it, onTestFinished } from 'vitest'
import { Database } from '../../../../src/core/db/database.ts'
import { createInboxPlaces, inboxesSchema } from '../../../../src/core/events/inbox/inbox-places.ts'

const open = () => {
  const db = new Database(':memory:', [inboxesSchema])
  onTestFinished(() => db.close())
  return createInboxPlaces(db)
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
    const places = open()
    const wanted = { accountId: 'shop', isOn: true, port: 5000, scheme: null }
    places.set({ ...wanted, hosts: [' Hooks.Example.COM '] })
    const kept = { ...wanted, hosts: ['hooks.example.com'] }
    expect(places.get('shop')).toEqual(kept)
    places.set({ ...kept, isOn: false })
    expect(places.get('shop')).toEqual({ ...kept, isOn: false })
    places.remove('shop')
    expect(places.get('shop').port).toBe(4801)
  })

  it('has a scheme that stays as it was first fixed, until another one is chosen', () => {
    const places = open()
    expect(places.fixScheme('shop', 'standard')).toBe('standard')
    expect(places.fixScheme('shop', 'tangocrypto')).toBe('standard')
    const place = places.get('shop')
    expect(place).toMatchObject({ isOn: false, port: 4801, scheme: 'standard' })
    expect(places.set({ ...place, port: 5000, scheme: null }).scheme).toBe('standard')
    expect(places.set({ ...place, scheme: 'tangocrypto' }).scheme).toBe('tangocrypto')
    expect(places.fixScheme('shop', 'standard')).toBe('tangocrypto')
  })

  it.each([
    [{ port: 80 }, /^inbox: port: below 1024/u],
    [{ port: 70_000 }, /^inbox: port: above 65535/u],
    [{ hosts: ['https://hooks.example.com'] }, /^inbox: hosts\[0\]: not a host name/u],
    [{ hosts: ['a b'] }, /not a host name/u],
    [{ hosts: [''] }, /not a host name/u],
  ])('refuses %j with the field and the rule', (change, message) => {
    const places = open()
    const wanted = { accountId: 'shop', isOn: true, port: 5000, hosts: [], scheme: null, ...change }
    expect(() => places.set(wanted)).toThrow(message)
    expect(places.get('shop').isOn).toBe(false)
  })
})
