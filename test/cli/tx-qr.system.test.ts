import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loopOf } from '#app/signing/qr-frames.ts'
import { TestHome } from '../support/coldpress.ts'
import { incompressible } from '../support/generated-bytes.ts'

/** The same at each run: of a quarter of the codes lost, one file in seven needs one more. */
const someBytes = (length: number): Buffer => Buffer.from(incompressible(length))

const transaction = (length: number) => ({
  type: 'Unwitnessed Tx ConwayEra',
  description: 'Ledger Cddl Format',
  // a list whose first element is a map: what a transaction's bytes start with
  cborHex: `84a0${someBytes(length).toString('hex')}`,
})
const request = (length: number, more: object = {}) =>
  JSON.stringify({
    format: 'coldpress-signing-request',
    version: 1,
    transactions: [transaction(length)],
    ...more,
  })

let home: TestHome
beforeAll(() => {
  home = new TestHome()
})
afterAll(() => home.remove())

const at = (...names: string[]): string => join(home.dir, ...names)
const written = z.object({ frames: z.array(z.string()) })

describe('files as QR codes', () => {
  it('crosses as images, of which some are lost and all are photographed', async () => {
    const file = home.file('mint.cpreq', request(1200))
    const shown = await home.json(['tx', 'qr', file, '--frames', at('codes')])
    expect(shown.document).toMatchObject({ kind: 'request', name: 'mint.cpreq' })
    const { frames } = written.parse(shown.document)
    for (const [index, frame] of frames.entries())
      if (index % 4 !== 1)
        home.file(
          `photo-${index}.jpg`,
          await sharp(frame).resize(900).jpeg({ quality: 60 }).toBuffer(),
        )
    const photos = readdirSync(home.dir).filter((name) => name.endsWith('.jpg'))
    expect(photos.length).toBeLessThan(frames.length)

    const scanned = await home.run([
      'tx',
      'scan',
      ...photos.map((name) => at(name)),
      '--out',
      at('back'),
    ])
    expect(scanned).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('mint.cpreq is whole'),
    })
    expect(readFileSync(at('back'), 'utf8')).toBe(readFileSync(file, 'utf8'))
  })

  it('reads a folder, without a network', async () => {
    const file = home.file(
      'signed.witness',
      JSON.stringify({
        ...transaction(0),
        type: 'TxWitness ConwayEra',
        cborHex: `825820${someBytes(32).toString('hex')}5840${someBytes(64).toString('hex')}`,
      }),
    )
    await home.json(['tx', 'qr', file, '--frames', at('witness-codes'), '--bytes', '30'])
    const args = ['tx', 'scan', at('witness-codes'), '--out', at('back.witness')]
    const scanned = await home.json([...args, '--offline'])
    expect(scanned.document).toMatchObject({ kind: 'witness', file: at('back.witness') })
    expect(readFileSync(at('back.witness'), 'utf8')).toBe(readFileSync(file, 'utf8'))
  })

  it('says how much is there while a file is not whole, with exit code 4', async () => {
    const file = home.file('long.tx', JSON.stringify(transaction(800)))
    const shown = await home.json(['tx', 'qr', file, '--frames', at('some')])
    const [first = '', second = ''] = written.parse(shown.document).frames
    const run = await home.run(['tx', 'scan', first, second])
    expect(run).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/\d+% of the file is in 2 images/u),
    })
    const blank = home.file(
      'blank.png',
      await sharp({ create: { width: 300, height: 300, channels: 3, background: 'white' } })
        .png()
        .toBuffer(),
    )
    const none = await home.run(['tx', 'scan', blank])
    expect(none).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('No code of a file could be read'),
    })
  })

  it('leaves the thumbnails of a large request behind, and says so', async () => {
    const pixels = someBytes(36_000).toString('base64')
    const thumbnails = Array.from({ length: 3 }, (_, index) => ({
      data: pixels.slice(16_000 * index, 16_000 * (index + 1)),
    }))
    const file = home.file('rich.cpreq', request(200, { thumbnails }))
    const shown = await home.json(['tx', 'qr', file, '--frames', at('rich')])
    expect(shown).toMatchObject({
      code: 0,
      document: { thumbnails_left_out: 3 },
      stderr: expect.stringContaining('3 thumbnails of rich.cpreq left out'),
    })
    await home.run(['tx', 'scan', at('rich'), '--out', at('bare.cpreq')])
    const [before, after] = [file, at('bare.cpreq')].map((path): unknown =>
      JSON.parse(readFileSync(path, 'utf8')),
    )
    expect(after).toEqual(Object.assign({}, before, { thumbnails: [], parents: [] }))
  })

  it('shows no key to a camera, and nothing that is too large', async () => {
    const key = {
      type: 'PaymentSigningKeyShelley_ed25519',
      description: '',
      cborHex: `5820${someBytes(32).toString('hex')}`,
    }
    const run = await home.run([
      'tx',
      'qr',
      home.file('my.skey', JSON.stringify(key)),
      '--frames',
      at('never'),
    ])
    expect(run).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('keys never go that way'),
    })
    const large = {
      'large.tx': JSON.stringify(transaction(34_000)),
      'large.cpreq': request(34_000, { thumbnails: [{}] }),
    }
    for (const [name, content] of Object.entries(large)) {
      const refused = await home.run([
        'tx',
        'qr',
        home.file(name, content),
        '--frames',
        at('never'),
      ])
      expect(refused).toMatchObject({
        code: 3,
        stderr: expect.stringMatching(
          /at most 32768 deflated bytes can cross by QR codes\. Carry the file itself/u,
        ),
      })
    }
    expect(existsSync(at('never'))).toBe(false)
  })

  it('draws on a terminal alone, and writes into a new folder alone', async () => {
    const file = home.file('a.cpreq', request(50))
    expect(await home.run(['tx', 'qr', file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--frames DIR'),
    })
    expect(await home.run(['tx', 'qr', file, '--frames', home.dir])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not empty'),
    })
  })

  it('replaces no file that it was not told to', async () => {
    const [text = ''] = loopOf({ kind: 'witness', name: 'package.json', bytes: Buffer.from('{}') })
    const { qrSizeOf } = await import('#cli/terminal/qr-image.ts')
    const { qrPng } = await import('#app/signing/qr-png.ts')
    const image = home.file('trap.png', qrPng(text, qrSizeOf(text).version))
    const run = await home.run(['tx', 'scan', image])
    expect(run).toMatchObject({ code: 3, stderr: expect.stringContaining('add --replace') })
  })
})
