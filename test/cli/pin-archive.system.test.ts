import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'

const pinned = z.tuple([z.object({ cid: z.string() })])

it('pin add does not store a CAR archive as one file: it names the roots and says what to do', async () => {
  const home = new TestHome()
  onTestFinished(() => home.remove())
  const cover = home.file('cover.txt', 'the cover')
  const [{ cid }] = pinned.parse((await home.json(['pin', 'add', cover])).document)
  const archive = join(home.dir, 'cover.car')
  expect((await home.run(['pin', 'export-car', cid, '--out', archive])).code).toBe(0)
  const { code, stderr } = await home.run(['pin', 'add', archive])
  expect(code).toBe(3)
  expect(stderr).toContain(`a CAR archive of 1 root: ${cid}`)
  expect(stderr).toContain('ipfs dag import')
  expect((await home.json(['pin', 'list'])).document).toMatchObject({
    files: [{ cid }],
  })
})
