import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openContentStore } from '#media/content/store.ts'
import { saveWork, workSize } from '#app/images/works.ts'
import { folderTest as it } from '../../support/folder-test.ts'

const open = async (folder: string) => {
  const content = await openContentStore({ dir: join(folder, 'content') })
  onTestFinished(() => content.close())
  const suggested: string[] = []
  const chooseFile = (name: string) => {
    suggested.push(name)
    return Promise.resolve(join(folder, 'copy'))
  }
  const save = (cid: string, name: string, mediaType: string) =>
    saveWork(content, { cid, name, mediaType }, chooseFile)
  return { content, suggested, save }
}

it('A copy of a work is written where the user says, under a name that no metadata can turn into a path', async ({
  folder,
}) => {
  const { content, suggested, save } = await open(folder)
  const { cid } = await content.add(Buffer.from('a film'))
  expect(workSize(content, cid)).toBe(6)
  expect(await save(cid, '../../etc/Film №1.exe', 'video/mp4')).toBe(join(folder, 'copy'))
  expect(await readFile(join(folder, 'copy'), 'utf8')).toBe('a film')
  await save(cid, '.. /', 'text/html')
  await save(cid, 'Scene', 'application/x-msdownload')
  expect(suggested).toEqual(['etc-Film -1-exe.mp4', 'work.html', 'Scene'])
})

it('A work that is not on this computer has no size and no copy', async ({ folder }) => {
  const { content, suggested, save } = await open(folder)
  const cid = 'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH'
  expect(workSize(content, cid)).toBeNull()
  await expect(save(cid, 'Film', 'video/mp4')).rejects.toMatchObject({ code: 'not_found' })
  expect(suggested).toEqual([])
})
