import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openContentStore } from '#media/content/store.ts'
import { createImageFiles, createWorkFiles } from '#app/images/image-files.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

/** The start of a PNG file, enough to recognise its type. */
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.alloc(32),
])

const open = async () => {
  const home = temporaryFolder()
  const content = await openContentStore({ dir: join(home, 'content') })
  onTestFinished(async () => {
    content.close()
  })
  const asked: string[] = []
  const image = createImageFiles({
    content,
    thumbnails: {
      get: async (cid, size) => {
        asked.push(`${cid} ${size}`)
        return undefined
      },
      ofFile: async ({ path }, size) =>
        path === '/art/a.png'
          ? { path: `/thumbs/${size}.webp`, mediaType: 'image/webp' }
          : undefined,
    },
    proposals: {
      file: (id, number) =>
        id === 'p-1' && number < 2
          ? {
              name: 'a.png',
              path: ['/art/a.png', '/art/text.png'][number] ?? '',
              size: 1,
              mtimeMs: 1,
            }
          : undefined,
    },
    preview: (id) => (id === 'p1' ? { path: '/tmp/p1.png', mediaType: 'image/png' } : undefined),
    draftVideo: (id, name) =>
      id === 'd-1' && name === 'a b/ü.mp4'
        ? { path: '/tmp/a.mp4', mediaType: 'video/mp4' }
        : undefined,
    draftWork: (...asked) =>
      JSON.stringify(asked) === '["d-1",7,0]'
        ? { path: '/tmp/art.html', mediaType: 'text/html' }
        : undefined,
  })
  const at = (path: string) => image(new URL(path, 'app://coldpress'))
  const framed = (path: string) => createWorkFiles(image)(new URL(path, 'work://shown'))
  return { content, asked, at, framed }
}

describe('what the window may show', () => {
  it('is a video of a draft’s folder, by its encoded name alone', async () => {
    const { at } = await open()
    const name = encodeURIComponent('a b/ü.mp4')
    expect(await at(`/draft-video/d-1/${name}`)).toEqual({
      path: '/tmp/a.mp4',
      mediaType: 'video/mp4',
    })
    for (const other of [`d-2/${name}`, 'd-1/a%20b/%C3%BC.mp4', 'd-1/%ff', 'd-1/'])
      expect(await at(`/draft-video/${other}`)).toBeUndefined()
  })

  it('is the image of a proposed token, small and whole, if it can be decoded', async () => {
    const { at } = await open()
    expect(await at('/proposed/p-1/0?size=320')).toEqual({
      path: '/thumbs/320.webp',
      mediaType: 'image/webp',
    })
    expect(await at('/proposed/p-1/0')).toEqual({ path: '/art/a.png', mediaType: 'image/png' })
    for (const other of ['p-1/0?size=5000', 'p-1/1', 'p-1/2', 'p-2/0', 'p-1/-1', 'p-1/..%2f0'])
      expect(await at(`/proposed/${other}`)).toBeUndefined()
  })

  it('is an object of the content store, with the type that its bytes show', async () => {
    const { content, at } = await open()
    const { cid } = await content.add(png)
    const text = await content.add(Buffer.from('<script>alert(1)</script>'))
    expect(await at(`/content/${cid}`)).toEqual({
      path: content.path(cid),
      mediaType: 'image/png',
    })
    expect((await at(`/content/${text.cid}`))?.mediaType).toBe('application/octet-stream')
  })

  it('is no object that is not here, or has lost its end', async () => {
    const { content, at } = await open()
    const { cid } = await content.add(png)
    await writeFile(content.path(cid), 'short')
    expect(await at(`/content/${cid}`)).toBeUndefined()
    expect(await at('/content/QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH')).toBeUndefined()
  })

  it('is a thumbnail of a size that is kept', async () => {
    const { asked, at } = await open()
    const cid = 'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH'
    for (const query of ['', '?size=96', '?size=0320', '?size=321', '?size=-1', '?size='])
      await at(`/thumb/${cid}${query}`)
    expect(asked).toEqual([`${cid} 320`, `${cid} 96`])
  })

  it('is a preview that was given', async () => {
    const { at } = await open()
    expect(await at('/preview/p1')).toEqual({ path: '/tmp/p1.png', mediaType: 'image/png' })
    expect(await at('/preview/p2')).toBeUndefined()
  })

  it('is a work of a row of a draft', async () => {
    const { at } = await open()
    expect((await at('/draft-work/d-1/7/0'))?.path).toBe('/tmp/art.html')
    for (const path of ['/draft-work/d-1/7/1', '/draft-work/d-1/7', '/draft-work/..%2fd-1/7/0'])
      expect(await at(path)).toBeUndefined()
  })

  it('is a work in a frame under the type that is asked for, and no other type', async () => {
    const { content, framed } = await open()
    const { cid } = await content.add(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    const path = content.path(cid)
    expect(await framed(`/svg/content/${cid}`)).toEqual({ path, mediaType: 'image/svg+xml' })
    expect(await framed(`/html/content/${cid}`)).toEqual({ path, mediaType: 'text/html' })
    expect((await framed('/html/draft-work/d-1/7/0'))?.mediaType).toBe('text/html')
    for (const bad of [
      `/js/content/${cid}`,
      `/html/thumb/${cid}`,
      '/html/preview/p1',
      `/content/${cid}`,
    ])
      expect(await framed(bad)).toBeUndefined()
  })

  it.each([
    '/content/..%2f..%2fvault.json',
    '/content/../vault.json',
    '/content/%2e%2e%2fvault.json',
    '/content/vault.json',
    '/content/bafybeif7ztnhq65lumvvtr4ekcwd2ifwgm3awq4zfr3srh462rwyinlb4y',
    '/content/QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH%00',
    '/content/QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH/..',
    '/thumb/..%5c..%5capp.db?size=96',
    '/thumb/QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH/x?size=96',
    '/content/',
    '/content',
    '/app.db',
    '/',
  ])('the window may not show %s', async (path) => {
    const { content, asked, at } = await open()
    // The object that these names would be of, if any were taken.
    const { cid } = await content.add(new Uint8Array())
    expect(await at(`/content/${cid}`)).toBeDefined()
    expect(await at(path)).toBeUndefined()
    expect(asked).toEqual([])
  })
})
