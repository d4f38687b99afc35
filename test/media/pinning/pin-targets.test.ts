import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openContentStore } from '#media/content/store.ts'
import { createPinTargets, pinningSchema } from '#media/pinning/pin-targets.ts'
import { pinProviders } from '#media/pinning/providers.ts'
import { openHome } from '../../app/accounts/home.ts'

const openTargets = async () => {
  const { home, vault, db } = await openHome([pinningSchema])
  const content = await openContentStore({ dir: join(home, 'content') })
  onTestFinished(() => content.close())
  return { home, targets: createPinTargets({ db, content, vault }) }
}

it('knows this machine and the usual node before anything is set up', async () => {
  const { targets } = await openTargets()
  const found = targets.list().map(({ name, isDefault }) => [name, isDefault])
  expect(found).toHaveLength(pinProviders.filter((one) => one.defaultTarget !== undefined).length)
  expect(found).toContainEqual(['local', false])
  expect(found).toContainEqual(['kubo', true])
})

it.each([
  'http://name:planted-password@127.0.0.1:5001',
  'https://ipfs.example?key=planted-password',
  'https://ipfs.example#planted-password',
])('keeps no address that carries more than the address: %s', async (url) => {
  const { home, targets } = await openTargets()
  const before = targets.list()
  const error = await targets
    .use({ name: 'mine', kind: 'kubo', settings: { url } })
    .catch((error: unknown) => String(error))
  expect(error).toContain('url: carries a name, a password, a query or a fragment')
  expect(error).not.toContain('planted')
  expect(targets.list()).toEqual(before)
  expect(readFileSync(join(home, 'app.db')).includes('planted')).toBe(false)
})

it('tells what is wrong with a name', async () => {
  const { targets } = await openTargets()
  await expect(
    targets.use({ name: 'My Node', kind: 'kubo', settings: { url: 'http://127.0.0.1:5001' } }),
  ).rejects.toThrow(
    'This pinning service cannot be used: its name is not allowed. Use lower-case letters, digits and hyphens',
  )
})

it('says whether a place makes images public, without opening it', async () => {
  const { targets } = await openTargets()
  await targets.use({ name: 'node', kind: 'kubo', settings: { url: 'http://127.0.0.1:5001' } })
  const several = { kind: 'several', settings: { targets: 'node,local' } } as const
  await targets.use({ name: 'both', ...several })
  const settings = { ...several.settings, need: '1' }
  await targets.use({ name: 'either', ...several, settings })
  const names = ['local', 'node', 'both', 'either']
  expect(names.map((name) => targets.isPublic(name))).toEqual([false, true, true, false])
})

it('a damaged file is looked for at each other place once, also behind several places', async () => {
  const { targets } = await openTargets()
  await targets.use({ name: 'node', kind: 'kubo', settings: { url: 'http://127.0.0.1:5001' } })
  await targets.use({ name: 'other', kind: 'kubo', settings: { url: 'http://127.0.0.1:5002' } })
  await targets.use({ name: 'both', kind: 'several', settings: { targets: 'node,other' } })
  const namesOf = async (name: string) =>
    (await targets.openSources(await targets.open(name))).map((one) => one.name)
  expect(await namesOf('both')).toEqual(['node', 'other'])
  expect(await namesOf('local')).toEqual(['local', 'node', 'other'])
})
