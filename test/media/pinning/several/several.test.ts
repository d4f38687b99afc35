import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openContentStore } from '#media/content/store.ts'
import { createPinTargets, pinningSchema } from '#media/pinning/pin-targets.ts'
import { openHome } from '../../../app/accounts/home.ts'

const openTargets = async () => {
  const { home, vault, db } = await openHome([pinningSchema])
  const content = await openContentStore({ dir: join(home, 'content') })
  onTestFinished(() => content.close())
  return createPinTargets({ db, content, vault })
}
const both = (settings: Record<string, string>) => ({ name: 'both', kind: 'several', settings })

it('several places are opened together, with their rule', async () => {
  const targets = await openTargets()
  await targets.use(both({ targets: 'local, kubo', need: '1' }))
  const set = await targets.open('both')
  expect(set.pinners.map(({ name }) => name)).toEqual(['local', 'kubo'])
  expect(set).toMatchObject({ need: 1, isPublic: false })
  await targets.use(both({ targets: 'local,kubo' }))
  expect(await targets.open('both')).toMatchObject({ need: 2, isPublic: true })
})

it.each([
  [{ targets: 'kubo' }, 'name two targets or more'],
  [{ targets: 'kubo,none' }, 'there is no pin target none'],
  [{ targets: 'kubo,local', need: '3' }, '3 of 2 places'],
  [{ targets: 'kubo,local', need: 'some' }, 'give a number, or all'],
  [{ targets: 'kubo,both' }, 'both is made of other targets'],
])('several places %j are refused', async (settings, message) => {
  const targets = await openTargets()
  await targets.use(both({ targets: 'local,kubo' }))
  await expect(targets.use({ ...both(settings), name: 'more' })).rejects.toThrow(message)
})
