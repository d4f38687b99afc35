import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openContentStore } from '#media/content/store.ts'
import { workHandlers } from '#main/services/works.ts'
import { folderTest as it } from '../../support/folder-test.ts'

const open = async (folder: string) => {
  const content = await openContentStore({ dir: join(folder, 'content') })
  onTestFinished(() => content.close())
  const suggested: string[] = []
  const dialogs = {
    saveFile: (name: string) => {
      suggested.push(name)
      return Promise.resolve(join(folder, 'copy'))
    },
  }
  return { content, suggested, works: workHandlers({ content, dialogs }) }
}

it('A copy of a work is written where the user says, under a name that no metadata can turn into a path', async ({
  folder,
}) => {
  const { content, suggested, works } = await open(folder)
  const { cid } = await content.add(Buffer.from('a film'))
  expect(works['works.size']({ cid })).toBe(6)
  const save = (name: string, mediaType: string) => works['works.save']({ cid, name, mediaType })
  expect(await save('../../etc/Film №1.exe', 'video/mp4')).toBe(join(folder, 'copy'))
  expect(await readFile(join(folder, 'copy'), 'utf8')).toBe('a film')
  await save('.. /', 'text/html')
  await save('Scene', 'application/x-msdownload')
  expect(suggested).toEqual(['etc-Film -1-exe.mp4', 'work.html', 'Scene'])
})

it('A work that is not on this computer has no size and no copy', async ({ folder }) => {
  const { suggested, works } = await open(folder)
  const cid = 'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH'
  expect(works['works.size']({ cid })).toBeNull()
  await expect(async () =>
    works['works.save']({ cid, name: 'Film', mediaType: 'video/mp4' }),
  ).rejects.toMatchObject({ code: 'not_found' })
  expect(suggested).toEqual([])
})
