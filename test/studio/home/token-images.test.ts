import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tokenImages } from '#studio/home/studio-databases.ts'
import { fillHome } from '../../support/filled-home.ts'
import { TestHome } from '../../support/coldpress.ts'

it('names each content once that tokens of the studios show, and none of a home without a studio', async () => {
  const home = new TestHome()
  try {
    expect(tokenImages(home.dir)).toEqual([])
    await fillHome(home.dir, 'Leaves', 30)
    rmSync(join(home.dir, 'content'), { recursive: true })
    const images = tokenImages(home.dir)
    expect(images).toHaveLength(24)
    expect(images.every((cid) => cid.startsWith('Qm'))).toBe(true)
  } finally {
    home.remove()
  }
})
