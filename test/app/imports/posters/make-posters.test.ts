import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { describe, expect } from 'vitest'
import { scanFolder } from '#app/imports/inputs/folder.ts'
import { makePosters, videosWithoutStill } from '#app/imports/posters/make-posters.ts'
import { findFfmpeg } from '#app/imports/posters/poster-frame.ts'
import { folderTest as it } from '../../../support/folder-test.ts'

/** A program in ffmpeg's place: it writes what it was asked, and knows no frame behind second 0. */
const decoder = async (folder: string, answer: string): Promise<string> => {
  await mkdir(join(folder, 'bin'))
  const path = join(folder, 'bin', 'ffmpeg')
  await writeFile(path, `#!/bin/sh\n${answer}\n`)
  await chmod(path, 0o755)
  return path
}
const { signal } = new AbortController()

const videosIn = async (folder: string): Promise<string> => {
  const art = join(folder, 'art')
  await mkdir(join(art, 'inner'), { recursive: true })
  for (const name of ['a.mp4', 'B.webm', 'b.PNG', 'inner/a.mov', 'sound.wav', '-c.mp4'])
    await writeFile(join(art, name), name)
  return art
}

describe.skipIf(process.platform === 'win32')('poster frames', () => {
  it('are made beside each video without an image of its name, and replace nothing', async ({
    folder,
  }) => {
    const art = await videosIn(folder)
    const program = await decoder(folder, 'printf "%s " "$@"')
    const steps: string[] = []
    const { made, failed } = await makePosters(art, program, {
      signal,
      onMade: (done, total) => steps.push(`${done}/${total}`),
    })
    expect(made.toSorted()).toEqual(['-c.jpg', 'a.jpg', 'inner/a.jpg'])
    expect(failed).toEqual([])
    expect(steps).toEqual(['0/3', '1/3', '2/3', '3/3'])
    const asked = await readFile(join(art, '-c.jpg'), 'utf8')
    // never an option, however the file is called
    expect(asked).toContain(`-i file:${join(art, '-c.mp4')} -frames:v 1`)
    expect(asked).toContain("setsar=1,crop='min(iw,ih)':'min(iw,ih)',scale='min(1024,iw)':-1")
    expect(await readFile(join(art, 'a.mp4'), 'utf8')).toBe('a.mp4')
    expect((await makePosters(art, program, { signal })).made).toEqual([])
  })

  it('are asked for among the same files without looking through them again', async ({
    folder,
  }) => {
    const { files } = await scanFolder(await videosIn(folder), signal)
    const videos = videosWithoutStill(files)
    expect([...videos.keys()].toSorted()).toEqual(['-c.mp4', 'a.mp4', 'inner/a.mov'])
    expect(videosWithoutStill(files)).toBe(videos)
    expect(videosWithoutStill([...files])).not.toBe(videos)
  })

  it('are the first frame of a video shorter than a second', async ({ folder }) => {
    const art = await videosIn(folder)
    const program = await decoder(folder, '[ "$5" = 0 ] && echo "from $5"; exit 0')
    expect((await makePosters(art, program, { signal })).failed).toEqual([])
    expect(await readFile(join(art, 'a.jpg'), 'utf8')).toBe('from 0\n')
  })

  it.for([
    ['echo "moov atom not found" >&2; exit 1', 'ffmpeg could not read it (moov atom not found).'],
    ['exit 0', 'ffmpeg found no frame in a.mp4. Export a still image'],
    ['head -c 1000001 /dev/zero', 'The frame of a.mp4 has more than 1 MB.'],
  ] as const)(
    'that cannot be made are named with the reason, and leave no file: %s',
    async ([answer, reason], { folder }) => {
      const art = await videosIn(folder)
      const { made, failed } = await makePosters(art, await decoder(folder, answer), { signal })
      expect(made).toEqual([])
      expect(failed.find(({ name }) => name === 'a.mp4')?.reason).toContain(reason)
      expect((await readdir(art)).filter((name) => name.endsWith('.jpg'))).toEqual([])
    },
  )

  it('need a program on the PATH, and none of the folder that one is in', async ({ folder }) => {
    const path = await decoder(folder, 'exit 0')
    expect(findFfmpeg(['/nowhere', join(folder, 'bin')].join(delimiter))).toBe(path)
    for (const without of [undefined, '', '.', 'bin', '/nowhere'])
      expect(findFfmpeg(without ?? '')).toBeUndefined()
  })
})
