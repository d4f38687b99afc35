import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { calls } from '#contract/window/calls.ts'
import { makePicture } from '../../../app/imports/harness.ts'
import { clip } from '../../../support/works-in-window.ts'
import { header, openImports, print, writeTable } from './open-imports.ts'

const frame = (width: number, height: number, format: 'webp' | 'png' | 'jpeg') =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer()
    .then((bytes) => bytes.toString('base64'))

it('a still image from the window is checked, saved beside its video, and replaces nothing', async () => {
  const { call, folder, open } = await openImports()
  await makePicture(folder, 1)
  await writeFile(join(folder, '2.webm'), await readFile(clip('webm')))
  await writeTable(folder, [header, print(1)])
  const { id: draftId } = await open()
  expect(await call('imports.videosWithoutStill', { draftId })).toEqual(['2.webm'])
  const save = (image: string, video = '2.webm') =>
    call('imports.savePoster', { draftId, video, image })
  const before = (await readdir(folder)).toSorted()
  const text = Buffer.from('<svg/>').toString('base64')
  for (const image of [
    text,
    await frame(40, 30, 'webp'),
    await frame(1025, 1025, 'png'),
    await frame(40, 40, 'jpeg'),
  ])
    await expect(save(image)).rejects.toMatchObject({ code: 'invalid' })
  const good = await frame(40, 40, 'webp')
  for (const other of ['1.png', '../2.webm', 'prints.csv'])
    await expect(save(good, other)).rejects.toMatchObject({ code: 'not_found' })
  expect((await readdir(folder)).toSorted()).toEqual(before)
  expect(await save(good)).toBe('2.webp')
  const saved = await readFile(join(folder, '2.webp'))
  expect(saved.toString('base64')).toBe(good)
  await expect(save(await frame(20, 20, 'webp'))).rejects.toMatchObject({ code: 'conflict' })
  expect(await readFile(join(folder, '2.webp'))).toEqual(saved)
  expect((await readdir(folder)).toSorted()).toEqual([...before, '2.webp'].toSorted())
})

it('the call takes at most 1 MB of Base64', () => {
  const { input } = calls['imports.savePoster']
  const withBytes = (count: number) =>
    input.safeParse({ draftId: 'd', video: 'v', image: Buffer.alloc(count).toString('base64') })
  expect(withBytes(1_000_000).success).toBe(true)
  expect(withBytes(1_000_003).success).toBe(false)
  expect(withBytes(0).success).toBe(false)
  expect(input.safeParse({ draftId: 'd', video: 'v', image: 'no base64!' }).success).toBe(false)
})
