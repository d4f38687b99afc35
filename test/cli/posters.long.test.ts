import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { findFfmpeg } from '#app/imports/posters/poster-frame.ts'
import { limits } from '#values/bounds/limits.ts'
import { TestHome } from '../support/coldpress.ts'
import { herbarium } from '../support/prints.ts'
import { clip } from '../support/works-in-window.ts'

const ffmpeg = findFfmpeg()
if (ffmpeg === undefined)
  console.warn('NOT TESTED: still images of videos on the command line need ffmpeg on the PATH.')

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => home.remove())

/** Two seconds whose pixels are shown twice as wide as high: 640 × 180, yellow in the middle 180. */
const makeWide = (program: string, path: string): void => {
  const picture = ['-f', 'lavfi', '-i', 'color=teal:size=320x180:rate=10:duration=2']
  const middle = 'drawbox=x=115:y=0:w=90:h=180:color=yellow:t=fill,setsar=2'
  execFileSync(program, ['-v', 'error', ...picture, '-vf', middle, '-c:v', 'mpeg4', path])
}

const collectionWithWorks = async (): Promise<string> => {
  const files = [{ name: '<name>', media_type: '<work_type>', src: '<work>' }]
  const metadata = { name: '<name>', image: '<image>', media_type: '<media_type>', files }
  const file = home.file('films.json', JSON.stringify({ ...herbarium, metadata }))
  const made = await home.json(['collection', 'create', '--file', file])
  return z.object({ id: z.string() }).parse(made.document).id
}

it.runIf(ffmpeg !== undefined)(
  'a real ffmpeg makes square still images of MP4 and WebM for --posters, names what it cannot read, and --fix puts them into the rows',
  async () => {
    const folder = join(home.dir, 'films')
    mkdirSync(folder)
    const films = { '-one.mp4': clip('mp4'), 'zwei ü.webm': clip('webm') }
    for (const [name, from] of Object.entries(films)) copyFileSync(from, join(folder, name))
    makeWide(ffmpeg ?? '', join(folder, 'wide.mp4'))
    writeFileSync(join(folder, 'broken.mp4'), readFileSync(clip('mp4')).subarray(0, 600))
    const rows = [...Object.keys(films), 'wide.mp4'].map((film, at) => `F${at}x,F ${at},,${film}`)
    writeFileSync(
      join(folder, 'tokens.csv'),
      ['asset_name,name,image,work', ...rows, ''].join('\n'),
    )
    const importing = ['import', folder, '--collection', await collectionWithWorks()]
    const checked = await home.run([...importing, '--dry-run'])
    expect(checked).toMatchObject({ code: 3, stdout: expect.stringContaining('--posters') })

    const fixed = ['--fix', 'missing_value', '--fixed', join(home.dir, 'fixed.csv')]
    const run = await home.json([...importing, '--posters', ...fixed])
    expect(run.stderr).toContain('Made 3 poster frames')
    expect(run.stderr).toMatch(/broken\.mp4: ffmpeg could not read it \(.+\)/u)
    expect(run).toMatchObject({ code: 0, document: { added: 3, failed: 0 } })
    expect(existsSync(join(folder, 'broken.jpg'))).toBe(false)

    for (const name of ['-one.jpg', 'zwei ü.jpg', 'wide.jpg']) {
      const path = join(folder, name)
      const { width, height, format } = await sharp(path).metadata()
      expect({ isSquare: width === height, format }).toEqual({ isSquare: true, format: 'jpeg' })
      expect(statSync(path).size).toBeLessThan(limits.previewBytes)
    }
    // the clip shows a square on a ground of another colour
    const { channels } = await sharp(join(folder, '-one.jpg')).stats()
    expect(channels.some(({ stdev }) => stdev > 5)).toBe(true)
    const wide = sharp(join(folder, 'wide.jpg'))
    expect(await wide.metadata()).toMatchObject({ width: 180, height: 180 })
    const [red, green, blue] = (await wide.stats()).channels.map(({ mean }) => mean)
    expect([Number(red) > 230, Number(green) > 230, Number(blue) < 30]).toEqual([true, true, true])
  },
  300_000,
)
