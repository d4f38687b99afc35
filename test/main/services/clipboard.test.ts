import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createCopier } from '#main/services/clipboard.ts'

const shortly = 20

const openCopier = () => {
  const held = { text: '' }
  const copier = createCopier(
    {
      read: async () => held.text,
      write: async (text) => {
        held.text = text
      },
      clear: async () => {
        held.text = ''
      },
    },
    shortly,
  )
  return { held, copier }
}

describe('a secret that was copied', () => {
  it('leaves the clipboard after its time', async () => {
    const { held, copier } = openCopier()
    await copier.copy('secret', true)
    expect(held.text).toBe('secret')
    await wait(shortly * 3)
    expect(held.text).toBe('')
  })

  it('leaves what was copied elsewhere meanwhile', async () => {
    const { held, copier } = openCopier()
    await copier.copy('secret', true)
    held.text = 'a shopping list'
    await wait(shortly * 3)
    expect(held.text).toBe('a shopping list')
  })

  it('leaves what was copied here meanwhile, also the same text without being a secret', async () => {
    const { held, copier } = openCopier()
    await copier.copy('the same', true)
    await copier.copy('the same', false)
    await wait(shortly * 3)
    expect(held.text).toBe('the same')
  })

  it('has its full time again when it is copied again', async () => {
    const { held, copier } = openCopier()
    await copier.copy('first', true)
    await wait(shortly / 2)
    await copier.copy('second', true)
    await wait(shortly * 3)
    expect(held.text).toBe('')
  })

  it('goes at once when the app ends', async () => {
    const { held, copier } = openCopier()
    await copier.copy('secret', true)
    await copier.close()
    expect(held.text).toBe('')
  })
})

it('leaves what is no secret', async () => {
  const { held, copier } = openCopier()
  await copier.copy('a policy ID', false)
  await copier.close()
  expect(held.text).toBe('a policy ID')
})
